"""Build Cloudtop: compiled with mypyc where a C compiler is at hand, plain Python everywhere else.

The lack of a compiler fails no build. Each build says on standard error which kind it is and why, and notes the commit
and the reason for a plain build in `cloudtop/built.json`, where `cloudtop --version` reads them.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import setuptools
from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

PURE = os.environ.get("CLOUDTOP_PURE") == "1"
SOURCE = Path("src")
PACKAGE = SOURCE / "cloudtop"
STAMP = "compiled.json"
"""The compiled modules, each with the digest of its source; read by `cloudtop.build`."""
NOTE = "built.json"
"""The commit that was built, and why the build is plain Python; read by `cloudtop.build`."""
HEARTBEAT = 15.0
"""Seconds between two lines of progress."""
WITH_A_COMPILER = "with a C compiler and Python's headers (Debian: gcc libc6-dev python3-dev) it is compiled"
HOT = (
    "core/state.py",
    "core/chance.py",
    "core/playout.py",
    "core/judge.py",
    "core/observe.py",
    "core/batch.py",
    "games/*/moves.py",
    "games/*/fast.py",
    "games/*/effects.py",
    "games/*/state.py",
    "games/*/score.py",
    "games/*/bot.py",
    "games/*/observe.py",
    "bots/search.py",
)


def compiled_sources() -> list[Path]:
    """The modules worth compiling; a new game is found by the names of its files."""
    return sorted(path for pattern in HOT for path in PACKAGE.glob(pattern))


def say(line: str) -> None:
    """Tell how the build goes on; pip shows it with -v."""
    print(f"cloudtop: {line}", file=sys.stderr, flush=True)


def why_not_compiled(error: BaseException) -> str:
    """The reason for a plain build in a few words; what the compilers said stands above it."""
    if isinstance(error, SystemExit):
        return "mypyc refused the source when it was built"
    if "Compile" in type(error).__name__ or isinstance(error, subprocess.CalledProcessError):
        return "the C compiler failed when it was built"
    return f"compiling failed when it was built ({type(error).__name__}: {error})"


# ---------------------------------------------------------------------- what is built


def git(*arguments: str) -> str:
    """The output of git; empty where there is no git or no repository."""
    try:
        return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def noted(package: Path) -> dict[str, str]:
    """The note of an earlier build in a folder, such as the one that a source archive carries."""
    try:
        return dict(json.loads((package / NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def commit() -> str:
    """The commit of this source tree; of a source archive the one it was made from; empty if nobody knows."""
    if named := os.environ.get("CLOUDTOP_COMMIT"):
        return named
    if Path(".git").exists() and (head := git("rev-parse", "HEAD")):
        return f"{head}+changes" if git("status", "--porcelain", "--untracked-files=no") else head
    return noted(PACKAGE).get("commit", "")


def write_whole(path: Path, value: object) -> None:
    """Write JSON under a name that never shows half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)


def no_compiler() -> str:
    """The reason why nothing can be compiled here; empty if a trial compilation goes well."""
    if PURE:
        return "CLOUDTOP_PURE=1 when it was built"
    if find_spec("mypyc") is None:
        return "mypyc was missing when it was built"
    # setuptools brings the compilers of distutils; its own names for them differ from version to version.
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.c"
        trial.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            compiler: Any = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(trial)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except Exception as error:
            command = (getattr(compiler, "compiler", None) or [""])[0]
            if command and shutil.which(command):
                say(str(error))
                return "the headers of Python or of C were missing when it was built"
            return "there was no C compiler when it was built"
    return ""


# ---------------------------------------------------------------------- docstrings

SAID = r'PyDoc_STR\()(NULL|"((?:[^"\\]|\\.)*)")(?=\))'
METHOD = re.compile(r"(\(PyCFunction\)CPyPy_(\w+),\s*METH_[A-Z_| ]+, " + SAID)
TYPE = re.compile(r"(CPyType_(\w+)_template_ = \{[^;]*?\.tp_doc = " + SAID)
MODULE = re.compile(r'("(cloudtop[\w.]*)",\s*)NULL(?=, /\* docstring \*/)')


def docstrings(sources: list[Path]) -> dict[str, str]:
    """The docstrings of these modules, by their dotted names and by the names that mypyc's C code has for them."""
    told: dict[str, str] = {}
    for path in sources:
        module = path.relative_to(SOURCE).with_suffix("").parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told[".".join(module)] = ast.get_docstring(tree) or ""
        for outer in tree.body:
            for inner in [outer, *(outer.body if isinstance(outer, ast.ClassDef) else ())]:
                if not isinstance(inner, ast.ClassDef | ast.FunctionDef):
                    continue
                names = (inner.name,) if inner is outer else (getattr(outer, "name", ""), inner.name)
                for first in range(len(module)):
                    # A module goes by as many of its last names as make it unmistakable.
                    told["___".join((*module[first:], *names))] = ast.get_docstring(inner) or ""
    return told


def quoted(text: str) -> str:
    """A text inside a C string; UTF-8 as octal numbers."""
    plain = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n"}
    return "".join(plain.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in text.encode())


def with_docstrings(code: str, told: dict[str, str]) -> str:
    """Generated C code with the docstrings that mypyc leaves out; `help` and editors show them."""
    for pattern in (METHOD, TYPE):
        code = pattern.sub(lambda found: f'{found[1]}"{found[4] or ""}{quoted(told.get(found[2], ""))}"', code)
    return MODULE.sub(lambda found: f'{found[1]}PyDoc_STR("{quoted(told.get(found[2], ""))}")', code)


def document(sources: list[Path]) -> None:
    """Put the docstrings of the source into the C code that was made from it."""
    told = docstrings(sources)
    for path in Path("build").rglob("__native_*.c"):
        path.write_text(with_docstrings(path.read_text(encoding="utf-8"), told), encoding="utf-8")


