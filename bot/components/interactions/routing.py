"""The front door: every command, press, form and autocomplete passes through here to its handler.

Duplicates are dropped, bans and rate limits checked, the button's table found and checked for visibility;
then one handler runs, and the person hears about every error. What takes longer than a second is
acknowledged.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal, ParamSpec, TypeAlias, TypeVar

import discord
import structlog
from discord import app_commands

from bot.games.core import RulesError
from bot.languages import gettext, speak
from bot.tables.errors import TableError
from bot.tables.model.table import Table

from . import visibility
from .card import LIST, MENU, REST_LIMIT, Card, Control, Menu
from .context import Interaction, InteractionClient
from .form import Text, keep_answers, keep_form, open_form
from .rate_limits import Cost
from .replies import (
    REPLY_WITHIN_S,
    acknowledging,
    answering,
    replace_card,
    send_card,
    send_text,
)
from .reply_tokens import show_with_reply

log: Final = structlog.get_logger(__name__)
P = ParamSpec("P")
Value = TypeVar("Value", str, int, float)
Answer: TypeAlias = Card | str | None
"""What a handler returns to be shown as its interaction is acknowledged; None: it has replied itself."""
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Answer]])
"""It takes the interaction, of a type that says what it needs of the bot, and whatever else it needs: the
control that was pressed, and its table as it is then."""
Reply: TypeAlias = Literal["edit", "private", "public", "own"]
"""How it is acknowledged: its message is edited, a reply follows for one or for all, or the handler does."""
Answers: TypeAlias = Callable[P, Awaitable[Answer]]
Run: TypeAlias = Callable[P, Coroutine[Any, Any, None]]
"""What discord.py calls for a command, which has a handler that answers."""
Choices: TypeAlias = list[app_commands.Choice[Value]]

CUSTOM_ID: Final = re.compile(
    r"ct:(?P<verb>[a-z]+):(?P<table>\d{1,12}):(?P<version>\d{1,9}):(?P<rest>[^\n]{0,80})"
)
PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
MOST_TYPED: Final = 400
"""Characters of a command's option that can be corrected in a form."""
MAX_ID: Final = 2**63 - 1
"""The largest number that the database holds; Discord's are smaller."""


class UnknownControl(TableError):
    """A button or form that this release doesn't make."""

    def __init__(self) -> None:
        super().__init__("This button is from another version of the bot. Use `/games` to find your games.")


class Ambiguous(TableError):
    """A command that may mean several things; the person chooses one from a menu, and it runs with that.

    Where no menu is possible, its ``sentence`` says how to type it.
    """

    def __init__(
        self, sentence: str, option: str, question: str, entries: Sequence[tuple[str, int]], **values: object
    ) -> None:
        super().__init__(sentence, **values)
        self.option = option
        """The command's option that decides."""
        self.question = question
        self.entries = entries
        """Label and value of each."""


@dataclass(frozen=True, slots=True)
class Route:
    """What a press of one verb leads to."""

    handler: Callable[..., Awaitable[Answer]]
    takes: Sequence[type]
    """What it needs besides the interaction: ``Control``, ``Table``."""
    reply: Reply
    cost: Cost | None
    needs_sight: bool
    banned: bool
    once: bool


HANDLERS: Final[dict[str, Route]] = {}


def number_in(rest: str) -> int:
    """The number in the rest of a button's custom_id.

    :raises UnknownControl: when it is none.
    """
    if not (rest.isascii() and rest.isdecimal() and len(rest) < 20) or (number := int(rest)) > MAX_ID:
        raise UnknownControl
    return number


