"""What Discord refuses, by status and documented code."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """A request that Discord would turn down: status, Discord's code, its message and the faulty fields."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> Json:
        """The JSON answer that goes with it."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


UNKNOWN = {
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "User": 10013,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def unknown(what: str) -> Refusal:
    """404: there is no such ``what`` (or the asker may not know of it)."""
    return Refusal(404, UNKNOWN[what], f"Unknown {what}")


def unauthorized() -> Refusal:
    """401: no token, or a wrong one."""
    return Refusal(401, 0, "401: Unauthorized")


def already_acknowledged() -> Refusal:
    """400: the interaction has had its one first answer."""
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refusal:
    """403: the bot cannot see the channel."""
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    """403: the bot sees the channel and may not do this there."""
    return Refusal(403, 50013, "Missing Permissions")


def someone_elses_message() -> Refusal:
    """403: only the author edits a message."""
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def dm_refused() -> Refusal:
    """403: this person takes no direct messages from the bot."""
    return Refusal(403, 50007, "Cannot send messages to this user")


def no_mutual_guild() -> Refusal:
    """403: this person shares no server with the bot any more."""
    return Refusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def empty_message() -> Refusal:
    """400: nothing that a reader could see."""
    return Refusal(400, 50006, "Cannot send an empty message")


def invalid_webhook_token() -> Refusal:
    """401: the interaction's token is older than fifteen minutes."""
    return Refusal(401, 50027, "Invalid Webhook Token")


def too_many_follow_ups() -> Refusal:
    """400: where the bot is no member, few messages may follow an interaction."""
    return Refusal(400, 40094, "This interaction has reached its maximum number of follow up messages")


def thread_is_archived() -> Refusal:
    """400: an archived thread takes no edits and no members."""
    return Refusal(400, 50083, "Thread is archived")


def thread_exists() -> Refusal:
    """400: a message carries one thread at most."""
    return Refusal(400, 160004, "A thread has already been created for this message")


def too_large() -> Refusal:
    """413: a file beyond what the channel takes."""
    return Refusal(413, 40005, "Request entity too large")


def invalid_form(errors: dict[str, str]) -> Refusal:
    """400: faulty fields, each named by its dotted path (``components.0.label``) with what is wrong."""
    tree: Json = {}
    for path, message in errors.items():
        node = tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": "BASE_TYPE_INVALID", "message": message})
    return Refusal(400, 50035, "Invalid Form Body", tree)
