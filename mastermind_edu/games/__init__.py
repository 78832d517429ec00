"""What a game is: codes, answers, rules and games in progress. No solver, no widget."""
