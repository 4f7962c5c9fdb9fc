"""Volto in the words of other frameworks (extra: `volto[research]`). Each module needs its own."""
