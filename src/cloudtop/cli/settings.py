"""Settings of a server: from the command line, from `CLOUDTOP_*` variables, from a file, or the default.

The options of `cloudtop serve` are the only declaration. Every other place is derived from them: the variable
`CLOUDTOP_FORGET_AFTER` and the key `forget_after` of the file stand for `--forget-after`.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from cloudtop.core.errors import CloudtopError
from cloudtop.store import told

PREFIX = "CLOUDTOP_"
CONTEXT = {"auto_envvar_prefix": PREFIX.rstrip("_")}
"""For every command that shares options with `serve`: its options can be set by variables."""
OTHER_VARIABLES = ("CLOUDTOP_BUILDS", "CLOUDTOP_DOOR", "CLOUDTOP_PARENT", "CLOUDTOP_PURE", "CLOUDTOP_REPLACES")
"""Variables with our prefix that are no settings of a server."""
SECRET: Mapping[str, Callable[[str], str]] = {"database": told, "admin_token": lambda word: "***"}
"""Settings that may hold a password, and how they are shown without it."""
SOURCES = {"COMMANDLINE": "command line", "ENVIRONMENT": "variable", "DEFAULT_MAP": "file", "DEFAULT": "default"}


class Setting(NamedTuple):
    """A setting that is in force."""

    name: str
    value: Any
    source: str
    """Command line, variable, file or default."""

    @property
    def variable(self) -> str:
        """The variable that sets it."""
        return variable_of(self.name)


def variable_of(name: str) -> str:
    """The variable that sets an option.

    >>> variable_of("forget_after")
    'CLOUDTOP_FORGET_AFTER'
    """
    return PREFIX + name.upper()


# ------------------------------------------------------------------------------------------------- the file


def usual_files() -> list[Path]:
    """Where a file of settings is looked for; the first one that exists is read."""
    if sys.platform == "win32":
        return [Path(os.environ.get("APPDATA", "~")).expanduser() / "cloudtop" / "cloudtop.toml"]
    own = Path(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config"))
    return [own / "cloudtop" / "cloudtop.toml", Path("/etc/cloudtop/cloudtop.toml")]


def found_file(path: Path | None) -> Path | None:
    """The file that was named, or the first usual one; None where there is none."""
    return path or next((usual for usual in usual_files() if usual.is_file()), None)


def read_file(path: Path) -> dict[str, Any]:
    """The keys of a file of settings, without a look at their meaning."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CloudtopError(f"{path} is no TOML file: {error}") from None


def as_typed(value: Any) -> str | list[str]:
    """A value of the file as it would be typed on the command line.

    >>> as_typed(8000), as_typed(True), as_typed(["10.0.0.1"])
    ('8000', 'true', ['10.0.0.1'])
    """
    if isinstance(value, list | tuple):
        return [str(part) for part in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def serve_command() -> Any:
    """The command `serve`, whose options are the settings."""
    from cloudtop.cli.hosting import app

    return typer.main.get_command(app)


def options() -> dict[str, Any]:
    """The options of `serve` that a file may set, by name."""
    return {option.name: option for option in serve_command().params if option.name not in ("config", "help")}


def like(name: str, known: Iterable[str]) -> str:
    """A hint at a name that was probably meant.

    >>> like("fogret_after", ["forget_after", "port"])
    '; did you mean forget_after?'
    """
    close = get_close_matches(name, list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""


def faults_of_file(path: Path, context: typer.Context) -> Iterator[str]:
    """Mistakes in a file of settings, a line for each key."""
    known = options()
    for name, value in read_file(path).items():
        if name not in known:
            yield f"{path}: there is no setting {name}{like(name, known)}"
            continue
        if isinstance(value, list) is not bool(getattr(known[name], "multiple", False)):
            wanted = "one value" if isinstance(value, list) else "a list"
            yield f"{path}: {name} takes {wanted}"
            continue
        if why := fault_of_value(known[name], context, as_typed(value)):
            yield f"{path}: {name}: {why}"


def fault_of_value(option: Any, context: typer.Context, typed: str | Sequence[str]) -> str:
    """Why an option does not take a value; empty where it does."""
    try:
        option.process_value(context, typed)
    except typer.BadParameter as error:
        return str(error.message).removeprefix("Value error, ").rstrip(".")
    return ""


def faults_of_variables(context: typer.Context) -> Iterator[str]:
    """Mistakes in the variables of a command, a line for each."""
    for option in context.command.params:
        # The one that reads the file is taken first, and asks for this.
        typed = None if option.is_eager else option.value_from_envvar(context)
        if typed is not None and (why := fault_of_value(option, context, typed)):
            yield f"{variable_of(str(option.name))}: {why}"


def apply_file(context: typer.Context, path: Path | None) -> Path | None:
    """Let a file of settings give the defaults of a command; a mistake there or in a variable is refused."""
    found = found_file(path)
    if context.resilient_parsing:
        return found
    for fault in (*faults_of_variables(context), *([] if found is None else faults_of_file(found, context))):
        raise CloudtopError(fault)
    if found is not None:
        context.default_map = {name: as_typed(value) for name, value in read_file(found).items()}
    return found


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=apply_file,
        help="Read settings from this TOML file; without it from the usual one, if there is one.",
    ),
]


