"""Whoever names a seat gets that seat: in words or by its Family; what is no seat is refused."""

import inspect
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from types import ModuleType, UnionType
from typing import Any, get_args, get_type_hints

import pytest

from tests.strategies import random_game
from volto import agents, arena, belief, exact, notation, rules, sim, svg
from volto.adapters import deployment_phase, observation, openspiel, pettingzoo
from volto.adapters.deployment_phase import DeploymentPhase
from volto.exact import GAMES, Measured, MiniGame, Policy, tree_of, uniform
from volto.notation import Record
from volto.rules import (
    STANDARD,
    Deployment,
    Family,
    Move,
    Outcome,
    Position,
    Reason,
    Role,
    Scene,
    View,
    VoltoError,
)
from volto.server.wire import snapshot

PUBLIC = (
    rules,
    notation,
    belief,
    sim,
    agents,
    arena,
    exact,
    svg,
    deployment_phase,
    observation,
    openspiel,
    pettingzoo,
    snapshot,
)

NO_SEATS = ("rubbish", "White", "", "w", 0, ("white",))

WHITE_HOME, RED_HOME = (Deployment.parse(text) for text in ("NNAAL/LSNAC", "AASNL/LNNAC"))
GAME = random_game(Random(3), STANDARD, 12).last
SCENE, ROLES = GAME.scene, GAME.roles
START = Position.start(WHITE_HOME, RED_HOME)
CALLE = tree_of(GAMES["calle"])
EVEN, RED = (uniform(CALLE, family) for family in Family)


def agent(rng: Random) -> agents.Agent:
    return agents.make_agent("random", rng)


DOORS: dict[str, Callable[[Any], object]] = {
    "Belief.about(family)": lambda seat: belief.Belief.about(SCENE, seat).marginals(),
    "possible_roles(family)": lambda seat: belief.possible_roles(SCENE, seat),
    "Batch(first)": lambda seat: sim.Batch(2, 1, first=seat).observe().tolist(),
    "Batch.observe(seat)": lambda seat: sim.Batch(2, 1).observe(seat).tolist(),
    "Deployment.placed(family)": lambda seat: WHITE_HOME.placed(seat),
    "DeploymentPhase(family)": lambda seat: (
        DeploymentPhase(seat, STANDARD, WHITE_HOME.roles).deployment().roles
    ),
    "DeploymentPhase.of(family)": lambda seat: DeploymentPhase.of(WHITE_HOME, seat, STANDARD).roles,
    "Measured.exploitability(family)": lambda seat: Measured(0.1, 0.2, 0.3).exploitability(seat),
    "MiniGame(first)": lambda seat: MiniGame("x", GAMES["calle"].ruleset, first=seat).first,
    "Outcome(winner)": lambda seat: Outcome(seat, Reason.RESIGNED).result,
    "Position.end(winner)": lambda seat: GAME.end(seat, Reason.TIME).outcome,
    "Position.resign(family)": lambda seat: GAME.resign(seat).outcome,
    "Position.start(first)": lambda seat: str(Position.start(WHITE_HOME, RED_HOME, seat)),
    "Position.view(seat)": lambda seat: (GAME.view(seat).seat, GAME.view(seat).roles),
    "Record(first)": lambda seat: str(Record(WHITE_HOME, RED_HOME, seat)),
    "Role.letter_for(family)": lambda seat: Role.LADY.letter_for(seat),
    "Ruleset.home_cells(family)": lambda seat: STANDARD.home_cells(seat),
    "Ruleset.palace_row(family)": lambda seat: STANDARD.palace_row(seat),
    "Scene.ids(family)": lambda seat: SCENE.ids(seat),
    "Scene.set_up(to_move)": lambda seat: (
        Scene.set_up({f: [] for f in Family}, {f: [] for f in Family}, seat, 0, 0, STANDARD).first
    ),
    "Scene.start(first)": lambda seat: Scene.start(seat, STANDARD).to_move,
    "View(seat)": lambda seat: View(SCENE, seat, ROLES[:10]).own,
    "View.start(first)": lambda seat: View.start(Family.RED, RED_HOME, seat).legal_moves(),
    "View.start(seat)": lambda seat: str(View.start(seat, RED_HOME)),
    "VoltoAEC(first)": lambda seat: begun(pettingzoo.VoltoAEC(deployments="random", first=seat)),
    "action_of(family)": lambda seat: sim.action_of(Move.parse("b2b3"), seat),
    "move_of(family)": lambda seat: sim.move_of(3, seat),
    "Staged.board(facing)": lambda seat: GAME.board(seat),
    "board(facing)": lambda seat: svg.board(GAME, facing=seat),
    "Picture.of(facing)": lambda seat: svg.Picture.of(GAME, seat).facing,
    "play_game(first)": lambda seat: str(
        agents.play_game(agent(Random(0)), agent(Random(1)), seat)
    ),
    "playouts(first)": lambda seat: sim.playouts(50, 1, first=seat).winner.tolist(),
    "sampled(family)": lambda seat: exact.sampled(
        agent, seat, CALLE.game.ruleset
    ).deployments.tolist(),  # type: ignore[union-attr]
    "tabulated(family)": lambda seat: (
        exact.tabulated(CALLE, seat, Policy.of(EVEN.at if seat == "white" else RED.at)).moves
    ),
    "uniform(family)": lambda seat: uniform(CALLE, seat).moves,
    "word(family)": lambda seat: snapshot.word(seat),
}

