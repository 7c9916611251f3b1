"""The protocol that every game implements (seats, actions, states, views, outcomes), and what games share.

Rules are pure. A state is an immutable value, and ``play`` returns the next one. Chance is a seat: rules say
which results are possible and never draw one. A person sees a state only through ``view_for``.

Who plays what in Snorkels with the pie rule::

    side     slot      held by      plays the seat
    1        host      Ann    ───►  purple           State.slot("purple") == "host"
    2        guest     Bob    ───►  green            State.slot("green") == "guest"

    taken in the lobby              known once the guest has taken a colour

- A **seat** is a colour or role that acts, wins or loses: ``Game.seats``, in the order of results.
- A **slot** is what a person takes in the lobby. It is the seat of the same name, unless people choose their
  seats during the game: ``State.slot(seat)`` then says which slot's holder plays the seat now.
- A **side** is a group of slots that win together: ``Game.sides``. One person may hold several slots of one
  side (Crackers' crew: one side of three slots, held by one to three people), never of two sides.

- ``basics``, ``states`` and ``game`` are the protocol.
- ``grid``: boards of squares, and pieces placed on them; ``pie``: the pie rule.
"""

from .basics import (
    CHANCE,
    DASHES,
    IllegalAction,
    NotationError,
    OptionError,
    RulesError,
    Seat,
    UsageError,
    normalize,
    quoted,
    squares_apart,
    turn_headline,
)
from .game import (
    LEADS_TO,
    MAX_DESCRIPTION,
    AnyGame,
    ChoiceOption,
    DailyChallenge,
    Designer,
    Diagram,
    Game,
    Games,
    IntOption,
    Line,
    Offer,
    Options,
    OptionValue,
    Page,
    SeatStyle,
    SoloScore,
    SoloScores,
    Standing,
    in_rows,
    options_in,
)
from .grid import DIAGONAL, ORTHOGONAL, Grid, Place, ask_square, grid, read_place, read_squares
from .pie import GUEST, HOST, PieRule, Take
from .states import (
    A,
    AnyState,
    AtOnce,
    Outcome,
    Placement,
    RandomSource,
    Result,
    State,
    T,
    V,
    View,
    WordByWord,
    public_view,
)

__all__ = [
    "CHANCE",
    "DASHES",
    "DIAGONAL",
    "GUEST",
    "HOST",
    "LEADS_TO",
    "MAX_DESCRIPTION",
    "ORTHOGONAL",
    "A",
    "AnyGame",
    "AnyState",
    "AtOnce",
    "ChoiceOption",
    "DailyChallenge",
    "Designer",
    "Diagram",
    "Game",
    "Games",
    "Grid",
    "IllegalAction",
    "IntOption",
    "Line",
    "NotationError",
    "Offer",
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
    "SoloScore",
    "SoloScores",
    "Standing",
    "State",
    "T",
    "Take",
    "UsageError",
    "V",
    "View",
    "WordByWord",
    "ask_square",
    "grid",
    "in_rows",
    "normalize",
    "options_in",
    "public_view",
    "quoted",
    "read_place",
    "read_squares",
    "squares_apart",
    "turn_headline",
]
