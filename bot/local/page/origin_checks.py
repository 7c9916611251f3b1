"""Who may come in: this machine only, under its own name, from our own page."""

from __future__ import annotations

from aiohttp import web

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""What goes with every answer that a browser may show."""


def at_home(request: web.Request, port: int) -> bool:
    """Whether the request names this machine as its host, so that no foreign name was bent towards it."""
    return request.headers.get("Host") in (f"127.0.0.1:{port}", f"localhost:{port}")


def from_our_page(request: web.Request) -> bool:
    """Whether no foreign site sent the request: browsers name the origin of whatever they post."""
    origin = request.headers.get("Origin")
    return origin is None or origin == f"http://{request.headers.get('Host')}"
