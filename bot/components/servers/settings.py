"""The cards of ``/settings`` and ``/server rules``.

Each group has a form, in which everything stands as it is now, however old the card is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.components.cards.text import pace
from bot.components.hooks import BotClient, Interaction
from bot.components.interactions.card import MENU, Card, Control, Section, close_button
from bot.components.interactions.discord_errors import UNKNOWN_CHANNEL, passes
from bot.components.interactions.form import (
    AnyOf,
    Channels,
    Field,
    OneOf,
    People,
    Text,
    open_form,
)
from bot.components.interactions.reply_tokens import can_only_reply
from bot.components.interactions.routing import UnknownControl, number_in, on_button
from bot.languages import gettext, gettext_noop, listed, names, some, speak
from bot.people.absences import MOST_DAYS
from bot.people.preferences import AS_DISCORD, AWAY, away_until
from bot.people.settings import TOPICS, Chosen, Setting, change
from bot.tables import absences as away
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.model.pace import read
from bot.tables.server_rules import CARDS, ServerRules
from data.store.records import NOWHERE

CARD_TEXTS: Final = {
    "post": "a new card for each turn",
    "edit": "one card that’s kept up to date (a new one after an hour)",
}
LANGUAGES: Final = {AS_DISCORD: "the server’s own", **names()}
NEEDS_SERVER: Final = gettext_noop("This command only works in a server. Use it in a server channel.")
EVERYWHERE_AGAIN: Final = gettext_noop(
    "*The list is empty now, so tables can be opened in every channel again.*"
)
MAX_NAMED: Final = 20
"""The most channels that a server's rules name."""


def _where(chosen: ServerRules) -> str:
    """Where tables can be opened, in words."""
    if chosen.channels == (NOWHERE,):
        return gettext(
            "The last channel where tables could be opened has been deleted. Choose others, or none to "
            "allow every channel."
        )
    if not chosen.channels:
        return gettext("Games in every channel")
    named = listed(some([f"<#{each}>" for each in chosen.channels], MAX_NAMED))
    return gettext("Games in {channels}", channels=named)


def _limits(chosen: ServerRules) -> str:
    """How many tables may be open, in words."""
    return gettext(
        "open tables: {all} in this server, {each} per member",
        all=chosen.tables or gettext("no limit"),
        each=chosen.each or gettext("no limit"),
    )


def only_channel(channel_id: int) -> str:
    return gettext(
        "*From now on, tables can be opened only in {channel}. Add more with `/server allow`, or press "
        "**Change** to allow all channels again.*",
        channel=f"<#{channel_id}>",
    )


def settings_card(settings: Sequence[Setting[Any]], chosen: Chosen, now: int) -> Card:
    """A person's settings at ``now`` (milliseconds since 1970), with a form for each topic."""
    sections = []
    for topic in TOPICS:
        told = [(each, each.told(chosen)) for each in settings if each.topic == topic and each.label]
        words = [
            text
            if each.label == TOPICS[topic]
            else gettext("{label}: {text}", label=gettext(each.label), text=text)
            for each, text in told
            if text
        ]
        if words:
            button = Control("topic", gettext("Change"), rest=topic)
            sections.append(Section((f"**{gettext(TOPICS[topic])}**", "\u00a0· ".join(words)), button))
    until, last = away_until(chosen, now), Control("awayform", gettext("I’m Away…"))
    lines = []
    if until is not None:
        lines.append(
            gettext(
                "**Away**: until {time}. Your clocks aren’t running, and your tables show that you’re away.",
                time=f"<t:{until // 1000}:f>",
            )
        )
        last = Control("away", gettext("I’m Back"))
    return Card(
        gettext("### Your settings"),
        lines=tuple(lines),
        rows=((last, close_button()),),
        sections=tuple(sections),
    )


SWITCHES: Final = "on"
"""The field for all settings of a form that are on or off."""
AS_IT_IS: Final = "as it is"
"""The answer that leaves a switch as it is, where it is on for some things only."""


def _is_box(setting: Setting[Any], chosen: Chosen) -> bool:
    """Whether a form has a box to tick for a setting."""
    return setting.kind == "switch" and isinstance(chosen[setting], bool)


def _field(setting: Setting[Any], chosen: Chosen) -> Field:
    """The field of a form for a setting without a box."""
    label, hint, value = gettext(setting.label), gettext(setting.description), chosen[setting]
    if setting.kind == "switch":
        on, off = (setting.told(Chosen({setting.name: each})) for each in (True, False))
        now = setting.told(chosen)
        three = ((on, str(True)), (now, AS_IT_IS), (off, str(False)))
        return OneOf(setting.name, label, three, AS_IT_IS, hint=hint)
    if setting.words:
        entries = tuple((gettext(words), name) for name, words in setting.words)
        return OneOf(setting.name, label, entries, value, hint=hint)
    if setting.kind == "person":
        return People(setting.name, label, value[:MENU])
    return Text(setting.name, label, value, hint=hint, most=60)


