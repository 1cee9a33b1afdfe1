"""Tables, statistics and plots of American games."""
