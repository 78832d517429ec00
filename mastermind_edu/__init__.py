"""Learn logical deduction through Mastermind: rules, solvers, boards and lessons."""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "mastermind_edu.classroom.extension"}]
