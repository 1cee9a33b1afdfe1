"""Audit of American games, one module a subject."""
