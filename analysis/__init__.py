"""Tables, statistics and plots over audited games."""
