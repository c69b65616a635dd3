"""The benchmark that we steer by. It measures and tells; it never judges."""
