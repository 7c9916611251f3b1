"""``python -m bot health``, which supervisors run all day long: the right address, at little cost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import read_settings
from bot.errors import InvalidSettings
from bot.hosting.health_client import HOST, PORT, ask

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("environment", "file", "address"),
    [
        ({PORT: "9464"}, "", "127.0.0.1:9464"),
        ({PORT: "9464", HOST: "10.0.0.7"}, "", "10.0.0.7:9464"),
        ({PORT.lower(): "9464", HOST.lower(): "10.0.0.7"}, "", "10.0.0.7:9464"),
        ({PORT: "9464", HOST: "0.0.0.0"}, "", "127.0.0.1:9464"),
        ({PORT: "9464", HOST: "::"}, "", "[::1]:9464"),
        ({PORT: "9464", HOST: ""}, "", "127.0.0.1:9464"),
        ({PORT: "9464"}, f"{HOST}=10.0.0.7", "10.0.0.7:9464"),
        ({}, f"{PORT}=9465\n{HOST}=10.0.0.7", "10.0.0.7:9465"),
        ({PORT: "9464"}, f"{PORT}=9465", "127.0.0.1:9464"),
        ({PORT: "0"}, "", f"No health address is set. Set {PORT}"),
        ({PORT: "66000"}, "", f"The setting {PORT} is wrong"),
        ({PORT: "many"}, "", f"The setting {PORT} is wrong"),
    ],
)
def test_asking_finds_the_address_where_the_bot_finds_it(
    environment: dict[str, str],
    file: str,
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried = []

    def reached(host: str, port: int) -> tuple[bool, str]:
        tried.append((host, port))
        return asked_there(host, port, 0.0)

    asked_there = ask
    monkeypatch.setattr("bot.hosting.health_client.ask", reached)
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if file:
        Path(".env").write_text(file, encoding="utf-8")
    assert main(["health"]) == 1
    assert address in capsys.readouterr().err
    try:
        settings = read_settings()
    except InvalidSettings:
        assert not tried
    else:
        assert tried == ([(settings.metrics_host, settings.metrics_port)] if settings.metrics_port else [])


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "the bot isn’t responding at http://127.0.0.1:"),
        *(
            (
                f"HTTP/1.1 {status}\r\nServer: nginx\r\nContent-Length: 3\r\n\r\nok\n".encode(),
                "another program answers at http://127.0.0.1:",
            )
            for status in ("200 OK", "503 Service Unavailable")
        ),
    ],
)
def test_another_program_at_the_address_is_no_healthy_bot(reply: bytes, words: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor() as pool:
        asked = pool.submit(ask, *server.getsockname())
        connection, _ = server.accept()
        with connection:
            connection.recv(1000)
            connection.sendall(reply)
        healthy, answer = asked.result()
    assert not healthy
    assert answer.startswith(words)


def test_asking_loads_little(tmp_path: Path) -> None:
    program = "import sys; from bot.__main__ import main; main(['health']); print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {PORT: "1", "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert not {"cattrs", "sqlalchemy", "discord", "asyncio"} & set(ran.stdout.split())
