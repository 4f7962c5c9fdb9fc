"""What is kept of a table: how it was set up, and an append-only log of events, in SQL."""

from volto.server.store.log import CommitUnknown, Conflict, Store, StoreFailed, Transaction

__all__ = ["CommitUnknown", "Conflict", "Store", "StoreFailed", "Transaction"]
