"""The ways to reply, and what happens on an error: the person always gets a sentence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar

import aiohttp
import discord
import structlog

from bot.games.core import RulesError
from bot.languages import gettext, speak
from bot.logs import fault
from bot.tables.errors import TableError
from bot.tables.model.pace import PaceError
from bot.workers.worker import WorkerClosed
from data.store.connection_errors import outage

from .card import NOBODY, Card, Control, Style, as_edit, as_new, files, layout
from .context import IN_TIME_S, Interaction, InteractionClient
from .discord_errors import (
    ALREADY_ACKNOWLEDGED,
    CONNECTION_ERRORS,
    INTERACTION_EXPIRED,
    UNKNOWN_MESSAGE,
    lost,
    unanswered,
)
from .reply_tokens import ReplyToken, use_token

T = TypeVar("T")
PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage
Callback: TypeAlias = discord.InteractionCallbackResponse[InteractionClient]
log: Final = structlog.get_logger(__name__)
REPLY_WITHIN_S: Final = 1.0
"""Seconds in which a reply may come without an acknowledgement before it; Discord waits for three."""
FEW: Final = 20
"""Interactions and tables at work; while there are more, the loop may be late with any timer."""
ATTEMPTS: Final = 3
"""How often a reply is sent, if the connection breaks each time."""
BROKEN_CONNECTION: Final = (aiohttp.ClientError, OSError, TimeoutError)
COMMAND: Final = discord.AppCommandType.chat_input.value
DEFERRAL: Final = "deferral"
"""Where an interaction keeps its deferral."""


def kind_of(interaction: Interaction) -> str:
    """What kind of interaction it is, for the metrics."""
    match interaction.type:
        case discord.InteractionType.component:
            return "button"
        case discord.InteractionType.modal_submit:
            return "form"
        case discord.InteractionType.application_command:
            given: Any = interaction.data
            return "command" if given.get("type", COMMAND) == COMMAND else "menu"
        case _:
            return "other"


@asynccontextmanager
async def answering(interaction: Interaction, *, table: int | None) -> AsyncIterator[None]:
    """Tell the person about refusals and errors that are raised inside; log the errors. Raises nothing."""
    # Each interaction has a task of its own, with which all that is noted here ends.
    context, began = interaction.client.context, time.perf_counter()
    structlog.contextvars.bind_contextvars(interaction=interaction.id, table=table)
    token = use_token(interaction)
    with context.in_flight.track():
        try:
            yield
        except Exception as error:  # noqa: BLE001 (every error is logged and told here)
            await _explain(token, error)
        finally:
            token.answered.set()
            kind, seconds = kind_of(interaction), time.perf_counter() - began
            context.metrics.interactions.labels(kind, token.outcome).inc()
            context.metrics.answers.labels(kind).observe(seconds)
            log.debug("interaction", kind=kind, outcome=token.outcome, seconds=round(seconds, 3))
        if interaction.user.id in context.languages.unstored:
            await context.languages.store_heard(interaction.user.id)


async def _explain(token: ReplyToken, error: Exception) -> None:
    """Tell the person about an error, and log it unless it is a refusal."""
    if _gone(token, error):
        return
    # It may not be acknowledged yet.
    languages = token.interaction.client.context.languages
    speak(await languages.of_asker(token.interaction, within_s=REPLY_WITHIN_S))
    if isinstance(error, WorkerClosed):
        error = RulesError("The bot is being restarted. Please try again in a minute.")
    reference = ""
    if isinstance(error, RulesError):
        token.outcome, sentence = "refused", str(error)
    elif outage(error) is not None:
        # The log has one line for all of these, so a reference would lead nowhere.
        token.outcome = "failed"
        log.error("a command or press failed", exc_info=error)
        sentence = gettext(
            "The bot can’t reach its database right now, but your game is safe. Please try again in a minute."
        )
    elif unanswered(error):
        token.outcome = "failed"
        said = str(error) or type(error).__name__
        log.warning("Discord didn't take what a command or press needed", error=said)
        sentence = gettext(
            "Discord isn’t taking messages right now, but your game is safe. Please try again in a minute."
        )
    else:
        token.outcome, reference = "failed", fault(error)
        sentence = gettext(
            "Something went wrong on the bot’s side, but your game is safe. Please try again. If it keeps "
            "happening, give the bot’s host this reference: `{reference}`.",
            reference=reference,
        )
    again = None
    rest = str(token.interaction.id)
    if (token.interaction.user.id, rest) in token.interaction.client.context.forms and _mistyped(error):
        again = Control("again", gettext("Try Again"), rest=rest, style=Style.primary)
    untold = await _untold(token, sentence, again)
    if reference and not (_nowhere(error) and _nowhere(untold)):
        _forget_refusals(error)
        log.error("a command or press failed", reference=reference, exc_info=error)
    if untold is None or _gone(token, untold):
        return
    if _nowhere(untold):
        token.outcome = "gone"
        log.info("Discord takes no answer in that place, such as a locked thread", error=str(untold))
        return
    if not isinstance(untold, CONNECTION_ERRORS):
        raise untold
    log.warning("couldn't tell the person about a refusal or an error", error=str(untold))


async def _untold(token: ReplyToken, sentence: str, again: Control | None) -> Exception | None:
    """Tell the person about an error. Returns what kept them from hearing of it."""
    try:
        await send_text(token.interaction, sentence, again)
    except Exception as error:  # noqa: BLE001 (whoever asks decides)
        return error
    return None


def _nowhere(error: Exception | None) -> bool:
    """Whether Discord takes no message in a place: its thread is locked, or nobody reaches it."""
    return isinstance(error, discord.HTTPException) and lost(error)


def _mistyped(error: Exception) -> bool:
    """Whether what was typed was refused, rather than what somebody can't do now whatever they type."""
    return isinstance(error, PaceError) or (
        isinstance(error, RulesError) and not isinstance(error, TableError)
    )


