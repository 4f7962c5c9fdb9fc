"""What a seat makes of its View before it chooses: the words in which personalities wish."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from volto.rules import Cell, LadyRule, Move, Role, View
from volto.rules.moves import reach_table


class Assessment:
    """The family to move looks at the mat: what may stand where, and what a move would do.

    Chances are by logic alone: every deployment that fits what was seen is equally likely.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat, self.rival = view.to_move, view.to_move.rival
        self.own = view.own
        self.rivals = view.scene.standing[self.rival]
        self.home = view.ruleset.palace_row(self.seat)
        self.goal = view.ruleset.palace_row(self.rival)
        self.ladies_are_bait = view.ruleset.ladies is LadyRule.OWNER

    @cached_property
    def candidate(self) -> Cell:
        """Where the own Candidate stands."""
        return next(cell for cell, role in self.own.items() if role is Role.CANDIDATE)

    @cached_property
    def chances(self) -> dict[Cell, dict[Role, float]]:
        """How likely the rival mask on a cell hides a role."""
        from volto.mind.knowledge import Knowledge  # compiled code, only for those who ask

        marginals = Knowledge.of(self.view).belief.marginals()
        return {cell: marginals[number] for cell, number in self.rivals.items()}

    def chance(self, cell: Cell, role: Role) -> float:
        """How likely the rival mask on `cell` hides `role`; 0 where no rival stands."""
        return self.chances[cell][role] if cell in self.rivals else 0.0

    @cached_property
    def _attacks(self) -> Mapping[Cell, Mapping[Cell, float]]:
        mat = self.view.ruleset.mat
        table = reach_table(self.rival, mat.columns, mat.rows)
        attacks: dict[Cell, dict[Cell, float]] = defaultdict(lambda: defaultdict(float))
        for origin, chances in self.chances.items():
            for role, chance in chances.items():
                if role is Role.LADY or not chance:
                    continue
                for _, target in table[role][origin]:
                    attacks[target][origin] += chance
                    if role is Role.SOLDIER and (target in self.own or target in self.rivals):
                        break
        return attacks

    def attackers(self, cell: Cell) -> Mapping[Cell, float]:
        """The rival masks that may capture on `cell` next turn, and how likely each one can."""
        return self._attacks.get(cell, {})

    def danger(self, cell: Cell, gone: Cell | None = None) -> float:
        """How likely some rival mask, not counting the one on `gone`, can capture on `cell`."""
        spared = 1.0
        for attacker, chance in self.attackers(cell).items():
            if attacker != gone:
                spared *= 1.0 - chance
        return round(1.0 - spared, 9)  # so that equal dangers are equal

    @cached_property
    def ladies_left(self) -> int:
        """How many Ladies the rival still has."""
        scene = self.view.scene
        lost = [scene.unmasked[number] for number in scene.ids(self.rival)].count(Role.LADY)
        return self.view.ruleset.roster.count(Role.LADY) - lost

    def rows_to_go(self, cell: Cell) -> int:
        """From `cell` to the rival palace."""
        return abs(self.goal - cell.row)

    def rows_from_home(self, cell: Cell) -> int:
        """From the own palace to `cell`."""
        return abs(self.home - cell.row)

    # What a move is.

    def role(self, move: Move) -> Role:
        return self.own[move.origin]

    def by_candidate(self, move: Move) -> bool:
        return self.own[move.origin] is Role.CANDIDATE

    def captures(self, move: Move) -> bool:
        return move.target in self.rivals

    def goes_forward(self, move: Move) -> bool:
        return self.rows_to_go(move.target) < self.rows_to_go(move.origin)

    def goes_back(self, move: Move) -> bool:
        return self.rows_to_go(move.target) > self.rows_to_go(move.origin)

    # Wishes that everyone shares.

    def is_prudent(self, move: Move) -> bool:
        """The Candidate captures only what cannot be a Lady (R-13)."""
        return not (self.by_candidate(move) and self.chance(move.target, Role.LADY))

    def keeps_the_candidate(self, move: Move) -> bool:
        return not self.by_candidate(move)

    def takes_the_palace(self, move: Move) -> bool:
        """R-15"""
        return self.by_candidate(move) and move.target.row == self.goal and self.is_prudent(move)

    def catches_the_candidate(self, move: Move) -> bool:
        """The mask it captures can be nothing else (R-12)."""
        return self.chance(move.target, Role.CANDIDATE) == 1.0

    def makes_a_last_run(self, move: Move) -> float:
        """Nobody else can capture any more, so the Candidate goes for the palace itself."""
        alone = set(self.own.values()) <= {Role.CANDIDATE, Role.LADY}
        if not (alone and self.by_candidate(move) and self.goes_forward(move)):
            return 0.0
        return 1.01 - self.danger(move.target) if self.is_prudent(move) else 0.0

    def takes_the_bait(self, move: Move) -> bool:
        """It likely captures the Lady with whom the rival would win (R-14)."""
        lady = self.chance(move.target, Role.LADY)
        last = self.ladies_are_bait and self.ladies_left == 1
        return last and lady > self.chance(move.target, Role.CANDIDATE)

    def is_a_fair_catch(self, move: Move) -> float:
        """A capture that the Candidate survives and the rival need not hope for.

        Where Ladies are bait, the better, the less likely it takes one.
        """
        if not self.captures(move) or not self.is_prudent(move) or self.takes_the_bait(move):
            return 0.0
        return 1.0 - self.chance(move.target, Role.LADY) if self.ladies_are_bait else 1.0

    def guards_the_palace(self, move: Move) -> float:
        """Captures a mask that may be the Candidate and stands one step from the palace (R-15)."""
        if self.rows_from_home(move.target) > 1 or not self.is_a_fair_catch(move):
            return 0.0
        return self.chance(move.target, Role.CANDIDATE)

    def saves_the_candidate(self, move: Move) -> float:
        """The Candidate may be captured where it stands: captures an attacker, or steps away.

        The less danger is left, the better.
        """
        here = self.danger(self.candidate)
        if not here or (self.captures(move) and not self.is_a_fair_catch(move)):
            return 0.0
        if self.by_candidate(move):
            left = self.danger(move.target)
        else:
            left = self.danger(self.candidate, gone=move.target)
        return max(0.0, here - left) ** 2
