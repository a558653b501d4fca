"""What server and client share: the table of operations, problems, headers. Imports no server."""
