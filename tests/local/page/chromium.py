"""A headless Chromium for the page's tests, over its DevTools protocol."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import aiohttp

from bot.local.errors import Json
from tests.patience import PATIENCE

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-port=0",
)
KEYS: Final = {"Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27}
"""Keys that aren't letters, with their codes."""


def program() -> str | None:
    """The path of this machine's browser, if there is one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@contextmanager
def launched() -> Iterator[str]:
    """Run a browser; the address of its DevTools."""
    found = program()
    assert found is not None
    # Chromium's sandbox refuses to be root.
    flags = FLAGS if os.geteuid() else (*FLAGS, "--no-sandbox")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [found, *flags, f"--user-data-dir={profile}", "about:blank"]
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as browser:
            assert browser.stderr is not None
            try:
                lines = iter(browser.stderr.readline, "")
                yield next(match[1] for line in lines if (match := re.search(r"listening on (ws:\S+)", line)))
            finally:
                browser.terminate()
                browser.communicate()


class Tab:
    """A browser window."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._session: str | None = None

    async def call(self, method: str, **params: Any) -> Json:
        """Send a command of the DevTools protocol; its result."""
        number = next(self._numbers)
        body: Json = {"id": number, "method": method, "params": params}
        if self._session is not None:
            body["sessionId"] = self._session
        await self._socket.send_json(body)
        async with asyncio.timeout(PATIENCE):
            while (heard := await self._socket.receive_json()).get("id") != number:
                pass
        assert "error" not in heard, heard
        return dict(heard["result"])

    async def open(self, url: str, width: int, height: int) -> None:
        """Open a page in the browser's first window, made ``width`` × ``height`` pixels large."""
        found = (await self.call("Target.getTargets"))["targetInfos"]
        target = next(each["targetId"] for each in found if each["type"] == "page")
        attached = await self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        await self.resize(width, height)
        await self.call("Page.navigate", url=url)

    async def resize(self, width: int, height: int) -> None:
        """Make the window ``width`` × ``height`` pixels large."""
        size = {"width": width, "height": height}
        await self.call("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, mobile=False, **size)

    async def run(self, script: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        done = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true in the page; its value."""
        async with asyncio.timeout(PATIENCE):
            while True:
                if value := await self.run(script):
                    return value
                await asyncio.sleep(0.02)

    async def click(self, selector: str, text: str = "") -> None:
        """Click the first visible element that matches and contains ``text``, once it is there."""
        visible = f"one.checkVisibility() && one.innerText.includes({text!r})"
        found = f"[...document.querySelectorAll({selector!r})].find((one) => {visible})"
        await self.until(f"!!{found}")
        await self.run(f"{found}.click()")

    async def type(self, text: str) -> None:
        """Type letter by letter."""
        for letter in text:
            await self.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    async def press(self, key: str) -> None:
        """Press a key of :data:`KEYS`."""
        await self.call("Input.dispatchKeyEvent", type="rawKeyDown", key=key, windowsVirtualKeyCode=KEYS[key])
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=KEYS[key])

    async def paste(self, text: str) -> None:
        """Insert text as a whole."""
        await self.call("Input.insertText", text=text)

    async def box(self, selector: str) -> Json:
        """The last matching element's top, bottom, left, right, width and height in pixels."""
        script = f"[...document.querySelectorAll({selector!r})].at(-1)"
        await self.until(f"!!{script}")
        return dict(await self.run(f"{script}.getBoundingClientRect().toJSON()"))


@asynccontextmanager
async def tab(devtools: str, url: str, width: int = 1280, height: int = 800) -> AsyncIterator[Tab]:
    """Open the browser's window at ``url``."""
    async with aiohttp.ClientSession() as session, session.ws_connect(devtools, max_msg_size=0) as socket:
        opened = Tab(socket)
        await opened.open(url, width, height)
        yield opened
        await opened.call("Page.navigate", url="about:blank")
