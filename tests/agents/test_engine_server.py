"""`volto engine`, as a table hears it."""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from random import Random

import pytest

from volto.agents import Agent, Budget, Choice, Greedy, Thought, make_agent
from volto.agents.engine_server import Engine
from volto.agents.registry import Asked
from volto.notation.vei import read_answer
from volto.rules import Deployment, Family, Move, Ruleset, Turn, View, VoltoError

NEWGAME = "newgame family red first white ladies owner quiet 100"
SETUP = "setup AASNL/LNNAC"
ENDLESS = 60.0
"""Seconds after which a test gives up hope; nothing waits that long."""


class Thinker:
    """Thinks until it is halted, having said so; then plays its first move."""

    name = "Thinker"

    def __init__(self, rng: Random) -> None:
        self.asked: list[tuple[View, Budget]] = []

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return Deployment.parse("AASNL/LNNAC", ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        first, *_ = view.legal_moves()
        if budget.halt is None or budget.report is None:
            return first
        self.asked.append((view, budget))
        budget.report(Thought(12, (Choice(first, 1.0, 0.624, 0.5, 0.7),)))
        budget.halt.wait(ENDLESS)
        return first


class Broken(Thinker):
    """Fails when it is to think, after a word to nobody."""

    def choose(self, view: View, budget: Budget) -> Move:
        print("I stand in nobody's way")
        raise KeyError("the Candidate is on e7")


class Undeployed(Broken):
    """Fails even sooner."""

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        raise RuntimeError


class Cheat(Thinker):
    def choose(self, view: View, budget: Budget) -> Move:
        return Move.parse("a1a7")


class Table:
    """An engine in this process: `say` it lines, `hear` its answers one by one."""

    def __init__(
        self, asked: Asked = "random", make: Callable[[Asked, random.Random], Agent] = make_agent
    ) -> None:
        self._lines: Queue[str] = Queue()
        self.engine = Engine(asked, Random(1), self._lines.put, make)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.hear(f"{line}\n")

    def hear(self) -> str:
        return self._lines.get(timeout=ENDLESS)

    def heard(self) -> list[str]:
        """What has been said so far and not been heard."""
        return [self._lines.get_nowait() for _ in range(self._lines.qsize())]

    def ask(self, *lines: str) -> str:
        """The one answer to these lines."""
        self.say(*lines)
        answer = self.hear()
        assert self.heard() == []
        return answer


@contextmanager
def thinking(*lines: str, agent: type[Thinker] = Thinker) -> Iterator[tuple[Table, Thinker]]:
    """A table whose engine thinks without end."""
    made = agent(Random(0))
    table = Table("thinker", lambda words, rng: made)
    table.say(NEWGAME, SETUP, "position moves e2d3", *(lines or ("go",)))
    yield table, made
    table.engine.close()


def test_the_conversation_of_the_protocol() -> None:
    table = Table("random")
    table.say("vei")
    assert re.fullmatch(r"id name Volto \S+ \(Random\)", table.hear())
    assert table.hear() == "option name Level type spin default 10 min 1 max 10"
    assert table.hear() == "veiok"
    assert table.ask("isready") == "readyok"
    table.say(NEWGAME)
    deployment = Deployment.parse(table.ask("setup").removeprefix("setup "))
    view = View.start(Family.RED, deployment).after(Turn.parse("e2d3"))
    word, move = table.ask("position moves e2d3", "go movetime 1000").split()
    assert word == "bestmove"
    assert Move.parse(move) in view.legal_moves()


def test_the_transcript_of_the_protocol_as_it_stands() -> None:
    """Word for word, through pipes; the answer is a move of the deployment that was told."""
    done = volto_engine(
        *("vei", "setoption name Level value 10", "isready", NEWGAME, SETUP),
        *("position moves e2d3", "go movetime 1000", "isready"),
        words=("--agent", "greedy"),
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("id name Volto ")
    assert lines[1:3] == ["option name Level type spin default 10 min 1 max 10", "veiok"]
    assert lines.count("readyok") == 2
    view = View.start(Family.RED, Deployment.parse("AASNL/LNNAC")).after(Turn.parse("e2d3"))
    answers = [line for line in lines if line.startswith("bestmove")]
    assert len(answers) == 1
    assert Move.parse(answers[0].removeprefix("bestmove ")) in view.legal_moves()
    assert done.returncode == 0


def volto_engine(*lines: str, words: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """The whole program, told these lines and then nothing more."""
    command = [sys.executable, "-m", "volto", "engine", "--seed", "1", *words]
    said = "".join(f"{line}\n" for line in lines)
    return subprocess.run(command, input=said, capture_output=True, text=True, check=False)


def test_a_capture_is_answered_in_the_plain_four_letters() -> None:
    table = Table("greedy")
    assert table.ask(NEWGAME, SETUP, "position moves e2d3", "go nodes 1") == "bestmove c6c2"


def test_the_next_position_goes_on_from_the_last() -> None:
    table = Table("greedy")
    assert table.ask(NEWGAME, SETUP, "position moves e2d3", "go") == "bestmove c6c2"
    answer = table.ask("position moves e2d3 c6xc2=A b2xc2=S", "go movetime 5")
    assert answer.startswith("bestmove ")
    assert table.ask("position moves e2d3", "go") == "bestmove c6c2"


def test_an_engine_that_begins_may_go_at_once() -> None:
    answer = Table().ask("newgame family white", "setup NNAAL/LSNAC", "go")
    assert answer.startswith("bestmove ")


def test_smaller_games_can_be_told() -> None:
    table = Table()
    game = "newgame family red first red ladies captor quiet 20 mat 3x4 roster NCL cap 60"
    assert re.fullmatch(r"setup [NCL]{3}", table.ask(game, "setup"))
    assert re.fullmatch(r"bestmove [a-c]4[a-c]3", table.ask("position moves", "go"))


def test_the_same_seed_answers_the_same() -> None:
    said = [
        Table().ask(NEWGAME, "setup") + Table().ask(NEWGAME, SETUP, "position moves e2d3", "go")
        for _ in range(2)
    ]
    assert said[0] == said[1]


def test_being_asked_whether_it_is_ready_changes_no_dice() -> None:
    table = Table()
    table.say("isready", "isready")
    assert table.heard() == ["readyok"] * 2
    assert table.ask(NEWGAME, "setup") == Table().ask(NEWGAME, "setup")


def test_stop_ends_an_endless_think() -> None:
    with thinking() as (table, _):
        assert table.hear() == "info nodes 12 score 62 pv a6b5"
        assert table.heard() == []
        assert table.ask("stop") == "bestmove a6b5"


def test_it_listens_while_it_thinks_and_changes_nothing() -> None:
    with thinking() as (table, thinker):
        assert table.hear().startswith("info ")
        busy = "error The engine is thinking: say stop, and wait for bestmove."
        for line in ("go", "position moves", NEWGAME, "setup", "setoption name Level value 1"):
            assert table.ask(line) == busy
        assert table.ask("isready") == "readyok"
        assert table.ask("hm") == "error There is no command 'hm'."
        table.say("vei")
        assert table.heard()[-1] == "veiok"
        assert table.ask("stop").startswith("bestmove ")
        assert len(thinker.asked) == 1


def test_stop_without_a_think_is_no_matter() -> None:
    """It may cross the answer on its way."""
    with thinking() as (table, _):
        table.hear()
        assert table.ask("stop", "stop").startswith("bestmove ")
        table.say("stop")
        assert table.ask("isready") == "readyok"


def test_one_answer_for_each_go() -> None:
    with thinking() as (table, thinker):
        for times in range(1, 4):
            assert table.hear().startswith("info ")
            assert table.ask("stop").startswith("bestmove ")
            assert len(thinker.asked) == times
            table.say("go")


@pytest.mark.parametrize(
    ("line", "seconds", "nodes"),
    [
        ("go", None, None),
        ("go movetime 1500", 1.5, None),
        ("go nodes 4000", None, 4000),
        ("go movetime 20 nodes 7", 0.02, 7),
    ],
)
def test_go_gives_a_budget(line: str, seconds: float | None, nodes: int | None) -> None:
    with thinking(line) as (table, thinker):
        table.hear()
        ((view, budget),) = thinker.asked
        assert (budget.seconds, budget.nodes) == (seconds, nodes)
        start = View.start(Family.RED, Deployment.parse("AASNL/LNNAC"))
        assert (view.seat, view.roles, str(view.history[0])) == (Family.RED, start.roles, "e2d3")


def test_when_it_quits_it_still_answers_and_then_no_more() -> None:
    with thinking() as (table, thinker):
        table.hear()
        assert not table.engine.hear("quit\n")
        table.engine.close()
        assert table.hear() == "bestmove a6b5"
        ((_, budget),) = thinker.asked
        assert budget.report is not None
        budget.report(Thought(99, ()))
        assert table.heard() == []


def test_a_late_report_is_not_passed_on() -> None:
    with thinking() as (table, thinker):
        table.hear()
        table.ask("stop")
        ((_, budget),) = thinker.asked
        assert budget.report is not None
        budget.report(Thought(99, ()))
        assert table.heard() == []


def test_a_report_without_choices_has_no_score() -> None:
    with thinking() as (table, thinker):
        table.hear()
        ((_, budget),) = thinker.asked
        assert budget.report is not None
        budget.report(Thought(99, ()))
        assert table.heard() == ["info nodes 99"]


def test_an_agent_that_crashes_is_an_error_without_details(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """R-2: the details may name roles; they are for the author, on standard error."""
    with thinking(agent=Broken) as (table, _):
        assert table.hear() == "error The agent failed (KeyError)."
        assert table.ask("isready") == "error The agent failed (KeyError)."
        assert "the Candidate is on e7" in capsys.readouterr().err
    with thinking(NEWGAME, "setup", agent=Undeployed) as (table, _):
        assert table.hear() == "error The agent failed (RuntimeError)."


def test_an_agent_that_cheats_is_an_error() -> None:
    with thinking(agent=Cheat) as (table, _):
        assert table.hear() == "error Thinker chose a1a7, which is not a legal move."


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("go",), "There is no game yet: say newgame first."),
        (("setup",), "There is no game yet: say newgame first."),
        (("position moves",), "There is no game yet: say newgame first."),
        ((NEWGAME, "go"), "The engine has no deployment yet: say setup first."),
        ((NEWGAME, "position moves e2d3"), "The engine has no deployment yet: say setup first."),
        (
            (NEWGAME, SETUP, "position moves e2d3", "setup"),
            "The game has begun: a deployment comes before its first turn.",
        ),
        ((NEWGAME, SETUP, "go"), "It is White's turn, not this engine's."),
        (
            (NEWGAME, SETUP, "position moves e2d3 c6xc2=C", "go"),
            "The game is over: candidate-captured.",
        ),
        (
            (NEWGAME, "setup AASNL/LNNAA"),
            "'AASNL/LNNAA' is no deployment: a deployment has 3 of A, this one has 4.",
        ),
        ((NEWGAME, SETUP, "position moves e2d5"), "Turn 1, e2d5: No mask of White can play e2d5."),
        (("setoption name Depth value 1",), "There is no option 'Depth'."),
        (("setoption name Level value 11",), "Levels are 1 to 10, not '11'."),
        (("newgame family red ladies x",), "The Lady rule is 'owner' or 'captor', not 'x'."),
    ],
)
def test_what_cannot_be_is_one_error_line(lines: tuple[str, ...], reason: str) -> None:
    table = Table()
    assert table.ask(*lines) == f"error {reason}"
    assert table.ask("isready") == "readyok"


def test_a_refused_position_leaves_the_last_one() -> None:
    table = Table("greedy")
    table.say(NEWGAME, SETUP, "position moves e2d3")
    for line in ("position moves e2d3 a1a2 b3", "position moves e2d3 c6xc2=A b2xc2=N", "setup N"):
        assert table.ask(line).startswith("error ")
    assert table.ask("newgame family blue").startswith("error ")
    assert table.ask("go") == "bestmove c6c2"


def test_the_option_level_asks_for_that_level() -> None:
    asked = []

    def make(words: Asked, rng: Random) -> Agent:
        asked.append(words)
        if words == "level:4":
            raise VoltoError("There is no agent 'level:4'.")
        return Greedy(rng)

    table = Table("greedy", make)
    table.say("setoption name Level value 3", "setoption name level value 10")
    assert asked == ["greedy", "level:3", "level:10"]
    assert table.ask("setoption name Level value 4") == "error There is no agent 'level:4'."
    table.say("vei")
    assert re.fullmatch(r"id name Volto \S+", table.hear())


def test_go_by_nodes_ends_with_what_was_thought() -> None:
    table = Table("thinker:50")
    table.say(NEWGAME, SETUP, "position moves e2d3", "go nodes 500")
    lines = [table.hear()]
    while not lines[-1].startswith("bestmove "):
        lines.append(table.hear())
    assert re.fullmatch(r"info nodes 500 score \d+ pv \w{4}", lines[-2])


def test_an_agent_of_ones_own_is_served_under_its_name() -> None:
    table = Table(Thinker(Random(0)))
    table.say("vei")
    assert table.heard() == ["id name Thinker", "veiok"]
    assert table.ask("isready") == "readyok"
    assert table.ask("setoption name Level value 3") == "error There is no option 'Level'."
    assert table.ask(NEWGAME, "setup") == "setup AASNL/LNNAC"


VOCABULARY = """
vei isready setoption name Level value 3 newgame family white red first ladies owner quiet 100 mat
3x4 roster NCL cap setup NNAAL/LSNAC NCL position moves e2d3 e2e3 a6a5 c6xc2=A b2xc2=S a3a2 go nodes
stop movetime 1 -1 99999999999 é \x00 \x1b[0m ' % {} …
"""
LINES = (NEWGAME, SETUP, "setup", "position moves e2d3", "go", "go nodes 5", "newgame family white")


@pytest.mark.parametrize("seed", range(20))
def test_no_line_ever_kills_the_engine(seed: int) -> None:
    """It answers in lines of VEI, or refuses in one line."""
    rng = Random(seed)
    table = Table("greedy")
    for _ in range(150):
        line = " ".join(rng.choices(VOCABULARY.split(), k=rng.randrange(7)))
        table.say(line if rng.random() < 0.6 else rng.choice(LINES))
    table.say("stop", "isready")
    answers: list[str] = []
    while "readyok" not in answers[-1:]:
        answers.append(table.hear())
        assert "\n" not in answers[-1]
        assert read_answer(answers[-1]) is not None
    table.engine.close()


def test_the_program_survives_any_bytes() -> None:
    rng = Random(3)
    noise = b"\n".join(rng.randbytes(rng.randrange(60)) for _ in range(300))
    command = [sys.executable, "-m", "volto", "engine", "--agent", "random"]
    said = b"\xff\n" + noise + b"\nisready\n"
    done = subprocess.run(command, input=said, capture_output=True, check=False)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert lines[-1] == "readyok"
    assert all(line.startswith("error ") for line in lines[:-1])
    assert b"Traceback" not in done.stderr


def test_the_end_of_input_is_quit() -> None:
    done = volto_engine(NEWGAME, SETUP, "position moves e2d3", "go", words=("--agent", "greedy"))
    assert (done.stdout, done.returncode) == ("bestmove c6c2\n", 0)


def test_an_agent_that_does_not_exist_is_one_line_on_standard_error() -> None:
    done = volto_engine(words=("--agent", "doge"))
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.splitlines()[-1].startswith("volto: There is no agent 'doge'")
