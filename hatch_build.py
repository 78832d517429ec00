"""Compile the catalogues of translations, so that a wheel carries them ready to be read."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MATERIAL = Path("mastermind_edu", "material")


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Add to the wheel a compiled form of each catalogue that programs read."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them into the folder ``build``; a checkout never holds a compiled one."""
        if version == "editable":
            return
        for source in Path(self.root, "course", "locale").glob("*/LC_MESSAGES/mastermind_edu.po"):
            name = source.relative_to(self.root).with_suffix(".mo")
            compiled = Path(self.root, "build", name)
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as opened, compiled.open("wb") as written:
                write_mo(written, read_po(opened, locale=source.parents[1].name))
            build_data["force_include"][str(compiled)] = str(MATERIAL / name)
