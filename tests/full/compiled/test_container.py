"""The container: built as the container file says, compiled, run as a user without rights, and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.support.compiled.clean import source_in
from tests.support.compiled.containers import Images, called, check_tools
from tests.support.compiled.opened import answer_of
from tests.support.web.visitors import ME, Visitor

pytestmark = pytest.mark.timeout(1800)
USER = 10001


@pytest.fixture
def images() -> Iterator[Images]:
    """A store of images with a base."""
    check_tools()
    images = Images(Path(tempfile.mkdtemp(prefix="cloudtop-images-")))
    try:
        images.import_base()
        yield images
    finally:
        images.clear()


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(images: Images, container: str, data: Path, port: int) -> Iterator[int]:
    """A container that runs what the image starts, at another port, as the network is this machine's."""
    entry = images.described()["config"]["Entrypoint"]
    process = subprocess.Popen(images.command(container, data, [*entry, "--port", str(port)]), start_new_session=True)
    try:
        assert answer_of(f"http://127.0.0.1:{port}/ready") == {"ready": True}
        yield process.pid
    finally:
        # As a manager of containers does: the first process inside is told to end, and has the time that it needs.
        os.kill(server_in(process.pid), signal.SIGTERM)
        process.wait()


def server_in(session: int) -> int:
    """The first process of a session that runs the program of the image as its user."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            number, owner = int(folder.name), folder.stat().st_uid
            program = (folder / "comm").read_text().strip()
            if (owner, program) == (USER, "cloudtop") and os.getsid(number) == session:
                found.append(number)
        except (FileNotFoundError, ProcessLookupError):
            continue
    return min(found)


def owner_of(port: int) -> set[int]:
    """The users whose sockets listen at a port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(row[7]) for row in rows if row[3] == "0A" and int(row[1].partition(":")[2], 16) == port}


def test_the_image_is_compiled_is_well_serves_and_keeps_its_tables(images: Images, tmp_path: Path) -> None:
    source, commit = source_in(tmp_path)
    said = images.build(source, commit)
    assert f"commit {commit[:10]} (compiled:" in said
    config = images.described()["config"]
    assert config["User"] == str(USER)
    assert config["Volumes"] == {"/data": {}}
    assert list(config["ExposedPorts"]) == ["8000/tcp"]
    check = config["Healthcheck"]["Test"]
    assert check[0] == "CMD"
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, USER, USER)
    container, port = images.container(), free_port()
    called(*images.command(container, data, ["sh", "-c", "! command -v gcc && ! command -v pip"]))
    healthy = images.command(container, data, [part.replace(":8000/", f":{port}/") for part in check[1:]])
    assert subprocess.run(healthy, capture_output=True, check=False).returncode != 0
    with running(images, container, data, port):
        assert subprocess.run(healthy, capture_output=True, check=False).returncode == 0
        assert owner_of(port) == {USER}
        health = answer_of(f"http://127.0.0.1:{port}/health")
        assert (health["commit"], health["build"]) == (commit, "compiled")
        with Visitor(port) as mira:
            table = mira.open("skybridge", ME, {"kind": "here"})["table"]
            cookies = dict(mira.http.cookies)
            assert mira.http.get(f"/t/{table}").status_code == 200
    kept = data / "cloudtop" / "tables.sqlite"
    assert kept.stat().st_uid == USER
    with running(images, images.container(), data, port), Visitor(port) as mira:
        mira.http.cookies.update(cookies)
        assert mira.http.get(f"/t/{table}").status_code == 200


def test_an_image_that_would_run_plain_python_is_not_built(images: Images, tmp_path: Path) -> None:
    source, commit = source_in(tmp_path)
    # Without the headers of Python nothing is compiled, and pip is content.
    recipe = source / "src/cloudtop/deploy/Containerfile"
    recipe.write_text(recipe.read_text().replace("apt-get install", "true"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"\(plain: there was no C compiler when it was built\)"):
        images.build(source, commit)
