"""Black Hole Buccaneers."""
