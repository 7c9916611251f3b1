"""The one error boundary: whatever goes wrong in answering, the person gets a sentence."""

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
from .context import context_of
from .reply_tokens import use_token

T = TypeVar("T")
log: Final = structlog.get_logger(__name__)
CONNECTION_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What a call to Discord may raise; a cut connection surfaces as aiohttp's own error."""
INTERACTION_EXPIRED: Final = (10062, 10015, 50027)
"""Discord's codes for an interaction that is too old: nobody waits any more."""
UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that is no more."""
PREFLIGHT_TIMEOUT_S: Final = 1.0
"""Seconds that a look into the database may take before Discord is answered: it waits for three."""
ALREADY_ACKNOWLEDGED: Final = 40060
"""Discord's code for an interaction that was acknowledged already."""


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any], *, table: int | None) -> AsyncIterator[None]:
    """Around the answer to one interaction: refusals are told, faults are logged and told, none is raised."""
    context = context_of(interaction)
    bound = structlog.contextvars.bound_contextvars(interaction=interaction.id, table=table)
    with (
        bound,
        context.in_flight.track(),
        context.metrics.answering(interaction) as outcome,
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


async def _fault(interaction: discord.Interaction[Any], error: Exception) -> None:
    reference = secrets.token_hex(3)
    log.error("answer failed", reference=reference, exc_info=error)
    await _try_tell(
        interaction,
        f"Something went wrong on the bot’s side; the table is safe. Try again, and if it stays, tell the "
        f"bot’s host this reference: `{reference}`.",
    )


async def _try_tell(interaction: discord.Interaction[Any], text: str) -> None:
    try:
        await send_text(interaction, text)
    except CONNECTION_ERRORS as error:
        log.warning("could not tell", error=str(error))


async def send_text(interaction: discord.Interaction[Any], text: str) -> None:
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


async def acknowledge(interaction: discord.Interaction[Any], *, private: bool | None = None) -> None:
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
    interaction: discord.Interaction[Any],
    looking: Coroutine[Any, Any, T],
    glance: float = PREFLIGHT_TIMEOUT_S,
) -> T:
    """What ``looking`` finds, and a public “thinking…” (the first answer after it is public, too).

    What ``looking`` refuses within ``glance`` seconds is raised before that: the refusal can still be told in
    private. When it takes longer, Discord is answered meanwhile.
    """
    look = asyncio.ensure_future(looking)
    try:
        await asyncio.wait({look}, timeout=glance)
        if look.done():
            look.result()
        await acknowledge(interaction, private=False)
        return await look
    finally:
        look.cancel()


async def defer_private(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge: a private answer follows."""
    await acknowledge(interaction, private=True)


async def send_card(interaction: discord.Interaction[Any], card: Card) -> discord.WebhookMessage:
    """The private answer to an interaction that was acknowledged by :func:`think`."""
    return await interaction.followup.send(
        view=layout(card), files=files(card), ephemeral=True, allowed_mentions=mentions(card), wait=True
    )


async def replace_card(interaction: discord.Interaction[Any], card: Card) -> None:
    """Put ``card`` in the place of the private card whose button was pressed (acknowledged by ``defer``)."""
    try:
        await interaction.edit_original_response(
            view=layout(card), attachments=files(card), allowed_mentions=mentions(card)
        )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("private card gone: a quicker press has put another one in its place")
