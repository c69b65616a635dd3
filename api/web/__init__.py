"""The web pages: shells that scripts of our own fill from the API, which they use like any other client."""
