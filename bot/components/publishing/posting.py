"""Posting and editing cards; if Discord refuses, in the channel instead of the thread, or without files."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import discord
import structlog

from bot.components.interactions import channels
from bot.components.interactions.card import Card, files, layout, mentions
from bot.components.interactions.discord_errors import (
    CHANNEL_OR_MESSAGE_GONE,
    INVALID_MESSAGE,
    MISSING_PERMISSION,
    THREAD_ARCHIVED,
    lost,
    passes,
)
from bot.tables.model.table import Table

from . import text

log: Final = structlog.get_logger(__name__)


def nonce(name: str, *parts: object) -> str:
    """The nonce of one message, from its ``name`` and ``parts``: Discord posts none twice within minutes.

    It compares all that one author has posted, so a message for somebody, or in the place of a lost one, has
    this among its parts. At most 25 characters (Discord's limit).
    """
    return f"{name[:16]}.{hashlib.blake2s(repr((name, parts)).encode()).hexdigest()}"[:25]


def without_files(card: Card, table: Table) -> Card:
    """``card`` without files, its board as text: for a channel where the bot may not attach files."""
    diagram = table.game.text(table.view_for(None)).replace("```", "'''")[:1800]
    return replace(card, pictures=(), files=(), lines=(f"```\n{diagram}\n```", *card.lines, text.NO_PICTURES))


def fitted(client: discord.Client, table: Table, card: Card, place: int) -> Card:
    """``card`` as the bot may show it in a channel or thread."""
    refused = (card.pictures or card.files) and not channels.may_attach(client, place)
    return without_files(card, table) if refused else card


async def post(
    client: discord.Client, table: Table, card: Card, name: str, *parts: object
) -> discord.Message:
    """A new message of ``table``: in its thread, or if that is refused in the channel of its lobby.

    ``name`` and ``parts`` say which (see :func:`nonce`): a copy is dropped when a lost answer is retried.

    :raises discord.HTTPException: when all refuse, or when the error may pass.
    """
    address = table.address
    assert address.channel is not None
    refusal: discord.HTTPException | None = None
    for place in dict.fromkeys((address.channel or address.home, address.home)):
        here = fitted(client, table, card, place)
        if place != (address.channel or address.home):
            here = replace(here, lines=(text.NO_THREAD, *here.lines))
        channel = channels.partial_channel(client, address.guild, place)
        for bare in (False, True) if here.pictures or here.files else (False,):
            try:
                shown = without_files(here, table) if bare else here
                return await _send(client, channel, shown, nonce(name, place, *parts))
            except discord.HTTPException as error:
                if not lost(error):
                    raise
                refusal = error
                if error.code != MISSING_PERMISSION:
                    break
        log.info("a table's card couldn't be posted in its channel", table=table.id, channel=place)
    assert refusal is not None
    raise refusal


async def _send(
    client: discord.Client, channel: discord.PartialMessageable, card: Card, once: str
) -> discord.Message:
    return await _unarchived(
        client,
        channel,
        lambda: channel.send(
            view=layout(card),
            files=files(card),
            nonce=once,
            allowed_mentions=mentions(card),
            silent=not card.pings,
        ),
    )


async def _unarchived(
    client: discord.Client,
    channel: discord.PartialMessageable,
    request: Callable[[], Awaitable[discord.Message]],
) -> discord.Message:
    """What Discord answers to ``request``; if ``channel`` is an archived thread, it is reopened first."""
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED:
            raise
    await channels.unarchive(client, channel.id)
    return await request()


async def edit_card(
    client: discord.Client,
    channel: discord.PartialMessageable,
    message: int,
    card: Card,
    *,
    pictures: bool = True,
) -> bool:
    """Edit a message; False when it is gone or can't be edited any more.

    Without ``pictures`` the message keeps those that it has.

    :raises discord.HTTPException: when the error may pass.
    """
    try:
        await _edit(client, channel, message, card, pictures=pictures)
    except discord.HTTPException as error:
        if passes(error):
            raise
        log.info("a card can't be edited any more", code=error.code)
        return False
    return True


async def remove_buttons(
    client: discord.Client, channel: discord.PartialMessageable, message: int, cards: Iterable[Card]
) -> bool:
    """Put another card in the place of one whose buttons are out of date; False when Discord refuses.

    The first of ``cards`` that the message can show: whether it has a picture is not noted anywhere, and the
    bot may not be allowed to attach one.

    :raises discord.HTTPException: when the error may pass.
    """
    for card in cards:
        attached = bool(files(card))
        try:
            await _edit(client, channel, message, card, pictures=attached)
        except discord.HTTPException as error:
            if passes(error):
                raise
            if error.code in CHANNEL_OR_MESSAGE_GONE:
                return True
            log.info("the buttons of an older card couldn't be removed", code=error.code)
            if error.code != INVALID_MESSAGE and not attached:
                return False
        else:
            return True
    return False


async def _edit(
    client: discord.Client,
    channel: discord.PartialMessageable,
    message: int,
    card: Card,
    *,
    pictures: bool,
) -> None:
    def edited() -> Awaitable[discord.Message]:
        options: dict[str, Any] = {"attachments": files(card)} if pictures else {}
        return channel.get_partial_message(message).edit(
            view=layout(card), allowed_mentions=discord.AllowedMentions.none(), **options
        )

    await _unarchived(client, channel, edited)


def has_buttons_of(message: discord.Message, card: Card) -> bool:
    """Whether ``message``, as Discord answered, has the buttons of ``card``: they name its version.

    It has others where Discord gave back a message that was sent before under the same nonce.
    """
    ids: set[str] = set()
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        parts += getattr(part, "children", ())
        if (custom_id := getattr(part, "custom_id", None)) is not None:
            ids.add(custom_id)
    return ids == {control.custom_id for row in card.rows for control in row}
