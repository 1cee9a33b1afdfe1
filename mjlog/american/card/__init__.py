"""The card: its language, its concrete hands, and matching against them."""
