"""Simulated American games and deliberate faults."""
