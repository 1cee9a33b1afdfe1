"""Payments: what each result costs whom, and why."""