NO_DOORS = {
    *("Agent.deploy", "Personality.deploy"),  # what players do when they are asked
    *("Belief", "GameTerms", "Mask", "Scene", "Strategy"),  # values made by functions
    *("Picture", "PublicFacts", "SeatFacts"),
}
"""Public, but not where a caller names a seat: with a word for it they choose nothing."""


def begun(env: pettingzoo.VoltoAEC) -> str:
    env.reset(seed=1)
    return str(env.agent_selection)


def takes_a_seat(hint: Any) -> bool:
    return hint is Family or (isinstance(hint, UnionType) and Family in get_args(hint))


def public_functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Everything that these modules export and that can be called, by its name."""
    for module in PUBLIC:
        for name in getattr(module, "__all__", ()) or own_names(module):
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield name, thing
            elif inspect.isclass(thing):
                parts = (part for base in thing.__mro__[::-1] for part in vars(base).items())
                for key, part in dict(parts).items():
                    function = getattr(part, "__func__", part)
                    if not inspect.isfunction(function) or not in_house(function):
                        continue
                    if key == "__init__":
                        yield name, function
                    elif key[0] != "_":
                        yield function.__qualname__, function


def in_house(function: Callable[..., object]) -> bool:
    return (function.__module__ or "").startswith("volto")


def own_names(module: ModuleType) -> list[str]:
    return [
        name
        for name, thing in vars(module).items()
        if name[0] != "_" and getattr(thing, "__module__", None) == module.__name__
    ]


def test_every_public_function_that_takes_a_seat_has_a_case_here() -> None:
    found = {
        f"{name}({parameter})"
        for name, function in public_functions()
        for parameter, hint in get_type_hints(
            function, vars(import_module(function.__module__))
        ).items()
        if parameter != "return" and takes_a_seat(hint)
    }
    assert {door for door in found if door.partition("(")[0] not in NO_DOORS} == DOORS.keys()


@pytest.mark.parametrize("door", DOORS)
def test_a_seat_may_be_named_in_words(door: str) -> None:
    """R-2: the word for White gives what White knows, and nothing that Red does."""
    for family in Family:
        assert pickle.dumps(DOORS[door](family.value)) == pickle.dumps(DOORS[door](family))


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_seat_is_refused_in_a_sentence(door: str) -> None:
    """R-2"""
    for rubbish in NO_SEATS:
        with pytest.raises(VoltoError, match=r"not a seat: a seat is white or red"):
            DOORS[door](rubbish)
