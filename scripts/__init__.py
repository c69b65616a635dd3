"""What is run beside the server: starting, testing, measuring."""
