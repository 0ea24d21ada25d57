"""For researchers and designers: simulation and measurement."""
