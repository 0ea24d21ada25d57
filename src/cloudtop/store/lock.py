"""One server for one file: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cloudtop.store import StoreFault

if sys.platform == "win32":
    import msvcrt

    def seize(file: int) -> None:
        """Lock an open file, or raise `OSError` where somebody else has locked it."""
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def seize(file: int) -> None:
        """Lock an open file, or raise `OSError` where somebody else has locked it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(StoreFault):
    """A file of tables that a house has open: where the house is and the key for acts there, as far as it told."""

    def __init__(self, message: str, address: str = "", key: str = "") -> None:
        super().__init__(message)
        self.address = address
        self.key = key


class Lock:
    """The right to write to a file of tables. A file beside it is locked: SQLite's own must stay open to backups."""

    def __init__(self, path: Path) -> None:
        """Take the lock of that file of tables; `StoreFault` says who has it."""
        self.path = path.with_name(f"{path.name}.lock")
        try:
            self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreFault(f"{self.path} cannot be made: {error.strerror}") from None
        try:
            seize(self.file)
        except OSError:
            process, *told = self._noted()
            os.close(self.file)
            holder = f" (process {process})" if process.isdigit() else ""
            raise InUse(
                f"{path} is in use by another Cloudtop{holder}. Close that one first,"
                " or choose another file with --data.",
                *told[:2],
            ) from None
        self.note()

    def _noted(self) -> list[str]:
        """The lines that the holder of the lock wrote; one empty line where they cannot be read."""
        try:
            return os.read(self.file, 1000).decode("ascii", "replace").splitlines() or [""]
        except OSError:
            return [""]

    def note(self, *lines: str) -> None:
        """Write into the file beside whose process this is, and what else those may know who may read it."""
        os.ftruncate(self.file, 0)
        os.lseek(self.file, 0, os.SEEK_SET)
        os.write(self.file, "".join(f"{line}\n" for line in (str(os.getpid()), *lines)).encode())

    def free(self) -> None:
        """Let others have the file."""
        os.close(self.file)
