"""Connect four on our contract: the same work as in other libraries, for `benchmarks/peers.py` to race with."""
