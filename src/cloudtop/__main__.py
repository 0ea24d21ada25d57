"""`python -m cloudtop` is the same as the command `cloudtop`."""

from __future__ import annotations

from cloudtop.cli import main

if __name__ == "__main__":
    main()