# ------------------------------------------------------------------------------------------- what is in force


def place_of_tables(context: typer.Context) -> Path | str | None:
    """The file or the database that tables are kept in; None for the usual file.

    A stronger source wins: `--data` on the command line is used although `CLOUDTOP_DATABASE` is set.
    """
    data: Path | None = context.params["data"]
    database: str | None = context.params["database"]
    if data is None or database is None:
        return database or data
    ranks = [list(SOURCES.values()).index(source_in(context, name)) for name in ("data", "database")]
    if ranks[0] == ranks[1]:
        raise CloudtopError("tables are kept in a file or in a database: --data or --database, not both")
    return data if ranks[0] < ranks[1] else database


def source_in(context: typer.Context, name: str) -> str:
    """The source of a setting: command line, variable, file or default."""
    source = context.get_parameter_source(name)
    return SOURCES.get(source.name if source else "", "default")


def in_force(context: typer.Context) -> list[Setting]:
    """The settings of a command that runs, and where each comes from."""
    return [
        Setting(name, value, source_in(context, name)) for name, value in context.params.items() if name != "config"
    ]


def shown(setting: Setting) -> str:
    """A setting as a line of TOML, without its secret; as a comment where it is not set or masked.

    >>> shown(Setting("port", 8000, "file"))
    'port = 8000'
    >>> shown(Setting("database", "postgresql://me:secret@db/tables", "variable"))
    '# database = "postgresql://db/tables" (password not shown)'
    """
    name, value, _ = setting
    if value is None or value in ([], ()):
        return f"# {name} is not set"
    if name in SECRET:
        return f'# {name} = "{SECRET[name](value)}" (password not shown)'
    return f"{name} = {as_toml(value)}"


def as_toml(value: Any) -> str:
    """A value as TOML writes it.

    >>> as_toml(True), as_toml(2.0), as_toml(["10.0.0.1"]), as_toml(Path("a b"))
    ('true', '2.0', '["10.0.0.1"]', '"a b"')
    """
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def as_variables(params: Mapping[str, Any]) -> dict[str, str]:
    """The variables that give another process the same settings, and no file beside them.

    >>> as_variables({"port": 8000, "proxy": ["10.0.0.1", "10.0.0.2"], "boxes": None})["CLOUDTOP_PROXY"]
    '10.0.0.1 10.0.0.2'
    """
    typed = {name: as_typed(value) for name, value in params.items() if value is not None and name != "config"}
    told_as = {variable_of(name): " ".join(text) if isinstance(text, list) else text for name, text in typed.items()}
    return told_as | {variable_of("config"): os.devnull}


def unknown_variables() -> list[str]:
    """Variables with our prefix that set nothing, each in a line."""
    known = [variable_of(name) for name in (*options(), "config")]
    ours = [name for name in os.environ if name.startswith(PREFIX)]
    return [
        f"the variable {name} sets nothing{like(name, known)}"
        for name in sorted(ours)
        if name not in known and name not in OTHER_VARIABLES
    ]
