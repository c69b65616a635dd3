"""Every way a match can end. One kept match of each lies in `matches/`."""

from __future__ import annotations

REASONS = {
    "all_tokens_placed": "a seat has placed its last token (rulebook, Immediate Win)",
    "tiles_exhausted": "neither wheel nor supply holds a tile (rulebook, Tile Depletion)",
}
