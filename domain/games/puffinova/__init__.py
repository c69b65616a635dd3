"""PuffiNova: ships that fetch cards, cards that pay for cards, four areas, and a third explosion."""
