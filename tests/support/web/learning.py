"""A player who learns a game in Chromium."""

from __future__ import annotations

from tests.support.web.browsing import OPEN_TARGETS, Surfer

LIT = OPEN_TARGETS.replace(":not(.shut)", ".asked").replace("[data-loose][aria-pressed=false]", "[data-loose].asked")
"""Where a pointer can touch what is asked for."""
SLOTS = """() => [...document.querySelectorAll('.slot.asked[data-target]')].map((node) => {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, node.dataset.target];
}).filter(([x, y, target]) => document.elementFromPoint(x, y)?.closest('[data-target]')?.dataset.target === target)"""


class Learner(Surfer):
    """Somebody who learns a game."""

    def begin(self, game: str) -> None:
        """From the library to the first step."""
        self.page.goto("/")
        self.page.locator(f'.btn.learn[href="/learn/{game}"]').click()
        self.page.locator("[data-next]").click()
        self.page.locator("body[data-lesson=task]").wait_for()

    @property
    def mood(self) -> str:
        """What the lesson says."""
        return str(self.page.evaluate("document.body.dataset.lesson"))

    @property
    def said(self) -> str:
        """All that stands in the bubble."""
        return self.page.locator(".bubble .says").inner_text()

    def deed(self, name: str) -> None:
        """Press a button of the bubble."""
        self.page.locator(f"[data-lesson-deed={name}]").click()

    def touch_target(self, target: str) -> None:
        """Touch something by its name, lit or not."""
        self.settle()
        found = [*self.page.evaluate(SLOTS.replace(".asked", "")), *self.page.evaluate(OPEN_TARGETS)]
        x, y, _ = next(one for one in found if one[2] == target)
        self.touch(x, y)
        self.settle()

    def follow_the_light(self) -> bool:
        """Touch what is lit until a move can be confirmed; False if that leads nowhere."""
        for _ in range(8):
            self.settle()
            if self.confirm.is_enabled() and not self.page.locator("body.turn-it").count():
                return True
            if self.confirm.is_enabled():
                self.page.locator(".handle:visible, .turner:visible").first.click()
                continue
            lit = self.page.evaluate(SLOTS) or self.page.evaluate(LIT)
            if not lit:
                return False
            x, y, _ = lit[0]
            self.touch(x, y)
        return False

    def confirm_and_hear(self) -> str:
        """Make the considered move; what the lesson thinks of it."""
        before = self.page.evaluate("document.body.dataset.answers")
        self.confirm.click()
        self.page.locator(f"body:not([data-answers='{before}'])").wait_for()
        return self.mood

    def be_shown(self) -> str:
        """Make the move that "Show me" shows."""
        self.deed("show")
        self.settle()
        return self.confirm_and_hear()

    def learn(self) -> int:
        """Do the tasks of a step as they are lit, or as "Show me" shows them; how many needed no showing."""
        alone = 0
        for _ in range(6):
            mood = self.confirm_and_hear() if self.follow_the_light() else ""
            alone += bool(mood)
            if self.page.locator("[data-lesson-deed=back]").count():
                alone -= 1
                self.deed("back")
                self.page.locator("body[data-lesson=task]").wait_for()
                mood = ""
            if (mood or self.be_shown()) == "done":
                return alone
        raise AssertionError("six tries, and the step is not done")


def learner_at(surfer: Surfer) -> Learner:
    """The same somebody, who wants to learn."""
    surfer.__class__ = Learner
    assert isinstance(surfer, Learner)
    return surfer
