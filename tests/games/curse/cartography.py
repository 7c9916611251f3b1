"""The cartographer: draws islands from a seed and writes the sheet that the game is played on.

``python -m tests.games.curse.cartography 9`` prints the sheet of the island with that seed;
``--write`` puts it into ``data/boards/island.json``. See ``measure`` for how it plays.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, hypot
from pathlib import Path
from random import Random
from typing import Any

from bot.games.curse.actions import SPACES, TREASURES
from bot.games.curse.island import Island, read

from .arches import TURN, Arch, Cut, Plan, area, covered, crossings, near, plan
from .names import NAMES
from .relaxing import relax, stretch

SHEET = Path(__file__).parents[3] / "data" / "boards" / "island.json"
MARGIN = 10
SPARE = (6, 9)
"""How many spaces too many, the least and the most, the lines make before some are cut short."""
RAGGED = 3.2
"""How far the shore is torn from its smooth course, in the map's units."""
TEAR = 0.15
"""The same as a share of the way to the next vertex: the lesser counts."""


def propose(rng: Random) -> tuple[list[Arch], list[Cut]]:
    """Lines for an island of 36 spaces: six to eight coasts, with capes cut off them at random.

    Then some lines are cut short at the first line that they cross, until as many spaces are left.
    """
    coasts = rng.choice([6, 7, 8])
    share = TURN / coasts
    arches = [
        Arch((coast + rng.uniform(-0.12, 0.12)) * share, rng.uniform(1.05, 1.4) * share)
        for coast in range(coasts)
    ]
    spare = rng.randint(*SPARE)
    while len(arches) + crossings(arches) < SPACES + spare:
        ends = sorted((arch.middle + side * arch.half) % TURN for arch in arches for side in (-1, 1))
        gaps = [(start, (stop - start) % TURN) for start, stop in pairwise([*ends, ends[0]])]
        first = rng.randrange(len(gaps))
        start, width = gaps[first]
        if rng.random() < 0.5:
            arches.append(Arch(start + width / 2, width * 0.3))
        else:
            others = [
                gaps[(first + step) % len(gaps)][1] for step in range(1, rng.choice([1, 1, 2, 2, 3]) + 1)
            ]
            low = start + width * 0.5
            high = start + width + sum(others[:-1]) + others[-1] * 0.5
            arches.append(Arch((low + high) / 2, (high - low) / 2))
    return arches, cut_short(arches, rng)


def cut_short(arches: list[Arch], rng: Random) -> list[Cut]:
    """A cut for each space too many that ``arches`` make, on lines of their own where they cross any."""
    cuts: list[Cut] = []
    for line in rng.sample(range(len(arches)), len(arches)):
        arch = arches[line]
        met = sorted(
            (near(angle - arch.middle), other)
            for other, second in enumerate(arches)
            if (angle := arch.crossing(second)) is not None
        )
        if met and len(arches) + crossings(arches) - len(cuts) > SPACES:
            end = rng.choice([0, -1])
            cuts.append(Cut(line, end, met[end][1]))
    return cuts


def tides(chart: Island) -> list[int]:
    """How many spaces each sinking takes if the smallest is always chosen, for as long as a line is open."""
    sunk, taken = 0, []
    while sinkings := chart.sinkings(sunk):
        falls = min(sinkings.values(), key=int.bit_count)
        taken.append(falls.bit_count())
        sunk |= falls
    return taken


def every_sinking(chart: Island) -> Iterator[tuple[int, Mapping[int, int]]]:
    """Every set of spaces (bits) that can have sunk, with the lines that are open then and what they take."""
    found, left = {0}, [0]
    while left:
        sunk = left.pop()
        sinkings = chart.sinkings(sunk)
        yield sunk, sinkings
        after = {sunk | falls for falls in sinkings.values()} - found
        found |= after
        left += after


