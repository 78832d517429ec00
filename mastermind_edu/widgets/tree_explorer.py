"""A strategy's tree, walked by clicking answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.play import Row
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.partitions import partition
from mastermind_edu.solvers.trees import Node, Tree
from mastermind_edu.widgets.base import Action, LessonWidget, source
from mastermind_edu.widgets.drawing import draw_table
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["TreeExplorer"]


class TreeExplorer(LessonWidget):
    """One strategy's guesses: what it asks, and what it asks next after each answer.

    :param tree: the strategy's tree, and ``others`` more that the pupil may choose.
    :raises ValueError: if the trees are not all of one game.
    """

    _esm = source("dom.js", "tree_explorer.js")
    _css = source("common.css", "tree_explorer.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: Tree, *others: Tree) -> None:
        if any(other.game != tree.game for other in others):
            raise ValueError(gettext("The trees of one explorer are all of one game."))
        self._trees = (tree, *others)
        self._tree = tree
        self._rows: list[Row] = []
        super().__init__(_texts=_texts())
        self._show_state()

    def __repr__(self) -> str:
        return f"<TreeExplorer {self._tree.game.key}: {self._tree.name}>"

    @property
    def rows(self) -> tuple[Row, ...]:
        """The guesses and answers on the way to the node that is shown."""
        return tuple(self._rows)

    def _show_state(self) -> None:
        tree, game = self._tree, self._tree.game
        node = tree.find(self._rows)
        left = candidates(game, self._rows)
        sizes = partition(game, node.guess, left).sizes
        self._state = {
            "trees": [_label(one) for one in self._trees],
            "chosen": self._trees.index(tree),
            "summary": gettext(
                "{average} guesses on average, {worst} at worst, {total} for all {n} codes"
            ).format(
                average=number(tree.average, 3),
                worst=number(tree.worst),
                total=number(tree.total),
                n=number(len(tree.lengths)),
            ),
            **draw_table(game),
            "rows": [
                {
                    "guess": list(game.space.row(row.guess)),
                    "code": game.space.spell(row.guess),
                    "answer": answer_keys(row.feedback),
                    "words": str(row.feedback),
                }
                for row in self._rows
            ],
            "guess": list(game.space.row(node.guess)),
            "code": game.space.spell(node.guess),
            "left": ngettext("{n} code is possible", "{n} codes are possible", len(left)).format(
                n=number(len(left))
            ),
            "branches": [
                self._branch(node, answer, sizes[answer])
                for answer in game.feedbacks
                if answer in sizes
            ],
        }

    def _branch(self, node: Node, answer: Feedback, size: int) -> dict[str, Any]:
        game = self._tree.game
        child = node.children.get(answer)
        return {
            "id": game.feedback_id(answer),
            "answer": answer_keys(answer),
            "words": str(answer),
            "size": number(size),
            "next": list(game.space.row(child.guess)) if child else None,
            "nextCode": game.space.spell(child.guess) if child else gettext("found"),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the tree."""
        return {"answer": self._answer, "back": self._back, "tree": self._choose}

    def _answer(self, content: Mapping[str, Any]) -> None:
        answer, game = content.get("id"), self._tree.game
        node = self._tree.find(self._rows)
        if type(answer) is not int or not 0 <= answer < len(game.feedbacks):
            raise ValueError(gettext("There is no such answer here."))
        feedback = game.feedbacks[answer]
        if feedback not in node.children:
            raise ValueError(gettext("No further guess follows this answer."))
        self._rows.append(Row(node.guess, feedback))
        self._show_state()

    def _back(self, content: Mapping[str, Any]) -> None:
        rows = content.get("rows")
        if type(rows) is not int or not 0 <= rows <= len(self._rows):
            raise ValueError(gettext("There is no such row here."))
        del self._rows[rows:]
        self._show_state()

    def _choose(self, content: Mapping[str, Any]) -> None:
        chosen = content.get("tree")
        if type(chosen) is not int or not 0 <= chosen < len(self._trees):
            raise ValueError(gettext("There is no such strategy here."))
        self._tree = self._trees[chosen]
        self._rows = []
        self._show_state()


def _label(tree: Tree) -> str:
    return gettext("{name}, {worst} guesses at worst").format(
        name=tree.name, worst=number(tree.worst)
    )


def _texts() -> dict[str, str]:
    return {
        "title": gettext("Walk through a strategy"),
        "strategy": gettext("Strategy"),
        "way": gettext("The way here"),
        "guess": gettext("Its guess"),
        "answers": gettext("Choose an answer, and see what it guesses next."),
        "next": gettext("next guess {code}"),
        "back": gettext("Back to guess {row}: {code}, answer {answer}"),
    }
