"""How to think about a game, whichever game it is."""
