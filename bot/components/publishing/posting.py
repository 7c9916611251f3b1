"""Posting and editing cards; if Discord refuses, in the channel instead of the thread, or without files."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import discord
import structlog
from discord.http import handle_message_parameters

from bot.components.cards import text
from bot.components.interactions import channels
from bot.components.interactions.card import NOBODY, Card, as_new, files, layout
from bot.components.interactions.discord_errors import (
    CHANNEL_OR_MESSAGE_GONE,
    INVALID_MESSAGE,
    MISSING_PERMISSION,
    THREAD_ARCHIVED,
    lost,
    passes,
)
from bot.components.interactions.routing import CUSTOM_ID
from bot.languages import gettext
from bot.tables.model.table import Table

log: Final = structlog.get_logger(__name__)
Answer = TypeVar("Answer")
NONCE_MS: Final = 120_000
"""Milliseconds for which Discord surely knows a nonce again: it says "the past few minutes"."""
EDIT_WINDOW: Final = timedelta(hours=1)
"""How long a message is edited turn after turn: Discord refuses more edits of older ones (30046)."""


class Sent(NamedTuple):
    """What Discord answers to a new message, as far as anybody looks at it.

    A message of discord.py has an object for each of its parts.
    """

    id: int
    channel: int
    edited: bool
    fresh: bool
    """Whether it has the buttons that were sent: see :func:`has_buttons_of`."""


def nonce(name: str, *parts: object) -> str:
    """The nonce of one message, from its ``name`` and ``parts``: Discord posts none twice within minutes.

    It compares all that one author has posted, so a message for somebody, or in the place of a lost one, has
    this among its parts. At most 25 characters (Discord's limit).
    """
    return f"{name[:16]}.{hashlib.blake2s(repr((name, parts)).encode()).hexdigest()}"[:25]


def without_files(card: Card, table: Table) -> Card:
    """``card`` without files: its board as text, and who plays what, which the picture says above it."""
    diagram = table.game.text(table.view_for(None)).replace("```", "'''")[:1800]
    return replace(
        card.without_files(),
        lines=(
            f"```\n{diagram}\n```",
            text.seating(table),
            *card.lines,
            gettext("-# The bot can’t show pictures here: it needs the **Attach Files** permission."),
        ),
    )


def fitted(client: discord.Client, table: Table, card: Card, place: int) -> Card:
    """``card`` as the bot may show it in a channel or thread."""
    if not (card.images or card.files) or channels.may_attach(client, table.address.guild, place):
        return card
    # What is beside a text is left out; a board is told.
    return without_files(card, table) if card.pictures else card.without_files()


def places(table: Table) -> tuple[int, ...]:
    """Where the messages of ``table`` may be: its thread, and the channel of its lobby."""
    address = table.address
    return tuple(dict.fromkeys((address.channel or address.home, address.home)))


async def post(client: discord.Client, table: Table, card: Card, name: str, *parts: object) -> Sent:
    """A new message of ``table``: in its thread, or if that is refused in the channel of its lobby.

    ``name`` and ``parts`` say which (see :func:`nonce`): a copy is dropped when a lost answer is retried.

    :raises discord.HTTPException: when all refuse, or when the error may pass.
    """
    refusal: discord.HTTPException | None = None
    for place in places(table):
        here = fitted(client, table, card, place)
        if refusal is not None:
            said = gettext("*The bot can’t reach the thread, so the game continues here.*")
            here = replace(here, lines=(said, *here.lines))
        for bare in (False, True) if here.images or here.files else (False,):
            shown = without_files(here, table) if bare else here
            try:
                return await _unarchived(
                    client, place, partial(post_in, client, place, shown, nonce(name, place, *parts))
                )
            except discord.HTTPException as error:
                if not lost(error):
                    raise
                refusal = error
                if error.code != MISSING_PERMISSION:
                    break
        log.info("a table's card couldn't be posted in its channel", table=table.id, channel=place)
    assert refusal is not None
    raise refusal


async def post_in(
    client: discord.Client, place: int, card: Card, once: str, *, silent: bool | None = None
) -> Sent:
    """Post a card in a channel or thread, with a nonce, and notify the people whom it names.

    ``silent``: without a sound for anybody; None: if it names nobody.

    :raises discord.HTTPException: when Discord refuses.
    """
    given = as_new(card)
    with handle_message_parameters(
        **given,
        nonce=once,
        flags=discord.MessageFlags(suppress_notifications=not card.pings if silent is None else silent),
    ) as params:
        answer: Any = await client.http.send_message(place, params=params)
    return _sent(answer, given["view"].to_components())


def _sent(answer: dict[str, Any], components: list[dict[str, Any]]) -> Sent:
    return Sent(
        int(answer["id"]),
        int(answer["channel_id"]),
        bool(answer.get("edited_timestamp")),
        has_buttons_of(answer, components),
    )


async def posted_earlier(
    client: discord.Client, table: Table, card: Card, place: int, after: int
) -> Sent | None:
    """Our newest message in ``place``, after another one, about what isn't noted as shown of ``table``.

    Its answer was lost, or it was sent just before a kill. Where the bot may not read the history, Discord
    shows none.

    :raises discord.HTTPException: when the error may pass.
    """
    charts = {row.chart for row in table.seats}
    for message in await own_messages(client, place, after):
        # A chart is beside the card in direct messages.
        own = int(message["id"]) not in charts
        buttons = map(CUSTOM_ID.fullmatch, _custom_ids(message.get("components", ())) if own else ())
        if any(
            int(each["table"]) == table.id and int(each["version"]) > table.address.shown
            for each in filter(None, buttons)
        ):
            return _sent(message, layout(card).to_components())
    return None


async def own_messages(client: discord.Client, place: int, after: int | None) -> list[dict[str, Any]]:
    """Ours in ``place`` that answer nobody, newest first: of the last hundred, or of those after another one.

    Empty where the bot may not read the history.

    :raises discord.HTTPException: when the error may pass.
    """
    try:
        found: list[Any] = await client.http.logs_from(place, 100, after=after)
    except discord.HTTPException as error:
        if passes(error):
            raise
        return []
    assert client.user is not None
    own = client.user.id
    ours = [each for each in found if int(each["author"]["id"]) == own and "interaction_metadata" not in each]
    return sorted(ours, key=lambda each: int(each["id"]), reverse=True)


async def post_once(
    client: discord.Client, place: int, card: Card, once: str, *, silent: bool | None = None
) -> Sent:
    """Post a card, or edit the message that was sent before with this nonce."""
    message = await post_in(client, place, card, once, silent=silent)
    if not message.fresh:
        await edit_card(client, place, message.id, card)
    return message


class KeptFile(NamedTuple):
    """A file that a message has, and keeps when it is edited."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """As discord.py's own attachments write themselves."""
        return self._asdict()


async def edit_in(
    client: discord.Client,
    place: int,
    message: int,
    card: Card,
    *,
    pictures: bool = True,
    kept: Iterable[KeptFile] = (),
) -> Any:
    """Edit a message in a channel or thread. Returns what Discord answers.

    It has the pictures of ``card`` and those files ``kept``; without ``pictures`` all that it had before.

    :raises discord.HTTPException: when Discord refuses.
    """
    options: dict[str, Any] = {"attachments": [*kept, *files(card)]} if pictures else {}
    with handle_message_parameters(view=layout(card), allowed_mentions=NOBODY, **options) as params:
        return await client.http.edit_message(place, message, params=params)


async def _unarchived(client: discord.Client, place: int, request: Callable[[], Awaitable[Answer]]) -> Answer:
    """What Discord answers to ``request``; if ``place`` is an archived thread, it is reopened first."""
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED:
            raise
    await client.http.edit_channel(place, archived=False)
    return await request()


def can_still_edit(message: int) -> bool:
    """Whether ``message`` is young enough to be edited with each turn, where a server wants that."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message) < EDIT_WINDOW


async def edit_card(
    client: discord.Client, place: int, message: int, card: Card, *, pictures: bool = True
) -> int | None:
    """Edit a message. Returns the code of Discord's error when it is gone or can't be edited any more.

    Without ``pictures`` the message keeps those that it has.

    :raises discord.HTTPException: when the error may pass.
    """
    try:
        await _unarchived(client, place, partial(edit_in, client, place, message, card, pictures=pictures))
    except discord.HTTPException as error:
        if passes(error):
            raise
        log.info("a card can't be edited any more", code=error.code)
        return error.code
    return None


async def remove_buttons(client: discord.Client, place: int, message: int, cards: Iterable[Card]) -> bool:
    """Put another card in the place of one with old buttons. Returns False when Discord refuses.

    The first of ``cards`` that the message can show: whether it has a picture is not noted anywhere, and the
    bot may not be allowed to attach one.

    :raises discord.HTTPException: when the error may pass.
    """
    for card in cards:
        attached = bool(files(card))
        refusal = await edit_card(client, place, message, card, pictures=attached or not card.images)
        if refusal is None or refusal in CHANNEL_OR_MESSAGE_GONE:
            return True
        if refusal != INVALID_MESSAGE and not attached:
            return False
    return False


def has_buttons_of(message: dict[str, Any], components: list[dict[str, Any]]) -> bool:
    """Whether ``message``, as Discord answered, has the buttons of ``components``: they name its version.

    It has others where Discord gave back a message that was sent before under the same nonce.
    """
    return _custom_ids(message.get("components", ())) == _custom_ids(components)


def _custom_ids(parts: Iterable[dict[str, Any]]) -> set[str]:
    """Those of the buttons and lists of a card."""
    found, left = set(), [*parts]
    for part in left:
        if "custom_id" in part:
            found.add(part["custom_id"])
        left += part.get("components", ())
        if accessory := part.get("accessory"):
            left.append(accessory)
    return found
