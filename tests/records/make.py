"""Make golden records of a game: `python tests/records/make.py GAME`.

Bots play under terms that together show every number of players with every value of every option. What is made
follows from the game alone, and a file that exists is never touched: a golden record stays as it was made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import cloudtop
from cloudtop.bots import Perspective, bot
from cloudtop.core.game import Value, written
from cloudtop.core.record import Record
from cloudtop.table import Table
from cloudtop.terminal.reading import score_lines
from cloudtop.testing.conformance import all_terms

HOME = Path(__file__).parent
STEP = 5
"""A playthrough shows the position after every so many moves."""
LINE_UP = ("greedy", "random")


def shown(players: int, options: Mapping[str, Value]) -> set[tuple[int, str, str]]:
    """What a record under these terms shows: each option's value with that many players."""
    return {(players, name, written(value)) for name, value in options.items()} | {(players, "", "")}


def telling_terms(game: cloudtop.Game) -> list[tuple[int, dict[str, Value]]]:
    """Few terms that together show everything that `shown` can tell apart."""
    terms = list(all_terms(game))
    left = set().union(*(shown(*one) for one in terms))
    chosen = []
    while left:
        best = max(terms, key=lambda one: len(shown(*one) & left))
        chosen.append(best)
        left -= shown(*best)
    return sorted(chosen, key=lambda one: one[0])


def play(record: Record, bots: Sequence[str]) -> Record:
    """The record played to the end by bots, one for each seat."""
    state = record.start()
    rng = Random(len(bots))
    while state.turn():
        seat = state.turn()[int(rng.random() * len(state.turn()))]
        action = bot(bots[seat]).choose(Perspective(state, seat), rng)
        state.play(seat, action)
        record = record.with_move(seat, action)
    return replace(record, names=dict(enumerate(bots)))


def commented(record: Record) -> Record:
    """The record with something said in every place where something can be said."""
    first, second, *others = record.moves
    words = record.game.words("ja")
    opening = replace(first, before=("Played for the tests.", "", f"  {record.game.title('fr')}"))
    answer = replace(second, comment=f"{record.game.say(second.action, words)} ; 2")
    return replace(
        record,
        moves=(opening, answer, *others),
        notes={"event": "golden records", "round": "1"},
        closing=(f"The scores are {list(record.end().scores())}.",),
    )


def golden(game: cloudtop.Game) -> Iterator[tuple[str, Record]]:
    """All golden records of a game, with their names."""
    for number, (players, options) in enumerate(telling_terms(game), 1):
        record = Record(game, players, options, seed=1000 + number)
        yield f"{players}p-{number:02}-random", play(record, ["random"] * players)
        if number % 2:
            yield f"{players}p-{number:02}-greedy", play(record, ["greedy"] * players)
    for players in game.player_counts:
        record = Record(game, players, game.terms(players).options, seed=2000 + players)
        yield f"{players}p-mixed", commented(play(record, [LINE_UP[seat % 2] for seat in range(players)]))
    most = game.player_counts[-1]
    options = game.terms(most).options
    yield f"{most}p-deal", play(Record(game, most, options, deal=game.deal_of(most, 3000)), ["random"] * most)
    whole = play(Record(game, most, options, seed=4000), ["random"] * most)
    yield f"{most}p-unfinished", whole.upto(len(whole.moves) // 2)


def playthrough(record: Record) -> str:
    """What the public functions say of a game, after every fifth move and at the end."""
    lines: list[str] = []
    for number in [*range(0, len(record.moves), STEP), len(record.moves)]:
        table = Table.of_record(record.upto(number))
        state = table.state
        lines += [
            f"===== after {number} moves",
            f"turn: {state.turn()}",
            "",
            state.game.board_text(state.view(None)),
            "",
        ]
        for seat in state.turn():
            if state.view(seat).facts != state.view(None).facts:
                lines += [f"seat {seat} sees:", state.game.board_text(state.view(seat)), ""]
            moves = " ".join(state.game.text(action) for action in state.legal(seat))
            lines += [f"seat {seat} may play: {moves}", ""]
        lines += [*score_lines(table, "en"), f"outcome: {state.outcome()}", ""]
    return "\n".join(lines)


def main() -> None:
    """Write what is missing."""
    game = cloudtop.game(sys.argv[1])
    folder = HOME / game.name
    folder.mkdir(exist_ok=True)
    texts = {}
    for name, record in golden(game):
        texts[f"{name}.cloudtop"] = record.write()
        if name == f"{game.player_counts[-1]}p-mixed":
            texts[f"{name}.playthrough.txt"] = playthrough(record)
    for file, text in texts.items():
        path = folder / file
        if path.exists():
            print(f"kept {path}")
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"made {path}")


if __name__ == "__main__":
    main()
