"""The host's notice: a line on the cards of games and in ``/games``, as long as it holds.

``captains-table notice`` sets it, in another process. No card is changed for its sake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.components.hooks import BotContext, Extras, Feature, Interaction
from bot.languages import gettext
from bot.people.absences import DAY
from bot.tables.model.table import LIVE, Table
from data.store.queries import notices
from data.store.queries.notices import Notice


class HostNotice:
    """The notice, as it was at the last look."""

    def __init__(self) -> None:
        self._notice: Notice | None = None

    async def look(self, context: BotContext) -> None:
        """Read it."""
        self._notice = await notices.current(context.tables.store)

    def _lines(self, context: BotContext) -> tuple[str, ...]:
        notice, now = self._notice, context.tables.now()
        if notice is None or notice.until <= now:
            return ()
        # Within a day, the hour is enough.
        until = f"<t:{notice.until // 1000}:{'t' if notice.until - now < DAY else 'f'}>"
        return (gettext("🔧 From the bot’s host: {text} (until {time})", text=notice.text, time=until),)

    async def extras(self, context: BotContext, table: Table) -> Extras:
        """On cards of tables that go on."""
        return Extras(lines=self._lines(context) if table.status in LIVE else ())

    async def list_lines(self, interaction: Interaction, person: int) -> Sequence[str]:
        """Below a person's games."""
        return self._lines(interaction.client.context)


def opened(_bot: Any) -> Feature:
    """The feature with its own memory."""
    notice = HostNotice()
    return replace(
        FEATURE,
        parts=(notice,),
        look=notice.look,
        extras=notice.extras,
        turn_extras=notice.extras,
        list_lines=notice.list_lines,
    )


FEATURE: Final = Feature(name="notices", open=opened)
