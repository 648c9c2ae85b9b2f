"""The web page and the terminal table."""
