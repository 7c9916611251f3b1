"""``python -m tests.text``: every sentence that a person can see, grouped by place."""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from random import Random, randrange

from bot.languages import catalogues
from tests.languages import checks
from tests.languages.messages import key, template

from . import listing
from .sources import Sentence, Use


def translated(language: str) -> list[Sentence]:
    """The sentences of a language, each above the English one."""
    said = catalogues.read(language)[0].said
    return [
        Sentence(place, Use.TEXT, "\n".join(map(" | ".join, (said[key(each)], checks.forms(each.id)))))
        for each in template()
        if key(each) in said
        for place, _ in each.locations[:1]
    ]


def main(argv: list[str] | None = None) -> int:
    """Print the sentences; the exit status."""
    parser = argparse.ArgumentParser("python -m tests.text", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="print only N of them, taken at random")
    parser.add_argument("--seed", type=int, help="the sample's seed (default: another each time)")
    parser.add_argument("--language", metavar="TAG", help="print them in this language, such as de")
    given = parser.parse_args(argv)
    found = translated(given.language) if given.language else listing.everything()
    if given.sample is not None:
        seed = given.seed if given.seed is not None else randrange(10_000)
        print(f"--seed {seed}")
        found = sorted(Random(seed).sample(found, min(given.sample, len(found))), key=found.index)
    for place, group in groupby(found, key=lambda each: (each.place, each.use)):
        print(f"\n{place[0]} ({place[1]})")
        for each in group:
            text = each.text.strip().replace("\n", "\n        ")
            print(f"{each.line or '':>5} {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
