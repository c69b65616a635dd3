"""The write side: games, the match aggregate, its log and its proof."""
