from __future__ import annotations

from typing import NoReturn


class Secret:
    """Text that no print, log, traceback with locals or pickle shows. Only `reveal` does."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret('…')"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is not written anywhere; make the client or verifier where it is needed.")