def _forget_refusals(error: BaseException) -> None:
    """Leave out of the log which refusals couldn't be told: they may name people, or tell a secret."""
    while (context := error.__context__) is not None:
        if isinstance(context, RulesError):
            error.__context__ = None
        error = context


def _gone(token: ReplyToken, error: Exception) -> bool:
    """Whether no answer can be given any more, which is noted."""
    if token.interaction.client.is_closed():
        # What was committed is shown after the next start.
        log.info("the bot stopped before it could answer", error=type(error).__name__)
    elif isinstance(error, Expired | discord.HTTPException) and error.code in INTERACTION_EXPIRED:
        log.info(
            "Discord doesn't know, or knows no longer, what was to be answered: that came too late, another "
            "process with this token was faster, or Discord itself was restarted",
            code=error.code,
            seconds=round(time.monotonic() - token.began, 1),
        )
    else:
        return False
    token.outcome = "gone"
    return True


class Expired(Exception):
    """Nobody waits for an answer any more."""

    code = INTERACTION_EXPIRED[0]


class Deferral:
    """An interaction's acknowledgement, which is sent unless the first reply comes within a second.

    ``private`` tells whether the reply that follows is for the person alone; None: the message whose button
    was pressed is edited. ``in_place``: every reply takes the place of that message, which has served.
    """

    def __init__(
        self, interaction: Interaction, private: bool | None, wait_s: float, *, in_place: bool = False
    ) -> None:
        self._arrived = time.monotonic()
        self.private = None if in_place else private
        self.in_place = in_place
        self.over = False
        """Whether Discord has had a first reply, even if its answer was lost."""
        self._interaction = interaction
        self._acknowledgements = interaction.client.context.acknowledgements
        self._acknowledgements.put_off[self.begin] = None
        self._sending: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None
        self._timer = asyncio.get_running_loop().call_later(wait_s, self.begin)

    def begin(self) -> None:
        """Send it now. Never blocks."""
        self.cancel()
        self._sending = asyncio.create_task(self.send())
        # Where the handler has been cancelled, nobody else asks what came of it.
        self._sending.add_done_callback(lambda sent: sent.cancelled() or sent.exception())

    def cancel(self) -> None:
        """Don't send it, unless that has begun."""
        if self._timer is not None:
            self._timer.cancel()
            # It would keep the whole context of the press as long as the interaction is kept.
            self._timer = None
        self._acknowledgements.put_off.pop(self.begin, None)

    async def settle(self) -> None:
        """Don't send it; one that is under way arrives first."""
        self.cancel()
        if self._sending is not None:
            await self._sending
        self.over |= self._sending is not None or self._interaction.response.is_done()

    async def send(self) -> None:
        """Send it, when it's its turn, within Discord's three seconds.

        :raises Expired: when they are over.
        """
        response, private = self._interaction.response, self.private
        async with self._acknowledgements.turn():
            if time.monotonic() - self._arrived >= IN_TIME_S:
                raise Expired
            if private is None:
                await first_reply(response.defer)
            else:
                await first_reply(lambda: response.defer(ephemeral=private, thinking=True))


@asynccontextmanager
async def acknowledging(
    interaction: Interaction, *, private: bool | None, in_place: bool
) -> AsyncIterator[None]:
    """Within, the first reply is also the acknowledgement if it comes soon enough; one request less.

    ``private``, ``in_place``: see :class:`Deferral`. Seconds count from the interaction's creation, by our
    own clock at least from its arrival. What arrives too late for that is acknowledged first: if nobody waits
    for it any more, nothing is done. Once more than a few are at work, all are, because the loop may be late
    with any timer; and nothing is done for any of them as long as others wait for that. Refusals that are
    told within that second are for the person alone.
    """
    context = interaction.client.context
    # All that has arrived by now is counted before anything is done.
    await asyncio.sleep(0)
    crowd = len(context.in_flight) > FEW
    for begin in tuple(context.acknowledgements.put_off) if crowd else ():
        begin()
    age_s = context.tables.now() / 1000 - interaction.created_at.timestamp()
    deferral = Deferral(interaction, private, REPLY_WITHIN_S - max(0.0, age_s), in_place=in_place)
    interaction.extras[DEFERRAL] = deferral
    try:
        if crowd or age_s >= REPLY_WITHIN_S:
            await acknowledged(interaction)
        if crowd:
            await context.acknowledgements.go_on()
        yield
        await acknowledged(interaction)
    finally:
        deferral.cancel()


