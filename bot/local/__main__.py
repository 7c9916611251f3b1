"""``python -m bot.local``: the local table's server on its own; bots come and go.

It prints one line of JSON (api_url, gateway_url, token, page_url, page_api) and serves until it is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys

from .server import LocalDiscord


async def serve(port: int, token: str | None = None) -> None:
    """Serve on its own until SIGINT or SIGTERM."""
    local = LocalDiscord(token=token)
    await local.start(port)
    ending = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, ending.set)
    addresses = {
        "api_url": local.api_url,
        "gateway_url": local.gateway_url,
        "token": local.token,
        "page_url": local.page_url,
        "page_api": local.page_url + "api/",
    }
    print(json.dumps(addresses), flush=True)
    try:
        await ending.wait()
    finally:
        await local.stop()


def main() -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.local", description="A local Discord for one bot.")
    parser.add_argument("--port", type=int, default=0, help="port of 127.0.0.1; 0 takes any that is free")
    parser.add_argument("--token", help="what the bot logs in with; made up when not given")
    asked = parser.parse_args()
    try:
        asyncio.run(serve(asked.port, asked.token))
    except OSError as error:
        print(f"The local table can’t open. {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass  # Where no handler of signals can be set.
    return 0


if __name__ == "__main__":
    sys.exit(main())
