"""Errors: requests that Discord refuses, with status and code, and input that its client wouldn't send."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]


class InvalidInput(ValueError):
    """Somebody's input doesn't fit a command, control or form. Discord's client wouldn't send it."""


class Refusal(Exception):
    """A request that Discord refuses: HTTP status, Discord's code and message, and the faulty fields."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> Json:
        """The JSON answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


UNAUTHORIZED: Final = (401, 0, "401: Unauthorized")
INVALID_WEBHOOK_TOKEN: Final = (401, 50027, "Invalid Webhook Token")
"""The interaction's token is older than fifteen minutes."""
MISSING_ACCESS: Final = (403, 50001, "Missing Access")
"""The bot can't see the channel."""
NOT_THE_AUTHOR: Final = (403, 50005, "Cannot edit a message authored by another user")
DMS_CLOSED: Final = (403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS: Final = (403, 50013, "Missing Permissions")
"""The bot sees the channel but may not do this there."""
NO_MUTUAL_GUILD: Final = (403, 50278, "Cannot send messages to this user due to having no mutual guilds")
ALREADY_ACKNOWLEDGED: Final = (400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS: Final = (
    400,
    40094,
    "This interaction has reached its maximum number of follow up messages",
)
"""Where the bot is not a member, five messages may follow an interaction."""
INVALID_JSON: Final = (400, 50109, "The request body contains invalid JSON.")
EMPTY_MESSAGE: Final = (400, 50006, "Cannot send an empty message")
INVALID_RECIPIENT: Final = (400, 50033, "Invalid Recipient(s)")
ENTRY_POINT_LOST: Final = (
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation",
)
THREAD_IS_ARCHIVED: Final = (400, 50083, "Thread is archived")
THREAD_EXISTS: Final = (400, 160004, "A thread has already been created for this message")
TOO_LARGE: Final = (413, 40005, "Request entity too large")
"""A file is larger than the channel allows."""

UNKNOWN: Final = {
    "Application": 10002,
    "Channel": 10003,
    "Message": 10008,
    "User": 10013,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def unknown(what: str) -> Refusal:
    """404: there is no such thing, or the asker may not see it."""
    return Refusal(404, UNKNOWN[what], f"Unknown {what}")


def invalid_form(errors: dict[str, str]) -> Refusal:
    """400: faulty fields, each named by its dotted path (``components.0.label``), with what is wrong."""
    tree: Json = {}
    for path, message in errors.items():
        node = tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": "BASE_TYPE_INVALID", "message": message})
    return Refusal(400, 50035, "Invalid Form Body", tree)