async def acknowledged(interaction: Interaction) -> None:
    """Acknowledge now, unless a reply has: what isn't the first reply may follow."""
    deferral = await _deferral(interaction)
    if deferral is not None and not deferral.over:
        await deferral.send()
        deferral.over = True


async def _deferral(interaction: Interaction) -> Deferral | None:
    """The deferral of an interaction, which isn't sent any more; None for one that the handler answers."""
    deferral: Deferral | None = interaction.extras.get(DEFERRAL)
    if deferral is not None:
        await deferral.settle()
    return deferral


async def first_reply(send: Callable[[], Awaitable[T]]) -> T | None:
    """The answer to a first reply; None: there was one before, perhaps the same, whose answer was lost."""
    try:
        return await _repeated(send)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        return None


async def _repeated(send: Callable[[], Awaitable[T]]) -> T:
    """The answer to a request that may be sent again where the connection broke."""
    for _ in range(ATTEMPTS - 1):
        with suppress(*BROKEN_CONNECTION):
            return await send()
    return await send()


async def send_text(interaction: Interaction, sentence: str, button: Control | None = None) -> None:
    """Reply with one sentence, for the person alone, and perhaps a ``button`` below it."""
    deferral = await _deferral(interaction)
    shown: dict[str, Any] = {"content": sentence}
    card = Card("", lines=(sentence,), rows=((button,),) if button is not None else ())
    if deferral is not None and deferral.in_place and await replace_card(interaction, card) is not None:
        return
    if button is not None:
        shown = {"view": layout(card)}
    if not interaction.response.is_done():
        first = await first_reply(
            lambda: interaction.response.send_message(**shown, ephemeral=True, allowed_mentions=NOBODY)
        )
        if first is not None:
            return
    await interaction.followup.send(**shown, ephemeral=True, allowed_mentions=NOBODY)


async def send_card(interaction: Interaction, card: Card) -> PrivateMessage:
    """Reply in private (answered as ``private``)."""
    deferral = await _deferral(interaction)
    in_place = deferral is not None and deferral.in_place
    if in_place and (shown := await replace_card(interaction, card)) is not None:
        return shown
    if (message := await _first_card(interaction, card, private=True)) is not None:
        return message
    return await interaction.followup.send(**as_new(card), ephemeral=True, wait=True)


async def post_card(interaction: Interaction, card: Card) -> None:
    """Show ``card`` to everybody in the channel, once a reply was given; it notifies nobody."""
    await interaction.followup.send(
        view=layout(card), files=files(card), ephemeral=False, allowed_mentions=NOBODY
    )


async def share_card(interaction: Interaction, verb: str, own: Card, shared: Card) -> None:
    """Post ``shared``; the private card becomes ``own``, without what was pressed: once is enough."""
    rows = tuple(tuple(each for each in row if each.verb != verb) for row in own.rows)
    await replace_card(interaction, replace(own, rows=rows))
    await post_card(interaction, shared)


async def replace_card(interaction: Interaction, card: Card) -> discord.InteractionMessage | None:
    """Replace the private card whose button was pressed (answered as ``edit``). Returns None if it's gone.

    Answered as ``private``, or within :func:`acknowledging`, it is the reply, or replaces it.
    """
    try:
        return await _first_card(interaction, card) or await _edit_original(interaction, card)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("a private card is gone: another press replaced it first")
        await acknowledged(interaction)
        return None


async def answered_with(interaction: Interaction, card: Card) -> bool:
    """Show ``card`` where a button was pressed, as the reply to that. Returns whether that was possible."""
    try:
        return await _first_card(interaction, card) is not None
    except (Expired, *CONNECTION_ERRORS):
        return False


async def _first_card(
    interaction: Interaction, card: Card, *, private: bool | None = None
) -> discord.InteractionMessage | None:
    """Make ``card`` the first reply. Returns None if there was one before, or if it is gone already."""
    deferral = await _deferral(interaction)
    if deferral is None or deferral.over:
        return None
    private = private or deferral.private

    def send() -> Awaitable[Callback | None]:
        if private is None:
            return interaction.response.edit_message(**as_edit(card))
        return interaction.response.send_message(**as_new(card), ephemeral=private)

    answer = await first_reply(send)
    deferral.over = True
    if answer is not None and isinstance(answer.resource, discord.InteractionMessage):
        return answer.resource
    # Its answer was lost, or this was delivered twice: either way, that message becomes this one.
    try:
        return await _edit_original(interaction, card)
    except discord.NotFound:
        # They have dismissed it, or its thread was deleted.
        return None


async def _edit_original(interaction: Interaction, card: Card) -> discord.InteractionMessage:
    return await _repeated(lambda: interaction.edit_original_response(**as_edit(card)))
