"""The games. A game is one folder here and one line in `registry.py`."""
