"""The server: Litestar around headquarters."""
