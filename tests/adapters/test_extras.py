"""An adapter without its framework says what to install."""

import sys
from collections.abc import Callable
from importlib import import_module

import pytest

import volto.adapters
from volto.rules import VoltoError

NEEDS = {
    "volto.adapters.vector": "gymnasium",
    "volto.adapters.gymnasium": "gymnasium",
    "volto.adapters.pettingzoo": "pettingzoo",
    "volto.adapters.openspiel": "pyspiel",
}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The adapters are not imported yet, and these frameworks not installed."""

    def forget(*frameworks: str) -> None:
        monkeypatch.setattr(volto, "adapters", volto.adapters)  # to be put back
        for name in [*sys.modules]:
            if name.startswith("volto.adapters"):
                monkeypatch.delitem(sys.modules, name)
        for framework in frameworks:
            monkeypatch.setitem(sys.modules, framework, None)

    return forget


@pytest.mark.parametrize("adapter", NEEDS)
def test_an_adapter_without_its_framework_says_what_to_install(
    adapter: str, without: Callable[..., None]
) -> None:
    without(NEEDS[adapter])
    with pytest.raises(
        ImportError, match=rf"{NEEDS[adapter]}: pip install 'volto\[research\]'"
    ) as told:
        import_module(adapter)
    assert isinstance(told.value, VoltoError)


def test_the_bridge_from_views_needs_no_framework(without: Callable[..., None]) -> None:
    without(*NEEDS.values())
    assert import_module("volto.adapters.policy_agent").PolicyAgent
    assert import_module("volto.adapters.observation").observe
