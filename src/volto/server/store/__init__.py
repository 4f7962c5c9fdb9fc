"""Where tables are kept: an append-only log in SQL."""

from volto.server.store.log import Batch, Conflict, Store, StoreFailed

__all__ = ["Batch", "Conflict", "Store", "StoreFailed"]
