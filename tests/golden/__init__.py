"""Golden transcripts: one whole random game for each game and table size. They exist to show change."""
