"""The commands of `fairtable-replay`, by what one wants: to look, to check, to bring matches elsewhere."""
