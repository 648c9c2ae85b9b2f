"""Space Mission."""
