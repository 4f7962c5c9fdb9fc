"""Rubbish in any option is one clear line on standard error, and nothing happens."""

import pytest

from tests.notation.records import EXAMPLE
from volto.cli import main

MATCH = ("arena", "random", "greedy", "--workers", "1")
RUBBISH: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {
    MATCH: {
        "--pairs": ("0", "-1", "x", "1e30", "10000000"),
        "--seed": ("x",),
        "--seconds": ("0", "-1", "x", "nan", "inf", "1e30"),
        "--nodes": ("0", "-5", "x"),
        "--grace": ("-1", "x", "nan", "inf", "1e30"),
        "--deployments": ("mine", ""),
        "--ladies": ("both", ""),
        "--record": ("no/where.volto", "/"),
        "--sprt": ("1", "x", "nan"),
        "--anchor": ("nobody", ""),
        "--plot": ("no/where.svg",),
        "--json": ("no/where.json",),
        "--markdown": ("no/where.md",),
        "--report": ("nowhere.volto",),
        "--engine": ("", "/no/such/program", "'"),
        "--nonsense": ("1",),
    },
    ("arena", "random", "greedy"): {"--workers": ("-1", "x", "10000")},
    ("engine",): {"--agent": ("", "doge", "level:11", "no.where:Bot"), "--seed": ("x",)},
    ("play",): {
        "--as": ("blue", ""),
        "--first": ("nobody",),
        "--ladies": ("both",),
        "--quiet": ("-1", "x", "1e30"),
        "--opponent": ("doge", ""),
        "--setup": ("NN", ""),
        "--seed": ("x",),
        "--record": ("/no/where/at/all", "/"),
    },
    ("replay", "GAMES"): {"--as": ("blue",), "--game": ("0", "2", "x")},
    ("verify", "GAMES"): {"--fingerprint": ("x", "")},
    ("dataset", "GAMES"): {"": ("out.csv", "no/where.npz"), "--format": ("csv",)},
    ("exact", "calle"): {
        "--nash-conv": ("-1", "x", "nan"),
        "--iterations": ("0", "x"),
        "--every": ("0", "-1", "x"),
    },
    ("exact",): {"": ("nowhere", "-1")},
    ("admin",): {"": ("rubbish",)},
    ("admin", "backup", "file"): {
        "--data": ("/dev/null", "nowhere"),
        "--database": ("rubbish", "x://y"),
        "--secret": ("/dev/null/x",),
    },
    ("admin", "restore"): {"": ("nowhere", "GAMES", "/")},
    ("admin", "prune"): {
        "--unplayed": ("0", "-1", "x", "nan", "1e30"),
        "--finished": ("0", "x"),
        "--data": ("nowhere",),
        "--database": ("rubbish", "x://y"),
    },
    ("bench",): {"--cores": ("-1", "x", "100000")},
    ("serve", "--no-browser"): {
        "--port": ("-1", "65536", "x"),
        "--host": ("no.such.host.invalid", "é" * 70, "a" * 80),
        "--database": ("rubbish", "postgresql", "sqlite", "x://y"),
        "--data": ("/dev/null", "/dev/null/x"),
        "--secret": ("/dev/null", "/dev/null/x"),
        "--metrics": ("x", "65536", "host:", "no.such.host.invalid:1"),
        "--log-format": ("xml", ""),
    },
}
CASES = [
    (*words, *((option,) if option else ()), value)
    for words, options in RUBBISH.items()
    for option, values in options.items()
    for value in values
]


@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_rubbish_is_refused_in_one_line(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("here")
    monkeypatch.chdir(folder)
    games = folder / "games.volto"
    games.write_text(EXAMPLE, encoding="utf-8")
    monkeypatch.setenv("VOLTO_DATA", str(folder / "data"))
    with pytest.raises(SystemExit) as leaving:
        main([str(games) if word == "GAMES" else word for word in words])
    output, errors = capsys.readouterr()
    assert (leaving.value.code, output) == (2, "")
    assert errors.startswith("volto: ")
    assert errors.count("\n") == 1
    assert len(errors) < 400
