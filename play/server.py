"""The page to play on, over HTTP on this machine alone.

    GET  /                              the page; its files under /static/
    GET  /api/games                     what can be played
    POST /api/games                     start a game
    POST /api/records                   open a record, as JSON lines, to step through it
    GET  /api/games/ID                  what everybody may know of a game
    GET  /api/games/ID/view             the game as `?viewer=` a seat or "all" sees it; `&moment=`, `&since=`
    POST /api/games/ID/decide|advance|undo|hint
    GET  /api/games/ID/record           the record, as JSON lines

Bodies and answers are JSON; what cannot be done is answered with 4xx and {"error": a sentence}.
"""

from __future__ import annotations

import io
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cosmozoo.train.records import as_text

from .asking import BadRequest, NoSuchTable, NotNow
from .tables import Room, Table

LOOPBACK = "127.0.0.1"
HOSTS = [LOOPBACK, "localhost"]
"""Names under which this machine knows itself. A page elsewhere whose name leads here is turned away."""
STATIC = Path(__file__).parent / "static"
LARGEST_REQUEST = 64 * 1024
LARGEST_RECORD = 32 * 1024 * 1024
"""Bytes; a long game of Space Mission takes about ten million."""
STATUS: dict[type[Exception], int] = {BadRequest: 400, NoSuchTable: 404, NotNow: 409}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def application(room: Room) -> Starlette:
    """The web application for a room of tables."""
    answers = _Answers(room)
    game = "/api/games/{table}"
    return Starlette(
        routes=[
            Route("/", _page),
            Route("/api/games", answers.offers),
            Route("/api/games", answers.start, methods=["POST"]),
            Route("/api/records", answers.open_record, methods=["POST"], max_body_size=LARGEST_RECORD),
            Route(game, answers.about),
            Route(f"{game}/view", answers.view),
            Route(f"{game}/record", answers.record),
            Route(f"{game}/decide", answers.doing(Table.decide), methods=["POST"]),
            Route(f"{game}/advance", answers.doing(Table.advance), methods=["POST"]),
            Route(f"{game}/undo", answers.doing(Table.undo), methods=["POST"]),
            Route(f"{game}/hint", answers.doing(Table.hint), methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS), Middleware(_OwnPageOnly)],
        exception_handlers={HTTPException: _refused_by_http, **dict.fromkeys(STATUS, _refused)},
        max_body_size=LARGEST_REQUEST,
    )


def listen(port: int) -> socket.socket:
    """A socket on this machine alone; port 0 takes a free one. Raises OSError where the port is in use."""
    return socket.create_server((LOOPBACK, port))


def serve(room: Room, listening: socket.socket) -> None:
    """Serve until interrupted."""
    uvicorn.Server(uvicorn.Config(application(room), log_level="warning")).run(sockets=[listening])


class _OwnPageOnly:
    """Turns away what another site's page sends here, and adds the headers that protect our own page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send(message)

        if _is_foreign(Request(scope)):
            refusal = JSONResponse({"error": "another site's page may not play here"}, 403)
            await refusal(scope, receive, send_protected)
        else:
            await self.app(scope, receive, send_protected)


def _is_foreign(request: Request) -> bool:
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


class _Answers:
    """What each address answers. Work that may take long runs in a thread, beside other requests."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def offers(self, request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._room.house.offers))

    async def start(self, request: Request) -> Response:
        wanted = await _body(request)
        table = await run_in_threadpool(self._room.start, wanted)
        return JSONResponse(table.about(), 201)

    async def open_record(self, request: Request) -> Response:
        try:
            lines = io.StringIO((await request.body()).decode())
        except UnicodeDecodeError:
            raise BadRequest("the record is no text") from None
        tables = await run_in_threadpool(self._room.open_record, lines)
        return JSONResponse({"games": [table.about() for table in tables]}, 201)

    async def about(self, request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._table(request).about))

    async def view(self, request: Request) -> Response:
        viewer = request.query_params.get("viewer", "")
        moment = _number(request, "moment")
        since = _number(request, "since") or 0
        table = self._table(request)
        seat = int(viewer) if _is_number(viewer) else viewer
        return JSONResponse(await run_in_threadpool(table.view, seat, moment, since))

    async def record(self, request: Request) -> Response:
        lines = await run_in_threadpool(self._table(request).record)
        name = f"{lines[0]['position']['game']}.jsonl" if lines else "record.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response("".join(map(as_text, lines)), media_type="application/jsonl", headers=headers)

    def doing(self, act: Callable[[Table, Any], dict[str, Any]]) -> Callable[..., Any]:
        """An endpoint that does something at a table and answers with what came of it."""

        async def endpoint(request: Request) -> Response:
            wanted = await _body(request)
            return JSONResponse(await run_in_threadpool(act, self._table(request), wanted))

        return endpoint

    def _table(self, request: Request) -> Table:
        return self._room.find(request.path_params["table"])


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, STATUS[type(error)])


async def _refused_by_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def _body(request: Request) -> Any:
    """The JSON of a request. Only our own page can send this type here without being asked first."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "a request has the content type application/json")
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequest("the request is not JSON") from None


def _number(request: Request, name: str) -> int | None:
    """A number of the query; None if it is not there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not _is_number(text):
        raise BadRequest(f"{name}: must be a whole number from 0, not {text!r}")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
