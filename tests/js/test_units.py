"""The scripts that need no page, and what they must know of the server."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

import volto
from volto.rules import Reason
from volto.server.errors import ErrorCode

HERE = Path(__file__).parent
SCRIPTS = Path(volto.__file__).parent / "web" / "static" / "js"
NODE = "node"
MODULES = "--experimental-detect-module"
NO_NODE = "NO NODE 20.10 OR LATER, SO THE UNITS OF THE PAGES' SCRIPTS ARE NOT TESTED"


def test_the_units_of_the_scripts() -> None:
    node = shutil.which(NODE)
    if node is None or subprocess.run([node, MODULES, "-e", ""], check=False).returncode:
        pytest.skip(NO_NODE)
    files = map(str, sorted(HERE.glob("*.test.js")))
    command = [node, MODULES, "--test", "--test-reporter", "tap", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def cases(script: str) -> set[str]:
    return set(re.findall(r'case "([\w-]+)":', (SCRIPTS / script).read_text()))


def test_every_reason_of_an_end_has_a_sentence() -> None:
    assert cases("play/ending/reasons.js") == {reason.value for reason in Reason} - {"turn-cap"}


def test_every_refusal_that_a_player_can_meet_has_a_sentence() -> None:
    never = {"bad-message", "too-large", "not-over", "not-found"}
    assert cases("wire/refusals.js") == set(get_args(ErrorCode)) - never | {"away", "unreachable"}
