"""The vector environment: the simulator's games, begun anew by Gymnasium's rules."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from volto.adapters.gymnasium import ID
from volto.adapters.vector import ILLEGAL, VoltoVectorEnv
from volto.adapters.vector_opponents import ByAgent, opponent_of, player_of
from volto.agents import Greedy, make_agent
from volto.exact.games import GAMES
from volto.mind.features import seen_by
from volto.rules import STANDARD, Deployment, Family, IllegalMove, NotationError, VoltoError
from volto.sim import PLANES, REASONS, Batch
from volto.train.players import Frozen, Instinct

MODES = list(AutoresetMode)
TALLIES = PLANES.index("tallies")


def any_legal(mask: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each game; 0 where there is none."""
    actions: NDArray[np.int64] = np.argmax(rng.random(mask.shape) * mask, axis=1)
    return actions


def wander(envs: VoltoVectorEnv, steps: int, seed: int = 1) -> list[tuple[Any, ...]]:
    """Everything that random play over these steps returns, the reset first."""
    rng = np.random.default_rng(seed)
    observation, infos = envs.reset(seed=seed)
    found: list[tuple[Any, ...]] = [(observation.copy(), infos["action_mask"].copy())]
    for _ in range(steps):
        actions = any_legal(infos["action_mask"], rng)
        observation, reward, over, cut, infos = envs.step(actions)
        found.append((observation.copy(), infos["action_mask"].copy(), reward, over, actions))
        assert not cut.any()
    return found


def test_the_spaces_are_those_of_the_simulator() -> None:
    envs = VoltoVectorEnv(3)
    observation, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observation)
    assert envs.single_action_space == gymnasium.spaces.Discrete(455)
    assert infos["action_mask"].shape == (3, 455)
    assert infos["to_move"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("opponent", [None, "random", "greedy", "learned", "level:2"])
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_games_repeat_from_their_seed(mode: AutoresetMode, opponent: str | None) -> None:
    one, other = (
        wander(VoltoVectorEnv(6, opponent=opponent, autoreset_mode=mode), 60) for _ in range(2)
    )
    for ours, theirs in zip(one, other, strict=True):
        assert all((a == b).all() for a, b in zip(ours, theirs, strict=True))


def test_without_a_seed_other_games_follow() -> None:
    envs = VoltoVectorEnv(20)
    first, _ = envs.reset(seed=4)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=4)
    assert (first == again).all()
    assert (first != second).any()


@pytest.mark.parametrize("copy", [True, False])
def test_self_play_is_the_batch_move_for_move(copy: bool) -> None:
    """As long as no game ends, a batch that is put where the games began shows the same."""
    envs, batch = VoltoVectorEnv(50, copy=copy), Batch(50, auto_reset=False)
    rng = np.random.default_rng(2)
    observation, infos = envs.reset(seed=2)
    batch.restore(envs.batch.snapshot())
    for _ in range(40):
        assert (observation == batch.observe())[batch.reason == 0].all()
        assert (infos["action_mask"] == batch.legal())[batch.reason == 0].all()
        assert (infos["to_move"] == batch.to_move)[batch.reason == 0].all()
        actions = any_legal(infos["action_mask"], rng)
        running = batch.reason == 0
        batch.step(np.where(running, actions, -1))
        observation, reward, over, _, infos = envs.step(actions)
        assert (reward == batch.reward)[running].all()
        assert (over == (batch.reason != 0))[running].all()
        assert (infos["reason"] == batch.reason)[running].all()
        assert (infos["winner"] == batch.winner)[running].all()


def test_in_the_same_step_a_game_begins_anew_and_its_end_is_kept() -> None:
    envs = VoltoVectorEnv(100)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    rng, ended = np.random.default_rng(3), 0
    _, infos = envs.reset(seed=3)
    for _ in range(80):
        observation, reward, over, _, infos = envs.step(any_legal(infos["action_mask"], rng))
        assert (envs.batch.turns[over] == 0).all()
        assert (envs.batch.reason == 0).all()
        assert infos["action_mask"].any(axis=1).all()
        if over.any():
            assert (infos["_final_obs"] == over).all()
            for game in np.flatnonzero(over):
                assert (infos["final_obs"][game] != observation[game]).any()
                assert infos["final_info"]["reason"][game] in range(1, len(REASONS))
        ended += over.sum()
        assert (abs(reward[over]) == (infos["winner"][over] != 2)).all()
    assert ended > 100


