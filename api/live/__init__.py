"""What happens in matches, told as it happens: one feed a process, a hub, and a stream for each reader."""
