"""An engine at a seat: it plays like any agent, and whatever goes wrong is told in a sentence."""

import pickle
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shlex import quote

import pytest

from tests.strategies import MINI, random_game
from volto.agents import Budget, Greedy, Thought, play_game
from volto.agents import Random as RandomAgent
from volto.agents.external_engine import EngineAgent, EngineFailed, EngineFault, Patience, beginning
from volto.rules import STANDARD, Deployment, Family, Position, View, VoltoError

ROOT = Path(__file__).parents[2]
PYTHON = quote(sys.executable)
LONG = Patience(answer=60.0, grace=60.0, nodes=60.0)
"""For what comes soon, however busy the machine."""
BRIEF = Patience(answer=60.0, grace=0.3)
"""For moves that never come."""

HELLO = """\
import sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def hear():
    line = sys.stdin.readline()
    if not line or line == "quit\\n":
        sys.exit()
    print(line, end="", file=log, flush=True)
    return line.strip()
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else sys.stderr
while hear() != "vei":
    pass
say("A greeting.", "id author Ada", "id name Test  Engine", "veiok")
"""

LOOP = """
while True:
    line = hear()
    if line == "isready":
        say("readyok")
    elif line == "setup":
        say({setup})
    elif line.startswith("go"):
        {go}
    elif line == "stop":
        say("bestmove a2a3")
"""


def engine_command(go: str, setup: str = "'setup NNAAL/LSNAC'", *, hello: str = HELLO) -> str:
    """A program that does `go` when it is to move."""
    return f"{PYTHON} -c {quote(hello + LOOP.format(go=go, setup=setup))}"


def start_view(seat: Family = Family.WHITE, first: Family = Family.WHITE) -> View:
    return View.start(seat, Deployment.parse("NNAAL/LSNAC"), first)


@pytest.fixture(scope="module")
def volto_engines() -> Iterator[dict[str, EngineAgent]]:
    """Our own engine, as a stranger would start it."""
    seeded = {
        name: EngineAgent(f"{PYTHON} -m volto engine --agent {name} --seed 5")
        for name in ("greedy", "random")
    }
    yield seeded
    for agent in seeded.values():
        agent.close()


@pytest.mark.parametrize("first", Family)
def test_our_engine_plays_whole_games_through_pipes(
    volto_engines: dict[str, EngineAgent], first: Family
) -> None:
    """R-4: whoever begins."""
    greedy, simple = volto_engines["greedy"], volto_engines["random"]
    assert re.fullmatch(r"Volto \S+ \(Greedy\)", greedy.name)
    for white, red in ((greedy, simple), (simple, greedy)):
        assert play_game(white, red, first).outcome is not None


def test_our_engine_plays_smaller_games(volto_engines: dict[str, EngineAgent]) -> None:
    for ruleset in MINI:
        position = play_game(volto_engines["greedy"], RandomAgent(Random(1)), ruleset=ruleset)
        assert position.outcome is not None


def test_an_engine_plays_what_the_agent_inside_would_play() -> None:
    """Two Greedies of one seed: one across the room, one in the next process."""
    with EngineAgent(f"{PYTHON} -m volto engine --agent greedy --seed 9") as engine:
        across = play_game(engine, RandomAgent(Random(2)))
    inside = Greedy(Random(Random(9).getrandbits(64)))
    assert across.history == play_game(inside, RandomAgent(Random(2))).history