# ---------------------------------------------------------------------- how it is built


class Distribution(setuptools.Distribution):
    """Knows whether this build has compiled modules, before and after they were tried."""

    plain: str | None = None
    """Why the build is plain Python; empty if it is compiled, None before anybody has asked."""

    def has_ext_modules(self) -> bool:
        """Whether there are compiled modules: then a wheel is for this platform only."""
        if self.plain is None:
            self.plain = no_compiler()
        return not self.plain


@contextmanager
def heartbeat(what: str) -> Iterator[None]:
    """Say now and then that something is still going on."""
    begun, over = time.monotonic(), threading.Event()

    def beat() -> None:
        while not over.wait(HEARTBEAT):
            say(f"{what}: still at it, {time.monotonic() - begun:.0f} s")

    say(what)
    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other build compiles in this folder: both would write the same files."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    Path("build").mkdir(exist_ok=True)
    with Path("build", ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another build compiles in this folder; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class CompiledBuild(build_ext):
    """Compile all hot modules or none, and note from which source each was made."""

    distribution: Distribution

    def run(self) -> None:
        """Compile; where that fails, the build goes on as plain Python."""
        editable = self.inplace or self.editable_mode
        home = PACKAGE if editable else Path(self.build_lib) / "cloudtop"
        if self.distribution.has_ext_modules():
            try:
                with alone():
                    self.compile(home)
            except (Exception, SystemExit) as error:
                say(str(error))
                self.distribution.plain = why_not_compiled(error)
        if why := self.distribution.plain:
            self.leave_plain(home, why)
        if editable:
            # The commit of a checkout is the one that git knows.
            note = noted(home) | {"plain": why or ""}
            write_whole(home / NOTE, {name: value for name, value in note.items() if value})
            if why:
                say(f"plain Python, slower: {why}; {WITH_A_COMPILER}")

    def compile(self, home: Path) -> None:
        """Generate C, compile it, put the modules in their places, and write the stamp last."""
        from mypyc.build import mypycify

        sources, begun = compiled_sources(), time.monotonic()
        # Taken before: a source that is edited meanwhile makes its module stale.
        digests = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in sources}
        with heartbeat(f"compiling {len(sources)} modules, step 1 of 2, types and C code"):
            # Written anew: C code of an earlier build has its docstrings already.
            for old in Path("build").rglob("__native_*.c"):
                old.unlink()
            extensions: list[Any] = mypycify([str(path) for path in sources], opt_level="3", debug_level="0")
            document(sources)
        for extension in extensions if os.name == "posix" else ():
            # Nobody replaces our functions from outside, so they may be put where they are called. A warning that
            # only another compiler knows is no reason to run plain Python.
            flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
            extension.extra_compile_args = [*flags, "-fno-semantic-interposition"]
        self.distribution.ext_modules = extensions
        # A second time, now that there are modules; it splits these options, which nobody gives.
        self.swig_opts = None  # type: ignore[assignment]
        self.finalize_options()
        size = sum(path.stat().st_size for path in Path("build").rglob("__native_*.c")) / 1e6
        with heartbeat(f"compiling {len(sources)} modules, step 2 of 2, {size:.0f} MB of C (one to three minutes)"):
            super().run()
        names = {path: ".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in sources}
        write_whole(home / STAMP, {names[path]: digest for path, digest in digests.items()})
        say(f"compiled {len(sources)} modules in {time.monotonic() - begun:.0f} s")

    def copy_extensions_to_source(self) -> None:
        """Put compiled modules beside their source, each whole; without a stamp none of them is run."""
        (PACKAGE / STAMP).unlink(missing_ok=True)
        for extension in self.extensions:
            name = extension.name.replace(".", "/") + str(sysconfig.get_config_var("EXT_SUFFIX"))
            target = SOURCE / name
            # A program that runs keeps the file that it has open.
            part = target.with_name(f".{target.name}.part")
            shutil.copy(Path(self.build_lib) / name, part)
            os.replace(part, target)

    def leave_plain(self, home: Path, why: str) -> None:
        """Take away what is half compiled, and let the wheel be one for all platforms."""
        self.distribution.ext_modules = self.extensions = []
        wheel: Any = self.distribution.command_obj.get("bdist_wheel")
        if wheel is not None:
            wheel.root_is_pure = True
        if home != PACKAGE:
            for left in (*Path(self.build_lib).rglob("*.so"), *Path(self.build_lib).rglob("*.pyd"), home / STAMP):
                left.unlink(missing_ok=True)
            write_whole(home / NOTE, noted(home) | {"plain": why})
            say(f"plain Python, slower: {why}; {WITH_A_COMPILER}")


class SourceBuild(build_py):
    """Gathers the source in an empty folder: what an earlier build left there would be installed too."""

    distribution: Distribution

    def run(self) -> None:
        """Copy the modules and their data, and note what is built."""
        if self.editable_mode:
            return
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        compiled = self.distribution.has_ext_modules()
        note = {"commit": commit(), "plain": self.distribution.plain or ""}
        write_whole(Path(self.build_lib, "cloudtop", NOTE), {name: value for name, value in note.items() if value})
        if not compiled:
            say(f"plain Python, slower: {self.distribution.plain}; {WITH_A_COMPILER}")


class SourceArchive(sdist):
    """Carries the commit, which nobody can ask git for where the archive is unpacked."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Gather the files, and note the commit among them."""
        super().make_release_tree(base_dir, files)
        if known := commit():
            write_whole(Path(base_dir) / PACKAGE / NOTE, {"commit": known})


setup(
    distclass=Distribution,
    cmdclass={"build_ext": CompiledBuild, "build_py": SourceBuild, "sdist": SourceArchive},
)
