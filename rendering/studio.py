"""The studio: workers paint scenes, and the latest pictures are cached.

Nothing that painting needs is imported here, only in the workers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from cachetools import LRUCache

from bot.languages import spoken
from bot.workers.process import ProcessWorker
from bot.workers.worker import T, ThreadWorker, Ts, Worker, WorkerClosed, WorkerDied

from . import jobs
from .scene import Fatal, NoPainter, PaintError, Picture, PictureHeader, Scene

log: Final = logging.getLogger(__name__)
CACHE_SIZE: Final = 40
"""Finished pictures; 2 MB at 50 KB each."""
FILMS: Final = 3
"""Finished films, of 1.5 MB at most."""
FILM_IDLE_S: Final = 60.0
"""Seconds without a film after which the process that makes them exits."""
POLL_S: Final = 0.05
"""Seconds between two checks whether anybody is waiting for a picture."""
Piece: TypeAlias = Callable[[], object]


class _Wanted(tuple[str, Scene[Any, Any], str, str]):
    """A game's key, a scene and a palette; its hash is computed once, for a scene has hundreds of values."""

    _hash: int

    def __hash__(self) -> int:
        if "_hash" not in self.__dict__:
            self._hash = super().__hash__()
        return self._hash


class Studio:
    """Paints pictures in ``painters`` processes, each started when first needed, or for 0 in a thread.

    Films are made in a process of their own with a low priority (or a thread), so that no picture waits for
    one. There is one studio for the whole bot, closed at the end. A worker that has started runs ``pieces``
    one after another, while nobody waits for a picture.
    ``on_painted`` is called after each picture with the seconds it took to paint.
    """

    def __init__(
        self,
        painters: int = 0,
        cache_size: int = CACHE_SIZE,
        pieces: Iterable[Piece] = (),
        *,
        on_painted: Callable[[float], None] = lambda _seconds: None,
    ) -> None:
        processes = (ProcessWorker(on_started=self._begin_warm_up) for _ in range(painters))
        self._workers: tuple[Worker, ...] = tuple(processes) or (ThreadWorker(),)
        self._cold = not painters
        """Whether there is a thread that hasn't run its pieces."""
        self._filmer: Worker = (
            ProcessWorker(idle_timeout_s=FILM_IDLE_S, low_priority=True) if painters else ThreadWorker()
        )
        self._pieces = tuple(pieces)
        self._warm_up_locks = {worker: asyncio.Lock() for worker in self._workers}
        self._warm_ups: set[asyncio.Task[None]] = set()
        self._pictures: LRUCache[_Wanted, Picture] = LRUCache(cache_size)
        self.films: LRUCache[tuple[int, int, int, str], bytes] = LRUCache(FILMS)
        """The latest films, by table, version and erasures of names: most are shared right after."""
        self._fatal: LRUCache[_Wanted, str] = LRUCache(CACHE_SIZE)
        """The pictures that crashed their workers, with the error."""
        self._underway: dict[_Wanted, asyncio.Task[Picture]] = {}
        self._awaited = 0
        self._on_painted = on_painted

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running painter processes, and of the one that makes films."""
        workers = (*self._workers, self._filmer)
        found = (worker.pid for worker in workers if isinstance(worker, ProcessWorker))
        return tuple(pid for pid in found if pid is not None)

    async def draw(self, game_key: str, scene: Scene[Any, Any], *, palette: str = "default") -> Picture:
        """The picture of ``scene``, painted by ``rendering.<game_key>``.

        :raises NoPainter: when the game has no painter.
        :raises PaintError: when the painter fails, or the studio is closed.
        """
        wanted = _Wanted((game_key, scene, palette, spoken()))
        if (found := self._pictures.get(wanted)) is not None:
            return found
        if not jobs.has_painter(game_key):
            raise NoPainter(f"There is no painter for {game_key}.")
        if wanted in self._fatal:
            raise Fatal(f"This picture of {game_key} has crashed its painters before: {self._fatal[wanted]}")
        if (underway := self._underway.get(wanted)) is None:
            underway = self._underway[wanted] = asyncio.create_task(self._paint(wanted), name="picture")
            underway.add_done_callback(lambda done: self._painted(wanted, done))
        # Shielded: if this reader gives up, others may still be waiting for the same picture.
        return await asyncio.shield(underway)

    async def _paint(self, wanted: _Wanted) -> Picture:
        try:
            picture, seconds = await self._run(jobs.timed, jobs.draw, *wanted)
        except PaintError:
            raise
        except Exception as error:
            log.exception("the %s painter failed", wanted[0])
            raise PaintError(f"No picture of {wanted[0]} could be painted.") from error
        self._on_painted(seconds)
        return picture

    def _painted(self, wanted: _Wanted, done: asyncio.Task[Picture]) -> None:
        del self._underway[wanted]
        if done.cancelled():
            return
        if (error := done.exception()) is None:
            self._pictures[wanted] = done.result()
        elif isinstance(error, Fatal):
            self._fatal[wanted] = str(error)

    async def text_image(self, text: str, header: PictureHeader | None = None) -> Picture:
        """A picture of monospaced ``text``, shown when painting fails.

        :raises PaintError: when the studio is closed.
        """
        return await self._run(jobs.text_image, text, header)

    async def film(self, pictures: Sequence[Picture], header: PictureHeader) -> bytes:
        """The film of ``pictures`` with the people of ``header`` first, as a GIF.

        :raises PaintError: when it can't be made, or the studio is closed.
        """
        try:
            return await self._filmer.run(jobs.film, pictures, header)
        except WorkerClosed:
            raise PaintError("The studio is closed.") from None
        except Exception as error:
            log.exception("a film of %s failed", header.title)
            raise PaintError(f"No film of {header.title} could be made.") from error

    async def warmed_up(self) -> None:
        """Wait until no worker is running pieces."""
        await asyncio.gather(*self._warm_ups)

    async def _warm(self, worker: Worker) -> None:
        async with self._warm_up_locks[worker]:
            for piece in self._pieces:
                while self._awaited:  # noqa: ASYNC110 (a whole burst of pictures goes first)
                    await asyncio.sleep(POLL_S)
                try:
                    if piece in self._pieces:
                        await worker.run(piece)
                except WorkerClosed:
                    return
                except WorkerDied:
                    # It would crash the next process, too.
                    self._pieces = tuple(each for each in self._pieces if each != piece)
                except Exception:  # noqa: BLE001, S110 (a picture that needs it logs it)
                    pass

    def _begin_warm_up(self, worker: Worker) -> None:
        """Fill the caches of a worker that has started."""
        task = asyncio.create_task(self._warm(worker), name="warming")
        self._warm_ups.add(task)
        task.add_done_callback(self._warm_ups.discard)

    async def _run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        self._awaited += 1
        if self._cold:
            self._cold = False
            self._begin_warm_up(self._workers[0])
        try:
            return await min(self._workers, key=lambda worker: worker.busy).run(job, *args)
        except WorkerClosed:
            raise PaintError("The studio is closed.") from None
        except WorkerDied as error:
            raise Fatal(str(error)) from error
        finally:
            self._awaited -= 1

    async def close(self) -> None:
        """Drop all work and end the workers. A closed studio only raises."""
        for task in self._warm_ups:
            task.cancel()
        await asyncio.gather(*(worker.close() for worker in (*self._workers, self._filmer)))
