"""A real browser against the real server, started by the command."""
