"""The error boundary, and the ways to reply: whatever goes wrong, the person gets a sentence."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import aiohttp
import discord
import structlog

from bot.games.core import RulesError

from .card import Card, files, layout, mentions
from .context import Interaction
from .discord_errors import ALREADY_ACKNOWLEDGED, CONNECTION_ERRORS, INTERACTION_EXPIRED, UNKNOWN_MESSAGE
from .reply_tokens import use_token

T = TypeVar("T")
log: Final = structlog.get_logger(__name__)
PREFLIGHT_TIMEOUT_S: Final = 1.0
"""Seconds that a look into the database may take before Discord is answered: it waits for three."""


def kind_of(interaction: Interaction) -> str:
    """What somebody did: used a command, a menu or a button, or sent a form."""
    match interaction.type:
        case discord.InteractionType.component:
            return "button"
        case discord.InteractionType.modal_submit:
            return "form"
        case discord.InteractionType.application_command:
            return "menu" if isinstance(interaction.command, discord.app_commands.ContextMenu) else "command"
        case _:
            return "other"


@asynccontextmanager
async def answering(interaction: Interaction, *, table: int | None) -> AsyncIterator[None]:
    """Tell the person what is refused inside; log and tell every other error. Nothing is raised."""
    context = interaction.client.context
    bound = structlog.contextvars.bound_contextvars(interaction=interaction.id, table=table)
    with (
        bound,
        context.in_flight.track(),
        context.metrics.answering(kind_of(interaction)) as outcome,
        use_token(interaction),
    ):
        try:
            yield
        except RulesError as refusal:
            outcome.word = "refused"
            await _try_tell(interaction, str(refusal))
        except discord.HTTPException as error:
            if error.code in INTERACTION_EXPIRED:
                outcome.word = "gone"
                log.info("interaction gone", code=error.code)
                return
            outcome.word = "failed"
            await _fault(interaction, error)
        except Exception as error:  # noqa: BLE001 (the boundary)
            outcome.word = "failed"
            await _fault(interaction, error)


async def _fault(interaction: Interaction, error: Exception) -> None:
    reference = secrets.token_hex(3)
    log.error("answer failed", reference=reference, exc_info=error)
    await _try_tell(
        interaction,
        f"Something went wrong on the bot’s side; the table is safe. Try again, and if it stays, tell the "
        f"bot’s host this reference: `{reference}`.",
    )


async def _try_tell(interaction: Interaction, text: str) -> None:
    try:
        await send_text(interaction, text)
    except CONNECTION_ERRORS as error:
        log.warning("could not tell", error=str(error))


async def send_text(interaction: Interaction, text: str) -> None:
    """One sentence for the person alone."""
    nobody = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=nobody)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        else:
            return
    await interaction.followup.send(text, ephemeral=True, allowed_mentions=nobody)


async def acknowledge(interaction: Interaction, *, private: bool | None = None) -> None:
    """Acknowledge within the three seconds, before any work.

    ``private`` says whether the answer that follows is for the person alone; None: the message whose button
    was pressed is changed. An acknowledgement whose own answer was lost counts: what follows comes through.
    """
    for last in (False, True):
        try:
            if private is None:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=private, thinking=True)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        except (aiohttp.ClientError, OSError, TimeoutError):
            if last:
                raise
            continue
        return


async def preflight(
    interaction: Interaction,
    check: Coroutine[Any, Any, T],
    timeout_s: float = PREFLIGHT_TIMEOUT_S,
) -> T:
    """The result of ``check``, once the interaction is acknowledged with a public “thinking…”.

    The first answer after that is public, too. So what ``check`` refuses within ``timeout_s`` seconds is
    raised before the acknowledgement, and can be told in private.
    """
    checking = asyncio.ensure_future(check)
    try:
        await asyncio.wait({checking}, timeout=timeout_s)
        if checking.done():
            checking.result()
        await acknowledge(interaction, private=False)
        return await checking
    finally:
        checking.cancel()


async def send_card(interaction: Interaction, card: Card) -> discord.WebhookMessage:
    """Answer in private an interaction that was acknowledged as ``private``."""
    return await interaction.followup.send(
        view=layout(card), files=files(card), ephemeral=True, allowed_mentions=mentions(card), wait=True
    )


async def replace_card(interaction: Interaction, card: Card) -> None:
    """Put ``card`` in the place of the private card whose button was pressed (acknowledged as ``edit``)."""
    try:
        await interaction.edit_original_response(
            view=layout(card), attachments=files(card), allowed_mentions=mentions(card)
        )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("private card gone: a quicker press has put another one in its place")
