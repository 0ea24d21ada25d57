"""French and Japanese as they are printed: signs, spaces, and one word for one thing, in every text there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cloudtop
from cloudtop.core.words import read_words

PACKAGE = Path(cloudtop.__file__).parent
FILES = sorted(PACKAGE.rglob("words.toml"))
TYPED = {"text.legend", "text.phase.sun"}
"""Texts that tell the signs a player types, which keep their own spaces."""

FRENCH = {
    "the apostrophe is curved, the ellipsis one sign": r"'|\.\.\.",
    "a computer player is a robot": r"(?<!\{)\bbots?\b",
    "what can be picked is « en surbrillance »": r"éclairé",
    "a nickname is a « pseudo »": r"[Ss]urnom",
    "the reader is « vous »": r"\b(tu|ton|ta|tes)\b",
    "no name after « de », for it may be Ouragan or Vous": r"\b([Dd]e|[Dd]u) \{name\}",
    "no participle after a name, for it may be Vous": r"\{names?\} (a|est|ont|sont)\b",
    "clockwise is « dans le sens horaire »": r"aiguilles",
    "a dash between words is an en dash": r"\w - \w",
}
FRENCH_SPACES = {
    "a no-break space stands before these signs": (
        r"(?<=[ \w»}])(?<![\u00a0\u202f])[;!?»](?![\w=])| :(?!\w)|[\w}]:(?![\w/])"
    ),
    "a no-break space stands after this sign": r"«(?!\u00a0)",
}
JAPANESE = {
    "nobody plays shogi here": r"指[すしさせ]|打[つて]|対局|終局|応手",
    "the rules are 遊び方, the games ゲーム一覧, who opened a table ホスト": r"ガイド|ライブラリ|主催",
    "these are written in kana": r"一番|隣|他の|周り|全て|一つも|出来る|下さい",
    "these are written in kanji": r"だれ|わか[るりっら]|くり返",
    "long vowels are written": r"コンピュータ(?!ー)|サーバ(?!ー)|プレーヤー",
    "a win is shared by 分かち合う": r"分け合",
    "there is no dash": r"[—–―]",
}
JAPANESE_SIGNS = {
    "signs in a sentence are full width": r"[^\x00-\x7f][:;,()!?](?!\w*月)|[:;,()!?](?=[^\x00-\x7f\s])(?!\d*月)",
    "no space stands beside a full stop, comma or colon": r"[、。\uff1a] | [、。\uff1a]",
}


def texts(path: Path, language: str) -> dict[str, str]:
    """The texts of a file in a language, less those that tell what is typed."""
    return {key: text for key, text in read_words(path)[language].items() if key not in TYPED}


def offences(path: Path, language: str, rules: dict[str, str]) -> list[tuple[str, str, str]]:
    """What breaks a rule: the rule, the key and the text."""
    return [
        (rule, key, text)
        for rule, pattern in rules.items()
        for key, text in texts(path, language).items()
        if re.search(pattern, text)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.parent.relative_to(PACKAGE)))
def test_words_keep_to_the_house_s_style(path: Path) -> None:
    typed = path.parent.name == "terminal"
    assert offences(path, "fr", FRENCH | ({} if typed else FRENCH_SPACES)) == []
    assert offences(path, "ja", JAPANESE | ({} if typed else JAPANESE_SIGNS)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.parent.relative_to(PACKAGE)))
def test_moves_stand_after_a_name_and_a_colon(path: Path) -> None:
    """One phrase is button, question, line of the log and hint: no stop, and no colon of its own."""
    for language, stop in (("fr", "."), ("ja", "。")):
        moves = {key: text for key, text in texts(path, language).items() if key.startswith("move.")}
        assert [key for key, text in moves.items() if text.endswith(stop)] == []
        assert [key for key, text in moves.items() if re.search(r"[:\uff1a]", text)] == []
