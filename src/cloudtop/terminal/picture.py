"""Pictures to files: SVG as it is, PNG through a headless Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from cloudtop.core.errors import CloudtopError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def save_picture(svg: str, path: Path) -> None:
    """Write a picture; the file's ending says whether as SVG or as PNG."""
    try:
        if path.suffix.lower() == ".png":
            render(svg, path)
        else:
            path.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise CloudtopError(f"the picture could not be written to {path}: {error.strerror}") from None


def render(svg: str, path: Path) -> None:
    """Draw an SVG to a PNG of its own size."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise CloudtopError("a PNG needs Chromium (package 'chromium'), which is not installed; --svg needs nothing")
    box = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert box is not None
    width, height = (round(float(size)) for size in box.groups())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "picture.html"
        style = "<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>"
        page.write_text(f"<!doctype html><meta charset=utf-8>{style}{svg}", encoding="utf-8")
        shot = Path(folder) / "picture.png"
        subprocess.run(
            [browser, *QUIET, f"--user-data-dir={folder}/profile", f"--window-size={width},{height}"]
            + [f"--screenshot={shot}", page.as_uri()],
            capture_output=True,
            check=False,
        )
        if not shot.exists():
            raise CloudtopError(f"Chromium ({browser}) did not draw the picture")
        shutil.copyfile(shot, path)
