"""The files that a page loads: Voilà's front end, the widget extensions, and our own few.

Voilà's front end is 57 scripts and each extension comes with more. Over a school's wireless
network every request costs, so the scripts that all lessons need are joined into one; files
are kept compressed in memory, and their address changes when they do, so that browsers may
keep them for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final, NamedTuple

from tornado.web import HTTPError, RequestHandler

__all__ = ["Asset", "AssetHandler", "Assets"]

FOR_EVER: Final = "public, max-age=31536000, immutable"
TEXTS: Final = frozenset({".css", ".html", ".js", ".json", ".map", ".svg", ".txt"})
FRONT_END: Final = "static/voila.js"
CHUNK: Final = re.compile(r"\.e\((\d+)\)")


class Asset(NamedTuple):
    """A file as it goes over the network; ``compressed`` is gzip, or None if that gains nothing."""

    mime: str
    plain: bytes
    compressed: bytes | None


class Assets:
    """All files that a page may load, by their path under the address of the assets.

    :param roots: the folders that each first part of a path stands for; where two of them
        have a file, the first one's counts.
    :param texts: what is in no folder, by its path.
    """

    def __init__(
        self, roots: Mapping[str, Iterable[Path]], texts: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._texts = dict(texts)
        self._files: dict[str, Path] = {}
        for name, folders in roots.items():
            for folder in folders:
                for file in sorted(path for path in folder.rglob("*") if path.is_file()):
                    path = f"{name}/{file.relative_to(folder).as_posix()}"
                    self._files.setdefault(path, file)
        self._get = lru_cache(maxsize=None)(self._load)

    def __contains__(self, path: object) -> bool:
        return path in self._files or path in self._texts

    @cached_property
    def version(self) -> str:
        """A short text that changes whenever one of the files does."""
        digest = hashlib.sha256()
        for path, file in sorted(self._files.items()):
            status = file.stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
        for path, text in sorted(self._texts.items()):
            digest.update(f"{path} {text}\n".encode())
        return digest.hexdigest()[:12]

    def get(self, path: str) -> Asset:
        """Return the file that has this path.

        :raises KeyError: if none has.
        """
        return self._get(path)

    def _load(self, path: str) -> Asset:
        if path in self._texts:
            content = self._texts[path].encode()
        else:
            content = self._joined() if path == FRONT_END else self._files[path].read_bytes()
        ending = PurePosixPath(path).suffix
        mime = mimetypes.guess_type(path)[0] or "application/octet-stream"
        if ending == ".js":
            mime = "text/javascript"
        return Asset(mime, content, gzip.compress(content) if ending in TEXTS else None)

    def _joined(self) -> bytes:
        """Return Voilà's entry script after all the chunks that it names.

        A chunk that is there before the entry script starts is not requested again. Each is
        wrapped in a function, so that its ``"use strict"`` stays its own.
        """
        entry = self._files[FRONT_END]
        source = entry.read_text(encoding="utf-8")
        chunks = [
            entry.with_name(f"{number}.voila.js") for number in sorted(set(CHUNK.findall(source)))
        ]
        wrapped = (
            f"(()=>{{{chunk.read_text(encoding='utf-8')}\n}})();\n"
            for chunk in chunks
            if chunk.is_file()
        )
        return "".join([*wrapped, source]).encode()


class AssetHandler(RequestHandler):
    """Serve the assets; nothing outside them can be asked for."""

    def initialize(self, assets: Assets) -> None:
        """Take the assets to serve."""
        self.assets = assets

    def get(self, version: str, path: str) -> None:
        """Answer with a file.

        :raises HTTPError: 404, if there is no such file.
        """
        if path not in self.assets:
            raise HTTPError(404)
        asset = self.assets.get(path)
        self.set_header("Content-Type", asset.mime)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Cache-Control", FOR_EVER if version == self.assets.version else "no-cache")
        if asset.compressed and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(asset.compressed)
        else:
            self.finish(asset.plain)