@on_button("topic", reply="own")
async def open_topic(interaction: Interaction, control: Control) -> None:
    """**Change**: a form for all settings of one topic."""
    context = interaction.client.context
    chosen = await context.settings_of(interaction.user.id)
    here = [each for each in context.features.settings if each.topic == control.rest and each.label]
    if not here:
        raise UnknownControl
    switches = [each for each in here if _is_box(each, chosen)]
    fields: list[Field] = [_field(each, chosen) for each in here if each not in switches]
    if switches:
        boxes = tuple((gettext(each.description), each.name) for each in switches)
        ticked = [each.name for each in switches if chosen[each] is True]
        fields.insert(0, AnyOf(SWITCHES, gettext("Tick what you’d like to turn on"), boxes, ticked))
    title = gettext(TOPICS[here[0].topic])
    await open_form(interaction, Control("topics", title, rest=control.rest), *fields)


@on_button("topics")
async def take_topic(interaction: Interaction, control: Control) -> Card:
    """A form of :func:`open_topic` comes back: what differs from before is changed."""
    context = interaction.client.context
    chosen = await context.settings_of(interaction.user.id)
    given: dict[Setting[Any], Any] = {}
    for each in context.features.settings:
        boxes = control.given.get(SWITCHES) if each.kind == "switch" else None
        answer = control.given.get(each.name, boxes)
        if each.topic != control.rest or not each.label or answer is None or answer == (AS_IT_IS,):
            continue
        before: Any = chosen[each]
        now: Any
        match each.kind:
            case "switch":
                now = bool({each.name, str(True)} & {*answer})
            case "person":
                now = tuple(map(number_in, answer))
            case _:
                before, now = before or "none", " ".join(answer) or each.default or "none"
        if now != before:
            given[each] = now
    return await changed(interaction, given)


@on_button("awayform", reply="own")
async def ask_how_long(interaction: Interaction, control: Control) -> None:
    """**I’m Away …**: a form that asks until when."""
    until = Text(
        AWAY.name,
        gettext("How long, or until when?"),
        example=gettext("5d, 2 weeks, or 2027-01-03"),
        hint=gettext("Your clocks stop for up to {days} days a year.", days=MOST_DAYS),
        most=60,
        required=True,
    )
    await open_form(interaction, replace(control, verb="away", label=gettext("I’m away")), until)


@on_button("away")
async def set_absence(interaction: Interaction, control: Control) -> Card:
    """The form of :func:`ask_how_long` comes back; or **I’m Back**."""
    until = " ".join(control.given.get(AWAY.name, ())) or "none"
    card = await changed(interaction, {AWAY: until})
    return card if control.given else replace(card, lines=(gettext("Welcome back! You’re no longer away."),))


async def changed(interaction: Interaction, given: Mapping[Setting[Any], Any]) -> Card:
    """The caller's settings, after changing those that are ``given``.

    :raises TableError: when a value isn't valid; nothing is changed then.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    features = interaction.client.context.features
    settle = features.settle_settings(person, given)
    after = await change(service.store, person, given, now=service.now(), settle=settle)
    speak(await interaction.client.context.languages.of_person(person))
    now_given = {setting: after[setting] for setting in given}
    for each in features.all:
        await each.settings_changed(interaction.client.context, person, now_given)
    if AWAY in given:
        await away.tell_tables(service, person)
    return settings_card(features.settings, after, service.now())


def require_manager(interaction: Interaction) -> int:
    """The id of the server, whose rules the caller may change.

    :raises TableError: if they may not, or this is no server.
    """
    if interaction.guild_id is None:
        raise TableError(NEEDS_SERVER)
    if can_only_reply(interaction):
        raise TableError("The bot isn’t in this server. Add it to the server first.")
    if not interaction.permissions.manage_guild:
        raise TableError("Only members with the **Manage Server** permission can do this. Ask one of them.")
    return interaction.guild_id


def rules_card(rules: ServerRules, *notes: str) -> Card:
    """A server's rules for its tables, with a form for each group of them."""

    def section(topic: str, title: str, *words: str) -> Section:
        return Section(
            (f"**{title}**", "\u00a0· ".join(words)), Control("rule", gettext("Change"), rest=topic)
        )

    language = gettext(LANGUAGES[rules.language or AS_DISCORD])
    limit = pace(read(rules.pace)) if rules.pace else gettext("none")
    board = gettext("list of tables in {channel}", channel=f"<#{rules.board_channel}>")
    return Card(
        gettext("### This server’s rules"),
        lines=tuple(notes),
        rows=((close_button(),),),
        sections=(
            section(
                "where",
                gettext("Where games are played"),
                _where(rules),
                *([board] if rules.board_channel else ()),
            ),
            section(
                "cards",
                gettext("Cards"),
                gettext("Each table in its own thread")
                if rules.threads
                else gettext("Games are played in the channel itself"),
                gettext(CARD_TEXTS[rules.cards]),
                *(
                    [gettext("tournaments, seasons and all-hands games appear as server events")]
                    if rules.events
                    else ()
                ),
            ),
            section(
                "limits",
                gettext("Time and language"),
                gettext("Time limit unless the host says otherwise: {limit}", limit=limit),
                gettext("language: {language}", language=language),
                _limits(rules),
            ),
        ),
    )


