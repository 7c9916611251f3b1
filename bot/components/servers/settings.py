"""The cards on which people choose for themselves (``/settings``) and for a server (``/server``).

Each button says in its custom_id what it sets: a press means the same however old the card is.
"""

from __future__ import annotations

from typing import Any, Final

from bot.components.interactions import channels as table_channels
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import Interaction
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import on_button
from bot.games.plurals import listed
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.people import preferences
from bot.tables.people.preferences import PALETTES, PINGS, USUAL_QUIET, Preferences
from bot.tables.server_rules import CARDS, ServerRules

PING_TEXTS: Final = {
    "table": "at the table",
    "direct": "by direct message",
    "both": "at the table and by direct message",
    "none": "never",
}
MORE_TEXT: Final = (
    "-# Each button changes one. `/settings` also takes other hours (`quiet`), your `zone`, and a member "
    "whose challenges you `refuse` or `allow`."
)
MAX_NAMED: Final = 20
"""People whose challenges are refused that a card names."""
CARD_TEXTS: Final = {
    "post": "each turn posts a new card",
    "edit": "one card is changed in place (a new one once it is an hour old)",
}


def yes_or_no(chosen: bool) -> str:
    """A yes or no as a word."""
    return "yes" if chosen else "no"


def next_value(value: str, values: tuple[str, ...]) -> str:
    """The value that follows ``value``; the first one after the last."""
    return values[(values.index(value) + 1) % len(values)]


def challenges_text(chosen: Preferences) -> str:
    """Whose challenges somebody takes."""
    if not chosen.challenges:
        return "from nobody"
    if not chosen.refused:
        return "from everyone"
    named = [f"<@{number}>" for number in chosen.refused[:MAX_NAMED]]
    if len(chosen.refused) > MAX_NAMED:
        named.append(f"{len(chosen.refused) - MAX_NAMED} more")
    return f"from everyone but {listed(named)}"


def settings_card(chosen: Preferences) -> Card:
    """One's own settings, with a button to change each."""

    def button(label: str, name: str, value: str | bool) -> Control:
        return Control("set", label, rest=f"{name}|{value}")

    quiet = f"{chosen.quiet.replace('-', ' to ')}" if chosen.quiet else "none"
    return Card(
        "### Your settings",
        lines=(
            f"**Palette** of pictures that only you see: {chosen.palette}.",
            f"**Own side at the bottom** of your view: {yes_or_no(chosen.own_side_at_bottom)}.",
            f"**Confirm** each action before it is played: {yes_or_no(chosen.confirm)}.",
            f"**Pings** when it is your turn: {PING_TEXTS[chosen.pings]}.",
            f"**Reminders** of a deadline: {yes_or_no(chosen.reminders)}.",
            f"**Quiet hours** without reminders: {quiet} ({chosen.zone}).",
            f"**Challenges**: {challenges_text(chosen)}.",
            MORE_TEXT,
        ),
        rows=(
            (
                button("Palette", "palette", next_value(chosen.palette, PALETTES)),
                button("Own Side", "own_side_at_bottom", not chosen.own_side_at_bottom),
                button("Confirm", "confirm", not chosen.confirm),
                button("Pings", "pings", next_value(chosen.pings, PINGS)),
            ),
            (
                button("Reminders", "reminders", not chosen.reminders),
                button("Quiet Hours", "quiet", "none" if chosen.quiet else USUAL_QUIET),
                button("Challenges", "challenges", not chosen.challenges),
                Control("dismiss", "Close"),
            ),
        ),
    )


@on_button("set")
async def choose(interaction: Interaction, control: Control) -> None:
    """A button on one's own settings."""
    store = interaction.client.context.tables.store
    name, _, value = control.rest.partition("|")
    chosen: dict[str, Any] = {}
    if name == preferences.RENAMED:
        name = "own_side_at_bottom"
    if name in ("own_side_at_bottom", "confirm", "reminders", "challenges"):
        chosen[name] = value == "True"
    elif name in ("palette", "pings", "quiet"):
        chosen[name] = value
    after_it = await preferences.change(store, interaction.user.id, **chosen)
    await replace_card(interaction, settings_card(after_it))


def require_manager(interaction: Interaction) -> int:
    """The number of the server whose settings the caller may change.

    :raises TableError: when there is none.
    """
    if interaction.guild_id is None:
        raise TableError("This is about a server: use it in one of its channels.")
    if table_channels.can_only_reply(interaction):
        raise TableError("The bot is no member of this server: add it to the server first.")
    if not interaction.permissions.manage_guild:
        raise TableError("Only members with the permission **Manage Server** can do this. Ask one of them.")
    return interaction.guild_id


def rules_card(rules: ServerRules, note: str = "") -> Card:
    """A server's rules for its tables, with a button for each that has two sides."""

    def button(label: str, name: str, value: str | bool) -> Control:
        return Control("rule", label, rest=f"{name}|{value}")

    channels = ", ".join(f"<#{number}>" for number in rules.channels[:20]) or "everywhere"
    more = f" and {len(rules.channels) - 20} more" if len(rules.channels) > 20 else ""
    opened = str(rules.tables) if rules.tables else "no limit"
    each = str(rules.each) if rules.each else "no limit"
    return Card(
        "### This server’s rules",
        lines=(
            note,
            f"**Channels** where tables may be opened: {channels}{more}.",
            f"**Threads**, one for each table: {yes_or_no(rules.threads)}.",
            f"**Cards**: {CARD_TEXTS[rules.cards]}.",
            f"**Pace** where a host names none: {rules.pace or 'none'}.",
            f"**Open tables** at once: {opened}; opened by one member: {each}.",
            f"**List of tables**: {f'<#{rules.board_channel}>' if rules.board_channel else 'none'}.",
            "-# Change them with `/server rules`, `/server allow`, `/server forbid` and `/server board`.",
        ),
        rows=(
            (
                button("Threads", "threads", not rules.threads),
                button("Cards", "cards", next_value(rules.cards, CARDS)),
                Control(
                    "rule", "Everywhere", rest="channels|", style=Style.secondary, disabled=not rules.channels
                ),
                Control("dismiss", "Close"),
            ),
        ),
    )


@on_button("rule")
async def rule(interaction: Interaction, control: Control) -> None:
    """A button on a server's rules."""
    server = require_manager(interaction)
    store = interaction.client.context.tables.store
    name, _, value = control.rest.partition("|")
    match name:
        case "threads":
            rules = await server_rules.change(store, server, threads=value == "True")
        case "cards" if value in CARDS:
            rules = await server_rules.change(store, server, cards=value)
        case "channels":
            rules = await server_rules.change(store, server, channels=())
        case _:
            rules = await server_rules.load(store, server)
    await replace_card(interaction, rules_card(rules))
