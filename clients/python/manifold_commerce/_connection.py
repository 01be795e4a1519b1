"""One request to the service: with a token, tried again where that helps, its answer read as JSON."""

from __future__ import annotations

import http.client
import json
import random
import re
import ssl
import threading
import time
import zlib
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union
from urllib.parse import urlencode, urlsplit

from ._http import MOST, Connections, Response, TooLarge, TooLate
from .errors import ManifoldError
from .records import Warning

TIMEOUT = 120.0
ROUND_TRIP = 30.0
"""Seconds for what comes on top of the time that the service itself takes."""
TRIES = 8
"""With the pauses between them, half a minute at least: as long as a restart takes."""
PATIENCE = 300.0
FIRST = 0.5
LONGEST = 30.0
"""Seconds; the first pause, where the service names none, and the longest."""
AHEAD = 300.0
SHARE = 0.1
"""A token is renewed this long before its end, or when a tenth of its life is left."""
PASSING = frozenset((408, 429, 502, 503, 504))
"""A proxy's own answers, after which the same request may succeed."""
LISTS = ("schemaValidationErrors", "restErrors", "operationErrors", "unexpectedErrors")

T = TypeVar("T")


class Patience(NamedTuple):
    """How patient a call is."""

    tries: int = TRIES
    """How often a call is made at most; 1 never tries again."""
    seconds: float = PATIENCE
    """How many seconds one call may spend waiting between its tries."""


class Wait(NamedTuple):
    """A pause before the next try."""

    seconds: float
    tries: int
    """How many were made."""
    error: ManifoldError
    """Why."""


class Warned(NamedTuple):
    """What was read."""

    resource: str
    channel: str
    user: str


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any


OnWarnings = Callable[[Sequence[Warning], Warned], None]