def test_the_bot_of_the_document_plays(tmp_path: Path) -> None:
    """docs/engine.md"""
    text = (ROOT / "docs" / "engine.md").read_text()
    found = re.search(r"<!-- example bot -->\n```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found is not None
    bot = tmp_path / "bot.py"
    bot.write_text(found.group(1))
    with EngineAgent(f"{PYTHON} {quote(str(bot))}") as agent:
        assert agent.name == "Any Legal Move"
        for seed in range(6):
            first = list(Family)[seed & 1]
            rival = RandomAgent(Random(seed))
            white, red = (agent, rival) if seed & 2 else (rival, agent)
            assert play_game(white, red, first).outcome is not None


def told(tmp_path: Path, go: str = "say('bestmove a2a3')") -> tuple[EngineAgent, Path]:
    """An engine that writes down what it is told."""
    log = tmp_path / "log"
    return EngineAgent(f"{engine_command(go)} {quote(str(log))}", patience=LONG), log


def test_what_an_engine_is_told(tmp_path: Path) -> None:
    agent, log = told(tmp_path)
    with agent:
        assert agent.name == "Test Engine"
        assert str(agent.deploy(Family.WHITE, STANDARD)) == "NNAAL/LSNAC"
        agent.choose(start_view(), Budget(seconds=0.25))
    assert log.read_text().splitlines() == [
        *("vei", "isready"),
        *("newgame family white first white ladies owner quiet 100", "isready", "setup"),
        *("position moves", "isready", "go movetime 250"),
    ]


def test_when_red_begins_the_game_is_told_again_with_its_deployment(tmp_path: Path) -> None:
    agent, log = told(tmp_path)
    view = start_view(first=Family.RED)
    with agent:
        agent.deploy(Family.WHITE, STANDARD)
        position = Position.start(
            Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"), Family.RED
        )
        view = position.play(position.legal_moves()[0]).view(Family.WHITE)
        agent.choose(view, Budget(nodes=40))
    assert log.read_text().splitlines()[5:] == [
        *("newgame family white first red ladies owner quiet 100", "setup NNAAL/LSNAC"),
        *(f"position moves {view.history[0]}", "isready", "go nodes 40"),
    ]


def test_a_game_that_goes_on_is_not_begun_again(tmp_path: Path) -> None:
    agent, log = told(tmp_path)
    with agent:
        for _ in range(2):
            agent.choose(start_view(), Budget())
    lines = log.read_text().splitlines()
    assert sum(line.startswith("newgame") for line in lines) == 1
    assert lines.count("go movetime 1000") == 2


def test_a_view_without_its_past_cannot_be_told() -> None:
    without_past = View.parse("xxxxx/xxxxx/5/5/N4/1NAAL/LSNAC r 1 1")
    with pytest.raises(VoltoError, match="from its first turn on"):
        beginning(without_past)
    with pytest.raises(VoltoError, match="a spectator's view"):
        beginning(View.start(None, None))


@pytest.mark.parametrize("seed", range(4))
def test_a_view_is_told_by_its_game_its_deployment_and_its_turns(seed: int) -> None:
    game = random_game(Random(seed), STANDARD, 60)
    for seat in Family:
        told_game, deployment, turns = beginning(game.last.view(seat))
        assert told_game.family is seat
        assert told_game.first is game.positions[0].to_move
        assert deployment == game.deployment(seat)
        assert turns == game.last.history


def test_options_are_set_before_the_first_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = f"{engine_command('pass')} {quote(str(log))}"
    EngineAgent(command, options={"Level": "3"}).close()
    assert log.read_text().splitlines() == ["vei", "setoption name Level value 3", "isready"]


def test_what_it_reports_is_passed_on() -> None:
    lines = "say('info nodes 7 score 62 pv a2a3', 'info string x', 'bestmove a2a3')"
    thoughts: list[Thought] = []
    with EngineAgent(engine_command(lines)) as agent:
        move = agent.choose(start_view(), Budget(report=thoughts.append))
    assert [thought.nodes for thought in thoughts] == [7, 0]
    (choice,) = thoughts[0].choices
    assert (choice.move, choice.value) == (move, 0.62)
    assert thoughts[1].choices == ()


def test_a_halt_says_stop() -> None:
    halt = threading.Event()
    halt.set()
    with EngineAgent(engine_command("pass"), patience=LONG) as agent:
        assert str(agent.choose(start_view(), Budget(nodes=1, halt=halt))) == "a2a3"


def test_a_limit_of_time_beside_nodes_is_kept_by_stop() -> None:
    with EngineAgent(engine_command("pass"), patience=LONG) as agent:
        assert str(agent.choose(start_view(), Budget(seconds=0.05, nodes=10**6))) == "a2a3"


SLEEP = "time.sleep(60)"
DEAF = HELLO.replace("hear() !=", "sys.stdin.readline().strip() !=").replace(
    "import sys, time", "import sys, time, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)"
)


@pytest.mark.parametrize(
    ("go", "fault", "sentence"),
    [
        ("sys.exit(3)", EngineFault.CRASHED, "ended with exit code 3: go movetime 100."),
        (
            "1 / 0",
            EngineFault.CRASHED,
            "ended with exit code 1: ZeroDivisionError: division by zero.",
        ),
        ("import os; os.abort()", EngineFault.CRASHED, "was killed by signal 6: go movetime 100."),
        ("import os; os.close(1); " + SLEEP, EngineFault.CRASHED, "closed its output."),
        (SLEEP, EngineFault.STALLED, "did not answer go within 0.4 s."),
        (
            "while 1: print('info', flush=True)",
            EngineFault.STALLED,
            "did not answer go within 0.4 s.",
        ),
        ("say('bestmove a2a1')", EngineFault.ILLEGAL, "played a2a1, which is not a legal move."),
        (
            "say('bestmove a2xa3=N')",
            EngineFault.NONSENSE,
            "answered 'bestmove a2xa3=N': 'a2xa3=N' is",
        ),
        (
            "say('bestmove a9a8')",
            EngineFault.NONSENSE,
            "answered 'bestmove a9a8': '9' is not a row",
        ),
        (
            "say('bestmove')",
            EngineFault.NONSENSE,
            "does not speak VEI: 'bestmove' is no answer in VEI.",
        ),
        (
            "say('I resign')",
            EngineFault.NONSENSE,
            "does not speak VEI: 'I resign' is no answer in VEI.",
        ),
        ("say('readyok')", EngineFault.NONSENSE, "answered go with 'readyok'."),
        ("say('error I am tired.')", EngineFault.REFUSED, "refused: I am tired."),
    ],
)
def test_an_engine_that_fails_is_told_in_a_sentence(
    go: str, fault: EngineFault, sentence: str
) -> None:
    patience = BRIEF if fault is EngineFault.STALLED else LONG
    agent = EngineAgent(engine_command(go), patience=patience)
    with pytest.raises(EngineFailed) as failed:
        agent.choose(start_view(), Budget(seconds=0.1))
    assert failed.value.fault is fault
    assert str(failed.value).startswith(f"The engine Test Engine {sentence}")
    again = pickle.loads(pickle.dumps(failed.value))
    assert (again.fault, str(again)) == (fault, str(failed.value))


def test_an_engine_that_answers_twice_is_caught_at_its_next_move() -> None:
    agent = EngineAgent(engine_command("say('bestmove a2a3', 'bestmove b2b3')"), patience=LONG)
    agent.choose(start_view(), Budget())
    with pytest.raises(EngineFailed, match="answered isready with 'bestmove b2b3'"):
        agent.choose(start_view(), Budget())


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ("'setup NNAAL/LSNAA'", "answered 'setup NNAAL/LSNAA': a deployment has 3 of A"),
        ("'setup'", "does not speak VEI: 'setup' is no answer in VEI."),
        ("'bestmove a2a3'", "answered setup with 'bestmove a2a3'."),
    ],
)
def test_a_bad_deployment_is_a_failure_too(setup: str, sentence: str) -> None:
    agent = EngineAgent(engine_command("pass", setup), patience=LONG)
    with pytest.raises(EngineFailed) as failed:
        agent.deploy(Family.WHITE, STANDARD)
    assert str(failed.value).startswith(f"The engine Test Engine {sentence}")