def on_button(
    verb: str,
    *,
    reply: Reply = "edit",
    cost: Cost | None = None,
    needs_sight: bool = True,
    banned: bool = False,
    once: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the handler for the buttons of ``verb``.

    It runs once the person is known to see the button's table. Without
    ``needs_sight`` that isn't checked: only for handlers that neither read nor change a table. With
    ``banned``, it is also for whomever the host has banned. With ``once``, as with a public reply, a press
    does nothing while an earlier one by the same person is being answered.
    """

    def register(handler: Handler) -> Handler:
        _, *needed = inspect.signature(handler, eval_str=True).parameters.values()
        takes = [each.annotation for each in needed]
        assert verb not in HANDLERS, verb
        assert {*takes} <= {Control, Table}, verb
        HANDLERS[verb] = Route(handler, takes, reply, cost, needs_sight, banned, once or reply == "public")
        return handler

    return register


def command_handler(
    *, reply: Reply = "private", cost: Cost | None = None, banned: bool = False
) -> Callable[[Answers[P]], Run[P]]:
    """Make a function the handler of a slash command or context menu; ``banned``: also for the banned."""

    def wrap(handler: Answers[P]) -> Run[P]:
        @functools.wraps(handler)
        async def run(*args: P.args, **options: P.kwargs) -> None:
            interaction: Any = args[0]
            number = options.get("table")

            async def handle() -> Answer:
                try:
                    return await handler(*args, **options)
                except Ambiguous as several:
                    return _which_card(interaction, several)

            await _answer(
                interaction,
                handle,
                reply=reply,
                cost=cost,
                banned=banned,
                table=number if isinstance(number, int) else None,
            )

        run.__signature__ = inspect.signature(handler, eval_str=True)  # type: ignore[attr-defined]
        return run

    return wrap


def _which_card(interaction: Interaction, several: Ambiguous) -> Card:
    """The question what a command means, with a menu whose choice runs it again.

    :raises Ambiguous: when the command and its other options are too long for a custom_id, or are
        people or channels.
    """
    given: dict[str, Any] = dict(iter(interaction.namespace))
    command = interaction.command.qualified_name if interaction.command is not None else ""
    if any(isinstance(each, discord.abc.Snowflake) for each in given.values()):
        raise several
    written = json.dumps([command, several.option, given], ensure_ascii=False, separators=(",", ":"))
    if not command or len(written) > REST_LIMIT:
        raise several
    entries = tuple((label, str(value)) for label, value in several.entries[:MENU])
    menu = Menu("which", gettext("Choose one"), entries, rest=written)
    return Card(several.question, menus=(menu,))


def keep_typed(interaction: Interaction, run: Run[P], option: str, given: Mapping[str, Any]) -> None:
    """Keep what was typed for an ``option`` of the command that is ``run``, to be corrected in a form.

    The others stay as they are ``given``.
    """
    if interaction.type is discord.InteractionType.modal_submit:
        return  # that form is kept
    commands = interaction.client.tree.walk_commands()
    name = next(each.qualified_name for each in commands if getattr(each, "callback", None) is run)
    others = {key: value for key, value in given.items() if key != option and value is not None}
    written = json.dumps([name, option, others], ensure_ascii=False, separators=(",", ":"))
    if len(written) <= REST_LIMIT:
        text = Text(option, gettext("Type it again"), given[option], required=True, most=MOST_TYPED)
        keep_form(interaction, Control("retyped", f"/{name}", rest=written), text)


@on_button("again", reply="own")
async def try_again(interaction: Interaction, control: Control) -> None:
    """**Try Again**: the form whose answers were refused, with these in it.

    :raises TableError: when it isn't kept any more.
    """
    kept = interaction.client.context.forms.get((interaction.user.id, control.rest))
    if kept is None:
        raise TableError("What you typed is no longer here. Please type it again.")
    form, fields = interaction.client.context.forms[_again_at(interaction)] = kept
    await open_form(interaction, form, *fields)


@on_button("retyped", reply="own")
async def run_retyped(interaction: Interaction, control: Control) -> None:
    """A form of :func:`keep_typed` comes back: the command runs with what was typed there."""
    (typed,) = control.given.values() or ((),)
    await _run_command(interaction, control.rest, " ".join(typed))


@on_button("which", reply="own")
async def run_chosen(interaction: Interaction, control: Control) -> None:
    """A choice from the menu of :func:`_which_card`: the command runs with it."""
    written, end, value = control.rest.rpartition("]")
    await _run_command(interaction, written + end, number_in(value))


async def _run_command(interaction: Interaction, written: str, value: str | int) -> None:
    """Run the command whose name, one option and others are ``written``, with ``value`` as that option.

    :raises UnknownControl: when there is no such command or option.
    """
    try:
        name, option, given = json.loads(written)
        command: Any = interaction.client.tree
        for part in name.split():
            command = command.get_command(part)
        known = {parameter.name for parameter in command.parameters}
        chosen = {**given, option: value}
    except (ValueError, TypeError, AttributeError):
        raise UnknownControl from None
    if not chosen.keys() <= known:
        raise UnknownControl
    await command.callback(interaction, **chosen)


def autocomplete_handler(
    find: Callable[[Any, str], Awaitable[Iterable[tuple[str, Value]]]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices[Value]]]:
    """Make a function that finds labels and values the autocomplete of an option.

    A refusal, or too much typing, is an empty list.
    """

    async def run(interaction: Interaction, typed: str) -> Choices[Value]:
        context = interaction.client.context
        try:
            context.bans.require_none(interaction.user.id, interaction.guild_id)
            context.rate_limiter.require("autocomplete", interaction, context.tables.now())
            speak(await context.languages.of_asker(interaction))
            found = islice(await find(interaction, typed), MENU)
            return [app_commands.Choice(name=label[:100], value=value) for label, value in found]
        except RulesError:
            return []

    return run


def _given(data: Any) -> dict[str, tuple[str, ...]]:
    """What was answered in a form, by field."""
    parts = (each.get("component") or {} for each in data.get("components") or [])
    return {
        str(part.get("custom_id")): tuple(
            str(each) for each in (part.get("values") or [part.get("value")]) if each not in (None, "")
        )
        for part in parts
    }


async def _do_nothing(_interaction: Interaction) -> None:
    """What a second press comes to where the first counts."""


REPEATED: Final = Route(_do_nothing, (), "edit", None, needs_sight=False, banned=False, once=False)


async def receive(interaction: Interaction) -> None:
    """Answer a press, a choice from a menu, or a form; what this release doesn't make is refused.

    All of them arrive here, and all that they say is in them. So discord.py need not remember a message's
    components, nor make them again for each press.
    """
    if interaction.type not in PRESSES or not _is_new(interaction):
        return
    given: Any = interaction.data
    found = None
    refused: Exception = UnknownControl()
    try:
        said, answers = " ".join(given.get("values") or []), _given(given)
        found = CUSTOM_ID.fullmatch(given.get("custom_id") or "")
    except (AttributeError, LookupError, TypeError) as unread:
        refused = unread
    route = HANDLERS.get(found["verb"]) if found is not None else None
    if found is None or route is None:
        async with answering(interaction, table=None):
            raise refused
        return
    rest = said if found["rest"] == LIST else found["rest"] + said
    control = Control(found["verb"], "…", int(found["table"]), int(found["version"]), rest, given=answers)
    pressed, answered = (interaction.user.id, found[0], said), interaction.client.context.being_answered
    # A form of a command has no message that could stay as it is.
    if route.once and pressed in answered and interaction.type is discord.InteractionType.component:
        route = REPEATED
    else:
        answered.add(pressed)

    async def handle() -> Answer:
        table: Table | None = None
        if control.table_id and route.needs_sight:
            table = await interaction.client.context.tables.get(control.table_id)
            visibility.require_visible(interaction, table)
        if table is not None:
            await interaction.client.before_press(interaction, control, table)
        show_with_reply(interaction, control.table_id)
        if interaction.type is discord.InteractionType.modal_submit:
            keep_answers(interaction, control)
        if table is None and Table in route.takes:
            raise UnknownControl
        given = {Control: control, Table: table}
        return await route.handler(interaction, *[given[each] for each in route.takes])

    try:
        await _answer(
            interaction,
            handle,
            reply=route.reply,
            cost=route.cost,
            banned=route.banned,
            table=control.table_id or None,
        )
    finally:
        if route is not REPEATED:
            answered.discard(pressed)


class CommandTree(app_commands.CommandTree[InteractionClient]):
    """The slash commands and menus, with the errors before a command's handler runs."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether to answer: not what Discord delivers a second time."""
        return _is_new(interaction)

    async def _call(self, interaction: Interaction) -> None:
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as unread:  # noqa: BLE001 (a command that discord.py can't read, which is told here)
            error = app_commands.AppCommandError("a command that can't be read")
            error.__cause__ = unread
            await self.on_error(interaction, error)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=error)
            return
        async with answering(interaction, table=None):
            raise error


