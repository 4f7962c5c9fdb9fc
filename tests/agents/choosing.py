"""What a personality makes of a small position."""

from random import Random

from tests.rules.playing import played
from volto.agents import Budget, Personality
from volto.rules import View


def seen(text: str, *moves: str, ladies: str | None = None) -> View:
    """What the family to move sees, once these moves have been played."""
    position = played(text, *moves, ladies=ladies)
    return position.view(position.to_move)


def wanted(who: type[Personality], view: View) -> set[str]:
    """The moves it may choose here."""
    return {str(who(Random(seed)).choose(view, Budget())) for seed in range(60)}
