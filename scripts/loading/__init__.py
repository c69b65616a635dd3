"""Load: whole matches over HTTP, many at once, watched by streams."""