def test_in_the_next_step_the_action_of_a_game_that_is_over_is_ignored() -> None:
    envs = VoltoVectorEnv(60, autoreset_mode="NextStep")
    rng, before = np.random.default_rng(3), np.zeros(60, np.bool_)
    _, infos = envs.reset(seed=3)
    begun = 0
    for _ in range(80):
        actions = any_legal(infos["action_mask"], rng)
        actions[before] = 454
        _, reward, over, _, infos = envs.step(actions)
        assert not over[before].any()
        assert not reward[before].any()
        assert not infos["illegal"].any()
        assert (envs.batch.turns[before] == 0).all()
        assert (infos["action_mask"][over].sum(axis=1) == 1).all()  # a mask without any is NaN
        assert infos["action_mask"].any(axis=1).all()
        begun += before.sum()
        before = over
    assert begun > 30


def test_without_autoreset_a_game_that_is_over_is_reset_by_hand() -> None:
    envs = VoltoVectorEnv(30, autoreset_mode="Disabled")
    rng, over = np.random.default_rng(5), np.zeros(30, np.bool_)
    observation, infos = envs.reset(seed=5)
    while not over.any():
        observation, _, over, _, infos = envs.step(any_legal(infos["action_mask"], rng))
    game = int(np.argmax(over))
    with pytest.raises(VoltoError, match=f"Game {game} is over: reset it"):
        envs.step(np.zeros(30, int))
    again, infos = envs.reset(options={"reset_mask": over})
    assert (again[~over] == observation[~over]).all()
    assert (envs.batch.turns[over] == 0).all()
    assert infos["action_mask"].any(axis=1).all()
    envs.step(any_legal(infos["action_mask"], rng))


def test_games_that_gymnasium_puts_side_by_side_have_legal_actions_after_an_end() -> None:
    envs = gymnasium.make_vec(ID, 3, vectorization_mode="sync", opponent="random")
    rng, ended = np.random.default_rng(5), 0
    _, infos = envs.reset(seed=5)
    while ended < 5:
        assert np.stack(infos["action_mask"]).any(axis=1).all()
        _, _, over, _, infos = envs.step(any_legal(np.stack(infos["action_mask"]), rng))
        ended += over.sum()
    envs.close()


def test_no_library_takes_an_observation_for_an_image() -> None:
    """As Stable-Baselines3 would divide one by 255: uint8, three sizes, 0 to 255 throughout."""
    space = VoltoVectorEnv(2).single_observation_space
    assert isinstance(space, gymnasium.spaces.Box)
    assert (space.high != 255).any()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_the_solved_games_are_played_too(name: str, opponent: str | None) -> None:
    envs = VoltoVectorEnv(8, opponent=opponent, ruleset=GAMES[name].ruleset)
    found = wander(envs, 20)
    assert all(envs.observation_space.contains(seen) for seen, *_ in found)
    assert sum(over.sum() for _, _, _, over, _ in found[1:]) > 8


@pytest.mark.parametrize("mode", MODES)
def test_an_illegal_action_loses_the_game_and_only_that_game(mode: AutoresetMode) -> None:
    envs = VoltoVectorEnv(4, autoreset_mode=mode)
    _, infos = envs.reset(seed=1)
    actions = any_legal(infos["action_mask"], np.random.default_rng(1))
    actions[1], actions[2] = 454, -7
    _, reward, over, _, infos = envs.step(actions)
    assert infos["illegal"].tolist() == [False, True, True, False]
    assert over.tolist() == [False, True, True, False]
    assert reward.tolist() == [0, -1, -1, 0]
    assert infos["reason"].tolist() == [0, ILLEGAL, ILLEGAL, 0]
    assert infos["winner"].tolist() == [2, 1, 1, 2]
    assert envs.batch.turns[[0, 3]].tolist() == [1, 1]


def test_an_illegal_action_raises_an_error_if_that_is_wanted() -> None:
    envs = VoltoVectorEnv(4, illegal="raise")
    _, infos = envs.reset(seed=1)
    actions = any_legal(infos["action_mask"], np.random.default_rng(1))
    before = envs.batch.state.copy()
    actions[2] = 454
    with pytest.raises(IllegalMove, match="Game 2, action 454"):
        envs.step(actions)
    assert (envs.batch.state == before).all()


