"""What a player must tell to be measured: how it deploys, and how it moves at every view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.rules import View

Chances = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Policy:
    """A way to play that answers by chances, for any number of views at once.

    `moves` gets views whose seat is to move, all of one seat and equally long, and gives for each
    the chances of `view.legal_moves()`, in that order. It must answer by the view alone.
    """

    moves: Callable[[Sequence[View]], Sequence[Chances]]
    deployments: Chances | None = None
    """The chance of each deployment, in the order of `Deployment.every`; None: all alike."""

    @classmethod
    def of(cls, moves: Callable[[View], Chances], deployments: Chances | None = None) -> "Policy":
        """A policy that is asked about one view at a time."""
        return cls(lambda views: [moves(view) for view in views], deployments)
