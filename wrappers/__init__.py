"""Policies that sit in a seat, and adapters to other libraries' APIs."""
