"""`python -m volto` is `volto`."""

from volto.cli import main

main()
