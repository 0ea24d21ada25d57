"""Commands for players: play, read the rules, look at records."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import cloudtop
from cloudtop.bots import BOTS
from cloudtop.cli.arguments import Box, File, GameName, Language, Options, chosen_game, chosen_options
from cloudtop.core.errors import BadBot, BadPlayers, BadRecord, CloudtopError
from cloudtop.core.fair import CUT, DIGEST, SEAL_HEADER, Noted, Proof, by_seat, prove
from cloudtop.core.game import Game, written
from cloudtop.core.record import Record
from cloudtop.core.words import check_language, words_of
from cloudtop.games import left_out, open_box
from cloudtop.stage.paints import THEMES
from cloudtop.table import Table

app = typer.Typer()


def read_file(path: Path) -> Record:
    """The record in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no record: it is not UTF-8 text") from None
    return cloudtop.read_record(text)


def seated(seats: str, game: Game) -> tuple[int, dict[int, str]]:
    """How many play, and the bots among them, from a list such as `human,bot`."""
    names = [name.strip() for name in seats.split(",")]
    game.terms(len(names))
    bots: dict[int, str] = {}
    for seat, name in enumerate(names):
        if name == "human":
            continue
        if name != "bot" and name not in BOTS:
            raise BadBot(f"nobody called {name!r} can sit down; expected human, bot, {', '.join(BOTS)}")
        bots[seat] = "breeze" if name == "bot" else name
    return len(names), bots


def usual_seats(game: Game) -> str:
    """You against a bot, or against as few as the game is played with."""
    players = 2 if 2 in game.player_counts else game.player_counts[0]
    return ",".join(["human"] + ["bot"] * (players - 1))


def loaded(path: Path, seats: str) -> Table:
    """The table of a saved game; without a list of seats, its bots sit where they sat."""
    record = read_file(path)
    names = [record.names.get(seat, "human") for seat in range(record.players)]
    players, bots = seated(seats or ",".join(name if name in BOTS else "human" for name in names), record.game)
    if players != record.players:
        raise BadPlayers(f"{path} is a game for {record.players}, but {players} seats were given")
    people = {seat: name for seat, name in record.names.items() if name not in BOTS and seat not in bots}
    return Table.of_record(replace(record, names=people | bots), bots)


@app.command()
def games() -> None:
    """List the games of the library."""
    for name in cloudtop.games():
        game = cloudtop.game(name)
        counts = "-".join(str(count) for count in sorted({game.player_counts[0], game.player_counts[-1]}))
        print(f"{name:<16} {counts:<4} {game.title()}: {game.words()('tagline')}")
    for missing in left_out():
        print(f"cloudtop: {missing}", file=sys.stderr)


