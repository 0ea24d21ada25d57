"""The page that checks the deal of a record without any server: one HTML file, with everything in it."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from cloudtop.core.words import check_language
from cloudtop.web.routes.bodies import Page
from cloudtop.web.templates import IMPORTED, basics, filled

SCRIPT = "fair-offline"
IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
LATER = re.compile(r"\(await import\(\"\./([\w-]+\.js)\"\)\)\.")
"""A script that is imported only where it is needed."""
EXPORT = re.compile(r"^export ", re.MULTILINE)


@cache
def offline_page(language: str) -> str:
    """The page in a language, as the text of one file."""
    page = Page(**basics(check_language(language), SCRIPT))
    return filled("offline", page, script=Markup(in_one(SCRIPT)))


def in_one(name: str) -> str:
    """A script and all that it imports as one script, what is imported first."""
    folder, found = files("cloudtop.web") / "static" / "js", dict[str, str]()

    def add(file: str) -> None:
        text = (folder / file).read_text("utf-8")
        for other in [*IMPORTED.findall("".join(IMPORT.findall(text))), *LATER.findall(text)]:
            if other not in found:
                add(other)
        found[file] = EXPORT.sub("", LATER.sub("", IMPORT.sub("", text)))

    add(f"{name}.js")
    return "\n".join(found.values())
