"""Masks can be followed with the eye, and nothing about their drawing tells of a role."""

import re

from volto.rules import Family
from volto.svg.masks import VARIANTS
from volto.svg.parts import parts


def drawings(kind: str) -> list[str]:
    found = [parts()[f"{kind}-{number}"] for number in range(VARIANTS)]
    return [re.sub(r' id="[^"]*"', "", drawing) for drawing in found]


def test_no_two_masks_of_a_family_look_alike() -> None:
    for family in Family:
        assert len(set(drawings(f"face-{family}"))) == VARIANTS


def test_a_mask_is_drawn_without_knowing_its_role() -> None:
    """A face never shows a sign, and an inside has its sign laid over it."""
    kinds = [f"face-{family}" for family in Family] + ["back-red"]
    for drawing in (*(one for kind in kinds for one in drawings(kind)), parts()["back-white"]):
        assert "sign-" not in drawing


def test_an_inside_keeps_the_plumes_of_its_face() -> None:
    for face, back in zip(drawings("face-red"), drawings("back-red"), strict=True):
        plumes = re.compile(r'href="#vb-(bunch-\d)"')
        assert plumes.findall(face) == plumes.findall(back) != []
