"""One YAML file a training run, and the shipped checkpoints."""
