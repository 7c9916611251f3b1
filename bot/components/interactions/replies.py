"""The ways to reply, and what happens on an error: the person always gets a sentence."""

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

from . import text
from .card import Card, files, layout, mentions
from .context import Interaction
from .discord_errors import ALREADY_ACKNOWLEDGED, CONNECTION_ERRORS, INTERACTION_EXPIRED, UNKNOWN_MESSAGE
from .metrics import Outcome
from .reply_tokens import use_token

T = TypeVar("T")
log: Final = structlog.get_logger(__name__)
PREFLIGHT_TIMEOUT_S: Final = 1.0
"""Seconds that a check may take before the interaction is acknowledged; Discord waits for three."""


def kind_of(interaction: Interaction) -> str:
    """What kind of interaction it is, for the metrics."""
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
    """Tell the person about refusals and errors that are raised inside; log the errors. Raises nothing."""
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
            await _try_to_send(interaction, str(refusal))
        except discord.HTTPException as error:
            if error.code in INTERACTION_EXPIRED:
                outcome.word = "gone"
                log.info("Discord no longer accepted the answer: the bot was too slow", code=error.code)
            else:
                await _failed(interaction, error, outcome)
        except Exception as error:  # noqa: BLE001 (every error is logged and told here)
            await _failed(interaction, error, outcome)


async def _failed(interaction: Interaction, error: Exception, outcome: Outcome) -> None:
    outcome.word, reference = "failed", secrets.token_hex(3)
    log.error("a command or press failed", reference=reference, exc_info=error)
    await _try_to_send(interaction, text.failed(reference))


async def _try_to_send(interaction: Interaction, sentence: str) -> None:
    try:
        await send_text(interaction, sentence)
    except CONNECTION_ERRORS as error:
        log.warning("couldn't tell the person about a refusal or an error", error=str(error))


async def send_text(interaction: Interaction, sentence: str) -> None:
    """Reply with one sentence, for the person alone."""
    nobody = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=nobody)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
        else:
            return
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=nobody)


async def acknowledge(interaction: Interaction, *, private: bool | None = None) -> None:
    """Acknowledge within Discord's three seconds, before any work.

    ``private`` tells whether the reply that follows is for the person alone; None: the message whose button
    was pressed is edited. If Discord's answer was lost, the acknowledgement may still have arrived: that is
    fine.
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

    The first reply after that is public, too. So what ``check`` refuses within ``timeout_s`` seconds is
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
    """Reply in private (acknowledged as ``private``)."""
    return await interaction.followup.send(
        view=layout(card), files=files(card), ephemeral=True, allowed_mentions=mentions(card), wait=True
    )


async def replace_card(interaction: Interaction, card: Card) -> discord.InteractionMessage | None:
    """Replace the private card whose button was pressed (acknowledged as ``edit``); None if it is gone."""
    try:
        return await interaction.edit_original_response(
            view=layout(card), attachments=files(card), allowed_mentions=mentions(card)
        )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("a private card is gone: a quicker press replaced it")
        return None
