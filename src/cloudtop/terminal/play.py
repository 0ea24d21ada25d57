"""A game in the terminal: typed moves, a text board, and an answer to every refusal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random

from cloudtop.bots import Perspective, bot
from cloudtop.bots.fallback import choice_in_time
from cloudtop.bots.hints import gained, hints
from cloudtop.core.errors import AmbiguousMove, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.guide import Rule
from cloudtop.core.words import words_of
from cloudtop.table import Table
from cloudtop.table.blame import blamed, how
from cloudtop.terminal.reading import outcome_lines, score_lines, seat_name

Ask = Callable[[str], str]
"""Shows a prompt and returns a line; raises `EOFError` when there is no more."""
Say = Callable[[str], object]


class TerminalGame:
    """One table played by typing."""

    def __init__(self, table: Table, language: str, ask: Ask, say: Say, folder: Path) -> None:
        self.table = table
        self.language = language
        self.ask = ask
        self.say = say
        self.folder = folder
        self.words = words_of("cloudtop.terminal", language)
        self.game = table.game
        self.at_keyboard: int | None = None

    def run(self) -> None:
        """Play to the end, or until the player leaves; an unfinished game is saved."""
        title = self.game.title(self.language)
        self.say(self.words("welcome", title=title, players=self.table.state.players))
        rng = Random(self.table.opened.seed)
        try:
            while self.table.state.turn():
                if (seat := self.table.bot_to_play()) is not None:
                    self.let_bot_play(seat, rng)
                elif not self.decide(self.table.state.turn()[0]):
                    self.save("")
                    return
            self.show_board(self.at_keyboard)
            for line in outcome_lines(self.table, self.language):
                self.say(line)
        except (EOFError, KeyboardInterrupt):
            self.say("")
            self.save("")
        except (Exception, SystemExit) as error:
            if not blamed(error):
                raise
            self.say(self.words("game-fault", why=how(error)))
            self.save("")

    def let_bot_play(self, seat: int, rng: Random) -> None:
        """Let a bot decide, and tell its move; one that is still secret is only said to be made."""
        sitting = bot(self.table.seats[seat].level)
        action = choice_in_time(sitting, Perspective(self.table.state, seat), rng)
        self.table.play(seat, action)
        name = seat_name(self.table, seat, self.language)
        if self.table.log[-1].secret:
            self.say(self.words("chosen", seat=seat, name=name))
            return
        phrase = self.game.say(action, self.game.words(self.language))
        self.say(self.words("played", seat=seat, name=name, text=self.game.text(action), words=phrase))

    def decide(self, seat: int) -> bool:
        """Let a person decide; False if they leave."""
        self.draw_curtain(seat)
        self.show_board(seat)
        self.say(self.words("turn", seat=seat, name=seat_name(self.table, seat, self.language)))
        commands: dict[str, Callable[[int, str], object]] = {
            "?": self.list_moves,
            "why": self.explain,
            "board": lambda seat, text: self.show_board(seat),
            "score": lambda seat, text: self.show_scores(),
            "rule": lambda seat, text: self.tell_rule(text),
            "rules": lambda seat, text: self.say(self.game.guide(self.language).plain()),
            "hint": lambda seat, text: self.hint(seat),
            "save": lambda seat, text: self.save_here(text),
            "help": lambda seat, text: self.say(self.words("help", example=self.example(seat))),
        }
        while True:
            line = self.ask(self.words("prompt")).strip()
            word, _, rest = line.replace("?", "? ", 1).partition(" ") if line.startswith("?") else line.partition(" ")
            if word.lower() in ("quit", "exit"):
                return False
            if word.lower() == "undo":
                if self.undo(seat):
                    return True
            elif word.lower() in commands:
                commands[word.lower()](seat, rest.strip())
            elif line and self.move(seat, line):
                return True

    def draw_curtain(self, seat: int) -> None:
        """Between two people whose hands are secret from each other, hide what the first one saw."""
        people = self.table.people
        if self.at_keyboard not in (None, seat) and len(people) > 1 and self.table.has_secrets():
            self.say("\n" * 40)
            self.ask(self.words("curtain", seat=seat, name=seat_name(self.table, seat, self.language)))
        self.at_keyboard = seat

    def show_board(self, seat: int | None) -> None:
        """The position as the seat sees it."""
        self.say("")
        self.say(self.game.board_text(self.table.state.view(seat), self.language))
        self.say("")

    def show_scores(self) -> None:
        """Everybody's score sheet, as if the game ended now."""
        for line in score_lines(self.table, self.language):
            self.say(line)

    def example(self, seat: int) -> str:
        """A move the seat has now."""
        return self.game.example(self.table.state, seat)

    def list_moves(self, seat: int, text: str) -> None:
        """The legal moves in notation and in words, or those that contain a text."""
        words = self.game.words(self.language)
        rows = [(self.game.text(action), self.game.say(action, words)) for action in self.table.state.legal(seat)]
        rows = [row for row in rows if text.lower() in row[0] or text.lower() in row[1].lower()]
        if not rows:
            self.say(self.words("no-moves", text=text))
            return
        self.say(self.words("moves", count=len(rows)))
        width = max(len(row[0]) for row in rows)
        for notation, phrase in rows:
            self.say(f"  {notation:<{width}}  {phrase}")

    def explain(self, seat: int, text: str) -> None:
        """Say whether a move is possible and, if not, which rule forbids it."""
        if not text:
            self.say(self.words("which-move", example=self.example(seat)))
            return
        action = self.understand(seat, text)
        if action is not None:
            phrase = self.game.say(action, self.game.words(self.language))
            self.say(self.words("possible", move=self.game.text(action), words=phrase))

    def rule(self, rule: str) -> Rule:
        """A rule, named as `game/rule`, as the guide tells it."""
        return self.game.guide(self.language).rules[rule.partition("/")[2]]

    def tell_rule(self, rule: str) -> None:
        """One rule as the guide tells it."""
        rules = self.game.guide(self.language).rules
        found = rules.get(rule.rpartition("/")[2])
        if found is None:
            self.say(self.words("no-rule", rule=rule, rules=", ".join(rules)))
            return
        self.say(f"{found.title}\n\n{found.text}")

    def move(self, seat: int, text: str) -> bool:
        """Play what was typed; False, with the reason said, if it cannot be played."""
        action = self.understand(seat, text)
        if action is None:
            return False
        self.table.play(seat, action)
        return True

    def understand(self, seat: int, text: str) -> int | None:
        """The legal move that was typed; None, with the reason said, if it is none."""
        try:
            return self.game.parse(self.table.state, seat, text)
        except IllegalMove as error:
            why = self.game.explain(error, self.language)
            self.say(self.words("refused", move=error.move or text, why=why, rule=error.rule))
        except AmbiguousMove as error:
            moves = ", ".join(self.game.text(action) for action in error.moves)
            self.say(self.words("ambiguous", text=text, moves=moves))
        except NotAMove:
            self.say(self.words("not-a-move", text=text, example=self.example(seat)))
        return None

    def hint(self, seat: int) -> None:
        """The best three moves a strong bot finds, with what they are worth and why."""
        own, state = self.game.words(self.language), self.table.state
        for place, hint in enumerate(hints(Perspective(state, seat), Random(len(self.table.log))), 1):
            key = "hint-alone" if state.players == 1 else "hint"
            value = f"{hint.value:.0f}" if state.players == 1 else f"{hint.value:.0%}"
            notation, phrase = self.game.text(hint.action), self.game.say(hint.action, own)
            self.say(self.words(key, place=place, text=notation, words=phrase, value=value))
            imagined = self.table.imagined(seat)
            after = imagined.copy()
            after.apply(seat, hint.action)
            for gain in gained(imagined, after, seat):
                text = self.game.say_score(gain.line, own) if gain.line else self.rule(gain.rule).title
                self.say(self.words("hint-gain", points=f"{gain.points:+}", text=text))
            if hint.reply is not None:
                self.say(self.words("hint-reply", words=self.game.say(hint.reply, own)))

    def undo(self, seat: int) -> bool:
        """Take back to the seat's last decision; False if nothing may be taken back."""
        count = self.table.undo(seat)
        self.say(self.words("undone", count=count) if count else self.words("nothing-to-undo"))
        return count > 0

    def save_here(self, name: str) -> None:
        """Write the record while the game goes on, even if it cannot be written there."""
        try:
            self.save(name)
        except CloudtopError as error:
            self.say(str(error))

    def save(self, name: str) -> None:
        """Write the record; without a name, to a file named after the game and the time."""
        path = Path(name) if name else self.folder / f"{self.game.name}-{datetime.now():%Y%m%d-%H%M%S}.cloudtop"
        try:
            path.write_text(self.table.record().write(), encoding="utf-8")
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise CloudtopError(self.words("not-saved", file=path, why=why)) from None
        self.say(self.words("saved", file=path))
