"""The protocol that every game keeps: seats, actions, states, views, outcomes.

Rules are pure. A state is an immutable value; ``play`` returns the next one. Chance is a seat of its own:
rules say which results are possible and never draw them. A person sees a state only through ``view_for``.
"""

from .as_json import as_json
from .basics import CHANCE, IllegalAction, NotationError, OptionError, RulesError, Seat, normalize, quoted
from .game import MAX_DESCRIPTION, Diagram, Game, Page, SeatStyle, no_squares
from .grid import DIAGONAL, ORTHOGONAL, Grid, grid
from .options import ChoiceOption, IntOption, Option, Options, OptionValue
from .outcomes import Outcome, Result, Verdict
from .pie import GUEST, HOST, PieRule, Take
from .placing import Place, ask_square, read_place, read_squares, square_label
from .states import A, Action, Placement, RandomSource, State, V, View

__all__ = [
    "CHANCE",
    "DIAGONAL",
    "GUEST",
    "HOST",
    "MAX_DESCRIPTION",
    "ORTHOGONAL",
    "A",
    "Action",
    "ChoiceOption",
    "Diagram",
    "Game",
    "Grid",
    "IllegalAction",
    "IntOption",
    "NotationError",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "Outcome",
    "Page",
    "PieRule",
    "Place",
    "Placement",
    "RandomSource",
    "Result",
    "RulesError",
    "Seat",
    "SeatStyle",
    "State",
    "Take",
    "V",
    "Verdict",
    "View",
    "as_json",
    "ask_square",
    "grid",
    "no_squares",
    "normalize",
    "quoted",
    "read_place",
    "read_squares",
    "square_label",
]
