"""One game between a person and an agent, as a conversation.

The person sees only `position.view(seat)`, the agent only the view of the other seat. What is
asked and said goes through two functions, so that a terminal, a pipe or a test can sit there.
"""

import random
from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from volto.agents import Agent, Budget, play_on
from volto.cli.prose import COMMANDS, how_to, moves_by_mask, what_happened, where_to
from volto.cli.text_board import captured_line, ending, last_cells, mat_panel
from volto.rules import (
    Cell,
    Deployment,
    Family,
    Mat,
    Move,
    NotationError,
    Outcome,
    Position,
    Ruleset,
    View,
)
from volto.rules.moves import refusal

Ask = Callable[[str], str]
"""Shows a prompt and returns a line; raises EOFError when there are no more."""
Say = Callable[[RenderableType], None]

DEPLOY = "Your masks, front row/palace row like NNAAL/LSNAC (Enter: random): "
AGREE = "Press Enter to begin with these, r for random ones, or type others: "
MOVE = "Your move (? for help): "
LETTERS = {Family.WHITE: "capitals", Family.RED: "small letters"}
LEAVING = {"quit", "exit", "q"}
LEFT = "You left the table; the game stays unfinished."


class Left(Exception):
    """The person has left the table."""


class GaveUp(Exception):
    """The person gives up the game."""


class Session:
    """A game from the deployment to its end, with the person as an agent.

    `position` is how far it got.
    """

    name = "You"

    def __init__(
        self,
        seat: Family,
        rival: Agent,
        first: Family,
        ruleset: Ruleset,
        rng: random.Random,
        ask: Ask,
        say: Say,
    ) -> None:
        self.seat, self.rival, self.first, self.ruleset = seat, rival, first, ruleset
        self._rng, self._ask, self._say = rng, ask, say
        self.position: Position | None = None

    def run(self, deployment: Deployment | None = None) -> None:
        """Play; without a `deployment`, ask for one first."""
        try:
            self._welcome()
            self._play(deployment or self.deploy(self.seat, self.ruleset))
        except (Left, EOFError):
            self._say(LEFT)
        except KeyboardInterrupt:
            self._say(LEFT)
            raise

    def _welcome(self) -> None:
        seat, letters = self.seat, LETTERS[self.seat]
        begins = "you begin" if self.first is seat else f"{self.first.title()} begins"
        self._say(how_to(self.ruleset))
        self._say(
            f"\nYou are {seat.title()}, at the bottom, in {letters}.\n"
            f"{self.rival.name} plays {seat.rival.title()}; {begins}."
        )

    def _answer(self, prompt: str) -> str:
        """What the person typed, unless it is to leave."""
        text = self._ask(prompt).strip()
        if text.lower() in LEAVING:
            raise Left
        return text

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """The person's deployment, shown until it is agreed to."""
        chosen: Deployment | None = None
        while True:
            text = self._answer(AGREE if chosen else DEPLOY)
            if chosen and not text:
                return chosen
            if text.lower() in ("rules", "?", "help"):
                self._say(how_to(self.ruleset))
                continue
            try:
                chosen = self._deployment(text)
            except NotationError as error:
                self._say(sentence(error))
                continue
            self._say(self._panel(View.start(self.seat, chosen, self.first, self.ruleset)))
            self._say(f"Your deployment: {chosen}")

    def _deployment(self, text: str) -> Deployment:
        if text.lower() in ("", "r", "random"):
            return Deployment.random(self._rng, self.ruleset)
        return Deployment.parse(text, self.ruleset)

    def _play(self, own: Deployment) -> None:
        """Both sit down as agents; every turn is told to the person."""
        other = self.rival.deploy(self.seat.rival, self.ruleset)
        white, red = (own, other) if self.seat is Family.WHITE else (other, own)
        self.position = position = Position.start(white, red, self.first, ruleset=self.ruleset)
        agents: dict[Family, Agent] = {self.seat: self, self.seat.rival: self.rival}
        try:
            for after in play_on(position, agents):
                self.position = position = after
                style = "" if position.to_move is not self.seat else "bold"
                self._say(Text(what_happened(position.view(self.seat)), style))
        except GaveUp:
            self.position = position = position.resign(self.seat)
        assert position.outcome is not None
        self._tell_the_end(position.outcome, position.view(self.seat))

    def choose(self, view: View, budget: Budget) -> Move:
        """The person's move, asked for until it is a legal one."""
        self._show(view)
        while True:
            text = self._answer(MOVE).lower()
            if text == "resign":
                raise GaveUp
            try:
                if not self._answered(text, view):
                    move = read_move(text, self.ruleset.mat)
                    if move in view.legal_moves():
                        return move
                    rivals = view.scene.standing[view.to_move.rival]
                    self._say(refusal(move, view.to_move, view.own, rivals, self.ruleset.mat))
            except NotationError as error:
                self._say(sentence(error))

    def _answered(self, text: str, view: View) -> bool:
        """Answer a question; False when `text` is none, and so can only be a move."""
        match text:
            case "?" | "help" | "moves":
                self._say(moves_by_mask(view))
                self._say(f"Type a move, like b2b3, or a word: {COMMANDS}.")
            case "rules":
                self._say(how_to(self.ruleset))
            case "board":
                self._show(view)
            case "":
                self._say("Passing is not allowed (R-4): type a move, like b2b3.")
            case _ if len(text) == 2:
                self._say(where_to(view, Cell.parse(text, self.ruleset.mat)))
            case _:
                return False
        return True

    def _panel(self, view: View) -> RenderableType:
        return mat_panel(view, facing=self.seat, marked=last_cells(view))

    def _show(self, view: View) -> None:
        self._say(self._panel(view))
        self._say(captured_line(view))

    def _tell_the_end(self, outcome: Outcome, view: View) -> None:
        self._say("The game is over, and every mask is unmasked (H-4):")
        self._show(view)
        told = Text(ending(outcome, self.ruleset))
        if outcome.winner is not None:
            told.append(" You win." if outcome.winner is self.seat else " You lose.", "bold")
        self._say(told)


def read_move(text: str, mat: Mat) -> Move:
    """Read `b2b3`, also written `b2 b3`, `b2-b3` or `b2xb3`."""
    if len(text) == 5 and text[2] in " -x":
        text = text[:2] + text[3:]
    return Move.parse(text, mat)


def sentence(error: NotationError) -> str:
    return f"{error.reason[0].upper()}{error.reason[1:]}."
