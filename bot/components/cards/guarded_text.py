"""Games whose texts never fail: an error in one leaves a gap in a card, and the game can be played on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot.games.core import Game, RulesError

LOG: Final = logging.getLogger(__name__)
NO_TEXT: Final = "This position can’t be put into words: something in the game went wrong."


def guarded(game: Game[Any, Any]) -> Game[Any, Any]:
    """``game`` with text functions that raise nothing but ``RulesError``."""

    def guarded(part: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        words: Callable[..., Any] = getattr(game, part)

        def said(*given: Any) -> Any:
            try:
                return words(*given)
            except RulesError:
                raise
            except Exception:
                LOG.exception("%s of %s failed", part, game.key)
                return otherwise(*given)

        return said

    return replace(
        game,
        text=guarded("text", lambda _view: NO_TEXT),
        describe=guarded("describe", lambda _view: NO_TEXT),
        headline=guarded("headline", lambda _view: game.title),
        summary=guarded("summary", lambda _view: ""),
        ending=guarded("ending", lambda _view: "The game is over."),
        ask=guarded("ask", lambda _view, _steps: "What next?"),
        label=guarded("label", lambda _view, _steps, step: step),
        page_for=guarded("page_for", lambda _view: ""),
        details=guarded("details", lambda _view: ()),
        findings=guarded("findings", lambda _view: ()),
        markable=guarded("markable", lambda _view: ()),
    )
