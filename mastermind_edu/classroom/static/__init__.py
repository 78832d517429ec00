"""The static edition: a folder that any web server can serve, computing in pupils' browsers."""