def sound(chart: Island) -> bool:
    """Whether the lines play as they should.

    At least six lines are open at the start and at least a third are not. Ten sinkings can take 18 to 22
    spaces, the first four one each, and none more than six. Every line can be sunk at some time.
    """
    closed = sum(map(bool, chart.gates))
    taken = tides(chart)
    return (
        closed * 3 >= len(chart.lines)
        and len(chart.sinkings(0)) >= 6
        and taken[3] == 1
        and taken[5] <= 2
        and max(taken) <= 6
        and 18 <= sum(taken[:10]) <= 22
        and sum(taken) == SPACES
        and {line for _, sinkings in every_sinking(chart) for line in sinkings}
        == set(range(len(chart.lines)))
    )


def chart(seed: int, rounds: int = 4000) -> dict[str, Any]:
    """The sheet of the first island from ``seed`` whose lines play as they should, see :func:`sound`."""
    rng = Random(seed)
    while True:
        arches, cuts = propose(rng)
        if len(arches) + crossings(arches) - len(cuts) != SPACES or not covered(arches):
            continue
        try:
            found = plan(arches, cuts)
            good = sound(read(raw(found)))
        except (ValueError, ZeroDivisionError):
            continue
        if good:
            return drawn(found, rng, rounds)


def raw(found: Plan) -> dict[str, Any]:
    """A plan as a sheet, its spaces unnamed and without treasures."""
    return {
        "vertices": found.points,
        "centre": found.centre,
        "spaces": [
            {"number": number, "name": "", "treasure": "", "polygon": face}
            for number, face in enumerate(found.faces, 1)
        ],
        "lines": [{"label": str(index), "path": path} for index, path in enumerate(found.paths)],
    }


def drawn(found: Plan, rng: Random, rounds: int) -> dict[str, Any]:
    """The sheet of a plan: numbered clockwise from the north, with names and treasures; then relaxed."""
    stretch(found)
    found.faces.sort(key=lambda face: bearing(found, face))
    found.paths.sort(key=lambda path: bearing(found, path))
    treasures = spread(read(raw(found)), rng)
    if rounds:
        relax(found, rounds)
        smooth(found, rng)
    left = min(x for x, _ in found.points) - MARGIN
    top = min(y for _, y in found.points) - MARGIN
    sheet = raw(found)
    sheet["vertices"] = [[round(x - left), round(y - top)] for x, y in found.points]
    for index, line in enumerate(sheet["lines"]):
        line["label"] = chr(ord("A") + index)
    for space, treasure, name in zip(sheet["spaces"], treasures, NAMES, strict=True):
        space["treasure"], space["name"] = treasure, name
    return sheet


def bearing(found: Plan, path: list[int]) -> float:
    """The direction of a path's middle from the centre, clockwise from the north."""
    x = sum(found.points[vertex][0] for vertex in path)
    y = sum(found.points[vertex][1] for vertex in path)
    return atan2(x, -y) % TURN


def smooth(found: Plan, rng: Random) -> None:
    """Puts a vertex into the middle of every border, on a smooth curve, and tears the shore a little."""
    even_out(found)
    middles: dict[tuple[int, int], int] = {}
    shore = set(found.shore)
    for path, closed in (*((path, False) for path in found.paths), (found.shore, True)):
        ring = [path[-1], *path, *path[:2]] if closed else [path[0], *path, path[-1]]
        for before, one, other, after in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
            corners = [found.points[vertex] for vertex in (before, one, other, after)]
            x, y = ((9 * (b[k] + c[k]) - a[k] - d[k]) / 16 for k in (0, 1) for a, b, c, d in [corners])
            if closed:
                length = hypot(x, y)
                (x1, y1), (x2, y2) = corners[1:3]
                torn = rng.uniform(-1, 1) * min(RAGGED, hypot(x2 - x1, y2 - y1) * TEAR)
                x, y = x + x / length * torn, y + y / length * torn
            middles[min(one, other), max(one, other)] = len(found.points)
            found.points.append((x, y))
    for vertex in shore - found.joints:
        x, y = found.points[vertex]
        beside = min(hypot(x - found.points[v][0], y - found.points[v][1]) for v in shore if v != vertex)
        torn = min(RAGGED, beside * TEAR)
        found.points[vertex] = (x + rng.uniform(-torn, torn), y + rng.uniform(-torn, torn))

    def finer(path: list[int], *, closed: bool) -> list[int]:
        fine = [path[0]]
        for one, other in pairwise([*path, path[0]] if closed else path):
            fine += [middles[min(one, other), max(one, other)], other]
        return fine[:-1] if closed else fine

    found.faces = [finer(face, closed=True) for face in found.faces]
    found.centre = finer(found.centre, closed=True)
    found.paths = [finer(path, closed=False) for path in found.paths]
    found.shore = finer(found.shore, closed=True)