def _rule_fields(topic: str, rules: ServerRules) -> tuple[Field, ...]:
    """The form for one group of a server's rules.

    :raises UnknownControl: if there is no such group.
    """
    match topic:
        case "where":
            channels = tuple(each for each in rules.channels if each != NOWHERE)
            hint = gettext("Choose none to allow every channel.")
            return (Channels("channels", gettext("Channels for games"), channels[:MENU], hint=hint),)
        case "cards":
            threads = (
                (gettext("Give each table its own thread"), "threads"),
                (gettext("Events for tournaments, seasons and all-hands games"), "events"),
            )
            cards = tuple((gettext(words), name) for name, words in CARD_TEXTS.items())
            ticked = [name for name in ("threads", "events") if getattr(rules, name)]
            return (
                AnyOf(SWITCHES, gettext("Tick what you’d like to turn on"), threads, ticked),
                OneOf("cards", gettext("Cards"), cards, rules.cards),
            )
        case "limits":
            tags = tuple((gettext(words), tag) for tag, words in LANGUAGES.items())
            hint = gettext("0 for no limit")
            return (
                Text(
                    "pace", gettext("Time for each turn"), rules.pace, hint=gettext("Such as 12h, 3d or none")
                ),
                OneOf("language", gettext("Language of public messages"), tags, rules.language or AS_DISCORD),
                Text("tables", gettext("Open tables in this server"), str(rules.tables), hint=hint, most=4),
                Text("each", gettext("Open tables per member"), str(rules.each), hint=hint, most=4),
            )
    raise UnknownControl


@on_button("rule", reply="own")
async def open_rules(interaction: Interaction, control: Control) -> None:
    """**Change**: a form for one group of a server's rules."""
    server = require_manager(interaction)
    rules = await server_rules.load(interaction.client.context.tables.store, server)
    titles = {
        "where": gettext("Where games are played"),
        "cards": gettext("Cards"),
        "limits": gettext("Time and language"),
    }
    fields = _rule_fields(control.rest, rules)
    await open_form(interaction, Control("rules", titles[control.rest], rest=control.rest), *fields)


@on_button("rules")
async def take_rules(interaction: Interaction, control: Control) -> Card:
    """A form of :func:`open_rules` comes back."""
    server, given = require_manager(interaction), control.given
    store, chosen = interaction.client.context.tables.store, dict[str, Any]()
    match control.rest:
        case "where":
            before = await server_rules.load(store, server)
            shown = tuple(map(number_in, given.get("channels", ())))
            chosen["channels"] = (*shown, *before.channels[MENU:])
        case "cards":
            ticked = given.get(SWITCHES, ())
            chosen = {"threads": "threads" in ticked, "events": "events" in ticked}
            if (cards := next(iter(given.get("cards", ())), None)) in CARDS:
                chosen["cards"] = cards
        case "limits":
            chosen["pace"] = " ".join(given.get("pace", ())) or "none"
            language = next(iter(given.get("language", ())), AS_DISCORD)
            chosen["language"] = "" if language == AS_DISCORD else language
            for name in ("tables", "each"):
                typed = "".join(given.get(name, ())) or "0"
                chosen[name] = int(typed) if typed.isascii() and typed.isdecimal() else -1
    return rules_card(await server_rules.change(store, server, **chosen))


async def forget_deleted_channels(client: BotClient) -> None:
    """Take the channels that were deleted while the bot was away off the lists of those that are allowed."""
    store = client.context.tables.store
    for server, rules in (await server_rules.all_rules(store)).items():
        if client.get_guild(server) is not None:
            for channel in rules.channels:
                if await _is_gone(client, channel):
                    await server_rules.forget(store, server, channel)


async def _is_gone(client: BotClient, channel: int) -> bool:
    """Whether Discord says that there is no such channel; one that the bot may not see is not gone."""
    if channel == NOWHERE or client.get_channel(channel) is not None:
        return False
    try:
        await client.fetch_channel(channel)
    except discord.HTTPException as error:
        if passes(error):
            raise
        return error.code == UNKNOWN_CHANNEL
    return False
