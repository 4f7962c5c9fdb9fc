"""Makes the fonts of the pages from their Fontsource packages, unpacked into one folder.

npm pack @fontsource-variable/alegreya @fontsource/cormorant    # then unpack each into its folder
python -m tools.fonts ALEGREYA_FOLDER CORMORANT_FOLDER

What is left is what the pages need: Latin with the accents of their languages, the weights that
are used, and figures that are lining and equally wide without being asked to. The pictures of
shared games are drawn with the same faces, in one weight and uncompressed.
"""

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

import volto

FONTS = Path(volto.__file__).parent / "web" / "static" / "fonts"
PICTURE_FONTS = FONTS.parents[1] / "fonts"
LETTERS = (
    "0020-007E,00A0-00FF,0131,0152-0153,0160-0161,0178,017D-017E,2009,2013-2014,2018-201A,"
    "201C-201E,2022,2026,2030,2039-203A,20AC,2122,2212"
)
KEPT = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "calt", "rvrn"]
FIGURES = ("lnum", "tnum")
WEIGHTS = (400, 700)
ITALIC = 400


def shrink(source: Path, target: Path, weights: int | tuple[int, int] = WEIGHTS) -> None:
    """One font with nothing but what the pages need."""
    font = TTFont(source, recalcTimestamp=False)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": weights})
    set_figures(font)
    options = Options(layout_features=KEPT, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(LETTERS))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def set_figures(font: TTFont) -> None:
    """Let the characters 0 to 9 stand for lining and tabular glyphs, feature by feature."""
    features = font["GSUB"].table.FeatureList.FeatureRecord
    lookups = font["GSUB"].table.LookupList.Lookup
    for tag in FIGURES:
        chosen = next((one.Feature for one in features if one.FeatureTag == tag), None)
        for number in chosen.LookupListIndex if chosen else ():
            for subtable in lookups[number].SubTable:
                swaps = getattr(subtable, "ExtSubTable", subtable).mapping
                for cmap in font["cmap"].tables:
                    for code in range(ord("0"), ord("9") + 1):
                        cmap.cmap[code] = swaps.get(cmap.cmap[code], cmap.cmap[code])


def uncompress(source: Path, target: Path) -> None:
    """A font of the pages as the pictures need it."""
    font = TTFont(source, recalcTimestamp=False)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": WEIGHTS[0]})
    font.flavor = None
    font.save(target)


def main(alegreya: Path, cormorant: Path) -> None:
    """Both faces and their licences."""
    FONTS.mkdir(exist_ok=True)
    shrink(alegreya / "files" / "alegreya-latin-wght-normal.woff2", FONTS / "alegreya.woff2")
    italic = alegreya / "files" / "alegreya-latin-wght-italic.woff2"
    shrink(italic, FONTS / "alegreya-italic.woff2", ITALIC)
    shrink(cormorant / "files" / "cormorant-latin-600-normal.woff2", FONTS / "cormorant.woff2")
    PICTURE_FONTS.mkdir(exist_ok=True)
    for name, folder in (("alegreya", alegreya), ("cormorant", cormorant)):
        uncompress(FONTS / f"{name}.woff2", PICTURE_FONTS / f"{name}.ttf")
        for place in (FONTS, PICTURE_FONTS):
            shutil.copyfile(folder / "LICENSE", place / f"{name}-licence.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
