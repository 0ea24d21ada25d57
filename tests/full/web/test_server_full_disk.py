"""A disk that is full: nothing false is acknowledged, whoever watches the house knows it, and it goes on by itself."""

from __future__ import annotations

import re
import resource
import signal
import sys
from pathlib import Path

import pytest
from tests.support.web.proxying import Separate
from tests.support.web.visitors import ME, Visitor

WORD = "a word that nobody guesses"
UNLIMITED = resource.RLIM_INFINITY


def numbers(visitor: Visitor) -> dict[str, float]:
    """The metrics of the server."""
    text = visitor.http.get("/metrics", headers={"authorization": f"Bearer {WORD}"}).text
    return {name: float(value) for name, value in re.findall(r"^(cloudtop_\S+) (\S+)$", text, re.MULTILINE)}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_server_on_a_full_disk_is_not_ready_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    (tmp_path / "word").write_text(WORD)
    arguments = ["--data", str(tmp_path / "tables.sqlite"), "--admin-token-file", str(tmp_path / "word")]
    with Separate(*arguments) as server, Visitor(server.port) as mira:
        line = mira.connect(mira.open("strange-world", ME)["table"], {"near": 0})
        line.dealt()
        assert mira.http.get("/ready").status_code == 200
        before = numbers(mira)
        assert (before["cloudtop_store_writable"], before["cloudtop_store_failures_total"]) == (1, 0)
        # No file of the server may grow beyond what its journal has already: for it, the disk is full.
        full = (tmp_path / "tables.sqlite-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, UNLIMITED))
        assert line.play()["code"] == "not-kept"
        answer = mira.http.get("/ready")
        assert (answer.status_code, answer.json()["ready"]) == (503, False)
        during = numbers(mira)
        assert during["cloudtop_store_writable"] == 0
        assert during["cloudtop_store_failures_total"] >= 1
        assert during['cloudtop_moves_refused_total{code="not-kept"}'] == 1
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        # Nobody plays: to ask is enough.
        assert mira.http.get("/ready").status_code == 200
        assert numbers(mira)["cloudtop_store_writable"] == 1
        assert line.play()["did"] == "played"
        server.end(signal.SIGTERM)
