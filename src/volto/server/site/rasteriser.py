"""SVG from standard input as PNG on standard output, in a process of its own.

In the server's it would hold up everything else. It is run by its path, with the font files to use.
"""

import sys

import resvg_py


def main(fonts: list[str]) -> None:
    """Draw with these fonts alone, whatever the machine has."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=fonts,
        serif_family="Alegreya",
        skip_system_fonts=True,
    )
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    main(sys.argv[1:])
