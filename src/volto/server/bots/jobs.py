"""What a thinker is asked and what it answers: what one seat knows, a budget and a seed.

A job has no room for anything that its seat does not know, and everything that an answer needs: any
thinker may take it, on any machine, at any turn of a game.
"""

import msgspec

from volto.rules import Deployment, Family, Ruleset, View
from volto.server.wire.messages import Hint


class ViewWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A view as an engine is told it: the rules, its own deployment, and every turn so far."""

    seat: Family
    first: Family
    rules: str
    deployment: str
    turns: tuple[str, ...]

    @classmethod
    def of(cls, view: View) -> "ViewWords":
        """The words of a seat's view of a game that was seen from its beginning."""
        assert view.seat is not None
        deployment = Deployment(view.roles, view.ruleset.mat.columns)
        turns = tuple(map(str, view.history))
        return cls(view.seat, view.scene.first, str(view.ruleset), str(deployment), turns)

    def view(self) -> View:
        view = View.start(self.seat, self.deployment, self.first, Ruleset.parse(self.rules))
        for turn in self.turns:
            view = view.after(turn)
        return view


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="task"):
    """One thing to think about."""

    seed: int
    """The same for a seat's whole game, so that whoever thinks next goes on alike."""
    level: int | None
    """Who thinks; None is the strongest."""


class DeployJob(Job, frozen=True, tag="deploy"):
    """A deployment is wanted."""

    family: Family
    rules: str


class MoveJob(Job, frozen=True, tag="move"):
    """A move is wanted."""

    view: ViewWords
    seconds: float


class HintJob(Job, frozen=True, tag="hint"):
    """A move is wanted, and the reasons for it."""

    view: ViewWords
    seconds: float


AnyJob = DeployJob | MoveJob | HintJob


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deployment or a move in its usual words, or a hint."""

    said: str | Hint
    took: float
    """Seconds of thought, without any wait for it."""


_jobs: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)
_encoder = msgspec.json.Encoder()


def write_job(job: AnyJob) -> bytes:
    return _encoder.encode(job)


def read_job(text: bytes | str) -> AnyJob:
    return _jobs.decode(text)