def even_out(found: Plan) -> None:
    """Spreads the shore's vertices evenly between the joints, along the course that it has."""
    start = next(index for index, vertex in enumerate(found.shore) if vertex in found.joints)
    ring = [*found.shore[start:], *found.shore[: start + 1]]
    stops = [index for index, vertex in enumerate(ring) if vertex in found.joints]
    for first, last in pairwise(stops):
        course = [found.points[vertex] for vertex in ring[first : last + 1]]
        lengths = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(course)]
        for step in range(1, last - first):
            rest, piece = sum(lengths) * step / (last - first), 0
            while rest > lengths[piece]:
                rest -= lengths[piece]
                piece += 1
            (x1, y1), (x2, y2) = course[piece : piece + 2]
            share = rest / lengths[piece]
            found.points[ring[first + step]] = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)


def spread(island: Island, rng: Random) -> list[str]:
    """Treasures for the spaces: each once in every six numbers, so that every coast matters.

    No two of a kind are neighbours, and each kind lies about equally deep in the island.
    """
    corners = [set(space.polygon) for space in island.spaces]
    touching = [
        (one, other)
        for one in range(SPACES)
        for other in range(one)
        if len(corners[one] & corners[other]) > 1
    ]
    depth = depths(island)

    def cost(kinds: list[int]) -> float:
        beside = sum(kinds[one] == kinds[other] for one, other in touching)
        deep = [sum(depth[index] for index in range(SPACES) if kinds[index] == kind) for kind in range(6)]
        return 20 * beside + hypot(*(part - sum(deep) / 6 for part in deep))

    kinds = [kind for _ in range(6) for kind in rng.sample(range(6), 6)]
    best = cost(kinds)
    for _ in range(6000):
        block = rng.randrange(6) * 6
        one, other = rng.sample(range(block, block + 6), 2)
        kinds[one], kinds[other] = kinds[other], kinds[one]
        tried = cost(kinds)
        if tried <= best:
            best = tried
        else:
            kinds[one], kinds[other] = kinds[other], kinds[one]
    return [TREASURES[kind] for kind in kinds]


def depths(island: Island) -> list[int]:
    """How many spaces have to sink for each to be gone, itself included, where every sinking is small."""
    best, left = {0: 0}, [(0, 0)]
    depth = [SPACES] * SPACES
    while left:
        size, sunk = heappop(left)
        for index in range(SPACES):
            if sunk >> index & 1:
                depth[index] = min(depth[index], size)
        if all(depth[index] < SPACES for index in range(SPACES)) or len(best) > 3000:
            break
        for falls in island.sinkings(sunk).values():
            after = sunk | falls
            if after not in best:
                best[after] = after.bit_count()
                heappush(left, (after.bit_count(), after))
    return depth


def written(sheet: dict[str, Any]) -> str:
    """A sheet as JSON, one row a vertex list, a space or a line."""

    def rows(key: str) -> str:
        return ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in sheet[key])

    return (
        f'{{\n  "vertices": {json.dumps(sheet["vertices"])},\n  "centre": {json.dumps(sheet["centre"])},\n'
        f'  "spaces": [\n{rows("spaces")}\n  ],\n  "lines": [\n{rows("lines")}\n  ]\n}}\n'
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--write", action="store_true", help="write data/boards/island.json")
    given = parser.parse_args()
    sheet = chart(given.seed)
    if given.write:
        SHEET.write_text(written(sheet), encoding="utf-8")
    else:
        print(written(sheet))
    drawn = read(sheet)
    areas = [area(drawn.vertices, space.polygon) for space in drawn.spaces]
    print(f"{len(drawn.lines)} lines, tides {tides(drawn)}, areas {min(areas):.0f} to {max(areas):.0f}")


if __name__ == "__main__":
    main()
