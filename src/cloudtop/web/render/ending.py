"""How a game ended, explained: who won and why, what told equals apart, what shows it on the board."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cloudtop.core.state import Outcome
from cloudtop.core.teller import Tie
from cloudtop.web.render.moment import Moment, Standing
from cloudtop.web.render.phrases import in_a_row, rule_in_words, server_words
from cloudtop.web.socket.messages import DecidedBy, NextGame, Result, TieTold


def result(moment: Moment, language: str, you: int | None = None) -> Result | None:
    """How the game ended, as one of the players is told; None while it goes on."""
    outcome = moment.outcome()
    if outcome is None:
        return None
    shared = moment.shared(explained, outcome, language)
    lead = headline(moment, outcome, shared, language, you)
    tie = moment.game.tie(moment.view(None), moment.game.words(language))
    return replace(shared, headline=lead, decided=decided(moment, outcome, tie, language, you))


def explained(moment: Moment, outcome: Outcome, language: str) -> Result:
    """The same as all are told it: without its headline and what decided it, which call players by name."""
    game, words, view = moment.game, moment.game.words(language), moment.view(None)
    tie, trace = game.tie(view, words), game.trace(view)
    return Result(
        scores=outcome.scores,
        ranking=outcome.ranking,
        winners=outcome.winners,
        reason=rule_in_words(game, outcome.reason, language),
        verdict=words(outcome.verdict) if outcome.verdict else "",
        again=next_game(moment, language),
        headline="",
        tie=None if tie is None else TieTold(rule_in_words(game, tie.rule, language), tie.title, tie.values),
        trace=trace,
        decided=(),
        history=history(moment),
    )


def headline(moment: Moment, outcome: Outcome, told: Result, language: str, you: int | None) -> str:
    """Who won and how, in a sentence: by points, by what told equals apart, or just that they won."""
    words, names = server_words(language), names_beside(moment, you, language)
    if len(names) == 1:
        return words("headline.alone", points=outcome.scores[0])
    if not outcome.winners:
        return words("headline.nobody")
    winners = in_a_row([names[seat] for seat in outcome.winners], language)
    if len(outcome.winners) > 1:
        return words("headline.share", names=winners)
    shared = any(seat.kind == "here" for seat in moment.table.seats)
    lead = "headline.you" if outcome.winners == (you,) and not shared else "headline"
    best = outcome.scores[outcome.winners[0]]
    others = sorted((score for seat, score in enumerate(outcome.scores) if seat not in outcome.winners), reverse=True)
    if not moment.table.points or not any(outcome.scores):
        return words(f"{lead}.won", name=winners)
    return words(f"{lead}.{'points' if told.tie is None else 'tie-break'}", name=winners, points=best, other=others[0])


def names_beside(moment: Moment, you: int | None, language: str) -> list[str]:
    """What the players are called beside the board: whoever looks on alone is "you" there, whatever the name."""
    names = list(moment.names(you, language))
    if you is not None and all(seat.kind != "here" for seat in moment.table.seats):
        names[you] = server_words(language)("you")
    return names


def decided(
    moment: Moment, outcome: Outcome, tie: Tie | None, language: str, you: int | None = None
) -> tuple[DecidedBy, ...]:
    """What made the difference between the first and the second: what told them apart, and the rule that gave most."""
    if len(outcome.winners) != 1 or len(outcome.ranking) < 2:
        return ()
    (first,), second = outcome.winners, outcome.ranking[1][0]
    game, said, names = moment.game, server_words(language), names_beside(moment, you, language)
    found: list[DecidedBy] = []
    if tie is not None:
        rule = rule_in_words(game, tie.rule, language)
        values = [(names[seat], value) for seat, value in enumerate(tie.values) if value is not None]
        told = said("decided.and").join(said("decided.value", name=name, value=value) for name, value in values)
        found.append(DecidedBy(first, said("decided.tie", title=tie.title, values=told), rule))
    mine, theirs = sources(moment, first, second, language), sources(moment, second, first, language)
    lead = max(mine, key=lambda source: mine[source] - theirs.get(source, 0), default=("", ""))
    # Where all points come from one source, the difference is the result once more.
    if len(mine) > 1 and mine[lead] > theirs.get(lead, 0):
        pair = {"name": names[first], "points": mine[lead], "other": names[second], "fewer": theirs.get(lead, 0)}
        text = said("decided.rule", title=lead[1], **pair)
        found.append(DecidedBy(first, text, rule_in_words(game, lead[0], language)))
    return tuple(found)


def sources(moment: Moment, seat: int, other: int, language: str) -> dict[tuple[str, str], int]:
    """Where a seat's points come from, as rule and title: line by line where another seat has the same lines."""
    found: dict[tuple[str, str], int] = {}
    lines, others = (moment.sheets(language)[which].lines for which in (seat, other))
    for line in lines:
        texts = [{one.text for one in sheet if one.rule == line.rule} for sheet in (lines, others)]
        title = line.text if texts[0] == texts[1] else rule_in_words(moment.game, line.rule, language).title
        found[line.rule, title] = found.get((line.rule, title), 0) + line.points
    return found


def next_game(moment: Moment, language: str) -> NextGame | None:
    """What whoever has played such a game is offered next."""
    game, words, options = moment.game, moment.game.words(language), moment.state.options
    for option in game.options:
        before, after = game.next_option.get(option.name, (None, None))
        if after is not None and options[option.name] == before and after in option.values:
            return NextGame(option.name, after, game.say_option(option, after, words), words(f"again.{option.name}"))
    return None


def history(moment: Moment) -> tuple[tuple[int, ...], ...]:
    """Everybody's points after each round, where rounds are counted."""
    found: dict[int, tuple[int, ...]] = {}
    known = [moment.memory.standings.get(entry.seq) for entry in moment.table.log]
    for standing in played_again(moment) if None in known else known:
        if standing is None or standing.round is None:
            return ()
        found[standing.round] = standing.scores
    return tuple([found[now] for now in sorted(found)])


def played_again(moment: Moment) -> Iterator[Standing]:
    """How the players stood after each move of a game that was not told while it was played."""
    state = moment.table.position(0)
    for entry in moment.table.log:
        progress = moment.game.progress(state.view(None))
        state.apply(entry.seat, entry.action)
        yield Standing(None if progress is None else progress.now, tuple(state.scores()))
