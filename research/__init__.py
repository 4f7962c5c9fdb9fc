"""Research done with volto, run from a checkout: `python -m research.NAME`."""
