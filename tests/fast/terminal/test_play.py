"""A game in the terminal: what a player types, and what is answered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.core.record import Record
from cloudtop.table import Table
from cloudtop.terminal.play import TerminalGame

SKYBRIDGE = cloudtop.game("skybridge")


class Sitting:
    """A game in the terminal whose player types from a list; then the input ends."""

    def __init__(self, table: Table, typed: Iterable[str], folder: Path, language: str = "en") -> None:
        self.typed = iter(typed)
        self.prompts: list[str] = []
        self.said: list[str] = []
        self.table = table
        TerminalGame(table, language, self.ask, self.said.append, folder).run()

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for line in self.typed:
            return line
        raise EOFError

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def skybridge(players: int = 2, bots: dict[int, str] | None = None) -> Table:
    """A table of Skybridge at which seat 0 begins."""
    record = Record(SKYBRIDGE, players, SKYBRIDGE.terms(players).options, deal={"starter": 0})
    return Table.of_record(record, bots)


def nim(bots: dict[int, str] | None = None) -> Table:
    """A table of Nim for two."""
    return Table.open(NIM, 2, seed=1, bots=bots)


def saved_in(folder: Path) -> Record:
    """The only record in a folder."""
    (path,) = folder.iterdir()
    return cloudtop.read_record(path.read_text(encoding="utf-8"))


def any_move(table: Table, seed: int = 1) -> Iterable[str]:
    """A player who types legal moves as long as there are any."""
    rng = Random(seed)
    while turn := [seat for seat in table.state.turn() if seat in table.people]:
        legal = table.state.legal(turn[0])
        yield table.record().game.text(legal[int(rng.random() * len(legal))])


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_whole_game_against_a_bot(tmp_path: Path, language: str) -> None:
    table = skybridge(bots={1: "greedy"})
    sitting = Sitting(table, any_move(table), tmp_path, language)
    outcome = table.state.outcome()
    assert outcome is not None
    end = {"en": "The game is over: ", "fr": "Fin de la partie. ", "ja": "ゲーム終了です。"}[language]
    rule = SKYBRIDGE.guide(language).rules["end"].statement
    assert end + rule in sitting.said
    assert [line for line in sitting.said if f"{max(outcome.scores)}" in line]
    assert list(tmp_path.iterdir()) == []
    assert {move.seat for move in table.record().moves} == {0, 1}


@pytest.mark.parametrize("name", ROOMS)
def test_every_game_can_be_played_by_typing(tmp_path: Path, name: str) -> None:
    game = cloudtop.game(name)
    table = Table.open(game, 2, seed=5, bots={1: "random"})
    sitting = Sitting(table, any_move(table), tmp_path, "ja")
    assert table.state.outcome() is not None
    assert any("ゲーム終了です。" in line for line in sitting.said)


def test_bots_alone_play_to_the_end_without_a_question(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(3, dict.fromkeys(range(3), "random")), [], tmp_path)
    assert sitting.prompts == []
    assert sitting.table.state.outcome() is not None


def test_a_question_mark_lists_the_moves(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(4), ["?"], tmp_path)
    assert "18 moves:" in sitting.said
    assert "  c3@a1  cinnabar block of 3 on a1" in sitting.said


@pytest.mark.parametrize("typed", ["? b2", "?b2", "?  B2"])
def test_a_question_mark_and_a_text_list_the_moves_that_contain_it(tmp_path: Path, typed: str) -> None:
    sitting = Sitting(skybridge(4), [typed], tmp_path)
    listed = [line for line in sitting.said if line.startswith("  c")]
    assert listed == ["  c3@b2  cinnabar block of 3 on b2", "  c2@b2  cinnabar block of 2 on b2"]


def test_a_text_that_no_move_contains_is_said_to_be_in_none(tmp_path: Path) -> None:
    assert "No move contains 'z9'; type ? for all of them." in Sitting(skybridge(), ["? z9"], tmp_path).said


def test_why_explains_a_refusal_and_confirms_a_legal_move(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(4), ["why cr@a1", "why c3@a1", "why", "why not"], tmp_path)
    statement = SKYBRIDGE.guide("en").rules["roof-any-level"].statement
    assert f"cr@a1 is not possible: {statement} (rule skybridge/roof-any-level)" in sitting.said
    assert "c3@a1 is possible: cinnabar block of 3 on a1." in sitting.said
    assert "Say which move, for example: why c3@a1" in sitting.said
    assert "'not' is not a move. Write it like c3@a1; ? lists the moves you have, help the commands." in sitting.said
    assert sitting.table.record().moves == ()


@pytest.mark.parametrize(
    ("language", "refusal"),
    [
        ("en", "c3@a1 is not possible: {why} (rule skybridge/roof-closes"),
        ("fr", "c3@a1 est impossible. {why} (règle skybridge/roof-closes"),
        ("ja", "c3@a1 はできません。{why}\N{FULLWIDTH LEFT PARENTHESIS}ルール\N{FULLWIDTH COLON}skybridge/roof-closes"),
    ],
)
def test_a_refusal_cites_its_rule_in_the_player_s_language(tmp_path: Path, language: str, refusal: str) -> None:
    table = skybridge()
    sitting = Sitting(table, ["i3@a1", "hr@a1", "c3@a1"], tmp_path, language)
    why = SKYBRIDGE.guide(language).rules["roof-closes"].statement
    assert [line for line in sitting.said if line.startswith(refusal.format(why=why))]
    assert len(table.record().moves) == 2


def test_an_ambiguous_text_is_answered_with_what_it_can_mean(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(), ["3@b2"], tmp_path)
    assert "'3@b2' can mean several moves: c3@b2, i3@b2." in sitting.said


def test_empty_lines_are_ignored_and_commands_take_any_case(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(), ["", "   ", "HELP", "Board", "QUIT"], tmp_path)
    assert len(sitting.prompts) == 5
    assert any("why MOVE" in line and "c3@a1" in line for line in sitting.said)
    assert sitting.said.count(SKYBRIDGE.board_text(sitting.table.state.view(0))) == 2


def test_scores_and_rules_are_told(tmp_path: Path) -> None:
    sitting = Sitting(
        skybridge(), ["i3@a1", "hr@a1", "score", "rule tie", "rule skybridge/tie", "rule x", "rules"], tmp_path
    )
    assert "Seat 1 (you): 3" in sitting.said
    assert "     3  tower a1, roofed by honey" in sitting.said
    tie = SKYBRIDGE.guide("en").rules["tie"]
    assert sitting.said.count(f"{tie.title}\n\n{tie.text}") == 2
    assert any(line.startswith("There is no rule 'x'. The rules are: turn, ") for line in sitting.said)
    assert SKYBRIDGE.guide("en").plain() in sitting.said


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_hints_name_moves_the_player_has(tmp_path: Path, language: str) -> None:
    table = nim()
    for seat in (0, 1):
        table.play(seat, 0)
    table.play(0, table.game.parse(table.state, 0, "take"))
    sitting = Sitting(table, ["hint"], tmp_path, language)
    hinted = [line for line in sitting.said if line.startswith(("1. ", "2. ", "3. "))]
    assert sorted(line[3:7] for line in hinted) == ["stop", "take"]


# ---------------------------------------------------------------------- undo


def test_against_bots_every_move_can_be_taken_back(tmp_path: Path) -> None:
    table = skybridge(bots={1: "greedy"})
    sitting = Sitting(table, ["undo", "i3@a1", "c3@b1", "undo", "undo", "undo"], tmp_path)
    assert sitting.said.count("Moves taken back: 2.") == 2
    assert sitting.said.count("There is nothing you may take back now.") == 2
    assert table.record().moves == ()
    assert table.state.dump() == table.record().start().dump()


def test_among_people_a_finished_turn_stands(tmp_path: Path) -> None:
    table = skybridge()
    sitting = Sitting(table, ["i3@a1", "undo"], tmp_path)
    assert "There is nothing you may take back now." in sitting.said
    assert len(table.record().moves) == 1


def test_among_people_an_unfinished_turn_can_be_taken_back(tmp_path: Path) -> None:
    table = nim()
    sitting = Sitting(table, ["heads", "", "tails", "", "take", "take", "undo", "undo", "undo"], tmp_path)
    assert sitting.said.count("Moves taken back: 1.") == 2
    assert sitting.said.count("There is nothing you may take back now.") == 1
    assert [NIM.text(move.action) for move in table.record().moves] == ["heads", "tails"]


# ---------------------------------------------------------------------- secrets


def test_a_curtain_falls_between_people_who_have_secrets(tmp_path: Path) -> None:
    sitting = Sitting(nim(), ["heads", "", "tails"], tmp_path)
    assert "Pass the keyboard to seat 1 (you) and press Enter." in sitting.prompts
    assert any(line.count("\n") >= 40 for line in sitting.said)


def test_no_curtain_falls_where_everything_is_open(tmp_path: Path) -> None:
    sitting = Sitting(skybridge(), ["i3@a1", "h3@b1"], tmp_path)
    assert set(sitting.prompts) == {"your move> "}


def test_a_bot_s_secret_choice_is_only_said_to_be_made(tmp_path: Path) -> None:
    sitting = Sitting(nim({0: "random"}), ["heads"], tmp_path)
    assert "Seat 0 (random bot) has chosen." in sitting.said
    assert not [line for line in sitting.said if "plays heads" in line or "plays tails" in line]


def test_a_bot_s_open_move_is_told_in_notation_and_in_words(tmp_path: Path) -> None:
    sitting = Sitting(nim({1: "random"}), ["heads", "take", "stop"], tmp_path)
    assert "Seat 1 (random bot) plays take: take a stone." in sitting.said


# ---------------------------------------------------------------------- saving


@pytest.mark.parametrize("leave", [["quit"], ["exit"], []], ids=["quit", "exit", "end of input"])
def test_whoever_leaves_finds_the_game_saved(tmp_path: Path, leave: list[str]) -> None:
    table = skybridge(bots={1: "greedy"})
    sitting = Sitting(table, ["i3@a1", *leave], tmp_path)
    assert saved_in(tmp_path) == table.record()
    assert sitting.said[-1].startswith(f"Saved to {tmp_path}")


def test_an_interrupt_saves_too(tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    table = skybridge()
    TerminalGame(table, "en", interrupt, lambda line: None, tmp_path).run()
    assert saved_in(tmp_path) == table.record()


def test_a_saved_game_is_loaded_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.cloudtop"
    bots = {1: "greedy"}
    first = skybridge(bots=bots)
    sitting = Sitting(first, ["i3@a1", f"save {path}", "c3@b1", "quit"], tmp_path)
    assert f"Saved to {path}. Go on with: cloudtop play --load {path}" in sitting.said
    again = Table.of_record(cloudtop.read_record(path.read_text(encoding="utf-8")), bots)
    assert again.record().moves == first.record().moves[:2]
    Sitting(again, any_move(again), tmp_path)
    assert again.state.outcome() is not None
    assert again.record().moves[:2] == first.record().moves[:2]


@pytest.mark.parametrize("name", ["no/such/folder/x.cloudtop", ".", "\0"])
def test_a_game_goes_on_when_it_cannot_be_saved_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    table = skybridge()
    sitting = Sitting(table, [f"save {name}", "i3@a1"], tmp_path, "fr")
    assert any(line.startswith(f"La partie n’a pas pu être enregistrée dans {name} : ") for line in sitting.said)
    assert len(table.record().moves) == 1


def test_leaving_a_game_that_cannot_be_saved_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CloudtopError, match="The game could not be saved to "):
        Sitting(skybridge(), ["quit"], tmp_path / "nowhere")


# ---------------------------------------------------------------------- the end


def finished(players: int, *moves: str) -> Table:
    """A game of Nim, its moves made by whoever is first to decide."""
    table = Table.open(NIM, players, seed=1)
    for move in moves:
        seat = table.state.turn()[0]
        table.play(seat, table.game.parse(table.state, seat, move))
    return table


RIGHT = NIM.text(NIM.deal_of(seed=1)["coin"])
WRONG = "tails" if RIGHT == "heads" else "heads"
THREE = ("take", "take", "take", "stop")


def test_the_end_names_the_winner_and_every_line_of_the_sheets(tmp_path: Path) -> None:
    said = Sitting(finished(2, WRONG, RIGHT, *THREE, *THREE, "take"), [], tmp_path).said
    assert "Seat 1 (you) wins." in said
    sheets = said[said.index("Seat 0 (you): 4") :]
    assert sheets[:5] == [
        "Seat 0 (you): 4",
        "     4  4 stones",
        "Seat 1 (you): 5",
        "     3  3 stones",
        "     2  a right call",
    ]


def test_the_end_names_all_who_share_the_win(tmp_path: Path) -> None:
    said = Sitting(finished(3, RIGHT, RIGHT, RIGHT, *THREE, *THREE, "take"), [], tmp_path).said
    assert "Seats 0, 1 share the win." in said
    assert not [line for line in said if line.endswith(" wins.")]
