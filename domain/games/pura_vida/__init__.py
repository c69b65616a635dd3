"""Pura Vida: tiles from a path that is walked once a round, and parks in which rows of animals score."""
