"""One request and its whole answer: over connections that are kept, within a deadline, bounded."""

from __future__ import annotations

import http.client
import io
import os
import socket
import ssl
import threading
import time
import zlib
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import SplitResult, urlsplit

MOST = 256 * 1024 * 1024
"""Bytes of an answer, unpacked: a hundred of the largest records are far below."""
CHUNK = 64 * 1024
KEPT = 8
"""Connections to one place that wait for the next request."""
IDLE = 4.0
"""Seconds after which one is not used again: services close them after five or more."""


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class TooLate(Exception):
    pass


class TooLarge(Exception):
    pass


class _Reading(io.RawIOBase):
    """Reads a socket for as long as is left, however slowly the answer drips."""

    def __init__(self, raw: Any, sock: socket.socket, deadline: float) -> None:
        self._raw, self._sock, self._deadline = raw, sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(_left(self._deadline))
        return self._raw.readinto(buffer)  # type: ignore[no-any-return]

    def close(self) -> None:
        self._raw.close()
        super().close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TooLate
    return left


class Connections:
    """Keep-alive, for any number of threads. A child process opens its own."""

    def __init__(self, context: Optional[ssl.SSLContext] = None) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._idle: Dict[Tuple[str, str], List[Tuple[http.client.HTTPConnection, float]]] = {}

    def send(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        seconds: float,
        repeatable: bool,
    ) -> Response:
        deadline = time.monotonic() + seconds
        parts = urlsplit(url)
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        place = (parts.scheme, parts.netloc)
        # What must not happen twice goes over a new connection: one that was kept may be closed already.
        kept = self._take(place) if repeatable else None
        if kept is not None:
            try:
                return self._exchange(kept, place, deadline, method, path, headers, body)
            except (http.client.RemoteDisconnected, ConnectionError, ssl.SSLError):
                kept.close()
        connection = self._open(parts, _left(deadline))
        return self._exchange(connection, place, deadline, method, path, headers, body)

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        place: Tuple[str, str],
        deadline: float,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
    ) -> Response:
        try:
            if connection.sock is not None:
                connection.sock.settimeout(_left(deadline))

            class Answer(http.client.HTTPResponse):
                def __init__(self, sock: socket.socket, *rest: Any, **more: Any) -> None:
                    super().__init__(sock, *rest, **more)
                    self.fp = io.BufferedReader(_Reading(self.fp.detach(), sock, deadline))

            connection.response_class = Answer
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            content = _content(answer)
            if answer.will_close:
                connection.close()
            else:
                self._keep(place, connection)
            return Response(answer.status, {k.lower(): v for k, v in answer.getheaders()}, content)
        except BaseException:
            connection.close()
            raise

    def _open(self, parts: SplitResult, seconds: float) -> http.client.HTTPConnection:
        host, port = parts.hostname or "", parts.port
        if parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=seconds, context=self._context)
        return http.client.HTTPConnection(host, port, timeout=seconds)

    def _take(self, place: Tuple[str, str]) -> Optional[http.client.HTTPConnection]:
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                self._idle = {}
            idle = self._idle.get(place, [])
            while idle:
                connection, since = idle.pop()
                if time.monotonic() - since < IDLE:
                    return connection
                connection.close()
        return None

    def _keep(self, place: Tuple[str, str], connection: http.client.HTTPConnection) -> None:
        with self._lock:
            idle = self._idle.setdefault(place, [])
            if self._process == os.getpid() and len(idle) < KEPT:
                idle.append((connection, time.monotonic()))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            for idle in self._idle.values():
                for connection, _ in idle:
                    connection.close()
            self._idle = {}

    def __del__(self) -> None:
        self.close()


def _content(answer: http.client.HTTPResponse) -> bytes:
    packed = answer.getheader("content-encoding", "identity").lower() == "gzip"
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16) if packed else None
    parts: List[bytes] = []
    size = 0
    while True:
        chunk = answer.read(CHUNK)
        if not chunk:
            break
        # One byte more than may be is enough to know.
        part = unpack.decompress(chunk, MOST + 1 - size) if unpack else chunk
        size += len(part)
        if size > MOST:
            raise TooLarge
        parts.append(part)
    # The library itself lets an answer pass that breaks off.
    if answer.length or (unpack and parts and not unpack.eof):
        raise http.client.IncompleteRead(b"", answer.length)
    return b"".join(parts)
