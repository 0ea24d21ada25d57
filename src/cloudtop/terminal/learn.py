"""A game learned in the terminal: one small task after the other, with an answer to every try."""

from __future__ import annotations

from cloudtop.core.errors import AmbiguousMove, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.game import Game
from cloudtop.core.lesson import Answer, Attempt, Step
from cloudtop.core.words import words_of
from cloudtop.terminal.play import Ask, Say


class TerminalLesson:
    """The steps of a game's lesson, learned by typing."""

    def __init__(self, game: Game, language: str, ask: Ask, say: Say) -> None:
        self.game = game
        self.language = language
        self.ask = ask
        self.say = say
        self.words = words_of("cloudtop.terminal", language)

    def run(self, first: int = 0) -> None:
        """Teach step after step from the first one on, to the end or until the learner leaves."""
        steps = self.game.lessons().steps
        self.say(self.words("learn.welcome", title=self.game.title(self.language), steps=len(steps)))
        try:
            for number, step in enumerate(steps[first:], first + 1):
                title = step.title.by(self.language)
                self.say("")
                self.say(self.words("learn.step", number=number, steps=len(steps), title=title))
                if not self.teach(step):
                    self.say(self.words("learn.later", game=self.game.name, number=number))
                    return
        except (EOFError, KeyboardInterrupt):
            self.say("")
            return
        players = 2 if 2 in self.game.player_counts else self.game.player_counts[0]
        seats = ",".join(["human"] + ["calm"] * (players - 1))
        self.say("")
        self.say(self.words("learn.end", command=f"cloudtop play {self.game.name} --seats {seats}"))

    def teach(self, step: Step) -> bool:
        """One step; False if the learner leaves."""
        attempt = Attempt(self.game, step)
        self.say(step.coach.by(self.language))
        self.show_board(attempt)
        while (task := attempt.task) is not None:
            self.say(f"> {task.task.by(self.language)}")
            done = attempt.number
            while attempt.number == done:
                word = self.ask(self.words("prompt")).strip()
                if word.lower() in ("quit", "exit"):
                    return False
                if word.lower() == "skip":
                    return True
                self.obey(attempt, word)
        return True

    def obey(self, attempt: Attempt, line: str) -> None:
        """Do what was typed: a command, or a try at the task."""
        match line.lower():
            case "":
                return
            case "show":
                self.make(attempt, attempt.shown())
            case "board":
                self.show_board(attempt)
            case "help":
                self.say(self.words("learn.help", example=self.game.example(attempt.state, attempt.step.seat)))
            case "?":
                self.list_moves(attempt)
            case _:
                self.attempt_move(attempt, line)

    def attempt_move(self, attempt: Attempt, text: str) -> None:
        """Try what was typed at the task."""
        seat, example = attempt.step.seat, self.game.example(attempt.state, attempt.step.seat)
        try:
            action = self.game.parse(attempt.state, seat, text)
        except IllegalMove as error:
            self.tell(attempt.refusal(error.rule, [error.move or text], self.language))
        except AmbiguousMove as error:
            meant = ", ".join(self.game.text(action) for action in error.moves)
            self.say(self.words("ambiguous", text=text, moves=meant))
        except NotAMove:
            self.say(self.words("not-a-move", text=text, example=example))
        else:
            answer = attempt.answer(action, self.language)
            if answer.kind == "good":
                self.make(attempt, action)
            else:
                self.tell(answer)

    def make(self, attempt: Attempt, action: int) -> None:
        """Make the move that was asked for, tell what it and the replies are, and say that it was good."""
        task = attempt.task
        assert task is not None
        own = self.game.words(self.language)
        for seat, made in attempt.make(action):
            key = "learn.you" if seat == attempt.step.seat else "learn.other"
            self.say(self.words(key, seat=seat, text=self.game.text(made), words=self.game.say(made, own)))
        self.say(f"✓ {task.good.by(self.language)}")
        if attempt.task is not None:
            self.show_board(attempt)

    def tell(self, answer: Answer) -> None:
        """What is said to a try that was not asked for; it was not made."""
        self.say(f"✗ {answer.text}")

    def show_board(self, attempt: Attempt) -> None:
        """The position as the learner sees it."""
        self.say("")
        self.say(self.game.board_text(attempt.state.view(attempt.step.seat), self.language))
        self.say("")

    def list_moves(self, attempt: Attempt) -> None:
        """What could be done now, asked for or not."""
        own, legal = self.game.words(self.language), attempt.state.legal(attempt.step.seat)
        self.say(self.words("moves", count=len(legal)))
        for action in legal:
            self.say(f"  {self.game.text(action):<12}  {self.game.say(action, own)}")


def first_step(game: Game, wanted: str) -> int:
    """The place of the step that somebody wants to begin with, by its number or its name."""
    ids = [step.id for step in game.lessons().steps]
    if not ids:
        raise CloudtopError(f"{game.name} has no lessons; cloudtop rules {game.name} tells its rules")
    if wanted in ids:
        return ids.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(ids):
        return int(wanted) - 1
    raise CloudtopError(f"there is no step {wanted!r}; expected 1 to {len(ids)}, or one of {', '.join(ids)}")
