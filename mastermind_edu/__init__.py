"""Learn logical deduction through Mastermind: rules, solvers, boards and lessons."""
