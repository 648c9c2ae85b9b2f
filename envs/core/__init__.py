"""What all games share: records, labels, layouts, positions, compiled drivers, the AEC class, the batch engine.

Nothing in this folder knows a game by name.
"""
