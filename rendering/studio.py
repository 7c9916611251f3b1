"""The studio: has scenes painted, and keeps the latest pictures.

Who paints is a thread of this process or, with ``painters``, so many processes beside it. What a painter is
stands in ``painting``; here, and in all that asks a studio, nothing of what painting needs is imported.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from rendering.workers.process import ProcessWorker
from rendering.workers.worker import ThreadWorker, Worker

from .picture import Fatal, NoPainter, PaintError, Picture
from .scene import Scene
from .workers import jobs

log: Final = logging.getLogger(__name__)
KEPT: Final = 256
"""Finished pictures that are kept; 8 MB at 30 KB each."""
BREATH: Final = 0.05
"""Seconds between two looks whether somebody waits for a picture."""
P = ParamSpec("P")
T = TypeVar("T")
Piece: TypeAlias = Callable[[], object]
_Wanted: TypeAlias = tuple[str, Scene[Any, Any], str]


class Studio:
    """Who paints; share one among all who want pictures, and close it at the end.

    ``painters`` processes paint, which begin with the first picture; 0: a thread of this one.
    """

    def __init__(self, painters: int = 0, kept: int = KEPT) -> None:
        processes = [ProcessWorker() for _ in range(painters)]
        for worker in processes:
            worker.on_start = partial(self._warm_again, worker)
        self._workers: tuple[Worker, ...] = tuple(processes) or (ThreadWorker(),)
        self._pieces: tuple[Piece, ...] = ()
        self._turns = {worker: asyncio.Lock() for worker in self._workers}
        """Held while a worker is warmed: one whose process ended is warmed again afterwards."""
        self._warming: set[asyncio.Task[None]] = set()
        self._most = kept
        self._kept: OrderedDict[_Wanted, Picture] = OrderedDict()
        self._fatal: OrderedDict[_Wanted, None] = OrderedDict()
        """Pictures in whose midst painters ended."""
        self._underway: dict[_Wanted, asyncio.Task[Picture]] = {}
        self._awaited = 0
        self.on_painted: Callable[[float], None] = lambda _seconds: None
        """Called after each picture that was painted, with the seconds that it took."""

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that paint at this moment."""
        return tuple(
            worker.pid
            for worker in self._workers
            if isinstance(worker, ProcessWorker) and worker.pid is not None
        )

    async def draw(self, game_key: str, scene: Scene[Any, Any], *, palette: str = "default") -> Picture:
        """The picture of ``scene``, painted by ``rendering.<game_key>``.

        :raises NoPainter: when the game has no painter.
        :raises PaintError: when the painter fails, or the studio is closed.
        """
        wanted = (game_key, scene, palette)
        if (found := self._kept.get(wanted)) is not None:
            self._kept.move_to_end(wanted)
            return found
        if not jobs.has_painter(game_key):
            raise NoPainter(f"There is no painter of {game_key}.")
        if wanted in self._fatal:
            raise Fatal(f"This picture of {game_key} ended its painters before.")
        if (underway := self._underway.get(wanted)) is None:
            underway = self._underway[wanted] = asyncio.create_task(self._paint(wanted), name="picture")
            underway.add_done_callback(lambda done: self._painted(wanted, done))
        # Others may wait for the same picture, also when this reader has given up.
        return await asyncio.shield(underway)

    async def _paint(self, wanted: _Wanted) -> Picture:
        try:
            picture, seconds = await self._do(jobs.draw, *wanted)
        except PaintError:
            raise
        except Exception as error:
            log.exception("the painter of %s failed", wanted[0])
            raise PaintError(f"No picture of {wanted[0]} could be painted.") from error
        self.on_painted(seconds)
        return picture

    def _painted(self, wanted: _Wanted, done: asyncio.Task[Picture]) -> None:
        del self._underway[wanted]
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            if isinstance(error, Fatal):
                _put(self._fatal, wanted, None, KEPT)
            return
        _put(self._kept, wanted, done.result(), self._most)

    async def placard(self, text: str) -> Picture:
        """A picture of monospaced ``text`` (a game's ``text(view)``): what is shown when painting fails.

        :raises PaintError: when the studio is closed.
        """
        picture, _ = await self._do(jobs.placard, text)
        return picture

    async def warm(self, pieces: Iterable[Piece]) -> None:
        """Have all workers do ``pieces`` one after another, each when nobody waits for a picture.

        A piece that gives True is not at its end, and is done again.
        """
        self._pieces = tuple(pieces)
        await asyncio.gather(*(self._warm(worker) for worker in self._workers))

    async def _warm(self, worker: Worker) -> None:
        async with self._turns[worker]:
            for piece in self._pieces:
                more = piece in self._pieces
                while more:
                    while self._awaited:  # noqa: ASYNC110 (nobody who waits is to tell of it)
                        await asyncio.sleep(BREATH)
                    try:
                        found, _ = await worker.do(piece)
                    except Fatal:
                        # The next process would be ended by it, and the one after.
                        self._pieces = tuple(each for each in self._pieces if each != piece)
                        found = None
                    except Exception:  # noqa: BLE001 (it fails again, and is told, when somebody asks for it)
                        found = None
                    more = found is True

    def _warm_again(self, worker: Worker) -> None:
        """A process of ``worker`` begins with nothing at hand."""
        task = asyncio.get_running_loop().create_task(self._warm(worker), name="warming again")
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    async def _do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
        self._awaited += 1
        try:
            return await min(self._workers, key=lambda worker: worker.busy).do(work, *args, **kwargs)
        finally:
            self._awaited -= 1

    async def close(self) -> None:
        """Finish or drop what is under way, and let the painters go. A closed studio only raises."""
        for task in self._warming:
            task.cancel()
        await asyncio.gather(*(worker.close() for worker in self._workers))


def _put(kept: OrderedDict[_Wanted, T], wanted: _Wanted, value: T, most: int) -> None:
    kept[wanted] = value
    if len(kept) > most:
        kept.popitem(last=False)
