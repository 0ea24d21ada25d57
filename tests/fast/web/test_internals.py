"""The inner workings of other packages that `web/protocols.py` and `web/packing.py` build upon have not changed.

Whoever updates uvicorn, h11 or websockets and sees this fail reads what has changed there, looks whether the limits of
our own still hold (`tests/full/web/test_server_floods.py`, `make soak`), and then writes down the new digest.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any

import h11
import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.protocol import Protocol
from websockets.server import ServerProtocol

from cloudtop.web.protocols import Flow, Visit, Wire

KNOWN: dict[str, tuple[Any, str]] = {
    "uvicorn: a connection": (H11Protocol, "c2573d455fed4ec2"),
    "uvicorn: a socket": (WebSocketsSansIOProtocol, "0bbcec98938432f7"),
    "uvicorn: the flow of an answer": (FlowControl, "126debcdaa894c83"),
    "h11: the state of a side": (vars(h11.Connection)["their_state"].fget, "6ef1d119e69f84f8"),
    "h11: what comes next": (h11.Connection.next_event, "7d3288bcc261c49c"),
    "h11: what has arrived": (h11.Connection.receive_data, "e0cf0ded695452eb"),
    "websockets: a server": (ServerProtocol.__init__, "8792b72850840da2"),
    "websockets: whether it is over": (Protocol.close_expected, "ebe4efdad2295a98"),
    "websockets: goodbye": (Protocol.send_close, "bc2a998cc8b9a3ac"),
    "websockets: what is to be sent": (Protocol.data_to_send, "959589a5e74ef26f"),
    "websockets: messages packed": (PerMessageDeflate, "9248004475f4b33c"),
    "websockets: how packing is agreed": (ServerPerMessageDeflateFactory, "a768cdd6f9321346"),
}
"""Source that ours depends upon, and the digest of what we have read."""


def digest(source: Callable[..., object]) -> str:
    """What a piece of source is known by."""
    return hashlib.sha256(inspect.getsource(source).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", KNOWN)
def test_source_that_ours_depends_upon_has_not_changed(name: str) -> None:
    source, known = KNOWN[name]
    assert digest(source) == known, f"{name} has changed: read it, and the head of this file"


@pytest.mark.parametrize(
    ("ours", "theirs"), [(Visit, H11Protocol), (Wire, WebSocketsSansIOProtocol), (Flow, FlowControl)]
)
def test_every_method_that_we_replace_is_still_called_in_the_same_way(ours: type, theirs: type) -> None:
    replaced = [name for name, value in vars(ours).items() if inspect.isfunction(value) and hasattr(theirs, name)]
    assert len(replaced) > 1
    for name in replaced:
        assert list(inspect.signature(getattr(ours, name)).parameters) == list(
            inspect.signature(getattr(theirs, name)).parameters
        )
