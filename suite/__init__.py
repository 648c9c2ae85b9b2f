"""CosmoZoo: five board games about the cosmos as reinforcement-learning environments."""

from importlib.metadata import version as _version

__version__ = _version("cosmozoo")

__all__ = ["__version__"]
