"""A whole match: what is to be played, what has been played, and when to stop."""

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import IO

from volto.agents import Agent, make_agent
from volto.agents.registry import Asked
from volto.arena.archive import Archive
from volto.arena.conditions import Conditions
from volto.arena.match import Maker
from volto.arena.results import Results, pair_counts
from volto.arena.schedule import Pair, check_entry, schedule
from volto.arena.sprt import Sprt, Verdict
from volto.arena.worker_pool import play_pairs
from volto.notation import write_records
from volto.rules import VoltoError


@dataclass(slots=True)
class Contest:
    """A round robin; with a record, it goes on where the file ends."""

    agents: list[str]
    conditions: Conditions
    pairs: int
    """How many pairs every two agents play."""
    record: Path | IO[bytes] | None = None
    """A file to resume from and to add to, or a stream to write to."""
    sprt: Sprt | None = None
    """A test of the first agent against the second, which ends the match when it is decided."""
    own: Mapping[str, Asked] = field(default_factory=dict)
    """Agents of your own, by the name under which they play; all others are asked for by words.
    A class or function makes one for every game; an agent plays all of them as it is."""
    archive: Archive | None = field(init=False, default=None)
    results: Results = field(init=False, default_factory=Results)
    missing: list[Pair] = field(init=False)

    def __post_init__(self) -> None:
        check_entry(self.agents)
        if self.pairs < 1:
            raise VoltoError(f"The number of pairs is 1 or more, not {self.pairs}.")
        if self.sprt is not None and len(self.agents) != 2:
            raise VoltoError("The sequential test is for two agents.")
        if isinstance(self.record, Path):
            self.archive = Archive.read(self.record)
            self.archive.check(self.agents, self.conditions)
            self.results = Results.of(self.archive.played)
        played = {pair for pair, _ in self.archive.played} if self.archive else set()
        self.missing = [pair for pair in schedule(self.agents, self.pairs) if pair not in played]

    @property
    def total(self) -> int:
        """All pairs of the match, and those that the record holds beyond them."""
        return self.results.pairs + len(self.missing)

    def is_decided(self) -> bool:
        """Has the sequential test, if there is one, come to its end?"""
        if self.sprt is None:
            return False
        counts = pair_counts(self.results.tally(*self.agents))
        return self.sprt.verdict(counts) is not Verdict.OPEN

    def play(self, workers: int = 1, make: Maker | None = None) -> Generator[Results]:
        """Play what is missing; the results after every pair, which has then been recorded."""
        make = make or partial(_make, self.own)
        if self.archive is not None:
            self.archive.open()
        if self.is_decided():
            return
        with closing(play_pairs(tuple(self.missing), self.conditions, workers, make)) as played:
            for pair, games in played:
                if self.archive is not None:
                    self.archive.add(games)
                elif not isinstance(self.record, Path | None):
                    between = "\n" if self.results.pairs else ""
                    self.record.write(f"{between}{write_records(games)}".encode())
                    self.record.flush()
                self.results.add(pair, games)
                self.missing.remove(pair)
                yield self.results
                if self.is_decided():
                    return


def _make(own: Mapping[str, Asked], words: str, rng: Random) -> Agent:
    return make_agent(own.get(words, words), rng)
