"""The unit of `cloudtop deploy systemd` can be started: its command line, at another port and with another file."""

from __future__ import annotations

import re
import shlex
import signal
from pathlib import Path

from tests.support.web.proxying import Separate
from tests.support.web.visitors import ME, Visitor

from cloudtop.cli.deploying import FOLDER

UNIT = FOLDER / "cloudtop.service"


def test_the_command_line_of_the_unit_opens_a_house(tmp_path: Path) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    program, command, *arguments = shlex.split(line)
    assert (program, command) == ("/opt/cloudtop/bin/cloudtop", "serve")
    arguments.remove("--no-browser")
    port = arguments.index("--port")
    del arguments[port : port + 2]
    data = arguments.index("/var/lib/cloudtop/tables.sqlite")
    arguments[data] = str(tmp_path / "tables.sqlite")
    with Separate(*arguments) as server, Visitor(server.port) as mira:
        assert mira.http.get("/ready").json() == {"ready": True}
        mira.open("skybridge", ME, {"kind": "here"})
        server.end(signal.SIGTERM)
    assert (tmp_path / "tables.sqlite").exists()
