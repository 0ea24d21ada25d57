"""The connection of a browser to its table: what is said on it, how it is carried, and how it is answered."""
