"""Playing and reading in a terminal: plain lines that a screen reader can speak."""
