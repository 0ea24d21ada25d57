"""Results and records as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.core.record import Record
from cloudtop.core.words import words_of
from cloudtop.table import Table


def seat_name(table: Table, seat: int, language: str) -> str:
    """Who sits there: a name, a bot, or you."""
    words = words_of("cloudtop.terminal", language)
    sitting = table.seats[seat]
    return words("bot", name=sitting.level) if sitting.level else sitting.name or words("you")


def score_lines(table: Table, language: str) -> Iterator[str]:
    """Everybody's score sheet, as if the game ended now."""
    words = words_of("cloudtop.terminal", language)
    game = table.game
    own = game.words(language)
    for seat in range(table.state.players):
        sheet = table.state.score_sheet(seat)
        yield words("sheet", seat=seat, name=seat_name(table, seat, language), points=sheet.total)
        yield from (f"  {line.points:>4}  {game.say_score(line, own)}" for line in sheet.lines)


def outcome_lines(table: Table, language: str) -> Iterator[str]:
    """How the game ended: why, every score sheet, who won."""
    words = words_of("cloudtop.terminal", language)
    game = table.game
    outcome = table.state.outcome()
    assert outcome is not None
    rule = outcome.reason.partition("/")[2]
    yield words("over", why=game.guide(language).rules[rule].statement)
    yield from score_lines(table, language)
    if table.state.players == 1:
        yield words("alone", points=outcome.scores[0])
    elif not outcome.winners:
        yield words("draw")
    elif len(outcome.winners) == 1:
        seat = outcome.winners[0]
        yield words("win", seat=seat, name=seat_name(table, seat, language))
    else:
        yield words("shared", seats=", ".join(str(seat) for seat in outcome.winners))
    if outcome.verdict:
        yield game.words(language)(outcome.verdict)


def record_lines(record: Record, language: str) -> Iterator[str]:
    """A whole game, move by move, with its comments, the last position and the result."""
    words = words_of("cloudtop.terminal", language)
    game = record.game
    yield words("record", title=game.title(language), players=record.players, moves=len(record.moves))
    yield from (f"{name}: {value}" for name, value in record.notes.items())
    yield from (f"seat {seat}: {name}" for seat, name in sorted(record.names.items()))
    yield ""
    for number, move in enumerate(record.moves, 1):
        yield from (f"      ; {comment}" for comment in move.before)
        said = f"  ; {move.comment}" if move.comment else ""
        phrase = game.say(move.action, game.words(language))
        yield f"{number:>4}  {move.seat}  {game.text(move.action)}  {phrase}{said}"
    yield from (f"      ; {comment}" for comment in record.closing)
    table = Table.of_record(record)
    yield ""
    yield game.board_text(table.state.view(None), language)
    if table.state.outcome() is not None:
        yield ""
        yield from outcome_lines(table, language)
