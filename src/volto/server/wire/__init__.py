"""The wire: every message, what a seat is shown, sockets and HTTP."""
