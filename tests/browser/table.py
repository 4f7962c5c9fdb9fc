"""A table as somebody with eyes and hands uses it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Page

OWN_TURN = '.table[data-phase="playing"][data-turn="true"]'
OVER = '.table[data-phase="over"]'
PLAYING = '.table[data-phase="playing"]'
LONGEST_GAME = 300


@dataclass
class TablePage:
    """One page; `rng` chooses its moves."""

    page: Page
    house: str
    rng: Random = field(default_factory=lambda: Random(7))
    touch: bool = False

    def go(self, path: str) -> "TablePage":
        self.page.goto(self.house + path)
        return self

    def press(self, selector: str) -> None:
        if self.touch:
            self.page.tap(selector)
        else:
            self.page.click(selector)

    def ready(self) -> None:
        """Take the deployment as it is offered."""
        self.page.wait_for_selector("#ready")
        self.press("#ready")

    # The mat, as its labels tell it.

    def labels(self) -> dict[str, str]:
        """What each cell says of itself, from the top of the screen."""
        found = self.page.eval_on_selector_all(
            "[role=gridcell]", "cells => cells.map(cell => [cell.dataset.cell, cell.ariaLabel])"
        )
        return dict(found)

    def movable(self) -> list[str]:
        return [cell for cell, label in self.labels().items() if "possible move" in label]

    def targets(self) -> list[str]:
        words = ("you can go there", "you can capture it")
        return [cell for cell, label in self.labels().items() if label.endswith(words)]

    def await_turn(self) -> bool:
        """Wait until it is this page's turn; False if the game is over instead."""
        self.page.wait_for_selector(f"{OWN_TURN}, {OVER}")
        return self.page.locator(OVER).count() == 0

    def turns(self) -> Iterator[int]:
        """Every own turn until the game is over."""
        for number in range(LONGEST_GAME):
            if not self.await_turn():
                return
            yield number
        raise AssertionError("this game does not end")

    def choose(self) -> str:
        """A mask to move: the Candidate or one far ahead, so that games end soon."""
        labels = self.labels()
        movable = [cell for cell, label in labels.items() if "possible move" in label]
        daring = [cell for cell in movable if "Candidate" in labels[cell]]
        return self.rng.choice((daring or movable[:2]) * 2 + movable[:3])

    def choose_target(self) -> str:
        return self.rng.choice(self.targets()[:2])

    def move(self) -> tuple[str, str]:
        """Pick a mask up and put it down, by click or tap."""
        origin = self.choose()
        self.press(f'[data-cell="{origin}"]')
        target = self.choose_target()
        before = self.ply()
        self.press(f'[data-cell="{target}"]')
        self.await_ply_after(before)
        return origin, target

    def drag(self) -> tuple[str, str]:
        """The same by dragging."""
        origin = self.choose()
        self.press(f'[data-cell="{origin}"]')
        target = self.choose_target()
        self.press(f'[data-cell="{origin}"]')
        before = self.ply()
        self.page.drag_and_drop(f'[data-cell="{origin}"]', f'[data-cell="{target}"]')
        self.await_ply_after(before)
        return origin, target

    def ply(self) -> int:
        return int(self.page.get_attribute(".table", "data-ply") or 0)

    def await_ply_after(self, ply: int) -> None:
        self.page.wait_for_selector(f'.table:not([data-ply="{ply}"])')

    # Keys.

    def tab_to(self, selector: str) -> None:
        """Press Tab until the keyboard is there."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    def walk_to(self, cell: str) -> None:
        """Press arrow keys until the keyboard is on this cell."""
        at = "[...document.activeElement.dataset ? [document.activeElement.dataset] : []]"
        here = self.page.evaluate(f"{at}.map(data => [Number(data.x), Number(data.y)])[0]")
        there = self.page.eval_on_selector(
            f'[data-cell="{cell}"]', "cell => [Number(cell.dataset.x), Number(cell.dataset.y)]"
        )
        across, down = there[0] - here[0], there[1] - here[1]
        for _ in range(abs(across)):
            self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(down)):
            self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        assert self.page.evaluate("document.activeElement.dataset.cell") == cell

    # Two at one screen.

    def hold(self) -> None:
        """Hold the button that reveals the mat, as long as it takes."""
        self.page.wait_for_selector(".hold")
        self.page.hover(".hold")
        self.page.mouse.down()
        self.page.wait_for_selector("#handover", state="hidden")
        self.page.mouse.up()