@app.command()
def options(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="Only what so many players can choose.")] = None,
    lang: Language = "en",
    box: Box = None,
) -> None:
    """List what can be chosen before a game: `--option NAME=VALUE`."""
    found = chosen_game(game, box)
    words = found.words(check_language(lang))
    counts = found.player_counts if players is None else [found.terms(players).players]
    for choice in found.options:
        offered = {value for count in counts for value in found.option_values(choice, count)}
        print(f"{choice.name}: {words(f'option.{choice.name}.title')}")
        for value in (value for value in choice.values if value in offered):
            usual = " *" if value == choice.default else ""
            print(f"  {written(value):<14} {found.say_option(choice, value, words)}{usual}")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; `cloudtop games` lists them.")] = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Who sits where: human, bot, or a bot by name: calm, breeze, gale, storm, hurricane."
            " Without it, you against a bot."
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Deal from this seed; without it nobody knows the deal.")] = None,
    option: Options = None,
    lang: Language = "en",
    box: Box = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal. Type ? for your moves, help for the rest."""
    from cloudtop.terminal.play import TerminalGame

    check_language(lang)
    if load is not None:
        if game is not None or seed is not None or option or box is not None:
            raise CloudtopError("--load goes on with a saved game; leave out GAME, --seed, --option and --box")
        table = loaded(load, seats)
    elif game is None and box is None:
        raise CloudtopError(f"say which game: cloudtop play GAME, one of {', '.join(cloudtop.games())}")
    else:
        found = open_box(box).game if game is None and box is not None else chosen_game(game or "", box)
        if not seats and 1 in found.player_counts:
            print(words_of("cloudtop.terminal", lang)("against", command=f"cloudtop play {found.name} --seats human"))
        players, bots = seated(seats or usual_seats(found), found)
        table = Table.open(found, players, seed, chosen_options(option), names=bots, bots=bots)
    TerminalGame(table, lang, input, print, Path()).run()


@app.command()
def learn(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; without it all are listed.")] = None,
    step: Annotated[str, typer.Option(help="Begin with this step, by its number or its name.")] = "1",
    lang: Language = "en",
) -> None:
    """Learn a game by playing: small tasks on prepared positions, four minutes in all."""
    from cloudtop.terminal.learn import TerminalLesson, first_step

    words = words_of("cloudtop.terminal", check_language(lang))
    if game is not None:
        found = cloudtop.game(game)
        TerminalLesson(found, lang, input, print).run(first_step(found, step))
        return
    for found in map(cloudtop.game, cloudtop.games()):
        lessons = found.lessons()
        if lessons.steps:
            title, count = found.title(lang), len(lessons.steps)
            print(words("learn.line", name=found.name, title=title, steps=count, minutes=lessons.minutes))


@app.command()
def rules(game: GameName, lang: Language = "en") -> None:
    """Tell the rules of a game."""
    print(cloudtop.game(game).guide(lang).plain())


@app.command()
def show(
    file: File,
    lang: Language = "en",
    move: Annotated[int | None, typer.Option(help="The position after this move instead of the last one.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the position to this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw it to this PNG file (needs Chromium).")] = None,
    theme: Annotated[str, typer.Option(help="Light of the picture: day or dusk.")] = "day",
    side: Annotated[int, typer.Option(help="The side of the board it is seen from: quarter turns of the camera.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view is drawn; without it a spectator's.")] = None,
) -> None:
    """Print a game move by move, or draw one of its positions."""
    from cloudtop.terminal.picture import save_picture
    from cloudtop.terminal.reading import record_lines

    check_language(lang)
    if theme not in THEMES:
        raise CloudtopError(f"there is no theme {theme!r}; expected one of {', '.join(THEMES)}")
    record = read_file(file)
    if move is not None:
        if not 0 <= move <= len(record.moves):
            raise BadRecord(f"{file} has moves 0 to {len(record.moves)}, not {move}")
        record = record.upto(move)
    if svg is None and png is None:
        for line in record_lines(record, lang):
            print(line)
        return
    names = [record.names.get(place, "") for place in range(record.players)]
    picture = record.game.picture(record.end().view(seat), lang, theme, side, names if any(names) else ())
    for path in (svg, png):
        if path is not None:
            save_picture(picture, path)
            print(f"drawn to {path}")


def deal_lines(record: Record, proof: Proof) -> list[str]:
    """The lines that tell what a record proves about its deal."""
    if proof.kind == "none":
        return ["Nobody sealed the deal: nothing shows that it was not chosen."]
    seal = f"  seal   {record.notes['commitment'].removeprefix('sha256 ')}"
    if proof.kind == "sealed":
        first = (
            "The seed is the one that the house had sealed. No player cut, so the house may have chosen it before that."
        )
        return [first, "Compare the seal with the one that you saw before the game:", seal]
    whose = f"the cuts of {seats_named(proof.cut)}" if proof.cut else "no player's cut"
    first = f"The deal follows from the shuffle that the house had sealed and {whose}."
    seals = [f"  seal {seat}  {text}" for seat, text in sorted(by_seat(record.notes, SEAL_HEADER).items())]
    cuts = [f"  cut {seat}  {record.notes[f'cut {seat}']}" for seat in proof.cut]
    if proof.kind == "cut":
        open_cuts = "Players cut in the open: a host who cut last could have chosen the deal."
        compare = "Compare the seal and your cut with those that your page noted before the deal:"
        return [first, open_cuts, compare, seal, *cuts]
    told = [first, "Every cut was sealed before it was opened."] if proof.cut else [first]
    if proof.bots:
        told.append(f"Bots played {seats_named(proof.bots)} when it was dealt and added nothing.")
    if proof.unopened:
        told.append(
            f"A cut was sealed and never opened at {seats_named(proof.unopened)}; a bot played there to the end."
            " The host could have chosen between two deals in that way."
        )
    without = [seat for seat in range(record.players) if seat not in (*proof.cut, *proof.bots, *proof.unopened)]
    if without:
        told.append(f"Nothing was added by {seats_named(without)}: to them this proves nothing.")
    return [
        *told,
        "It was fair if these are the seals and the cut that your page noted before the deal:",
        seal,
        *seals,
        *cuts,
    ]


def seats_named(seats: Sequence[int]) -> str:
    """Seats as a phrase."""
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(str(seat) for seat in seats)}"


def note_of(seals: Sequence[str], cuts: Sequence[str]) -> Noted | None:
    """A player's note from the options of the command; None where nothing was noted."""
    found: dict[str, dict[int, str]] = {"--seal": {}, "--cut": {}}
    house = ""
    for option, texts, expected in (("--seal", seals, DIGEST), ("--cut", cuts, CUT)):
        for text in texts:
            match = re.fullmatch(rf"(?:(?P<seat>[0-9]{{1,3}})=)?(?P<value>{expected})", text)
            if match is None or (match["seat"] is None and option == "--cut"):
                shape = "SEAT=HEX" if option == "--cut" else "HEX or SEAT=HEX"
                raise BadRecord(f"{option} must be {shape} as your page noted it, not {text!r}")
            if match["seat"] is None:
                house = match["value"]
            else:
                found[option][int(match["seat"])] = match["value"]
    return Noted(house, found["--seal"], found["--cut"]) if seals or cuts else None


