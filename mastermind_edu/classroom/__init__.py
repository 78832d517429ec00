"""What a teacher runs: the command line and the server of the lessons."""
