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
            holder = self._holder()
            os.close(self.file)
            raise StoreFault(
                f"{path} is in use by another Cloudtop{holder}. Close that one first,"
                " or choose another file with --data."
            ) from None
        os.ftruncate(self.file, 0)
        os.write(self.file, f"{os.getpid()}\n".encode())

    def _holder(self) -> str:
        try:
            text = os.read(self.file, 40).decode("ascii", "replace").strip()
        except OSError:
            return ""
        return f" (process {text})" if text.isdigit() else ""

    def free(self) -> None:
        """Let others have the file."""
        os.close(self.file)
