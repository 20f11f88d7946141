from __future__ import annotations

from typing import NoReturn


class Secret:
    """A string that print, log, tracebacks with locals and pickle never show. Only `reveal` does."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret('…')"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret can't be pickled. Create the client or verifier where you need it.")
