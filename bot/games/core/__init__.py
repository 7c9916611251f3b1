"""The protocol that every game keeps: seats, actions, states, views, outcomes.

Rules are pure. A state is an immutable value; ``play`` returns the next one. Chance is a seat of its own:
rules say which results are possible and never draw them. A person sees a state only through ``view_for``.
"""

from .as_json import as_json
from .basics import CHANCE, IllegalAction, NotationError, OptionError, RulesError, Seat, normalize, quoted
from .game import MAX_DESCRIPTION, Diagram, Game, Page, SeatStyle, no_squares
from .options import ChoiceOption, IntOption, Option, Options, OptionValue
from .outcomes import Outcome, Result, Verdict
from .solo import DailyChallenge, SoloScore, SoloScores
from .states import A, Action, Placement, State, V, View

__all__ = [
    "CHANCE",
    "MAX_DESCRIPTION",
    "A",
    "Action",
    "ChoiceOption",
    "DailyChallenge",
    "Diagram",
    "Game",
    "IllegalAction",
    "IntOption",
    "NotationError",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "Outcome",
    "Page",
    "Placement",
    "Result",
    "RulesError",
    "Seat",
    "SeatStyle",
    "SoloScore",
    "SoloScores",
    "State",
    "V",
    "Verdict",
    "View",
    "as_json",
    "no_squares",
    "normalize",
    "quoted",
]
