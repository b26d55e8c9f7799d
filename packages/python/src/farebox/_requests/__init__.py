"""Paid requests: their names, keys and records, and the stores that keep them."""
