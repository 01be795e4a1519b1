"""Lists that come in pages: read as far as they are looked at, from the start or from a page token."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Sequence, Set, Type, TypeVar
from urllib.parse import quote

from ._connection import Connection, Warned, error_of, part_of, retry_after_of, text_of
from ._record import Record
from .errors import ManifoldError, not_manifold
from .records import Order, Product, Report, ReportFilter, Warning

Item = TypeVar("Item")
Kept = TypeVar("Kept", bound=Record)

API = "/api/ServiceClientApp"
PATHS = {"orders": f"{API}/Unified/Orders", "products": f"{API}/Unified/Products"}
KINDS: Mapping[str, Type[Record]] = {"orders": Order, "products": Product}
EXECUTIONS = f"{API}/Executions"
LOOK_AGAIN = 2.0
"""Seconds between two looks, where the service names none."""
LIMIT = 100
"""As many as a page may hold: fewer pages, fewer calls."""


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of records."""

    records: Sequence[Item]
    token: Optional[str]
    """Leads to the next page for 24 hours; None on the last."""
    warnings: Sequence[Warning]
    """What the service says of this page, and what may be missing in it."""
    filters: Sequence[ReportFilter]
    """Every filter in force; ``by`` is default where no one asked for it."""
    report: Report
    """How it went: durations, calls to the channel, and the above."""
    execution_id: str
    override_count: int
    """How many values were changed by overrides."""


def page_of(body: Any, kind: Type[Kept]) -> Page[Kept]:
    """The page in the answer of a data call. What is inside the records is the service's word."""
    output, report = part_of(body, "Output"), part_of(body, "Report")
    result = output.get("result")
    if not isinstance(result, list) or not isinstance(report, dict) or "Report" not in body:
        raise not_manifold()
    read = Report.read({"Warnings": [], "Filters": [], **report})
    return Page(
        records=[kind.read(one) for one in result],
        token=text_of(output, "next_page_token"),
        warnings=read.Warnings,
        filters=read.Filters,
        report=read,
        execution_id=text_of(output, "execution_id") or "",
        override_count=output.get("override_count") or 0,
    )


def walk(read: Callable[[Optional[str]], Item], token_of: Callable[[Item], Optional[str]], start: Optional[str]) -> Iterator[Item]:
    """Reads page after page. A page is asked for when it is wanted, and not before."""
    seen: Set[int] = set()
    token = start
    while True:
        if token is not None:
            mark = hash(token)
            if mark in seen:
                raise ManifoldError.of(
                    "page_repeats",
                    "The pages lead back to one that was read already, so they would never end. Report it to the operator of the service, with the trace id of the last page.",
                )
            seen.add(mark)
        page = read(token)
        yield page
        token = token_of(page)
        if token is None:
            return


class Started(Generic[Item]):
    """A page that is read in the background."""

    def __init__(self, execution_id: str, result: Callable[[], Page[Item]]) -> None:
        self.execution_id = execution_id
        self._result = result

    def result(self) -> Page[Item]:
        """Waits for it."""
        return self._result()


class Records(Generic[Item]):
    """Records to go through with ``for``; nothing is read before."""

    def __init__(self, connection: Connection, resource: str, asking: Mapping[str, Any]) -> None:
        self._connection, self._resource, self._asking = connection, resource, asking

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.records

    def pages(self, start: Optional[str] = None) -> Iterator[Page[Item]]:
        """The same by pages, from the start or from the token of an earlier page."""
        return walk(self._read, lambda page: page.token, start)

    def start(self, start: Optional[str] = None) -> Started[Item]:
        """Has the service read one page by itself, to be fetched within 24 hours."""
        request = request_for(self._resource, self._asking, start, ("respond-async",))
        answer = self._connection.send("POST", PATHS[self._resource], repeatable=False, **request)
        execution_id = text_of(answer.body, "execution_id")
        if execution_id is None:
            raise not_manifold()
        return Started(execution_id, lambda: result_of(self._connection, execution_id, KINDS[self._resource]))  # type: ignore[arg-type, return-value]

    def _read(self, token: Optional[str]) -> Page[Item]:
        request = request_for(self._resource, self._asking, token)
        page = page_of(self._connection.send("POST", PATHS[self._resource], **request).body, KINDS[self._resource])
        if page.warnings and self._connection.on_warnings:
            whose = Warned(self._resource, self._asking["channel"], self._asking["user"])
            self._connection.on_warnings(page.warnings, whose)
        return page  # type: ignore[return-value]


def result_of(connection: Connection, execution_id: str, kind: Type[Kept]) -> Page[Kept]:
    """Waits for an execution in the background, and gives its page."""
    path = f"{EXECUTIONS}/{quote(execution_id, safe='')}"
    while True:
        answer = connection.send("GET", path)
        if text_of(answer.body, "status") != "running":
            break
        pause = retry_after_of(answer.headers.get("retry-after"))
        time.sleep(LOOK_AGAIN if pause is None else pause)
    response = part_of(answer.body, "response")
    if not response:
        raise ManifoldError.of(
            "no_result",
            f"There is no result of {execution_id}: it is kept for 24 hours, and only of calls that were made with start(). Make the call again.",
            execution_id=execution_id,
        )
    if text_of(part_of(response, "Errors"), "code") is not None:
        raise error_of(None, response)
    return page_of(response, kind)


def request_for(
    resource: str, asking: Mapping[str, Any], token: Optional[str], prefer: Sequence[str] = ()
) -> Dict[str, Any]:
    rest = dict(asking)
    channel, user, wait = rest.pop("channel"), rest.pop("user"), rest.pop("wait", None)
    preferences = [
        *prefer,
        *(["handling=lenient"] if rest.pop("lenient", False) else []),
        *([] if wait is None else [f"wait={wait}"]),
    ]
    query = {"channel": channel, "tpUserId": user, "completionCallbackUrl": rest.pop("completion_callback_url", None)}
    # All of it beside a token too: the service holds the one against the other.
    limit = rest.pop("limit", None)
    body: Dict[str, Any] = {"limit": LIMIT if limit is None else limit}
    for name, value in rest.items():
        if value is not None:
            body[name] = wire(value)
    if token is not None:
        body["next_page_token"] = token
    headers = {"prefer": ", ".join(preferences)} if preferences else {}
    return {"query": query, "body": body, "headers": headers, "wait": wait}


def wire(value: Any) -> Any:
    """Lists, times and amounts as the service takes them."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time must have its zone, such as datetime(2026, 11, 1, tzinfo=timezone.utc).")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Decimal):
        return format(value, "f")
    return ",".join(value) if isinstance(value, (list, tuple)) else value


def listed(connection: Connection, path: str, name: str, kind: Type[Kept], query: Mapping[str, Optional[str]]) -> Iterator[Kept]:
    """Every item of a list that is not of a channel."""

    def read(token: Optional[str]) -> Mapping[str, Any]:
        asked = {"limit": str(LIMIT), **query, "next_page_token": token}
        body = connection.send("GET", path, query=asked).body
        if not isinstance(part_of(body).get(name), list):
            raise not_manifold()
        return part_of(body)

    for page in walk(read, lambda page: text_of(page, "next_page_token"), None):
        items: List[Mapping[str, Any]] = page[name]
        for one in items:
            yield kind.read(one)
