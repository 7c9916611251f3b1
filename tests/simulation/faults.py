"""What goes wrong in a world. Everything that is planted stops at the end of the story."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.local.api import channels
from bot.local.world.model import NO_PERMISSIONS, Channel, Permission
from bot.local.world.world import World
from bot.tables.service import ATTEMPTS
from tests.local.conftest import add_channel
from tests.local.fault_injection import InjectedFault

from .story import AIMED, AT
from .world import PLANTED, Simulated

ANYTHING: Final = ("", "", r"/channels/\d+/messages$", r"/channels/\d+/messages/", "/callback", "/webhooks/")
"""Patterns of requests."""
TAKEN: Final = (
    Permission.SEND_MESSAGES,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.ATTACH_FILES,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.VIEW_CHANNEL,
)
PLACES: Final = ("games", "harbour")
"""The channels in which people play."""
OUTAGE_S: Final = 600.0
"""Seconds in which Discord takes no messages."""
FOREVER: Final = 10**6
SOON_S: Final = 7200.0
"""Seconds until a deadline that a fault waits for."""


class Mischief:
    """Plants the faults of a story."""

    def __init__(self, simulated: Simulated) -> None:
        self._simulated = simulated
        self._aimed: list[tuple[str, str, Random]] = []
        """The faults that wait for a moment: for which, and what."""
        self._stopped = False
        simulated.on_moment = self._strike

    def plan(self, what: str, rng: Random) -> None:
        """Plant a fault, at the moment that it is aimed at."""
        here = self._simulated
        fault, _, moment = what.partition(AT)
        match moment:
            case "":
                self._plant(fault, rng)
            case "a deletion":
                self._plant(fault, rng)
                self._plant("thread is deleted", rng)
            case "a deadline" if (left := here.until_deadline()) is not None and left < SOON_S:
                here.later(max(0.0, left - rng.uniform(-2, 8)), self._plant_late, fault, rng)
            case "a deadline":
                self._plant(fault, rng)
            case _ if moment in AIMED:
                self._aimed.append((moment, fault, rng))
            case _:
                raise AssertionError(what)

    def _strike(self, moment: str) -> None:
        for aimed in [each for each in self._aimed if each[0] == moment]:
            self._aimed.remove(aimed)
            self._simulated.note(f"now: {aimed[1]}")
            self._plant(*aimed[1:])

    def _plant_late(self, fault: str, rng: Random) -> None:
        if not self._stopped:
            self._plant(fault, rng)

    def _plant(self, what: str, rng: Random) -> None:
        """Let something go wrong, now or at the next opportunity."""
        world, here = self._simulated.world, self._simulated
        life, path = here.life, rng.choice(ANYTHING)
        if what != "disk is slow":
            here.trouble()
        match what:
            case "request is late":
                here.faults.add(InjectedFault(path=path, held=rng.uniform(0.5, 8)))
            case "request is refused":
                status, code = rng.choice(((500, 0), (502, 0), (503, 0), (504, 0)))
                fault = InjectedFault(
                    path=path, status=status, code=code, message=PLANTED, count=rng.choice((1, 2, 6))
                )
                fault.applied = rng.random() < 0.3
                here.faults.add(fault)
            case "request is cut":
                here.faults.add(InjectedFault(path=path, cut=True, count=rng.choice((1, 1, 3))))
            case "answer is lost":
                here.faults.add(InjectedFault(path=path, cut=True, applied=True, count=rng.choice((1, 1, 2))))
            case "rate limit":
                here.faults.add(
                    InjectedFault(path=path, status=429, retry_after=rng.uniform(0.3, 5), message=PLANTED)
                )
            case "event is late":
                here.events.append(("late", rng.uniform(0.2, 5)))
            case "event comes twice":
                here.events.append(("doubled", rng.choice((0.0, rng.uniform(0, 0.3), rng.uniform(0, 5)))))
            case "event is lost":
                here.events.append(("lost", 0.0))
            case "gateway resumes" | "gateway starts over":
                here.drop_connection(resumable=what == "gateway resumes")
            case "gateway is away":
                away = rng.uniform(20, 240)
                here.run_errand(here.gateway_away(away, resumable=rng.random() < 0.5))
                if rng.random() < 0.4:
                    here.later(rng.uniform(0, away), lambda: here.run_errand(here.stop()))
            case "posts are refused":
                method, status = rng.choice(("POST", "*")), rng.choice((500, 503))
                fault = InjectedFault(
                    method, r"^/channels/\d+/messages", status, message=PLANTED, count=FOREVER
                )
                here.run_errand(here.posts_refused(fault, OUTAGE_S))
            case "two ask again":
                here.later(rng.choice((0, rng.uniform(0, 0.02))), here.ask_at_once)
            case "its channel goes":
                here.later(rng.choice((0, rng.uniform(0, 0.1))), self._remove, here.posting)
            case "read fails":
                here.disk.faults.append(("read", "busy"))
            case "disk is slow":
                here.disk.faults.append((rng.choice(("read", "write")), "slow"))
            case "disk is full":
                here.disk.faults += [("write", "full")] * rng.choice((1, 1, 3))
            case "commit is lost":
                here.disk.faults.append(("write", "lost"))
            case "conflict":
                here.conflicts += 1
                here.most_conflicts = max(here.most_conflicts, here.conflicts)
            case "table is busy":
                here.conflicts += ATTEMPTS
                here.most_conflicts = max(here.most_conflicts, here.conflicts)
            case "bot dies":
                if life is not None:
                    here.kill(life)
            case "bot dies before a write" | "bot dies after a write":
                here.disk.faults.append(("write", what.removeprefix("bot ").removesuffix(" a write")))
            case "bot restarts":
                here.run_errand(here.stop())
            case "start fails":
                here.at_start += [("read", "busy")] * rng.choice((2, 4, 8))
                here.disk.faults.append(("write", "dies after"))
            case "clock jumps":
                jump = rng.choice((-3600, -45, 30, 600, 7200))
                here.turn_clock(jump)
                if rng.random() < 0.4:
                    here.later(rng.uniform(2, 50), here.turn_clock, -jump)
            case "permission goes":
                place = rng.choice([one for one in world.channels.values() if one.name in PLACES])
                here.denied = True
                channels.deny_bot(world, place, rng.choice(TAKEN))
                here.later(rng.uniform(5, 300), channels.deny_bot, world, place, NO_PERMISSIONS)
            case "message is deleted":
                posts = [
                    one for one in world.messages.values() if one.author is world.bot and one.reader is None
                ]
                if posts:
                    post = rng.choice(posts)
                    here.deleted.add(post.id)
                    here.unheard.add(post.id)
                    world.delete(post)
            case "thread is deleted" | "thread is archived":
                found = [one for one in world.channels.values() if one.is_thread]
                if found and what == "thread is deleted":
                    here.remove(rng.choice(found))
                elif found:
                    channels.change_thread(world, rng.choice(found), archived=True, locked=rng.random() < 0.3)
            case "channel is deleted":
                self._remove(rng.choice([one for one in world.channels.values() if one.name in PLACES]))
            case "messages are closed":
                who = rng.choice([one for one in world.people.values() if not one.bot])
                world.set_accepts_dms(who, accepts=not who.accepts_dms)
            case "member leaves":
                who = rng.choice([one for one in world.people.values() if not one.bot])
                world.set_membership(who, member=False)
                here.left.add(who.id)
                here.later(rng.uniform(10, 200), lambda: world.set_membership(who, member=True))
            case _:
                raise AssertionError(what)

    def _remove(self, place: Channel | None) -> None:
        """Delete a channel or thread, if it is still there."""
        world = self._simulated.world
        if place is None or place.id not in world.channels:
            return
        self._simulated.remove(place)
        if place.name in PLACES and not _named(world, place.name):
            # Somebody makes another one, so that people can go on.
            add_channel(world, place.name)

    def stop(self) -> None:
        """From now on nothing goes wrong any more."""
        here = self._simulated
        self._stopped = True
        self._aimed.clear()
        here.faults.clear()
        here.events.clear()
        here.disk.faults.clear()
        here.at_start.clear()
        here.conflicts = 0
        for place in here.world.channels.values():
            if here.world.denied_to_bot(place):
                channels.deny_bot(here.world, place, NO_PERMISSIONS)
        for who in here.world.people.values():
            if not who.member:
                here.world.set_membership(who, member=True)


def _named(world: World, name: str) -> bool:
    return any(one.name == name for one in world.channels.values())
