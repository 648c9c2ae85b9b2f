"""Urknall: The Big Bang."""
