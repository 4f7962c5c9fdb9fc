"""The types of `wire/messages.js` are those of the messages."""

import re
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from tests.js.test_units import SCRIPTS
from volto.server.wire import messages
from volto.server.wire.messages import FamilyWord, RoleLetter

NAMES: dict[Any, str] = {
    FamilyWord: "Family",
    RoleLetter: "Role",
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}
RENAMED = {
    "TableSnapshot": "Snapshot",
    "TableChange": "Change",
    "TurnSeen": "Turn",
    "EndSeen": "End",
    "SealsSeen": "Seals",
}
TYPES = (
    messages.Standing,
    messages.Lost,
    messages.TurnSeen,
    messages.EndSeen,
    messages.Person,
    messages.Guess,
    messages.SealsSeen,
    messages.TableSnapshot,
    messages.TableChange,
    messages.HintMove,
    messages.Hint,
)


def name(kind: type[msgspec.Struct]) -> str:
    return RENAMED.get(kind.__name__, kind.__name__)


def typescript(annotation: Any) -> str:
    """A type of Python as one of TypeScript."""
    if annotation in NAMES:
        return NAMES[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin in (Union, UnionType):
        return " | ".join(map(typescript, inner))
    if origin is tuple:
        return f"{typescript(inner[0])}[]"
    if origin is dict:
        record = f"Record<{', '.join(map(typescript, inner))}>"
        return f"Partial<{record}>" if inner[0] == RoleLetter else record
    return name(annotation)


@pytest.mark.parametrize("kind", TYPES, ids=name)
def test_a_message_has_the_same_type_in_the_browser(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    fields = [f't: "{tag}"'] if tag else []
    hints = get_type_hints(kind).items()
    if kind.__struct_config__.omit_defaults:  # what is as usual is left out
        fields += [f"{field}?: {typescript(_without(hint))}" for field, hint in hints]
    else:
        fields += [f"{field}: {typescript(hint)}" for field, hint in hints]
    script = re.sub(r"\n \* +", " ", (SCRIPTS / "wire" / "messages.js").read_text())
    found = re.search(r"@typedef \{\{([^{}]*)\}\} " + name(kind) + r"\b", script)
    assert found is not None
    assert found[1] == ", ".join(fields)


def _without(hint: Any) -> Any:
    """Without what stands for "left out"."""
    kinds = [one for one in get_args(hint) if one is not msgspec.UnsetType]
    unset = get_origin(hint) in (Union, UnionType) and len(kinds) < len(get_args(hint))
    if unset or NoneType not in kinds:
        return Union[tuple(kinds)] if unset else hint  # noqa: UP007
    return Union[tuple(one for one in kinds if one is not NoneType)]  # noqa: UP007
