"""The rulings of the replay, one module a subject."""
