"""Installed games: each is loaded by itself, and one bad package closes nothing but itself."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from tests.support.nim import CoinNim, stumble
from tests.support.packages import GOOD, install
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core import installed
from cloudtop.core.errors import UnknownGame
from cloudtop.core.words import words_of
from cloudtop.games import game_of, left_out
from cloudtop.table import Table
from cloudtop.terminal.play import TerminalGame

HEAD = "from tests.support.nim import *\n\n\nclass Guest(CoinNimGame):\n    name = '{name}'\n"
TAIL = "\n\nGAME = Guest()\n"
ROOT = Path(__file__).parents[3]


def words_without(language: str, key: str) -> str:
    """A game that lacks a word in a language."""
    return (
        HEAD
        + f"""
    def words(self, language="en"):
        words = super().words(language)
        kept = {{key: text for key, text in words.texts.items() if (language, key) != ("{language}", "{key}")}}
        return Words(language, kept)
"""
        + TAIL
    )


FAULTS: dict[str, tuple[str, str]] = {
    "no_module": ("import nowhere_at_all\n", "game.py, line 1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "bad_syntax": ("def broken(:\n", "game.py, line 1: SyntaxError: invalid syntax (game.py, line 1)"),
    "no_object": ("GAMES = 1\n", "game.py: AttributeError: module 'no_object.game' has no attribute 'GAME'"),
    "no_game": ("GAME = 7\n", "game.py: GAME is int, not a cloudtop.Game"),
    "a_class": (HEAD + "\n\nGAME = Guest\n", "game.py: GAME is ABCMeta, not a cloudtop.Game"),
    "other_name": (
        GOOD.replace("{name}", "something-else"),
        "game.py: the game calls itself 'something-else', its entry point 'other-name'",
    ),
    "leaves": ("import sys\nsys.exit(3)\n", "game.py, line 2: it ends the program (SystemExit: 3)"),
    "raises": ("1 / 0\n", "game.py, line 1: ZeroDivisionError: division by zero"),
    "deep": ("def down():\n    down()\ndown()\n", "game.py, line 2: RecursionError: maximum recursion depth exceeded"),
    "no_tagline": (words_without("fr", "tagline"), "words.toml: French has no word for 'tagline'"),
    "no_option": (
        words_without("ja", "option.stones.title"),
        "words.toml: Japanese has no word for 'option.stones.title'",
    ),
    "no_value": (
        words_without("fr", "option.stones.5").replace(TAIL, "    say_option = Game.say_option\n" + TAIL),
        "words.toml: French has no word for 'option.stones.5'",
    ),
    "odd_words": (
        HEAD
        + """
    def words(self, language="en"):
        words = super().words(language)
        return Words(language, {**words.texts, "seat": "{place}"}) if language == "fr" else words
