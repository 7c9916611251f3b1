"""The story of a server's week: of the games that were reviewed, the one in which a single turn changed most.

Nothing is reviewed for it, and no player's chances are told as numbers.
"""

from __future__ import annotations

import contextlib
from typing import Final

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, BulletinPart, Week
from bot.components.interactions.card import CardImage, table_control
from bot.features.replays import replays
from bot.languages import gettext, gettext_noop
from bot.players import PLAYERS
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from data.store.queries import reviews as stored
from rendering.scene import Picture

from . import review as reviews
from .review import Judged, Review, which

MOST: Final = 20
"""The latest reviewed games that are looked at."""
LEAST: Final = 0.3
"""The loss of winning chance from which on a turn is a story."""
EVEN: Final = 0.5


def swing(review: Review) -> Judged | None:
    """The turn that cost its side the most and put it behind; None if none did by enough."""
    if review.scale.whole != 1:
        return None
    turned = [each for each in review.turns if each.best and each.before > EVEN > each.after]
    found = max(turned, key=lambda each: each.loss, default=None)
    return found if found is not None and found.loss >= LEAST else None


async def week_part(context: BotContext, week: Week) -> BulletinPart | None:
    """The game of the week, as a film."""
    found = []
    for number in await stored.of_games_in(context.tables.store, week.server, week.since, MOST):
        # A table that can't be read must not hide the others.
        with contextlib.suppress(TableError):
            table = await context.tables.get(number, keep=False)
            player = PLAYERS.get(table.game.key)
            known = not (table.private or table.seating.taken_over) and len(table.seating.sides) == 2
            if not known or player is None or player.reviewer is None or not week.seen(table.address.home):
                continue
            table = await context.tables.history(table)
            review = await reviews.load(context.tables.store, table, player.reviewer.scale)
            if review is not None and (turned := swing(review)) is not None:
                found.append((turned.loss, table, turned))
    if not found:
        return None
    _, table, turned = max(found, key=lambda each: each[0])
    title = gettext("**The game of the week**: {table}", table=table_text.linked(table))
    return BulletinPart(
        (title, told(table, turned)),
        (await _film(context, table, turned),),
        (table_control(table, "review", gettext("Review")),),
    )


def told(table: Table, turned: Judged) -> str:
    """What happened: who was ahead, and who won."""
    turn, sides = table.turns[turned.place], table.seating.sides
    (own,) = table.seating.sides_of([turn.slot])
    people = [[person.id for person in table.seating.side_people(side)] for side in sides]
    ahead, behind = table_text.mentions(people[own]), table_text.mentions(people[1 - own])
    if table.winners & {*people[own]}:
        said = gettext_noop("{names} nearly threw it away against {others} ({moment}), and won all the same.")
    elif table.winners:
        said = gettext_noop(
            "{moment} turned it around: until then, {names} looked like winning, and in the end {others} won."
        )
    else:
        said = gettext_noop(
            "{moment} turned it around: until then, {names} looked like winning, and {others} saved a draw."
        )
    return gettext(said, names=ahead, others=behind, moment=which(table, turned.place))


async def _film(context: BotContext, table: Table, turned: Judged) -> CardImage:
    """The game as a film; if it can't be made now, the position before that turn as a picture."""
    try:
        data = await replays.film_of(context, table)
    except TableError:
        shown = table.at(turned.place)
        return await table_cards.illustrate(context, shown, shown.view_for(None))
    alt = gettext("{table}: the whole game as an animation.", table=table_text.title(table))
    return CardImage(alt, Picture(data, 0, 0), f"table-{table.id}.gif")