@pytest.mark.parametrize("actions", [np.zeros(3), np.zeros(4, int), np.zeros((3, 1), int), "abc"])
def test_actions_are_as_many_integers_as_games(actions: Any) -> None:
    envs = VoltoVectorEnv(3)
    envs.reset(seed=1)
    with pytest.raises(VoltoError, match="The actions are 3 integers, not"):
        envs.step(actions)


def test_a_step_needs_a_reset() -> None:
    with pytest.raises(VoltoError, match="Reset the environment before the first step"):
        VoltoVectorEnv(3).step(np.zeros(3, int))


@pytest.mark.parametrize(
    "settings", [{"illegal": "forgive"}, {"seat": "blue"}, {"opponent": "nobody"}]
)
def test_other_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(VoltoError):
        VoltoVectorEnv(3, **settings)


def test_a_reset_mask_is_an_array_of_bools() -> None:
    envs = VoltoVectorEnv(3)
    with pytest.raises(VoltoError, match="The reset_mask is an array of 3 bools"):
        envs.reset(options={"reset_mask": [True, False, True]})


def test_arrays_are_new_unless_they_are_shared() -> None:
    rng = np.random.default_rng(1)
    for copy in (True, False):
        envs = VoltoVectorEnv(5, copy=copy)
        one, infos = envs.reset(seed=1)
        other, *_ = envs.step(any_legal(infos["action_mask"], rng))
        assert np.shares_memory(one, other) is not copy


def test_shared_arrays_pass_by_dlpack_without_a_copy() -> None:
    envs = VoltoVectorEnv(5, copy=False)
    observation, infos = envs.reset(seed=1)
    for array in (observation, infos["action_mask"], envs.batch.state):
        assert np.shares_memory(np.from_dlpack(array), array)
        assert array.ctypes.data % 64 == 0


@pytest.mark.parametrize("seat", ["white", "red", "both"])
@pytest.mark.parametrize("opponent", ["random", "greedy", "policy", "learned", "level:3"])
def test_against_an_opponent_it_is_always_the_caller_s_turn(opponent: str, seat: str) -> None:
    def first_legal(_: NDArray[np.uint8], legal: NDArray[np.uint8]) -> NDArray[Any]:
        actions: NDArray[Any] = legal.argmax(axis=1)
        return actions

    other: Any = first_legal if opponent == "policy" else opponent
    envs = VoltoVectorEnv(8, opponent=other, seat=seat)  # type: ignore[arg-type]
    seats = {"white": np.zeros(8), "red": np.ones(8), "both": np.arange(8) % 2}[seat]
    rng, ended = np.random.default_rng(7), 0
    _, infos = envs.reset(seed=7)
    for _ in range(60):
        assert (infos["to_move"] == seats).all()
        _, reward, over, _, infos = envs.step(any_legal(infos["action_mask"], rng))
        won = np.where(infos["winner"] == 2, 0, np.where(infos["winner"] == seats, 1, -1))
        assert (reward == won).all()
        ended += over.sum()
    assert ended > 4


def test_an_agent_follows_its_game_to_the_end() -> None:
    """What the agent has in mind is what the simulator plays."""
    envs = VoltoVectorEnv(6, opponent="greedy")
    rng = np.random.default_rng(9)
    _, infos = envs.reset(seed=9)
    for _ in range(60):
        for game, followed in enumerate(envs._memories):
            assert str(followed.position) == str(envs.batch.position(game))
        *_, infos = envs.step(any_legal(infos["action_mask"], rng))


def test_a_player_of_many_games_remembers_each_as_its_view_tells() -> None:
    ruleset, family, rng = STANDARD, Family.RED, np.random.default_rng(5)
    opponent, batch = opponent_of("level:3", ruleset), Batch(12, 5, auto_reset=False)
    memories, followers = opponent.sit(12, family, rng), ByAgent("greedy", ruleset)
    games = followers.sit(12, family, rng)
    white, red = (rng.integers(Deployment.count(), size=12) for _ in range(2))
    batch.reset(None, white, red)
    followers.begin(games, white, red)
    for _ in range(60):
        actions = batch.sample_legal()
        batch.step(actions)
        opponent.follow(batch, memories, actions)
        followers.follow(batch, games, actions)
        for game in np.flatnonzero(batch.reason == 0).tolist():
            position = games[game].position
            _, traces = seen_by(position.view(position.to_move))
            assert np.array_equal(memories["traces"][game], traces[0])


