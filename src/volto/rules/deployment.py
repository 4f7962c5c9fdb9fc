"""A family's secret set-up (R-3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod
from random import Random

from volto.rules.cells import Cell
from volto.rules.errors import NotationError, VoltoError
from volto.rules.masks import Family, Role, as_roles
from volto.rules.ruleset import STANDARD, Ruleset
from volto.rules.text import surplus

LETTERS = (*Role, *(role.lower() for role in Role))


@dataclass(frozen=True, slots=True, repr=False)
class Deployment:
    """One role a cell: front row first, palace row last, each row from column a."""

    roles: tuple[Role, ...]
    columns: int = 5

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", as_roles(self.roles))

    def __repr__(self) -> str:
        return f"Deployment.parse({str(self)!r})"

    def __str__(self) -> str:
        letters = "".join(self.roles)
        width = self.columns
        return "/".join(letters[i : i + width] for i in range(0, len(letters), width))

    @classmethod
    def parse(cls, text: "str | Deployment", ruleset: Ruleset = STANDARD) -> "Deployment":
        """Read `NNAAL/LSNAC`, in either case; every mask of the roster must be placed once."""
        if isinstance(text, Deployment):
            text.check(ruleset)
            return text
        width, depth = ruleset.mat.columns, ruleset.deployed_rows
        rows = text.split("/")
        at = 1
        for row in rows:
            for offset, letter in enumerate(row):
                if letter not in LETTERS:
                    raise NotationError(f"{letter!r} is not a role (N A C S L)", at + offset)
            if len(row) != width:
                raise NotationError(
                    f"a row of a deployment has {width} masks, this one has {len(row)}", at
                )
            at += len(row) + 1
        if len(rows) != depth:
            raise NotationError(f"a deployment has {depth} rows, this one has {len(rows)}")
        roles = tuple(Role(letter.upper()) for row in rows for letter in row)
        deployment = cls(roles, width)
        deployment.check(ruleset)
        return deployment

    def check(self, ruleset: Ruleset) -> None:
        """Raise an error unless this places every mask of the roster once."""
        if len(self.roles) != len(ruleset.roster) or self.columns != ruleset.mat.columns:
            raise NotationError(f"{self} does not fit a mat of {ruleset.mat}")
        for role in Role:
            wanted, found = ruleset.roster.count(role), self.roles.count(role)
            if found > wanted:
                column = surplus(str(self), role, wanted)
                raise NotationError(
                    f"a deployment has {wanted} of {role}, this one has {found}", column
                )

    @classmethod
    def random(cls, rng: Random, ruleset: Ruleset = STANDARD) -> "Deployment":
        """Any deployment, each as likely as the others."""
        roles = list(ruleset.roster)
        rng.shuffle(roles)
        return cls(tuple(roles), ruleset.mat.columns)

    @staticmethod
    def count(ruleset: Ruleset = STANDARD) -> int:
        """How many deployments there are: 50,400 in the box."""
        return _orders(Counter(ruleset.roster))

    @classmethod
    def every(cls, ruleset: Ruleset = STANDARD) -> "Iterator[Deployment]":
        """Each deployment once, in the order of the roles (N, A, C, S, L) cell by cell."""
        left = Counter(ruleset.roster)

        def fill(placed: tuple[Role, ...]) -> Iterator[Deployment]:
            if len(placed) == len(ruleset.roster):
                yield cls(placed, ruleset.mat.columns)
                return
            for role in Role:
                if left[role]:
                    left[role] -= 1
                    yield from fill((*placed, role))
                    left[role] += 1

        return fill(())

    def number(self) -> int:
        """Where this stands in the order of `every`, counted from 0."""
        left, number = Counter(self.roles), 0
        for role in self.roles:
            for smaller in Role:
                if smaller is role:
                    break
                if left[smaller]:
                    left[smaller] -= 1
                    number += _orders(left)
                    left[smaller] += 1
            left[role] -= 1
        return number

    @classmethod
    def numbered(cls, number: int, ruleset: Ruleset = STANDARD) -> "Deployment":
        """The deployment with this number; the inverse of `number`."""
        if not 0 <= number < cls.count(ruleset):
            raise VoltoError(f"Deployments are numbered 0 to {cls.count(ruleset) - 1}.")
        left = Counter(ruleset.roster)
        placed: list[Role] = []
        while len(placed) < len(ruleset.roster):
            for role in Role:
                if left[role]:
                    left[role] -= 1
                    if number < _orders(left):
                        placed.append(role)
                        break
                    number -= _orders(left)
                    left[role] += 1
        return cls(tuple(placed), ruleset.mat.columns)

    def mirrored(self) -> "Deployment":
        """The same deployment with left and right exchanged."""
        width = self.columns
        rows = [self.roles[i : i + width] for i in range(0, len(self.roles), width)]
        return Deployment(tuple(role for row in rows for role in reversed(row)), width)

    def placed(self, family: Family, ruleset: Ruleset = STANDARD) -> dict[Cell, Role]:
        """Where each role stands when `family` deploys so."""
        return dict(zip(ruleset.home_cells(family), self.roles, strict=True))


def _orders(left: Counter[Role]) -> int:
    """In how many orders these roles can be placed."""
    return factorial(left.total()) // prod(map(factorial, left.values()))