class Connection:
    def __init__(
        self,
        *,
        url: str,
        client_id: str,
        client_secret: str,
        auth_url: Optional[str],
        scope: Union[str, Sequence[str], None],
        patience: Patience,
        on_wait: Optional[Callable[[Wait], None]],
        on_warnings: Optional[OnWarnings],
        version: Optional[str],
        timeout: float,
        now: Optional[Callable[[], float]],
        context: Optional[ssl.SSLContext],
    ) -> None:
        for name, value in (("client_id", client_id), ("client_secret", client_secret)):
            if not isinstance(value, str) or not value:
                raise TypeError(f'{name} is missing: "manifold clients create" gives both.')
        self._base = _base_of(url, "url")
        self._auth = self._base if auth_url is None else _base_of(auth_url, "auth_url")
        self._id = client_id
        self._secret = client_secret
        self._scope = scope if scope is None or isinstance(scope, str) else " ".join(scope)
        self._patience = patience
        self._on_wait = on_wait
        self.on_warnings = on_warnings
        self._version = version
        self._timeout = timeout
        self._now = now
        self._http = Connections(context)
        self._ahead = 0.0
        self._token: Optional[Tuple[str, float]] = None
        self._asking = threading.Lock()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Optional[str]]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        repeatable: bool = True,
        wait: Optional[float] = None,
    ) -> Answer:
        """``repeatable``: whether a second one does no harm, where no one knows what became of the first."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = f"{self._base}{path}{'?' + urlencode(given) if given else ''}"
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        seconds = self._timeout if wait is None else max(self._timeout, wait + ROUND_TRIP)
        fixed: Dict[str, str] = {"accept": "application/json", **(headers or {})}
        if self._version is not None:
            fixed["manifold-version"] = self._version
        if content is not None:
            fixed["content-type"] = "application/json"

        # Between two tries may lie minutes, in which a token is revoked: each may renew it, once.
        def attempt(renewed: bool = False) -> Answer:
            token = self._get_token()
            try:
                response = self._once(
                    method, url, {**fixed, "authorization": f"Bearer {token}"}, content, seconds, repeatable
                )
            except ManifoldError as error:
                raise error if repeatable else _unsure(error) from error.__cause__
            if response.status == 401 and not renewed:
                self._drop(token)
                return attempt(True)
            parsed = _parse(response.body)
            if 200 <= response.status < 300 and (parsed is not None or response.status == 204):
                return Answer(response.status, response.headers, parsed)
            failed = error_of(response.status, parsed, url, response.headers)
            # A proxy gave up: the service may do it all the same. Where there were too many, it was not handed on.
            passing = failed.code == "not_manifold" and failed.retryable and failed.status != 429
            raise failed if repeatable or not passing else _unsure(failed)

        return self._retry(attempt)

    def clock(self) -> float:
        """What time it is for the service, in seconds."""
        # Anyone who has a token has had an answer, and so knows the service's clock.
        self._retry(self._get_token)
        return self._now() if self._now else time.time() + self._ahead

    def close(self) -> None:
        self._http.close()

    def _once(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        seconds: float,
        repeatable: bool = True,
    ) -> Response:
        try:
            response = self._http.send(
                method, url, {**headers, "accept-encoding": "gzip"}, body, seconds, repeatable
            )
        except TooLarge:
            raise ManifoldError.of(
                "not_manifold",
                f"{_origin(url)} answered more than {MOST // 1024 // 1024} megabytes. Ask for fewer with limit.",
            ) from None
        except (TooLate, OSError, http.client.HTTPException, zlib.error) as cause:
            late = isinstance(cause, (TooLate, TimeoutError)) or "timed out" in str(cause)
            why = f"nothing came within {seconds:g} seconds" if late else str(cause) or type(cause).__name__
            raise ManifoldError.of(
                "no_answer",
                f"No answer from {_origin(url)} ({why}). Check the url, the network, and that the service is running.",
                retryable=True,
            ) from cause
        date = _date_of(response.headers.get("date"))
        if date is not None:
            self._ahead = date - time.time()
        return response

    def _retry(self, call: Callable[[], T]) -> T:
        """Makes the call until it succeeds, cannot succeed, or patience ends; then raises the last error."""
        waited = 0.0
        tries = 1
        while True:
            try:
                return call()
            except ManifoldError as error:
                if not error.retryable or tries >= self._patience.tries:
                    raise
                # From half to the whole pause, so that callers who failed together do not meet again.
                pause = min(LONGEST, FIRST * 2 ** (tries - 1)) * (1 + random.random()) / 2
                seconds = pause if error.retry_after is None else error.retry_after
                waited += seconds
                if waited > self._patience.seconds:
                    raise
                if self._on_wait:
                    self._on_wait(Wait(seconds, tries, error))
                time.sleep(seconds)
                # The first try is under way and its answer is waited for: that is not another one.
                if error.code != "write_in_progress" or seconds < 1:
                    tries += 1

    def _get_token(self) -> str:
        """Asked for once by the first that needs it; the others wait for the same."""
        with self._asking:
            now = self._now or time.time
            if self._token and now() < self._token[1]:
                return self._token[0]
            asked = now()
            token, life = self._ask_token()
            self._token = (token, asked + life - min(AHEAD, life * SHARE))
            return token

    def _drop(self, token: str) -> None:
        with self._asking:
            if self._token and self._token[0] == token:
                self._token = None

    def _ask_token(self) -> Tuple[str, float]:
        form = {"grant_type": "client_credentials", "client_id": self._id, "client_secret": self._secret}
        if self._scope is not None:
            form["scope"] = self._scope
        url = f"{self._auth}/connect/token"
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
        status, answered, content = self._once("POST", url, headers, urlencode(form).encode(), self._timeout)
        answer = _parse(content)
        token, life = text_of(answer, "access_token"), part_of(answer).get("expires_in")
        if 200 <= status < 300 and token is not None and isinstance(life, (int, Decimal)):
            return token, float(life)
        raise _refused(status, answered, answer, url, self._secret)


def _refused(status: int, headers: Mapping[str, str], answer: Any, url: str, secret: str) -> ManifoldError:
    """RFC 6749 names the cause in a word."""
    code = text_of(answer, "error")
    retry_after = retry_after_of(headers.get("retry-after"))
    retryable = status == 429 or status >= 500
    if code is None:
        return ManifoldError.of(
            "not_manifold",
            f"{url} answered {status}, but gave no access token. Check the url (and auth_url, if the token service has its own address).",
            status=status,
            retry_after=retry_after,
            retryable=retryable,
        )
    if code == "invalid_client" and not retryable:
        return ManifoldError.of(
            "invalid_client",
            "The client id and secret are not accepted. Check both; a secret that was rotated or a client that was deleted is refused for good, and the operator gives you a new one.",
            status=status,
        )
    # A server at a wrong address may repeat what it was sent.
    said = (text_of(answer, "error_description") or "").replace(secret, "…")
    return ManifoldError.of(
        code,
        said or f"The token service answered {status} {code}.",
        status=status,
        retry_after=retry_after,
        retryable=retryable,
    )


def error_of(
    status: Optional[int], body: Any, url: str = "", headers: Optional[Mapping[str, str]] = None
) -> ManifoldError:
    """Why an answer is not a success. It has no status where it came inside another."""
    retry_after = retry_after_of((headers or {}).get("retry-after"))
    first = part_of(body, "Errors")
    code, message = text_of(first, "code"), text_of(first, "message")
    if code is None or message is None:
        return ManifoldError.of(
            "not_manifold",
            f"{url.partition('?')[0] or 'The address'} answered {status}, but not as Manifold does. Check the url, and what stands between here and there.",
            status=status,
            retry_after=retry_after,
            retryable=status in PASSING,
        )
    output = part_of(body, "Output")
    items: List[Mapping[str, Any]] = [item for name in LISTS for item in output.get(name) or []]
    first_cause = (item for item in items if item.get("code") == code and item.get("message") == message)
    cause = next(first_cause, items[0] if items else {})
    return ManifoldError.of(
        code,
        message,
        status=status,
        retry_after=retry_after,
        retryable=first.get("retryable") is True,
        step=text_of(first, "step"),
        help=text_of(first, "help"),
        field=cause.get("field"),
        channel=cause.get("channel"),
        native=cause.get("native"),
        trace_id=text_of(part_of(body, "Report"), "TraceId"),
        execution_id=text_of(output, "execution_id"),
        items=items,
    )


def _unsure(error: ManifoldError) -> ManifoldError:
    """What was sent may have been done: only the caller can say whether to send it again."""
    return ManifoldError.of(
        error.code, f"{error.message} Whether it was done is not known.", status=error.status
    )


def retry_after_of(header: Optional[str]) -> Optional[float]:
    """Seconds to wait: the header holds a number of them, or a date."""
    if header is None:
        return None
    if re.fullmatch(r"\s*\d{1,9}\s*", header):
        return float(header)
    at = _date_of(header)
    return None if at is None else max(0.0, at - time.time())


def _date_of(header: Optional[str]) -> Optional[float]:
    try:
        return None if header is None else parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _parse(content: bytes) -> Any:
    """The JSON of an answer; None where it is none."""
    try:
        return json.loads(content, parse_float=Decimal)
    except (ValueError, RecursionError):
        return None


def _base_of(url: str, name: str) -> str:
    try:
        parts = urlsplit(url)
        parts.port
    except (ValueError, AttributeError, TypeError):
        raise TypeError(f"{name} is not an address: it looks like https://api.example.com.") from None
    if not parts.hostname:
        raise TypeError(f"{name} is not an address: it looks like https://api.example.com.")
    if parts.scheme not in ("https", "http"):
        raise TypeError(f"{name} must be https or http.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise TypeError(f"{name} must be a plain address, without a user name, query or fragment.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def part_of(value: Any, name: Optional[str] = None) -> Mapping[str, Any]:
    """An object within an answer, of which nothing is known yet; empty where there is none."""
    found = value.get(name) if name is not None and isinstance(value, dict) else value
    return found if isinstance(found, dict) else {}


def text_of(value: Any, name: str) -> Optional[str]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else None