def test_no_deployment_is_a_stall() -> None:
    agent = EngineAgent(engine_command("pass", "'info nodes 1'"), patience=Patience(answer=0.4))
    with pytest.raises(EngineFailed, match=r"did not answer \w+ within 0.4 s."):
        agent.deploy(Family.WHITE, STANDARD)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-engine --fast", "The engine no-such-engine --fast cannot be started: [Errno 2]"),
        ("'", "The engine ' cannot be started: No closing quotation."),
        ("", "The engine  cannot be started: No command."),
        ("true", "The engine true ended with exit code 0."),
    ],
)
def test_a_command_that_is_no_engine_is_a_failure_at_once(command: str, sentence: str) -> None:
    with pytest.raises(EngineFailed) as failed:
        EngineAgent(command, patience=LONG)
    assert str(failed.value).startswith(sentence)


def test_a_program_that_never_introduces_itself_is_a_failure() -> None:
    with pytest.raises(EngineFailed) as failed:
        EngineAgent("sleep 60", patience=Patience(start=0.2))
    assert failed.value.fault is EngineFault.STALLED
    assert str(failed.value) == "The engine sleep 60 did not answer vei within 0.2 s."


def test_after_a_failure_the_next_game_starts_it_again() -> None:
    """Its first game ends in a crash: the move `go` is answered by leaving."""
    with EngineAgent(engine_command("sys.exit(1)"), patience=LONG) as agent:
        for _ in range(2):
            agent.deploy(Family.WHITE, STANDARD)
            with pytest.raises(EngineFailed, match="exit code 1"):
                agent.choose(start_view(), Budget())


def test_an_engine_that_will_not_leave_is_made_to() -> None:
    agent = EngineAgent(engine_command(SLEEP, hello=DEAF), patience=BRIEF)
    with pytest.raises(EngineFailed, match="did not answer go"):
        agent.choose(start_view(), Budget(seconds=0.05))
    before = threading.active_count()
    agent.close()
    assert threading.active_count() == before


def test_an_error_of_the_table_ends_the_thinking_too() -> None:
    def report(thought: Thought) -> None:
        raise KeyboardInterrupt

    agent = EngineAgent(engine_command("say('info nodes 1')"), patience=LONG)
    with pytest.raises(KeyboardInterrupt):
        agent.choose(start_view(), Budget(report=report))
    assert agent.deploy(Family.WHITE, STANDARD).columns == 5
    agent.close()
