"""The command line: what it prints, and that everything asked wrongly is answered in one line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.cli import main
from cloudtop.core.box import read_box
from cloudtop.core.fair import seal_of, seal_of_cut, seed_of
from cloudtop.core.record import Record
from cloudtop.lab.results import Table
from cloudtop.program import this_program

RECORDS = Path(__file__).parents[2] / "records" / "skybridge"
FINISHED = str(RECORDS / "2p-mixed.cloudtop")
UNFINISHED = str(RECORDS / "4p-unfinished.cloudtop")


class Answer(NamedTuple):
    code: int | str | None
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture
def cloud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command in an empty folder, with lines to type."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "argv", ["cloudtop", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main()
        return Answer(left.value.code or 0, *capsys.readouterr())

    return run


# ---------------------------------------------------------------------- what it does


def test_games_are_listed_with_players_and_a_line_about_them(cloud: Command) -> None:
    answer = cloud("games")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(cloudtop.games())
    assert "skybridge        2-4  Skybridge: Raise towers together" in answer.out


def test_a_guest_is_listed_and_simulated_too(cloud: Command, guest: str) -> None:
    assert "coin-nim         2-3  Nim with a coin: Take the stones." in cloud("games").out
    answer = cloud("simulate", guest, "--games", "4", "--option", "stones=5", "--json", "--workers", "1")
    assert json.loads(answer.out)["games"] == 4


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_rules_are_told(cloud: Command, name: str, language: str) -> None:
    answer = cloud("rules", name, "--lang", language)
    assert answer == (0, cloudtop.game(name).guide(language).plain() + "\n", "")


def test_a_game_is_played_saved_and_gone_on_with(cloud: Command, tmp_path: Path) -> None:
    first = cloud(
        "play", "skybridge", "--seats", "human,greedy", "--seed", "3", typed="why hb@a1-b1\n?\nsave a.cloudtop\nquit\n"
    )
    assert first.code == 0
    assert "Saved to a.cloudtop." in first.out
    record = cloudtop.read_record((tmp_path / "a.cloudtop").read_text(encoding="utf-8"))
    assert (record.seed, record.names) == (3, {1: "greedy"})
    example = cloudtop.game("skybridge").example(record.end(), 0)
    second = cloud("play", "--load", "a.cloudtop", "--lang", "fr", typed=f"{example}\nsave b.cloudtop\n")
    assert second.code == 0
    assert "Place 1 (robot greedy) : " in second.out
    later = cloudtop.read_record((tmp_path / "b.cloudtop").read_text(encoding="utf-8"))
    assert later.moves[: len(record.moves)] == record.moves
    assert len(later.moves) == len(record.moves) + 2


def test_a_finished_game_can_be_loaded_and_tells_its_end(cloud: Command, tmp_path: Path) -> None:
    answer = cloud("play", "--load", FINISHED)
    assert answer.code == 0
    assert "The game is over: " in answer.out
    assert list(tmp_path.iterdir()) == []


def test_people_with_names_of_their_own_sit_down_again(cloud: Command, tmp_path: Path) -> None:
    text = Path(UNFINISHED).read_text(encoding="utf-8").replace("seat 1: random", "seat 1: first, of two")
    Path("named.cloudtop").write_text(text, encoding="utf-8")
    answer = cloud("play", "--load", "named.cloudtop", typed="save again.cloudtop\n")
    assert answer.code == 0
    again = cloudtop.read_record(Path("again.cloudtop").read_text(encoding="utf-8"))
    assert again.names == {0: "random", 1: "first, of two", 2: "random", 3: "random"}


def test_seats_given_for_a_saved_game_are_kept_with_it(cloud: Command) -> None:
    answer = cloud("play", "--load", UNFINISHED, "--seats", "human,human,greedy,human", typed="save again.cloudtop\n")
    assert answer.code == 0
    assert cloudtop.read_record(Path("again.cloudtop").read_text(encoding="utf-8")).names == {2: "greedy"}


@pytest.mark.parametrize("game", ROOMS)
def test_without_seats_you_play_against_a_bot(cloud: Command, game: str) -> None:
    answer = cloud("play", game, typed="save a.cloudtop\nquit\n")
    record = cloudtop.read_record(Path("a.cloudtop").read_text(encoding="utf-8"))
    assert (record.players, list(record.names.values())) == (2, ["breeze"])
    told = f"You play against a bot. To play alone: cloudtop play {game} --seats human\n"
    assert answer.out.startswith(told) == (1 in cloudtop.game(game).player_counts)


def test_who_asks_to_play_alone_does(cloud: Command) -> None:
    answer = cloud("play", "cloud-city", "--seats", "human", typed="save a.cloudtop\nquit\n")
    assert cloudtop.read_record(Path("a.cloudtop").read_text(encoding="utf-8")).players == 1
    assert "To play alone" not in answer.out


@pytest.mark.parametrize("option", ["roof_on_foundation=on", "two_player_colours=alternating"])
def test_options_are_dealt_with(cloud: Command, option: str) -> None:
    answer = cloud("play", "skybridge", "--seats", "human,human", "-o", option, typed="save x.cloudtop\n")
    assert answer.code == 0
    assert f"option {option.replace('=', ': ')}\n" in Path("x.cloudtop").read_text(encoding="utf-8")


def test_a_record_is_shown(cloud: Command) -> None:
    answer = cloud("show", FINISHED)
    assert answer.code == 0
    assert "Skybridge, 2 players, " in answer.out
    assert "The game is over: " in answer.out


def test_a_position_of_a_record_is_shown_and_drawn(cloud: Command, tmp_path: Path) -> None:
    assert "The game is over: " not in cloud("show", FINISHED, "--move", "3").out
    answer = cloud(
        "show", FINISHED, "--move", "0", "--svg", "start.svg", "--theme", "dusk", "--side", "1", "--seat", "1"
    )
    assert answer == (0, "drawn to start.svg\n", "")
    assert (tmp_path / "start.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_record_is_verified(cloud: Command) -> None:
    assert cloud("verify", UNFINISHED).out.startswith(f"{UNFINISHED} is sound: skybridge, 4 players, ")
    answer = cloud("verify", FINISHED)
    assert " moves, finished\n" in answer.out
    assert "Nobody sealed the deal" in answer.out


def sealed_record(**changed: str) -> str:
    """The record of a game that was sealed and cut, with some headers as somebody would like them."""
    game, shuffle, cuts = cloudtop.game("skybridge"), "5a" * 32, {0: "0c" * 16}
    notes = {"commitment": f"sha256 {seal_of(shuffle)}", "shuffle": shuffle, "cut 0": cuts[0]} | changed
    shown = {name: text for name, text in notes.items() if text}
    return Record(game, 2, game.terms(2).options, seed_of(shuffle, cuts), notes=shown).write()


def test_a_sealed_record_is_verified_with_what_is_to_be_compared(cloud: Command) -> None:
    Path("sealed.cloudtop").write_text(sealed_record(), encoding="utf-8")
    answer = cloud("verify", "sealed.cloudtop", "--fair")
    assert answer.code == 0
    assert "follows from the shuffle that the house had sealed and the cuts of seat 0." in answer.out
    assert f"  seal   {seal_of('5a' * 32)}\n  cut 0  {'0c' * 16}\n" in answer.out


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"commitment": f"sha256 {'0' * 64}"}, "the header 'commitment' is empty"),
        ({"commitment": ""}, "the header 'commitment' is missing"),
        ({"shuffle": ""}, "the header 'shuffle' is missing"),
        ({"shuffle": "5b" * 32}, "not the one that the house had sealed"),
        ({"cut 0": ""}, "dealt in another way"),
    ],
)
def test_a_deal_that_does_not_fit_its_seal_is_refused(cloud: Command, changed: dict[str, str], reason: str) -> None:
    Path("sealed.cloudtop").write_text(sealed_record(**changed), encoding="utf-8")
    answer = cloud("verify", "sealed.cloudtop")
    assert (answer.code, answer.out) == (2, "")
    assert reason in answer.err


SHUFFLE, CUTS = "5a" * 32, {0: "0c" * 16, 2: "1d" * 16}


def blind_record(**changed: str) -> str:
    """The record of a game at which two players sealed their cuts, with some headers as a house would like them."""
    game = cloudtop.game("skybridge")
    notes = {"commitment": f"sha256 {seal_of(SHUFFLE)}", "bots": "1", "shuffle": SHUFFLE}
    for seat, cut in CUTS.items():
        notes |= {f"seal {seat}": seal_of_cut(cut), f"cut {seat}": cut}
    shown = {name: text for name, text in (notes | changed).items() if text}
    cuts = {int(name[4:]): text for name, text in shown.items() if name.startswith("cut ")}
    return Record(game, 4, game.terms(4).options, seed_of(SHUFFLE, cuts), notes=shown).write()


NOTE = [
    *("--seal", seal_of(SHUFFLE), "--seal", f"0={seal_of_cut(CUTS[0])}", "--seal", f"2={seal_of_cut(CUTS[2])}"),
    *("--cut", f"0={CUTS[0]}"),
]


def test_a_record_is_compared_with_a_players_own_note(cloud: Command) -> None:
    Path("blind.cloudtop").write_text(blind_record(), encoding="utf-8")
    answer = cloud("verify", "blind.cloudtop", "--fair", *NOTE)
    assert (answer.code, answer.err) == (0, "")
    for line in (
        "and the cuts of seats 0, 2.",
        "Every cut was sealed before it was opened.",
        "Bots played seat 1 when it was dealt and added nothing.",
        "Nothing was added by seat 3: to them this proves nothing.",
        "All of it is as you noted it.",
    ):
        assert line in answer.out


def test_who_did_not_open_is_named(cloud: Command) -> None:
    Path("blind.cloudtop").write_text(blind_record(**{"cut 2": ""}), encoding="utf-8")
    answer = cloud("verify", "blind.cloudtop")
    assert "A cut was sealed and never opened at seat 2; a bot played there to the end." in answer.out


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"seal 0": "", "cut 0": ""}, "you noted a seal of seat 0, and it is not in the record: it was left out"),
        ({"seal 0": seal_of_cut("2e" * 16), "cut 0": "2e" * 16}, "the seal of seat 0 is not the one that you noted"),
        ({"seal 2": seal_of_cut("2e" * 16), "cut 2": "2e" * 16}, "the seal of seat 2 is not the one that you noted"),
        ({"bots": "none", "seal 1": seal_of_cut("2e" * 16), "cut 1": "2e" * 16}, "you noted no seal of seat 1"),
        ({"seal 1": seal_of_cut("2e" * 16), "cut 1": "2e" * 16}, "a bot played seat 1, and bots do not cut"),
    ],
)
def test_a_rigged_deal_is_refused(cloud: Command, changed: dict[str, str], reason: str) -> None:
    Path("blind.cloudtop").write_text(blind_record(**changed), encoding="utf-8")
    answer = cloud("verify", "blind.cloudtop", *NOTE)
    assert (answer.code, answer.out) == (2, "")
    assert reason in answer.err


@pytest.mark.parametrize("option", [("--seal", "abc"), ("--cut", CUTS[0]), ("--cut", "0=abc"), ("--seal", "x=1")])
def test_a_note_that_is_none_is_refused(cloud: Command, option: tuple[str, str]) -> None:
    Path("blind.cloudtop").write_text(blind_record(), encoding="utf-8")
    answer = cloud("verify", "blind.cloudtop", *option)
    assert (answer.code, answer.out) == (2, "")
    assert f"{option[0]} must be" in answer.err


def test_a_page_that_checks_without_a_server_is_written(cloud: Command) -> None:
    answer = cloud("verify", "--html", "check.html", "--lang", "fr")
    assert (answer.code, answer.out.split(":")[0]) == (0, "written to check.html")
    assert '<html lang="fr">' in Path("check.html").read_text(encoding="utf-8")
    assert "check.html cannot be written" in cloud("verify", "--html", "nowhere/check.html").err
    assert "which record?" in cloud("verify").err


def test_a_record_that_nobody_sealed_is_refused_where_a_proof_is_wanted(cloud: Command) -> None:
    answer = cloud("verify", FINISHED, "--fair")
    assert (answer.code, answer.out) == (2, "")
    assert "the header 'commitment' is missing" in answer.err


def test_a_simulation_does_not_depend_on_the_number_of_workers(cloud: Command) -> None:
    command = ("simulate", "skybridge", "--games", "60", "--seats", "random,random,random", "--seed", "4", "--json")
    alone = cloud(*command, "--workers", "1")
    assert alone.code == 0
    assert alone.err == ""
    assert cloud(*command, "--workers", "2") == alone
    result = json.loads(alone.out)
    assert (result["game"], result["seed"], result["games"]) == ("skybridge", 4, 60)
    assert sum(seat["wins"] for seat in result["seats"]) + result["draws"] == pytest.approx(60)


def test_a_simulation_is_shown_as_a_table(cloud: Command) -> None:
    answer = cloud("simulate", "skybridge", "--games", "6", "--seats", "greedy,random", "--workers", "1")
    assert answer.code == 0
    assert answer.out.startswith("6 games; ")
    assert "greedy" in answer.out
    assert "shared wins: " in answer.out


TWO_AXES = """
[magic.two-axes]
title = "Two axes"
steps = ["cut", "cut"]
"""


def test_magic_of_one_s_own_is_played_from_a_file(cloud: Command, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(TWO_AXES, encoding="utf-8")
    typed = "pick:cut-it-all+inspiration+two-axes\nsave ours.cloudtop\nquit\n"
    seats = ("--seats", "human,random", "--seed", "1")
    played = cloud("play", "cloudy-kingdom", *seats, "-o", "magic=choose", "--box", "ours.toml", typed=typed)
    assert played.code == 0, played.err
    assert "two-axes" in (tmp_path / "ours.cloudtop").read_text(encoding="utf-8")
    (tmp_path / "ours.toml").unlink()
    assert "is sound" in cloud("verify", "ours.cloudtop").out


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("cloudy-kingdom", None, "box.toml cannot be read"),
        ("cloudy-kingdom", "[magic.x]\nsteps = [1]\n", "magic x"),
        ("skybridge", "colours = 3", "box.toml, line 1: the box lacks"),
    ],
)
def test_a_box_that_cannot_be_used_is_refused(
    cloud: Command, tmp_path: Path, game: str, text: str | None, reason: str
) -> None:
    if text is not None:
        (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    answer = cloud("play", game, "--box", "box.toml")
    assert answer.code != 0
    assert reason in answer.err


def test_python_m_is_the_same_command() -> None:
    command = [sys.executable, "-m", "cloudtop", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"cloudtop {this_program().name} ")


def test_version_and_help_are_no_errors(cloud: Command) -> None:
    assert cloud("--version") == (0, f"cloudtop {this_program()}\n", "")
    assert "simulate" in cloud("--help").out
    assert cloud("play", "--help").code == 0


def test_a_group_of_commands_without_one_shows_its_help(cloud: Command) -> None:
    answer = cloud("bench")
    assert answer.code == 2
    assert "engine" in answer.out + answer.err


# ---------------------------------------------------------------------- boxes


@pytest.mark.parametrize("game", ROOMS)
def test_a_printed_box_is_written_to_a_file(cloud: Command, tmp_path: Path, game: str) -> None:
    assert cloud("box", "export", game, "mine.toml").code == 0
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert text.startswith(f'game = "{game}"\n')
    data = read_box(text)
    assert data.pop("game") == game
    assert data == read_box(cloudtop.game(game).box_text())


def test_a_file_is_written_over_only_if_that_is_meant(cloud: Command, tmp_path: Path, guest: str) -> None:
    (tmp_path / "mine.toml").write_text("dear diary\n", encoding="utf-8")
    answer = cloud("box", "export", guest, "mine.toml")
    assert (answer.code, answer.err) == (2, "cloudtop: mine.toml is there already; --force writes over it\n")
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "dear diary\n"
    assert cloud("box", "export", guest, "mine.toml", "--force").code == 0
    assert "stones = [5, 7]" in (tmp_path / "mine.toml").read_text(encoding="utf-8")


@pytest.fixture
def heaps(tmp_path: Path, guest: str) -> str:
    """A box of the toy game with other heaps."""
    path = tmp_path / "heaps.toml"
    path.write_text(f'game = "{guest}"\nname = "Large heaps"\nstones = [5, 9, 12]\n', encoding="utf-8")
    return path.name


def test_a_good_box_is_told_and_tried(cloud: Command, heaps: str) -> None:
    answer = cloud("box", "check", heaps, "--games", "6", "--workers", "1")
    assert answer.code == 0
    assert answer.out.startswith("heaps.toml is a sound box of coin-nim: Large heaps\n")
    assert "stones: [5, 7] -> [5, 9, 12]" in answer.out
    assert "stones: 2 -> 3" in answer.out
    assert "printed" in answer.out
    assert "yours" in answer.out
    assert "seat 1 wins" in answer.out


def test_a_box_is_tried_beside_the_printed_one(cloud: Command, heaps: str) -> None:
    answer = cloud("box", "check", heaps, "--games", "6", "--players", "3", "--workers", "1", "--json")
    told = json.loads(answer.out)
    assert [(row["bots"], row["box"], len(row["seats"])) for row in told["balance"]] == [
        ("random", "printed", 3),
        ("random", "yours", 3),
        ("greedy", "printed", 3),
        ("greedy", "yours", 3),
    ]
    stones = [sum(seat["score"]["mean"] for seat in row["seats"]) for row in told["balance"]]
    assert stones[0] < 12 <= stones[1]
    assert told["changes"] == ["stones: [5, 7] -> [5, 9, 12]"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("stones = [5]\n", 'line 1: the key game = "..." tells which game a box is for; it is missing'),
        ('game = "coin-nim"\nstones = [5\n', "line 2: this is no TOML"),
        ('game = "coin-nim"\n\nstones = [5, 0]\n', "line 3: a heap has at least one stone, not 0"),
        ('game = "chess"\nstones = [5]\n', "there is no game 'chess'"),
    ],
)
@pytest.mark.usefixtures("guest")
def test_what_is_wrong_with_a_box_is_told_in_one_line(cloud: Command, tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    answer = cloud("box", "check", "bad.toml")
    assert (answer.code, answer.out) == (2, "")
    assert why in answer.err
    assert answer.err.count("\n") == 1


def test_a_box_without_the_name_of_its_game_can_be_checked(cloud: Command, tmp_path: Path, guest: str) -> None:
    (tmp_path / "mine.toml").write_text("stones = [5, 7]\n", encoding="utf-8")
    answer = cloud("box", "check", "mine.toml", "--game", guest, "--games", "0")
    assert answer.code == 0
    assert "what it changes: nothing" in answer.out


def test_a_game_with_another_box_is_played_and_its_record_needs_no_file(
    cloud: Command, tmp_path: Path, heaps: str
) -> None:
    typed = "heads\ntake\nsave own.cloudtop\nquit\n"
    assert cloud("play", "--box", heaps, "--seats", "human,random", "--seed", "3", typed=typed).code == 0
    (tmp_path / heaps).unlink()
    assert 'box: {"stones":[5,9,12]}' in (tmp_path / "own.cloudtop").read_text(encoding="utf-8")
    assert "own.cloudtop is sound: coin-nim, 2 players, 3 moves" in cloud("verify", "own.cloudtop").out
    assert "11 stones" in cloud("show", "own.cloudtop").out


def test_bots_play_with_another_box(cloud: Command, guest: str, heaps: str, tmp_path: Path) -> None:
    few = ("--games", "4", "--workers", "1", "--json", "--box", heaps)
    simulated = json.loads(cloud("simulate", guest, *few).out)
    assert sum(seat["score"]["mean"] for seat in simulated["seats"]) >= 12
    kept = ("arena", guest, "--bots", "random,greedy", "--out", "kept.csv")
    assert json.loads(cloud(*kept, *few).out)["games"] == 4
    assert json.loads(cloud(*kept, "--games", "4", "--workers", "1", "--json").out)["games"] == 4
    boxes = [row.box for row in Table(tmp_path / "kept.csv").read()]
    assert boxes[:4] == ["printed"] * 4
    assert len(set(boxes[4:])) == 1
    assert len(boxes) == 8


def test_a_box_of_another_game_is_not_played_with(cloud: Command, heaps: str) -> None:
    answer = cloud("simulate", "skybridge", "--box", heaps)
    assert answer.code == 2
    assert answer.err == "cloudtop: heaps.toml, line 1: this is a box of coin-nim, not of skybridge\n"


def test_options_are_listed_as_the_game_words_them(cloud: Command, guest: str, heaps: str) -> None:
    assert cloud("options", guest, "--lang", "fr").out == (
        "stones: Cailloux\n  5              cinq\n  7              sept *\n"
    )
    assert "  12             12 *" in cloud("options", guest, "--box", heaps).out
    assert "two_player_colours: " in cloud("options", "skybridge", "--players", "2").out


# ---------------------------------------------------------------------- what it refuses

BAD: list[tuple[str, str]] = [
    ("nonsense", "No such command 'nonsense'"),
    ("games --loud", "No such option: --loud"),
    ("play", "say which game: cloudtop play GAME, one of "),
    ("play chess", "there is no game 'chess'; the library has "),
    ("play skybridge --seats human", "skybridge is not played by 1; expected one of 2, 3, 4 players"),
    ("play skybridge --seats human,bot,bot,bot,bot", "skybridge is not played by 5"),
    (
        "play skybridge --seats human,deepblue",
        "nobody called 'deepblue' can sit down; expected human, bot, random, ",
    ),
    ("play skybridge --seats human,", "nobody called '' can sit down"),
    ("play skybridge --seed seven", "Invalid value for '--seed'"),
    ("play skybridge --option gravity=off", "skybridge has no option 'gravity'"),
    ("play skybridge --option roof_on_foundation", "an option is written NAME=VALUE, not 'roof_on_foundation'"),
    (
        "play skybridge --option roof_on_foundation=1",
        "option roof_on_foundation does not take '1'; expected one of off, on",
    ),
    ("play skybridge --lang de", "unknown language 'de'; expected one of en, fr, ja"),
    ("play --load nowhere.cloudtop", "nowhere.cloudtop cannot be read: No such file or directory"),
    ("play --load broken.cloudtop", "this is no Cloudtop record: the first line must be 'cloudtop record 1'"),
    (
        f"play skybridge --load {UNFINISHED}",
        "--load goes on with a saved game; leave out GAME, --seed, --option and --box",
    ),
    (
        f"play --load {UNFINISHED} --seed 3",
        "--load goes on with a saved game; leave out GAME, --seed, --option and --box",
    ),
    (f"play --load {UNFINISHED} --seats human,bot", f"{UNFINISHED} is a game for 4, but 2 seats were given"),
    ("rules", "Missing argument 'GAME'"),
    ("rules chess", "there is no game 'chess'"),
    ("rules skybridge --lang xx", "unknown language 'xx'"),
    ("show", "Missing argument 'FILE'"),
    ("show .", ". cannot be read: Is a directory"),
    ("show broken.cloudtop", "this is no Cloudtop record"),
    ("show binary.cloudtop", "binary.cloudtop is no record: it is not UTF-8 text"),
    (f"show {FINISHED} --lang de", "unknown language 'de'"),
    (f"show {FINISHED} --move 999", f"{FINISHED} has moves 0 to "),
    (f"show {FINISHED} --move -1", f"{FINISHED} has moves 0 to "),
    (f"show {FINISHED} --svg out.svg --seat 2", "there is no seat 2; this game has seats 0 to 1"),
    (f"show {FINISHED} --svg out.svg --theme night", "there is no theme 'night'; expected one of day, dusk"),
    (f"show {FINISHED} --svg no/folder/out.svg", "the picture could not be written to no/folder/out.svg"),
    ("verify nowhere.cloudtop", "nowhere.cloudtop cannot be read"),
    ("verify binary.cloudtop", "binary.cloudtop is no record: it is not UTF-8 text"),
    ("verify false.cloudtop", "line "),
    ("simulate chess", "there is no game 'chess'"),
    ("simulate skybridge --games 0", "Invalid value for '--games'"),
    ("simulate skybridge --games many", "Invalid value for '--games'"),
    ("simulate skybridge --workers 0", "Invalid value for '--workers'"),
    ("simulate skybridge --players 7", "skybridge is not played by 7"),
    ("simulate skybridge --seats greedy", "skybridge is not played by 1"),
    ("simulate skybridge --seats greedy,human", "there is no bot 'human'; expected one of random, "),
    ("simulate skybridge --players 3 --seats greedy,random", "3 players were asked for, but 2 seats were given"),
    ("simulate skybridge --option gravity=off", "skybridge has no option 'gravity'"),
    ("arena chess", "there is no game 'chess'"),
    ("arena skybridge --bots greedy", "skybridge is not played by 1"),
    ("arena skybridge --bots greedy,deepblue", "there is no bot 'deepblue'"),
    ("arena skybridge --bots greedy,random --players 9", "skybridge is not played by 9"),
    ("arena skybridge --bots greedy,random,greedy --players 2", "2 players were asked for, but 3 bots were named"),
    ("arena skybridge --bots greedy,random --option gravity=off", "skybridge has no option 'gravity'"),
    ("arena skybridge --games 0", "Invalid value for '--games'"),
    ("arena skybridge --workers 0", "Invalid value for '--workers'"),
    (
        "arena skybridge --bots random,random --games 1 --workers 1 --out no/folder/x.csv",
        "no/folder/x.csv cannot be used: No such file or directory",
    ),
    ("simulate skybridge --games 1 --out x.jsonl", "x.jsonl: a file of games ends in .csv or .parquet"),
    ("simulate skybridge --games 1 --workers 2 --ray auto", "workers are processes of this machine"),
    ("ladder chess", "there is no game 'chess'"),
    ("ladder skybridge --workers 0", "Invalid value for '--workers'"),
    ("bench engine --game chess", "there is no game 'chess'"),
    ("bench engine --game skybridge --players 9", "skybridge is not played by 9"),
    ("bench engine --rounds 0", "Invalid value for '--rounds'"),
    ("bench gravity", "No such command 'gravity'"),
    ("box export chess mine.toml", "there is no game 'chess'"),
    ("box check nowhere.toml", "nowhere.toml cannot be read: No such file or directory"),
    ("play --box nowhere.toml", "nowhere.toml cannot be read"),
    ("simulate skybridge --box nowhere.toml", "nowhere.toml cannot be read"),
    ("arena skybridge --box nowhere.toml", "nowhere.toml cannot be read"),
    ("ladder skybridge --box nowhere.toml", "nowhere.toml cannot be read"),
    ("bench engine --box nowhere.toml", "nowhere.toml cannot be read"),
    ("serve --boxes nowhere", "nowhere is no folder of boxes"),
    ("options chess", "there is no game 'chess'"),
]


@pytest.mark.parametrize(("line", "reason"), BAD, ids=[line.replace(str(RECORDS), "records") for line, _ in BAD])
def test_everything_asked_wrongly_is_answered_in_one_line(
    cloud: Command, tmp_path: Path, line: str, reason: str
) -> None:
    (tmp_path / "broken.cloudtop").write_text("a letter\n", encoding="utf-8")
    (tmp_path / "binary.cloudtop").write_bytes(b"\xff\xfe\x00")
    wrong = Path(FINISHED).read_text(encoding="utf-8").replace("\n3 ", "\n33 ")
    (tmp_path / "false.cloudtop").write_text(wrong, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    answer = cloud(*line.split())
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith(f"cloudtop: {reason}")
    assert answer.err.count("\n") == 1
    assert answer.err.endswith("\n")
    assert sorted(tmp_path.iterdir()) == before


def test_a_closed_pipe_is_no_traceback(cloud: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(sys, "stdout", Closed())
    assert cloud("rules", "skybridge").code == 1
