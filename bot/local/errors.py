"""Errors: requests that Discord refuses, with status and code, and input that its client wouldn't send."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
REFUSALS: Final[dict[str, tuple[int, int]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
"""Status and code, by Discord's message."""


class InvalidInput(ValueError):
    """Somebody's input doesn't fit a command, control or form. Discord's client wouldn't send it."""


class Refusal(Exception):
    """A request that Discord refuses with this message; with the faulty fields."""

    def __init__(self, message: str, errors: Json | None = None) -> None:
        self.status, self.code = REFUSALS[message]
        super().__init__(f"{self.status} {self.code}: {message}")
        self.message = message
        self.errors = errors

    @property
    def body(self) -> Json:
        """The JSON answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


def invalid_form(errors: dict[str, str]) -> Refusal:
    """Faulty fields, each named by its dotted path (``components.0.label``), with what is wrong."""
    tree: Json = {}
    for path, message in errors.items():
        node = tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": "BASE_TYPE_INVALID", "message": message})
    return Refusal("Invalid Form Body", tree)
