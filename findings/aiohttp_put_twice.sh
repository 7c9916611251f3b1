#!/bin/sh
# aiohttp 3.14.5: a PUT or DELETE whose kept-alive connection breaks is sent a second time, without a word.
#
# A good guess: if the server has taken the whole request and closes the connection without an answer, session.put()
# raises ServerDisconnectedError, as session.post() does; whether to ask again is the caller's decision.
# Seen: on a connection that was used before, GET, PUT and DELETE reach the server twice and the caller gets the second
# answer, status 200. POST and PATCH raise.
# Why it matters: the first may have had its effect. The answer is then that to a repetition: DELETE says 404 of what
# you have just deleted, PUT "exists already"; a server that counts presses or messages by PUT counts two. Retries of
# your own come on top.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q aiohttp==3.14.5
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

import aiohttp


async def requests(method):
    """How often the server sees a request that it doesn't answer on a used connection, and what the caller sees."""
    seen = 0

    async def serve(reader, writer):
        nonlocal seen
        used = False
        while head := await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b"":
            if b"/second" in head:
                seen += 1
                if used:
                    break
            used = True
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            await writer.drain()
            if b"/second" in head:
                break
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server, aiohttp.ClientSession() as session:
        address = "http://127.0.0.1:{}".format(server.sockets[0].getsockname()[1])
        async with session.get(f"{address}/first") as response:
            await response.read()
        try:
            async with session.request(method, f"{address}/second") as response:
                return seen, response.status
        except aiohttp.ClientError as error:
            return seen, type(error).__name__


for method in ("GET", "PUT", "DELETE", "POST", "PATCH"):
    result = asyncio.run(requests(method))
    print(method, *result)
    assert result == ((1, "ServerDisconnectedError") if method in ("POST", "PATCH") else (2, 200))
PYTHON