"""
        + TAIL,
        "words.toml: 'seat' has other fields in French (place) than in English (seat)",
    ),
    "no_guide": (HEAD + "    guide = Game.guide\n" + TAIL, "guide/en.md: there is no guide in English"),
    "no_rule": (
        HEAD + "    rule_ids = (*CoinNimGame.rule_ids, 'mood')\n" + TAIL,
        "guide/en.md: the guide in English has no section for the rule 'mood'",
    ),
    "no_players": (
        HEAD + "    player_counts = ()\n" + TAIL,
        "game.py: player_counts is (); expected numbers of players",
    ),
    "odd_option": (
        HEAD + "    options = (Option('stones', 9, (5, 7)),)\n" + TAIL,
        "game.py: Option(name='stones', default=9",
    ),
    "no_deal": (
        HEAD + "    def begin(self, terms, deal):\n        raise KeyError('card')\n" + TAIL,
        "game.py, line 7: KeyError: 'card'",
    ),
    "nobody": (
        HEAD
        + "    def begin(self, terms, deal):\n        state = super().begin(terms, deal)\n"
        + "        state.heap = 0\n        return state\n"
        + TAIL,
        "game.py: a game of 2 has nobody to decide after the deal",
    ),
    "no_paint": (
        HEAD + "    def parts(self, view, words, staging):\n        raise RuntimeError('no paint')\n" + TAIL,
        "game.py, line 7: RuntimeError: no paint",
    ),
    "torn_art": (
        HEAD + "    def sprites(self):\n        return '<symbol id=\"torn\"><g></symbol>'\n" + TAIL,
        "game.py: sprites() gives no SVG: mismatched tag",
    ),
    "heavy_art": (
        HEAD + "    def paints(self):\n        return ' ' * 4_000_001\n" + TAIL,
        "game.py: paints() gives 4,000,001 letters, and everybody is sent them; 4,000,000 are the most",
    ),
    "crowded_art": (
        HEAD.replace("\n", "\nfrom cloudtop.core.scene import Item, Part\n", 1)
        + "    def parts(self, view, words, staging):\n"
        + "        drawn = super().parts(view, words, staging)[0].draw()\n"
        + "        items = tuple(Item(f'i{n}', 'x', 0, 0, n) for n in range(5001))\n"
        + "        return [Part('heap', 0, lambda: drawn._replace(name='heap', items=items))]\n"
        + TAIL,
        "game.py: the panel 'heap' has 5,001 items; 5,000 are the most",
    ),
    "not_a_name": (GOOD, "game.py: 'Not A Name' is no name of a game"),
}


@pytest.mark.parametrize("package", FAULTS)
def test_a_bad_package_is_left_out_with_one_line_that_names_package_file_and_reason(site: Path, package: str) -> None:
    source, reason = FAULTS[package]
    install(site, package, source, name="Not A Name" if package == "not_a_name" else "")
    install(site, "sound_one")
    assert "sound-one" in cloudtop.games()
    (line,) = map(str, left_out())
    name = "Not A Name" if package == "not_a_name" else package.replace("_", "-")
    assert line.startswith(f"{name} of {package} 1.2 is left out: {package}/{reason}")
    assert "\n" not in line
    assert name not in cloudtop.games()
    with pytest.raises(UnknownGame, match=f"there is no game '{name}' here: {name} of {package}"):
        cloudtop.game(name)
    assert cloudtop.game("sound-one").deal(seed=1).turn() == [0, 1]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("words__toml", "[title\n", "stones/words.toml: Expected ']' at the end of a table declaration"),
        (
            "words__toml",
            '[title]\nde = "Nim"\n',
            "words.toml: [title] has de = 'Nim'; expected a text for each of en, fr, ja",
        ),
        ("lessons__toml", "steps = 3\n", "stones/lessons.toml: there is no such key as steps"),
        ("figures__toml", "[[figure\n", "stones/figures.toml: these are no figures: Expected ']]'"),
    ],
)
def test_a_bad_file_is_named(site: Path, file: str, text: str, reason: str) -> None:
    method = file.partition("__")[0]
    install(site, "stones", HEAD + f"    {method} = Game.{method}\n" + TAIL, **{file: text})
    assert "stones" not in cloudtop.games()
    (line,) = map(str, left_out())
    assert reason in line


def test_a_name_of_the_house_and_a_name_of_another_package_are_taken(site: Path) -> None:
    install(site, "bridges", name="skybridge")
    install(site, "first_nim", name="nim")
    install(site, "second_nim", name="nim")
    assert cloudtop.game("skybridge").package == "cloudtop.games.skybridge"
    assert cloudtop.game("nim").package == "first_nim"
    assert [str(one) for one in left_out()] == [
        "skybridge of bridges 1.2 is left out: pyproject.toml: the name skybridge is taken by a game of the house",
        "nim of second_nim 1.2 is left out: pyproject.toml: the name nim is taken by first_nim 1.2",
    ]


def test_the_house_s_own_games_come_first_whatever_others_are_called(site: Path) -> None:
    install(site, "aardvarks")
    install(site, "zebras")
    others = [name for name in cloudtop.games() if name not in ROOMS]
    assert list(cloudtop.games()) == [*ROOMS, *others]
    assert {"aardvarks", "zebras"} <= set(others)
    assert others == sorted(others)


@pytest.mark.parametrize("forever", ["while True:\n    pass\n", "import threading\nthreading.Event().wait()\n"])
def test_a_package_whose_loading_never_ends_is_left_out(
    site: Path, monkeypatch: pytest.MonkeyPatch, forever: str
) -> None:
    monkeypatch.setattr(installed, "PATIENCE", 0.2)
    install(site, "endless", forever)
    install(site, "sound_one")
    assert "sound-one" in cloudtop.games()
    assert [one.reason for one in left_out()] == ["it was not loaded after 0 seconds"]


def test_a_game_of_the_house_is_found_without_loading_what_is_installed(site: Path) -> None:
    install(site, "sound_one")
    cloudtop.game("skybridge")
    assert "sound_one.game" not in sys.modules
    assert game_of("sound_one.rules") == "sound-one"
    assert (game_of("cloudtop.games.cloud_city.rules"), game_of("cloudtop.web.app")) == ("cloud-city", "")
    cloudtop.game("sound-one")
    assert "sound_one.game" in sys.modules


def test_a_package_that_was_compiled_by_itself_is_left_out_of_a_compiled_house(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = install(site, "stones")
    (home / f"state{EXTENSION_SUFFIXES[0]}").write_bytes(b"... mypyc ... cloudtop.core.state ...")
    monkeypatch.setattr(installed, "BUILD", "plain")
    assert "stones" in cloudtop.games()
    monkeypatch.setattr(installed, "BUILD", "compiled")
    import_module("cloudtop.games").forget()
    assert "stones" not in cloudtop.games()
    (line,) = map(str, left_out())
    assert f"stones/state{EXTENSION_SUFFIXES[0]}: it was compiled by itself" in line
    assert line.endswith("cloudtop build stones")


# ---------------------------------------------------------------------- in a process of its own


def command(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command says where packages are installed."""
    path = os.pathsep.join([str(site), str(ROOT), str(ROOT / "src")])
    script = "from cloudtop.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "PYTHONPATH": path, "CLOUDTOP_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow("starts the command several times")
