"""Where tables are kept: an append-only log in SQL."""

from volto.server.store.log import Conflict, Store, StoreFailed, Transaction

__all__ = ["Conflict", "Store", "StoreFailed", "Transaction"]