@app.command()
def verify(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A record (*.cloudtop).")] = None,
    fair: Annotated[bool, typer.Option("--fair", help="Refuse a deal that nobody sealed.")] = False,
    seal: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT=]HEX",
            help="A seal that your page noted: HEX is the house's, SEAT=HEX a player's. May be repeated.",
        ),
    ] = None,
    cut: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=HEX", help="Your own cut as your page noted it: SEAT=HEX. May be repeated."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page that checks deals in any browser, without a server."),
    ] = None,
    lang: Language = "en",
) -> None:
    """Say whether a record is sound: dealt as it was sealed and as you noted it, every move legal, the result true."""
    if html is not None:
        from cloudtop.web.offline import offline_page

        try:
            html.write_text(offline_page(check_language(lang)), encoding="utf-8")
        except OSError as error:
            raise CloudtopError(f"{html} cannot be written: {error.strerror}") from None
        print(f"written to {html}: open it in a browser and choose a record")
        if file is None:
            return
    if file is None:
        raise BadRecord("which record? Name its file: cloudtop verify FILE")
    record = read_file(file)
    proof = prove(record, note_of(seal or [], cut or []))
    if fair and proof.kind == "none":
        raise BadRecord(f"{file} proves nothing about its deal: the header 'commitment' is missing")
    over = record.end().outcome() is not None
    print(
        f"{file} is sound: {record.game.name}, {record.players} players, {len(record.moves)} moves,"
        f" {'finished' if over else 'unfinished'}"
    )
    for line in deal_lines(record, proof):
        print(line)
    if seal or cut:
        print("All of it is as you noted it.")
