"""The protocol that every game keeps: seats, actions, states, views, outcomes.

Rules are pure. A state is an immutable value; ``play`` returns the next one. Chance is a seat of its own:
rules say which results are possible and never draw them. A person sees a state only through ``view_for``.
"""

from .as_json import as_json
from .basics import CHANCE, IllegalAction, NotationError, OptionError, RulesError, Seat, quoted, tidy
from .game import LONGEST_DESCRIPTION, Diagram, Game, Livery, Page, nothing_to_look_at
from .options import ChoiceOption, IntOption, Option, Options, OptionValue
from .outcomes import Outcome, Result, Verdict
from .states import A, Action, Placement, State, V, View

__all__ = [
    "CHANCE",
    "LONGEST_DESCRIPTION",
    "A",
    "Action",
    "ChoiceOption",
    "Diagram",
    "Game",
    "IllegalAction",
    "IntOption",
    "Livery",
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
    "State",
    "V",
    "Verdict",
    "View",
    "as_json",
    "nothing_to_look_at",
    "quoted",
    "tidy",
]
