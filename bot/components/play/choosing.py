"""One step of a choice: the question, the picture and the buttons that every picker shows."""

from __future__ import annotations

from dataclasses import dataclass

from bot.components.cards import table_cards
from bot.components.interactions.card import CardImage, Control, Style
from bot.components.interactions.context import BotContext
from bot.games.core import Seat
from bot.people.preferences import OWN_SIDE, PALETTE
from bot.people.settings import Chosen
from bot.tables import notes
from bot.tables.model import drafts
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table

from . import text


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a picker shows at one step."""

    draft: Draft
    picture: CardImage
    question: str
    offered: tuple[Control, ...]
    """The next steps; for a complete draft **Confirm** and the other choices of the last step."""
    controls: tuple[Control, ...]
    """**Back** and **Confirm So Far**, where there is something to go back to or to confirm."""


async def choosing(
    context: BotContext,
    table: Table,
    draft: Draft,
    choices: Chosen,
    *,
    step: str = "pick",
    play: str = "play",
    before: str = "",
    bottom: Seat | None = None,
    marks: tuple[str, ...] = (),
) -> Choosing:
    """The next step of ``draft``, which somebody is choosing at ``table``.

    ``step`` and ``play`` are the verbs of the buttons that choose a step, and that play what is chosen, and
    ``before`` is what precedes the draft in them. ``bottom`` is the seat whose side is at the bottom, if not
    that of the draft; ``marks`` are squares to point at.
    """
    now, seat = draft.table, draft.seat
    last = draft.forks[-1] if draft.forks else None

    def control(verb: str, label: str, rest: str, style: Style = Style.secondary) -> Control:
        return Control(verb, label, table.id, table.version, before + rest, style)

    controls = [control(step, "Back", last.written())] if last is not None else []
    if draft.complete:
        view = draft.preview()
        question = text.preview(draft.told)
        offered = [control(play, "Confirm", draft.written(), Style.success)]
        if last is not None:
            # The other choices of the last step: changing one's mind is one press.
            asked = last.table.view_for(last.seat)
            offered += [
                control(step, table.game.label(asked, last.steps, other), last.written(other))
                for other in last.others
            ]
    else:
        view = now.view_for(seat)
        question = now.game.ask(view, draft.steps)
        if draft.parts:
            question = f"{text.so_far(draft.told)}\n{question}"
            controls.append(control(play, "Confirm So Far", drafts.write(draft.parts)))
        offered = [
            control(step, now.game.label(view, draft.steps, each), draft.written(each), Style.primary)
            for each in draft.offered
        ]
    picture = await table_cards.illustrate(
        context.studio,
        table,
        view,
        bottom=(bottom or seat) if choices[OWN_SIDE] else None,
        chosen=draft.steps,
        choices=() if draft.complete else draft.possible,
        marks=marks,
        notes=notes.kept(table, seat),
        palette=choices[PALETTE],
    )
    return Choosing(draft, picture, question, tuple(offered), tuple(controls))
