from .view import CheckersView

BOOK = ()
