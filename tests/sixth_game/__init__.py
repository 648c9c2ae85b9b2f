"""A game of its own, as someone outside the suite would write it, and broken forms of it."""
