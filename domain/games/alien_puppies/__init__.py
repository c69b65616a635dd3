"""Alien Puppies: hidden hands, a reaction window after every action, and Barkmageddon in the pile."""
