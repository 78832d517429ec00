"""How the server bears a class: pupils as raw websockets, and a few real browsers.

``python -m tests.load`` prints all figures in a table; it takes some minutes.
"""
