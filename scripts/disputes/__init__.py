"""A dishonest operator at work, and what the replay tool says to it."""