def _is_new(interaction: Interaction) -> bool:
    return interaction.client.context.seen.add(interaction.id)


async def _answer(
    interaction: Interaction,
    handle: Callable[[], Awaitable[Answer]],
    *,
    reply: Reply,
    cost: Cost | None,
    banned: bool,
    table: int | None,
) -> None:
    """Check what may be refused and run the handler, acknowledged in time; the person hears about errors."""
    context = interaction.client.context
    context.avatars.met(interaction.user)
    async with answering(interaction, table=table):
        if not banned:
            context.bans.require_none(interaction.user.id, interaction.guild_id)
        if cost is not None:
            context.rate_limiter.require(cost, interaction, context.tables.now())
        private = {"private": True, "public": False}.get(reply)
        served = reply in ("private", "edit") and _served(interaction)
        async with (
            nullcontext() if reply == "own" else acknowledging(interaction, private=private, in_place=served)
        ):
            # What everybody sees is in another language: who makes that says so. Reading this one may take
            # as long as anything else, if it is acknowledged.
            within_s = REPLY_WITHIN_S if reply == "own" else None
            speak(await context.languages.of_asker(interaction, table, within_s=within_s))
            await _send(interaction, await handle(), reply)


def _served(interaction: Interaction) -> bool:
    """Whether the private card that it comes from has served: it asked which table, or to try again."""
    given: Any = interaction.data
    if interaction.type in PRESSES and given["custom_id"].startswith("ct:which:"):
        return True
    return interaction.client.context.forms.pop(_again_at(interaction), None) is not None


def _again_at(interaction: Interaction) -> tuple[int, str]:
    """Where the form is kept that was opened with **Try Again** on a message, until it comes back."""
    message = interaction.message.id if interaction.message is not None else 0
    return interaction.user.id, f"again {message}"


async def _send(interaction: Interaction, answer: Answer, reply: Reply) -> None:
    match answer:
        case str(sentence):
            await send_text(interaction, sentence)
        case Card() as card:
            await (replace_card if reply == "edit" else send_card)(interaction, card)
