"""The messages between a browser and a table; docs/wire.md tells their meaning."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

FRAME = 8192
"""No message of a browser is longer, in bytes."""

Seq = Annotated[int, Meta(ge=0, le=2**31)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Nonce = Annotated[str, Meta(min_length=1, max_length=40)]
Target = Annotated[str, Meta(max_length=60)]
Chosen = Annotated[list[Target], Meta(max_length=12)]
Name = Annotated[str, Meta(max_length=40)]


class Hello(msgspec.Struct, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """Show me the table; said first, and again to change language, camera or seat."""

    lang: Annotated[str, Meta(max_length=5)] = "en"
    turn: Annotated[int, Meta(ge=0, le=3)] = 0
    near: Number | None = None
    since: Seq | None = None
    cuts: bool = False


class Play(msgspec.Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Make a move."""

    seq: Seq
    nonce: Nonce
    action: Number


class Undo(msgspec.Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back my last decision."""

    seq: Seq
    nonce: Nonce


class Preview(msgspec.Struct, tag_field="do", tag="preview", forbid_unknown_fields=True):
    """Show the table with these targets picked and, if one is named, a move as a ghost with what it would score."""

    seq: Seq
    chosen: Chosen = []
    action: Number | None = None


class WhyNot(msgspec.Struct, tag_field="do", tag="whynot", forbid_unknown_fields=True):
    """Why may this not be picked? It is named as a target, or as the items of a panel that were touched."""

    seq: Seq
    chosen: Chosen = []
    target: Target = ""
    panel: Target = ""
    items: Annotated[list[Target], Meta(max_length=40)] = []


class Hint(msgspec.Struct, tag_field="do", tag="hint", forbid_unknown_fields=True):
    """Tell what a strong player would do."""

    seq: Seq


class Replay(msgspec.Struct, tag_field="do", tag="replay", forbid_unknown_fields=True):
    """Show the table after so many moves."""

    at: Number


class Nick(msgspec.Struct, tag_field="do", tag="nick", forbid_unknown_fields=True):
    """Call me this."""

    name: Name


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Say that you are there."""


Asked = Hello | Play | Undo | Preview | WhyNot | Hint | Replay | Nick | Ping

_DECODER: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)


def read_message(text: str | bytes) -> Asked:
    """A browser's message; `msgspec.DecodeError` says what is wrong with it."""
    return _DECODER.decode(text)


def write_message(message: dict[str, Any]) -> str:
    """A message to a browser."""
    return msgspec.json.encode(message).decode()
