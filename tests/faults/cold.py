"""``python -m bot`` without what it draws beforehand: that takes longer than most tests of a program."""

from __future__ import annotations

import sys
from unittest import mock

from bot.__main__ import main

if __name__ == "__main__":
    with mock.patch("bot.app.warm_up", return_value=()):
        sys.exit(main())
