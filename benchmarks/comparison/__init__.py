"""The suite beside its peers: who is measured, how a step of each is played, rounds, results and their report."""
