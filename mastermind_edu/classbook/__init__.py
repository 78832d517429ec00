"""The class book: which pupils are in a class, what they played and what they answered."""
