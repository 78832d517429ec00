"""What a school installs beyond one laptop, with the real programs."""