def test_players_of_many_games_are_the_agents_of_the_same_words() -> None:
    level, learned, search = (
        player_of(make_agent(words, Random(1)), STANDARD)
        for words in ("level:1", "learned", "level:7")
    )
    assert search is None
    assert isinstance(level, Instinct)
    assert level.temperature == 2.2
    assert isinstance(learned, Frozen)
    assert (learned.temperature, learned.least, learned.proves) == (0.4, 0.05, True)
    assert learned.deployments[-1] == pytest.approx(1.0, abs=1e-3)
    with pytest.raises(VoltoError, match="only the mat and the masks of the box"):
        VoltoVectorEnv(2, opponent="learned", ruleset=GAMES["corte"].ruleset)


@pytest.mark.parametrize("opponent", ["greedy", "learned"])
def test_an_agent_beats_chance(opponent: str) -> None:
    envs = VoltoVectorEnv(40, opponent=opponent)
    found = wander(envs, 60, seed=11)
    assert sum(reward.sum() for _, _, reward, _, _ in found[1:]) < 0


def test_the_last_observation_is_the_caller_s_own_even_when_it_moved_last() -> None:
    """R-2: nobody sees with the rival's eyes, not even at the end of the game."""
    envs = VoltoVectorEnv(60, opponent="random", seat="white", autoreset_mode="Disabled")
    rng, won, over = np.random.default_rng(4), 0, np.zeros(60, np.bool_)
    observation, infos = envs.reset(seed=4)
    while won < 10:
        if over.any():
            observation, infos = envs.reset(options={"reset_mask": over})
        observation, reward, over, _, infos = envs.step(any_legal(infos["action_mask"], rng))
        own = envs.batch.observe(Family.WHITE)
        assert (observation[:, :TALLIES] == own[:, :TALLIES]).all()
        won += (reward > 0).sum()


def test_deployments_can_be_chosen_for_either_family() -> None:
    envs = VoltoVectorEnv(40, white="NNAAL/LSNAC", red=["AASNL/LNNAC", "NNAAL/LSNAC"])
    envs.reset(seed=1)
    texts = {str(envs.batch.position(game)) for game in range(40)}
    assert texts == {
        "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0",
        "lsnac/nnaal/5/5/5/NNAAL/LSNAC w 0 0",
    }
    with pytest.raises(NotationError):
        VoltoVectorEnv(2, white="NNAAL")


def test_an_agent_deploys_for_itself_unless_it_is_told() -> None:
    """Greedy keeps its Candidate in the palace."""
    envs = VoltoVectorEnv(30, opponent="greedy", seat="red")
    envs.reset(seed=1)
    assert all("C" in str(envs.batch.position(game)).split(" ")[0][-6:] for game in range(30))
    told = VoltoVectorEnv(30, opponent="greedy", seat="white", red="NCAAL/LSNAN")
    told.reset(seed=1)
    rows = [str(told.batch.position(game)).split("/")[1] for game in range(30)]
    assert set(rows) == {"ncaal"}


def test_a_policy_that_answers_nonsense_is_told_so() -> None:
    envs = VoltoVectorEnv(4, opponent=lambda seen, legal: np.zeros(3), seat="white")
    _, infos = envs.reset(seed=1)
    with pytest.raises(VoltoError, match="The opponent's actions are 4 integers"):
        envs.step(any_legal(infos["action_mask"], np.random.default_rng(1)))


def test_opponents_are_dismissed_when_their_games_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing that an agent holds, such as a program, outlives the environment."""
    present: set[int] = set()

    class Guest(Greedy):
        def __init__(self, rng: Random) -> None:
            super().__init__(rng)
            present.add(id(self))
            guests.append(self)

        def close(self) -> None:
            present.discard(id(self))

    guests: list[Guest] = []
    monkeypatch.setattr("volto.adapters.vector_opponents.make_agent", lambda words, rng: Guest(rng))
    envs = VoltoVectorEnv(6, opponent="guest")
    wander(envs, 60)
    assert len(guests) > 12
    assert len(present) == 6
    envs.close()
    assert not present


def test_wrappers_of_the_framework_fit() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(VoltoVectorEnv(30))
    rng, lengths = np.random.default_rng(1), []
    _, infos = envs.reset(seed=1)
    for _ in range(60):
        *_, infos = envs.step(any_legal(infos["action_mask"], rng))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 10
    assert 10 < np.mean(lengths) < 60