def test_commands_go_on_and_games_lists_what_is_left_out(tmp_path: Path) -> None:
    install(tmp_path, "sound_one", "print('I am here')\n" + GOOD)
    install(tmp_path, "leaves", FAULTS["leaves"][0])
    install(tmp_path, "duel", HEAD + "    player_counts = (2,)\n" + TAIL)
    listed = command(tmp_path, "games")
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()].count("sound-one") == 1
    assert listed.stdout.splitlines()[0].startswith("cloud-city")
    assert "\nduel             2    Nim with a coin" in listed.stdout
    assert listed.stderr.splitlines() == [
        "I am here",
        "cloudtop: leaves of leaves 1.2 is left out: leaves/game.py, line 2: it ends the program (SystemExit: 3)",
    ]
    assert command(tmp_path, "options", "skybridge").stderr == ""
    refused = command(tmp_path, "options", "leaves")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("cloudtop: there is no game 'leaves' here: leaves of leaves 1.2 is left out")


SECOND_TIME = (
    HEAD
    + """
    asked = 0

    def guide(self, language="en"):
        self.asked += language == "fr"
        if self.asked > 1:
            raise ZeroDivisionError("no rules today")
        return super().guide(language)
"""
    + TAIL
)


def test_a_command_whose_game_fails_says_so_in_a_line(tmp_path: Path) -> None:
    home = install(tmp_path, "stones", SECOND_TIME)
    said = command(tmp_path, "rules", "stones", "--lang", "fr")
    assert (said.returncode, said.stdout) == (2, "")
    fault = "the game stones has failed: ZeroDivisionError: no rules today"
    assert said.stderr == f"cloudtop: {fault} ({home / 'game.py'}, line 12)\n"


FAILS_LATER = (
    GOOD
    + """

def stumble(state, seat, action):
    raise ZeroDivisionError("no heap today")


type(GAME.deal(seed=0)).apply = stumble
"""
)
"""A game that can be dealt, but not played."""


def test_a_game_that_fails_in_another_process_says_so_in_a_line(tmp_path: Path) -> None:
    home = install(tmp_path, "stones", FAILS_LATER)
    said = command(tmp_path, "simulate", "stones", "--games", "2", "--workers", "2")
    assert (said.returncode, said.stdout) == (2, "")
    fault = "the game stones has failed: ZeroDivisionError: no heap today"
    assert said.stderr == f"cloudtop: {fault} ({home / 'game.py'}, line 13)\n"


def test_a_game_that_fails_in_the_terminal_is_saved(
    guest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, said = cloudtop.game(guest), list[str]()
    lines = iter(["heads", "heads", "take"])

    def ask(prompt: str) -> str:
        if prompt != words_of("cloudtop.terminal", "en")("prompt"):
            return ""
        line = next(lines)
        if line == "take":
            monkeypatch.setattr(CoinNim, "apply", stumble)
        return line

    table = Table.open(game, 2, seed=1)
    saved = table.record
    monkeypatch.setattr(TerminalGame, "save", lambda self, name: said.append(f"saved {len(saved().moves)}"))
    TerminalGame(table, "en", ask, said.append, tmp_path).run()
    assert said[-2].startswith("The game has stumbled over a mistake of its own")
    assert said[-1] == "saved 2"
