"""Messages made smaller on their way: each by itself, once for all who are sent it, and legible to every browser."""

from __future__ import annotations

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from cloudtop.web.packing import LITTLE, PACKING, packed

TEXT = b'{"did": "moved", "log": [' + b'"a bridge between the clouds", ' * 40 + b'""]}'


def agreed(window: int = 15) -> tuple[PerMessageDeflate, PerMessageDeflate]:
    """The house's side of what is agreed on a socket, and the browser's."""
    params = [("server_max_window_bits", str(window)), ("client_max_window_bits", None)]
    _, ours = PACKING.process_request_params(params, [])
    theirs = PerMessageDeflate(
        ours.local_no_context_takeover,
        ours.remote_no_context_takeover,
        ours.local_max_window_bits,
        ours.remote_max_window_bits,
    )
    return ours, theirs


@pytest.mark.parametrize("window", [9, 12, 15])
def test_whatever_goes_out_can_be_read_again(window: int) -> None:
    ours, theirs = agreed(window)
    for data in (TEXT, b"{}", TEXT * 50):
        sent = ours.encode(Frame(Opcode.TEXT, data))
        assert bytes(theirs.decode(sent).data) == data
    assert len(ours.encode(Frame(Opcode.TEXT, TEXT)).data) < len(TEXT) / 5


def test_what_several_are_sent_is_made_smaller_once() -> None:
    packed.cache_clear()
    sockets = [agreed() for _ in range(5)]
    sent = [bytes(ours.encode(Frame(Opcode.TEXT, TEXT)).data) for ours, _ in sockets]
    assert len(set(sent)) == 1
    assert (packed.cache_info().misses, packed.cache_info().hits) == (1, 4)


def test_a_little_message_and_a_ping_go_as_they_are() -> None:
    ours, _ = agreed()
    little = Frame(Opcode.TEXT, b"x" * (LITTLE - 1))
    assert ours.encode(little) is little
    assert ours.encode(Frame(Opcode.TEXT, b"x" * LITTLE)).rsv1
    ping = Frame(Opcode.PING, b"x" * 120)
    assert ours.encode(ping) is ping


def test_a_message_in_parts_is_packed_as_a_whole() -> None:
    ours, theirs = agreed()
    parts = [Frame(Opcode.TEXT, TEXT, fin=False), Frame(Opcode.CONT, TEXT)]
    heard = b"".join(bytes(theirs.decode(ours.encode(part)).data) for part in parts)
    assert heard == TEXT * 2


def test_nothing_is_kept_for_a_socket_that_waits() -> None:
    ours, _ = agreed()
    ours.encode(Frame(Opcode.TEXT, TEXT))
    assert not hasattr(ours, "encoder")
