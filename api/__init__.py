"""The REST API and the command `fairtable`: the one place that knows the web."""
