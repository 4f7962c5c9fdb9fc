"""The deduction aid: what a seat could work out by itself from its View."""

from volto.rules import Role, View
from volto.server.wire.messages import Aid, Guess, RoleLetter

USES_BELIEF = ("logic", "chances")


def guesses(view: View, aid: Aid) -> tuple[Guess, ...]:
    """What each rival mask on the mat can still be, as far as this table's aid goes."""
    if aid not in USES_BELIEF or view.seat is None or view.outcome is not None:
        return ()
    from volto.mind.knowledge import Knowledge  # compiled code, only when asked for

    belief = Knowledge.of(view).belief
    marginals = belief.marginals() if aid == "chances" else None
    found = []
    for mask in sorted(view.scene.standing[view.seat.rival].values()):
        possible = belief.roles(mask)
        roles = "".join(role for role in Role if role in possible)
        chances = None if marginals is None else rounded(marginals[mask])
        found.append(Guess(mask, roles, chances))
    return tuple(found)


def rounded(chances: dict[Role, float]) -> dict[RoleLetter, float]:
    """For a page: six digits are plenty."""
    return {role.value: round(chance, 6) for role, chance in chances.items()}
