"""The words that the arena's pictures are drawn with."""

from xml.sax.saxutils import escape

INK, PAPER, GOLD, RED, LAGOON = "#1d1a24", "#f3ece0", "#c79a3b", "#a3192e", "#1f5b63"


def opening(width: float, height: float, title: str) -> list[str]:
    """The head of a picture on paper of its own, so that it reads on light and dark pages."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="13" '
        f'role="img" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
    ]


def text(
    x: float,
    y: float,
    words: str,
    anchor: str,
    size: str = "13",
    weight: str = "normal",
    fill: str = "",
) -> str:
    coloured = f' fill="{fill}"' if fill else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}"{coloured}>{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, opacity: str) -> str:
    return (
        f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" '
        f'stroke="{INK}" stroke-opacity="{opacity}"/>'
    )


def dot(x: float, y: float, fill: str, radius: float = 6) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="1.2"/>'
    )


def stroke(path: str, colour: str = LAGOON) -> str:
    """A line along a path, as intervals are drawn."""
    return f'<path d="{path}" stroke="{colour}" stroke-width="2" fill="none"/>'
