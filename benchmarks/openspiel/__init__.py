"""Our games as games of OpenSpiel, and its search as an opponent of our bots.

`position` and `dice` are what its bots, written in Python, think on; `bots` drives them by the `clock`; `match` plays
them against ours and `report` says how it went. `cloudtop.lab.spiel` offers the games to all of OpenSpiel, and `check`
lets its own conformance run over them. Only `bots` and `check` need OpenSpiel installed.
"""
