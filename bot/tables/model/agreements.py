"""What the people at a table ask of each other, and how they end a game outside its rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.games.core import Outcome

from .seating import Person


@dataclass(frozen=True, slots=True)
class Request:
    """A request that the others have to agree to."""

    kind: str
    """``undo``, ``pause``, ``resume`` or ``seat`` (to take over from somebody who is leaving)."""
    by: Person
    seq: int
    """The number of the event that made the request, which identifies it."""
    text: str = ""
    """The version to go back to, or a slot of the person who is leaving."""
    agreed: frozenset[int] = frozenset()

    def agreed_by(self, person: int) -> Request:
        """The request with ``person``'s agreement added."""
        return replace(self, agreed=self.agreed | {person})


@dataclass(frozen=True, slots=True)
class Declined:
    """A request or draw offer that was declined."""

    kind: str
    """``draw``, or the request's kind."""
    by: int
    """The person who made it."""
    who: int
    """The person who declined it."""
    seq: int
    """The number of the event that declined it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the people ended a game: by resignation, agreed draw or claim on time."""

    outcome: Outcome
    at: int
    """When that happened, in milliseconds since 1970."""
    by: int
    """The person who caused it: who resigned, accepted or claimed last."""


@dataclass(frozen=True, slots=True)
class Agreements:
    """What is asked and offered at the moment."""

    resigning: frozenset[int] = frozenset()
    """People who have resigned, while others on their side have not."""
    offering: frozenset[int] = frozenset()
    """People who are offering a draw."""
    rematching: frozenset[int] = frozenset()
    """People who have asked for a rematch."""
    requests: tuple[Request, ...] = ()
    """The requests that not everybody has answered yet."""
    resume_asked: int = 0
    """When somebody first asked to start the clock again since its last pause; 0: nobody has."""
    declined: tuple[Declined, ...] = ()
    """The requests and offers declined since people last acted."""
    taken_over: tuple[tuple[int, int], ...] = ()
    """Who took over a seat since people last acted, each with the person who had it."""

    def replaced(self, person: int) -> bool:
        """Whether somebody took over the seat of ``person`` since people last acted."""
        return any(person == old for _, old in self.taken_over)

    def after_move(self, person: int, *, automatic: bool) -> Agreements:
        """What is left once ``person`` has played on.

        That declines the opponents' draw offer, withdraws one's own resignation, ends requests for an undo.
        An ``automatic`` move may come before anybody has been shown what was declined and who took over.
        """
        return replace(
            self,
            offering=self.offering & {person},
            resigning=self.resigning - {person},
            requests=self.without("undo"),
            declined=self.declined if automatic else (),
            taken_over=self.taken_over if automatic else (),
        )

    def declined_but(self, kind: str, by: int) -> tuple[Declined, ...]:
        """The declined requests and offers, except those of this kind that ``by`` made."""
        return tuple(each for each in self.declined if (each.kind, each.by) != (kind, by))

    def without(self, kind: str) -> tuple[Request, ...]:
        """The requests that aren't of this kind."""
        return tuple(request for request in self.requests if request.kind != kind)
