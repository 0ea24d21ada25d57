"""Playing over the wire: states and moves, nonces, stale moves, taking back, coming again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.rooms import ROOMS
from tests.support.web.screen import Screen
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.web.render.phrases import server_words

ALL_GAMES = pytest.mark.parametrize("game", ROOMS)


def seats_for(game: str, first: dict[str, Any], other: dict[str, Any]) -> list[dict[str, Any]]:
    """A table of two, or of as few as the game allows."""
    counts = cloudtop.game(game).player_counts
    return [first] + [other] * ((2 if 2 in counts else counts[0]) - 1)


@ALL_GAMES
def test_a_game_against_a_bot_goes_from_the_first_state_to_the_outcome(mira: Visitor, game: str) -> None:
    table = mira.open(game, *seats_for(game, ME, BOT))["table"]
    line = mira.connect(table, {"lang": "fr"})
    while line.outcome is None:
        if line.actions:
            assert line.play(line.actions[-1])["did"] == "played"
        else:
            line.until("moved", "state")
    assert len(line.outcome["scores"]) == len(seats_for(game, ME, BOT))
    rule = line.outcome["reason"]["rule"].partition("/")[2]
    assert line.outcome["reason"]["title"] == cloudtop.game(game).guide("fr").rules[rule].title
    record = cloudtop.read_record(mira.http.get(f"/t/{table}/record").text)
    assert list(record.end().scores()) == line.outcome["scores"]
    assert len(record.moves) == len(line.log)


@ALL_GAMES
def test_moved_messages_lead_to_the_same_screen_as_a_fresh_state(mira: Visitor, game: str) -> None:
    line = mira.connect(mira.open(game, *seats_for(game, ME, BOT))["table"], {"lang": "ja", "side": 1})
    screen = Screen(line.heard[-1])
    for _ in range(8):
        line.my_turn()
        if not line.actions:
            break  # the bot has won already
        line.play()
        line.my_turn()
        fresh = line.ask("hello", "state", lang="ja", side=1)
        for message in line.heard[screen.followed : -1]:
            screen.follow(message)
        assert screen.known == fresh
        screen.followed = len(line.heard)


def two_at_a_table(house: House, mira: Visitor, noor: Visitor, game: str = "skybridge") -> tuple[str, Line, Line]:
    """Two browsers at one table, both looking."""
    opened = mira.open(game, ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    second = noor.connect(opened["table"], {})
    first = mira.connect(opened["table"], {})
    second.dealt()
    return opened["table"], first, second


def in_turn(first: Line, second: Line) -> tuple[Line, Line]:
    """The one who has to decide, and the other."""
    return (first, second) if first.actions else (second, first)


def test_both_players_and_a_spectator_see_a_move(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    with house.visitor() as someone:
        someone.follow(opened["watch"])
        lines = [visitor.connect(opened["table"], {}) for visitor in (noor, mira, someone)]
        lines[0].dealt()
        assert [line.you for line in lines] == [1, 0, None]
        mover, _ = in_turn(*lines[:2])
        action = mover.actions[3]
        assert mover.play(action)["did"] == "played"
        for line in lines:
            if line is not mover:
                line.until("moved")
            assert [entry["text"] for entry in line.log] == [cloudtop.game("skybridge").text(action)]
        assert lines[2].decision is None


def test_a_repeated_nonce_is_answered_again_and_plays_once(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    message = {"seq": mover.seq, "nonce": "again", "actions": mover.actions[:1]}
    for _ in range(3):
        assert mover.ask("play", "played", "stale", **message) == {"did": "played", "nonce": "again"}
    other.until("moved")
    assert len(other.ask("hello", "state")["log"]) == 1


def test_a_nonce_is_remembered_after_the_table_was_read_anew(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    line = mira.connect(table, {"near": 0})
    if not line.actions:
        line.ask("hello", "state", near=1)
    message = {"seq": line.seq, "nonce": "kept", "actions": line.actions[:1]}
    assert line.ask("play", "played", **message)["nonce"] == "kept"
    house.tables.live.clear()
    again = mira.connect(table, {"near": line.you})
    assert again.ask("play", "played", "stale", **message)["did"] == "played"
    assert len(again.ask("hello", "state", near=line.you)["log"]) == 1


def test_a_move_for_an_earlier_position_is_stale_and_brings_the_present_one(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    early, action = mover.seq, mover.actions[0]
    mover.play()
    answer = mover.ask("play", "played", "stale", seq=early, nonce="late", actions=[action])
    assert answer["did"] == "stale"
    assert mover.until("state")["seq"] == early + 1
    ahead = mover.ask("play", "played", "stale", seq=early + 9, nonce="ahead", actions=[action])
    assert ahead["did"] == "stale"
    other.until("moved")
    assert len(other.log) == 1


def test_an_illegal_move_names_its_rule_in_the_players_language(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    other.ask("hello", "state", lang="fr")
    answer = other.ask("play", "illegal", seq=other.seq, nonce="x", actions=mover.actions[:1])
    rule = cloudtop.game("skybridge").guide("fr").rules["turn"]
    told = {"rule": "skybridge/turn", "title": rule.title, "why": rule.statement, "link": "/guide/skybridge#turn"}
    assert (answer["rule"], answer["nonce"]) == (told, "x")
    assert mover.ask("hello", "state")["log"] == []


def test_against_bots_everything_may_be_taken_back(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
    for _ in range(2):
        line.my_turn()
        line.play()
    line.my_turn()
    before = len(line.log)
    for _ in range(2):
        state = line.ask("undo", "state", seq=line.seq, nonce=f"u{line.seq}")
        assert len(state["log"]) < before
        before = len(state["log"])
        assert line.until("undone")["did"] == "undone"
        assert line.actions
    assert all(entry["seat"] == 1 for entry in line.log)
    assert line.ask("undo", "error", seq=line.seq, nonce="u")["code"] == "no-undo"


def test_among_people_a_finished_turn_stands(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, _ = in_turn(*lines)
    mover.play()
    assert mover.ask("undo", "error", "state", seq=mover.seq, nonce="u")["code"] == "no-undo"


def test_a_repeated_take_back_takes_back_once(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
    for _ in range(3):
        line.my_turn()
        line.play()
    line.my_turn()
    seq = line.seq
    line.ask("undo", "undone", seq=seq, nonce="once")
    left = len(line.log)
    assert line.ask("undo", "undone", "error", seq=seq, nonce="once")["did"] == "undone"
    assert len(line.ask("hello", "state")["log"]) == left


def test_coming_again_shows_what_was_missed(house: House, mira: Visitor, noor: Visitor) -> None:
    table, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    seen = other.seq
    other.socket.close()
    mover.play()
    visitor = mira if other is lines[0] else noor
    again = visitor.connect(table)
    state = again.ask("hello", "state", since=seen)
    assert state["missed"] == 1
    assert [entry["text"] for entry in state["log"]] == [entry["text"] for entry in mover.log]


def test_presence_is_told_when_somebody_comes_and_goes(house: House, mira: Visitor, noor: Visitor) -> None:
    _, first, second = two_at_a_table(house, mira, noor)
    came = next(message for message in reversed(second.heard) if message["did"] == "here")
    assert [seat["here"] for seat in came["seats"]] == [True, True]
    first.socket.close()
    assert [seat["here"] for seat in second.until("here")["seats"]] == [False, True]


def test_hot_seats_show_nobodys_view_until_one_of_them_looks(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, HERE)["table"])
    state = line.ask("hello", "state")
    assert (state["you"], state["mine"], state["decision"]) == (None, [0, 1], None)
    assert line.ask("hello", "state", near=1)["you"] == 1


def test_a_preview_changes_nothing_and_tells_what_the_move_scores(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    game = cloudtop.game("skybridge")
    mover, other = in_turn(*lines)
    mover.play()
    other.until("moved")
    roof = next(action for action in other.actions if game.text(action)[1] == "r")
    answer = other.ask("draft", "draft", seq=other.seq, action=roof, chosen=[])
    assert [line["points"] for line in answer["gains"]] == [3 if game.text(mover_action(mover))[1] == "3" else 2]
    items = [item for panel in answer["scene"]["changed"] for item in panel.get("set", [])]
    assert any(item[8:] == ["ghost"] for item in items)
    assert other.ask("hello", "state")["seq"] == mover.seq


def test_a_preview_calls_nobody_by_another_name(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", {"kind": "me"}, BOT)["table"], {})
    line.my_turn()
    answer = line.ask("draft", "draft", seq=line.seq, action=line.actions[0], chosen=line.rows[0][1])
    assert answer["scene"]["changed"]
    assert not any("title" in panel for panel in answer["scene"]["changed"])


def mover_action(line: Line) -> int:
    """The move that was made last."""
    game = cloudtop.game("skybridge")
    return next(action for action in range(game.actions) if game.text(action) == line.log[-1]["text"])


def test_whynot_finds_the_rule_by_target_and_by_item(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    mover.play(next(row[0] for row in mover.rows if row[2].endswith("3@b2")))
    other.until("moved")
    hand, bridge = f"hand:{other.you}", next(row[1][0] for row in other.rows if "r@" in row[2]).replace("r", "b")
    by_target = other.ask("whynot", "whynot", seq=other.seq, target=bridge)
    by_item = other.ask("whynot", "whynot", seq=other.seq, panel=hand, items=["no-such-thing", bridge[5:]])
    assert by_target["rule"]["rule"] == by_item["rule"]["rule"] == "skybridge/bridge-on-pieces"
    assert by_item["target"] == bridge
    nothing = other.ask("whynot", "whynot", seq=other.seq, panel=hand, items=["no-such-thing"])
    assert nothing["rule"] is None


def test_whynot_tells_what_keeps_a_place_from_what_is_chosen(house: House, mira: Visitor, noor: Visitor) -> None:
    _, *lines = two_at_a_table(house, mira, noor)
    mover, other = in_turn(*lines)
    mover.play(next(row[0] for row in mover.rows if row[2].endswith("3@b2")))
    other.until("moved")
    block = next(row[1][0] for row in other.rows if "3@" in row[2])
    assert not any({block, "cell:b2"} <= set(row[1]) for row in other.rows)
    assert any("cell:b2" in row[1] for row in other.rows), "a roof goes there"
    told = other.ask("whynot", "whynot", seq=other.seq, chosen=[block], target="cell:b2")["rule"]
    assert told["rule"] == "skybridge/block-lowest"
    assert other.ask("whynot", "whynot", seq=other.seq, chosen=[], target="cell:b2")["rule"] is None


@ALL_GAMES
@pytest.mark.parametrize("lang", ["en", "fr", "ja"])
def test_a_decision_says_in_the_games_words_what_to_do(house: House, mira: Visitor, game: str, lang: str) -> None:
    table = mira.open(game, *seats_for(game, ME, BOT))["table"]
    line = mira.connect(table, {"lang": lang})
    line.my_turn()
    assert line.decision is not None
    assert line.decision["prompt"] not in ("", server_words(lang)("prompt"), server_words(lang)("waiting"))
    room, live = cloudtop.game(game), house.tables.live[table].result()
    targets = list(dict.fromkeys(target for row in line.rows for target in row[1]))
    assert line.decision["prompt"] == room.ask(live.table.state.view(0), room.words(lang), targets, [])


def test_you_are_called_so_on_your_own_panels_unless_you_have_a_name_or_share_a_device(mira: Visitor) -> None:
    def plates(*seats: dict[str, Any]) -> str:
        line = mira.connect(mira.open("cloudy-kingdom", *seats)["table"], {"near": 0})
        return str(next(panel for panel in line.heard[-1]["panels"] if panel["name"] == "hand")["description"])

    assert plates({"kind": "me"}, BOT).startswith("You")
    assert plates(ME, BOT).startswith("Mira")
    assert plates({"kind": "me"}, HERE).startswith("Player 1")


def test_replay_shows_the_table_as_it_was(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"])
    first = line.ask("hello", "state", told=True)
    for _ in range(3):
        line.my_turn()
        line.play()
    begin = line.ask("replay", "replay", at=0)
    assert begin["scores"] == [0, 0]
    assert begin["text"] == first["text"] if not first["log"] else begin["move"] is None
    later = line.ask("replay", "replay", at=3)
    assert later["move"]["seq"] == line.log[2]["seq"]
    assert json.dumps(later["panels"]) != json.dumps(begin["panels"])


def test_a_lent_seat_is_played_by_a_bot_until_it_is_taken_back(house: House, mira: Visitor, noor: Visitor) -> None:
    table, *lines = two_at_a_table(house, mira, noor)
    owner = mira if lines[0].actions else noor
    mover, other = in_turn(*lines)
    assert owner.http.post(f"/t/{table}/seat/{mover.you}/bot", json={"level": "random"}).status_code == 200
    other.my_turn()
    assert [entry["seat"] for entry in other.log] == [mover.you]
    assert owner.http.post(f"/t/{table}/seat/{mover.you}/take", json={}).status_code == 200
    other.play()
    while len(mover.log) < 2:
        mover.until("moved")
    assert mover.play()["did"] == "played"
