"""What a referee uses when two players disagree: checks, rebuilds and shows matches from their logs."""
