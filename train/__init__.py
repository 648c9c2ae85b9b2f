"""PPO, league, evaluation and the command line."""
