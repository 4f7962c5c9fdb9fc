"""What other sites show of a link: Open Graph tags, with a picture."""

from starlette.requests import Request

from volto.server.site.i18n import Translator
from volto.server.site.share_picture import HEIGHT, WIDTH

COUNTRIES = {"en": "GB", "fr": "FR", "de": "DE", "es": "ES", "it": "IT"}
"""Where each language is spoken as the pages speak it."""


def locale_of(words: Translator) -> str:
    return f"{words.language}_{COUNTRIES[words.language]}"


def open_graph(
    request: Request, words: Translator, title: str, text: str, picture: str, alt: str
) -> list[tuple[str, str]]:
    """The tags of the page that is asked for; `picture` is the path of one for links."""
    page = request.url.replace(query="", fragment="")
    return [
        ("og:site_name", "Volto"),
        ("og:type", "website"),
        ("og:url", str(page)),
        ("og:locale", locale_of(words)),
        ("og:title", title),
        ("og:description", text),
        ("og:image", str(page.replace(path=picture, query=f"language={words.language}"))),
        ("og:image:type", "image/png"),
        ("og:image:width", str(WIDTH)),
        ("og:image:height", str(HEIGHT)),
        ("og:image:alt", alt),
        ("twitter:card", "summary_large_image"),
    ]
