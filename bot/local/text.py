"""The local table's sentences. The page has its own in ``page/text.js``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CHANNEL_TOPICS: Final = {
    "harbour": "Say hello here.",
    "games": "Start your games here.",
    "lighthouse": "A quiet place to watch from.",
}
"""The server's channels, each with its topic."""

GROUP_SIZE: Final = "Choose 1–9 other people for your group message."
BUTTON_GONE: Final = "That button isn’t there any more. Try the newest card."
BUTTON_DISABLED: Final = "You can’t use that button right now."
THREAD_ARCHIVED: Final = "This thread is archived. Write a message in it to reopen it."

GONE: Final = {
    10003: "That channel is gone, or you can’t see it.",
    10008: "That message is gone, or you can’t see it.",
    10013: "There’s nobody here by that name.",
    10062: "That form has expired. Open it again.",
    10063: "You can’t use that command here. Type / to see the ones you can use.",
    50001: "You can’t see that channel.",
    50035: "Your message is too long: the limit is 2,000 characters, and a mention counts as 22.",
}
"""What the page says instead of Discord's own message, by Discord's code."""

WRONG_HOST: Final = "The local table is only available at 127.0.0.1."
WRONG_ORIGIN: Final = "That request came from another site, so it was refused."
WRONG_CONTENT_TYPE: Final = "Send that request as application/json."


def unreadable_request(fault: Exception) -> str:
    """A request to the page's API with a field missing or of the wrong kind."""
    return f"That request isn’t valid: {fault!r}."


def no_such_option(command: str, names: Iterable[str]) -> str:
    """An option that the command doesn't have."""
    return f"/{command} has no option called {', '.join(names)}."


def option_required(name: str) -> str:
    """A required option that was left out."""
    return f"{name} is required."


def option_must_be(name: str, expected: str, given: object) -> str:
    """An option's value of the wrong kind or out of bounds."""
    return f"{name} must be {expected}, not “{given}”."


def option_must_be_one_of(name: str, choices: Iterable[str]) -> str:
    """An option's value that isn't one of its choices."""
    return f"{name} must be one of: {', '.join(choices)}."


def choose_between(low: int, high: int) -> str:
    """Too few or too many choices in a menu."""
    return f"Choose {low}." if low == high else f"Choose {low}–{high}."


def not_offered(values: Iterable[str]) -> str:
    """Values that a menu doesn't have."""
    return f"That isn’t on the menu: {', '.join(values)}."


def no_such_field(names: Iterable[str]) -> str:
    """A field that the form doesn't have."""
    return f"The form has no field called {', '.join(names)}."


def field_required(label: str) -> str:
    """A required field that was left empty."""
    return f"Please fill in {label}."


def field_length(label: str, low: int, high: int) -> str:
    """A field's text that is too short or too long."""
    return f"{label} must be {low}–{high} characters long."
