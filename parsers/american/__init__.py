"""American records: JSON Lines events and the typable ``.amn`` text."""
