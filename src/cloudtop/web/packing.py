"""How messages are made smaller on a socket: each by itself, and what several sockets are sent, once for them all."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

LITTLE = 100
"""A message of fewer bytes goes as it is: to make it smaller would cost more than it saves."""
TOLD_LAST = 32
"""So many messages are kept as they went out, for the next socket that is sent the same."""
TAIL = 4
"""The last bytes of a block that is complete, which the receiver adds by itself."""


@lru_cache(maxsize=TOLD_LAST)
def packed(data: bytes, window: int) -> bytes:
    """A message made smaller; nothing is kept of it for the next one.

    >>> len(packed(b"cloud " * 100, 15)) < 20
    True
    """
    packer = zlib.compressobj(wbits=-window, memLevel=8)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-TAIL]


class Packing(PerMessageDeflate):
    """One socket's way to make messages smaller: an idle socket needs no memory for it."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it goes out."""
        if frame.opcode is not Opcode.TEXT or not frame.fin:
            return super().encode(frame)
        if len(frame.data) < LITTLE:
            return frame
        return Frame(frame.opcode, packed(bytes(frame.data), self.local_max_window_bits), True, rsv1=True)


class PackingFactory(ServerPerMessageDeflateFactory):
    """What every socket is offered; one for all of them."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=15,
            client_max_window_bits=12,
            compress_settings={"memLevel": 8},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed with a browser."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        packing = Packing(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )
        return answer, packing


PACKING = PackingFactory()
