"""The version, on its own so that the build can read it without importing the house."""

VERSION = "0.8.0.dev0"
