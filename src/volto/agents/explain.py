"""Why a move, in computed facts only: what may be hidden, what may be known, what moves promise."""

from dataclasses import dataclass

from volto.agents.agent import Choice
from volto.agents.proofs import sure_win
from volto.belief import chances
from volto.mind.knowledge import Knowledge
from volto.mind.opponent_model import OpponentModel
from volto.mind.priors import shipped_priors
from volto.rules import Move, Role, View, VoltoError

Chances = dict[int, dict[Role, float]]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What can be said about a decision; masks are named by their numbers."""

    deployments: int
    """How many deployments of the rival fit everything seen."""
    logic: Chances
    """The chance of each role for each rival mask on the mat, all these deployments alike."""
    reading: Chances
    """The same when the rival's moves are read as those of a player with instinct."""
    exposed: Chances
    """The chance of each role for each own mask on the mat, as far as the rival can know."""
    choices: tuple[Choice, ...]
    """The moves that were weighed, the best first; empty for a player who does not weigh them."""
    sure: Move | None
    """A move that wins whatever the rival hides."""


def explain(view: View, choices: tuple[Choice, ...] = ()) -> Explanation:
    """The facts of a view, for any agent that sits there; `choices` are those of its Thought."""
    if view.seat is None:
        raise VoltoError("A spectator has no decision to explain.")
    known, rival = Knowledge.of(view), view.seat.rival
    opponent = OpponentModel.about(known, shipped_priors(view.ruleset.ladies))
    on_mat = set(view.scene.standing[rival].values()) | set(view.scene.standing[view.seat].values())

    def shown(found: Chances) -> Chances:
        return {mask: roles for mask, roles in found.items() if mask in on_mat}

    own_turn = view.to_move is view.seat and view.outcome is None
    return Explanation(
        known.belief.count,
        shown(known.belief.marginals()),
        shown(chances(opponent.table(), view.scene.ids(rival))),
        shown(known.exposed.marginals()),
        choices,
        sure_win(view) if own_turn else None,
    )
