"""The recorded game on the home page."""

import msgspec

from volto.rules import Reason
from volto.rules.masks import CANDIDATE, LADY, SOLDIER, WHITE
from volto.server.site.lessons import snapshots_of
from volto.server.site.showcase import recorded, showcase
from volto.server.wire.change import applied
from volto.server.wire.messages import write


def test_the_recorded_game_shows_what_the_game_is_about() -> None:
    """R-13, R-11: a Lady takes her captor with her, a Soldier falls, a Candidate enters."""
    last = showcase()[-1]
    turns = last.history
    assert any(turn.captured is LADY and turn.captor for turn in turns)
    assert any(turn.captured is SOLDIER for turn in turns)
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (WHITE, Reason.PALACE)
    assert last.role_at(turns[-1].move.target) == (WHITE, CANDIDATE)
    assert len(turns) <= 16


def test_its_changes_lead_from_the_start_to_what_white_saw() -> None:
    game = recorded()
    snapshot = game.start
    for change, seen in zip(game.changes, snapshots_of(showcase(), WHITE)[1:], strict=True):
        snapshot = applied(snapshot, change)
        by_mask = sorted(snapshot.masks, key=lambda one: one.mask)
        shown = msgspec.structs.replace(snapshot, masks=tuple(by_mask), moves={})
        known = sorted(seen.masks, key=lambda one: one.mask)
        assert shown == msgspec.structs.replace(seen, seat=None, masks=tuple(known), moves={})
    assert 0 < game.still < len(game.changes)
    assert len(write(game)) < 10_000
