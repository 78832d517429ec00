"""A function that is programmed in small stages, each tried on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions.programming import CodeQuestion, Trial

__all__ = ["Kata"]


@dataclass(frozen=True, kw_only=True)
class Kata(CodeQuestion):
    """A function to program stage by stage; what is told is the first stage that fails.

    A stage is what trials of the same ``stage`` have in common; they come one after another.
    """

    kind = "stages"

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages in order."""
        return tuple(dict.fromkeys(trial.stage for trial in self.trials))

    def describe(self) -> dict[str, Any]:
        """Return the name, where the pupil is to write, and the stages with their tests."""
        tests: dict[str, list[str]] = {}
        for trial in self.trials:
            tests.setdefault(trial.stage, []).append(self._test(trial))
        stages = [{"name": stage, "tests": "\n".join(lines)} for stage, lines in tests.items()]
        return super().describe() | {"stages": stages}

    def _test(self, trial: Trial) -> str:
        """Return a trial as a pupil could write it."""
        arguments = ", ".join(map(repr, trial.arguments or ()))
        return f"{self.name}({arguments}) == {trial.expected!r}".replace("'", '"')

    def mistake(self, answer: Any) -> str:
        """Return the first stage that fails and what its trial shows; nothing if none does."""
        for trial in self.trials:
            failure = self._failure(trial, answer)
            if failure:
                text = gettext("Stage {number} of {all}, {stage}: {failure}")
                return text.format(
                    number=self.stages.index(trial.stage) + 1,
                    all=len(self.stages),
                    stage=trial.stage,
                    failure=failure,
                )
        return ""
