"""A network played by NumPy and compiled code alone."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from volto.mind.encoding import inputs_of
from volto.mind.features import features
from volto.mind.move_history import blank_traces
from volto.mind.network import ILLEGAL, Network, read_tensors
from volto.rules import Mat, Role, Ruleset, VoltoError
from volto.sim import Batch, actions_of


def small(seed: int = 0, width: int = 16) -> Network:
    """A network of chance."""
    return Network.of(small_tensors(seed, width))


def small_tensors(seed: int = 0, width: int = 16) -> dict[str, np.ndarray]:
    """What it consists of."""
    rng = np.random.default_rng(seed)
    sizes = {
        "layer0": (inputs_of(), width),
        "layer1": (width, width),
        "policy": (width, actions_of()),
        "outcome": (width, 3),
    }
    tensors = {}
    for name, (inputs, outputs) in sizes.items():
        tensors[f"player/{name}/w"] = rng.normal(0, inputs**-0.5, (inputs, outputs))
        tensors[f"player/{name}/b"] = rng.normal(0, 0.1, outputs)
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}


def shown_and_legal(games: int = 8) -> tuple[np.ndarray, np.ndarray]:
    batch = Batch(games, 1)
    for _ in range(10):
        batch.step(batch.sample_legal())
    return features(batch.state, blank_traces(games)), batch.legal().copy()


def test_compiled_code_computes_what_plain_products_give() -> None:
    network, (shown, legal) = small(), shown_and_legal()
    layers = network.layers
    hidden = np.maximum(shown @ layers.first + layers.first_bias, 0)
    hidden = hidden + np.maximum(hidden @ layers.middle[0] + layers.middle_bias[0], 0)
    wanted = np.where(legal, hidden @ layers.policy.T + layers.policy_bias, ILLEGAL)
    np.testing.assert_allclose(network.logits(shown, legal), wanted, rtol=1e-4, atol=1e-4)
    assert network.outcomes(shown).sum(axis=1) == pytest.approx(1.0)


def test_actions_are_drawn_as_often_as_they_appeal() -> None:
    network, (shown, legal) = small(), shown_and_legal(1)
    logits = network.logits(shown, legal)[0].astype(np.float64)
    chances = np.exp(logits - logits.max())
    chances /= chances.sum()
    draws = 4000
    spots = (np.arange(draws) + 0.5) / draws
    many, allowed = np.repeat(shown, draws, axis=0), np.repeat(legal, draws, axis=0)
    actions, logarithms = network.draw(many, allowed, spots)
    found = np.bincount(actions, minlength=actions_of()) / draws
    np.testing.assert_allclose(found, chances, atol=2 / draws)
    np.testing.assert_allclose(logarithms, np.log(chances[actions]), atol=1e-4)


def test_unlikely_and_illegal_actions_are_not_drawn() -> None:
    network, (shown, legal) = small(), shown_and_legal(64)
    spots = np.linspace(0.001, 0.999, 64)
    actions, _ = network.draw(shown, legal, spots, least=1.0)
    assert (actions == network.logits(shown, legal).argmax(axis=1)).all()
    actions, _ = network.draw(shown, np.zeros_like(legal), spots)
    assert (actions == -1).all()


def write_tensors(path: Path, tensors: Mapping[str, np.ndarray]) -> Path:
    """A safetensors file, written by hand."""
    header: dict[str, object] = {"__metadata__": {"done": "7"}}
    begin = 0
    for name, tensor in tensors.items():
        end = begin + tensor.nbytes
        header[name] = {"dtype": "F32", "shape": tensor.shape, "data_offsets": [begin, end]}
        begin = end
    raw = json.dumps(header).encode()
    numbers = b"".join(tensor.tobytes() for tensor in tensors.values())
    path.write_bytes(len(raw).to_bytes(8, "little") + raw + numbers)
    return path


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    path = write_tensors(tmp_path / "some.safetensors", {"other": values + 1, "some": values})
    tensors, remarks = read_tensors(path)
    np.testing.assert_array_equal(tensors["some"], values)
    assert remarks == {"done": "7"}


def test_a_file_without_a_player_is_refused(tmp_path: Path) -> None:
    tensors = small_tensors()
    del tensors["player/policy/b"]
    path = write_tensors(tmp_path / "some.safetensors", tensors)
    with pytest.raises(VoltoError, match=r"holds no player: 'player/policy/b' is missing"):
        Network.load(path)
    with pytest.raises(VoltoError, match="There are no weights"):
        Network.load(tmp_path)


def test_a_player_of_another_game_is_refused(tmp_path: Path) -> None:
    path = write_tensors(tmp_path / "some.safetensors", small_tensors())
    smaller = Ruleset(mat=Mat(4, 6), roster=(Role.CANDIDATE, Role.LADY, *(Role.NOBLE,) * 6))
    assert Network.load(path).layers.first.shape == (inputs_of(), 16)
    with pytest.raises(VoltoError, match="holds a player of another game"):
        Network.load(path, smaller)


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    path.write_bytes(b"this is no header at all")
    with pytest.raises(VoltoError, match="holds no weights"):
        read_tensors(path)
