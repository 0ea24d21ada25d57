"""The addresses that are asked over plain HTTP."""
