"""Nova Luna: tiles from the moon wheel, tasks of neighbouring colours, a race to place all tokens."""
