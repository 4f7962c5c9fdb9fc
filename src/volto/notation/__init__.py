"""Game records in the `.volto` format. The texts of positions and moves are part of `rules`."""

from volto.notation.reader import iter_records, read_file, read_records, write_records
from volto.notation.record import Record

__all__ = ["Record", "iter_records", "read_file", "read_records", "write_records"]
