"""Keeps a copy: reads what changed since the last run, window by window, and can go on from any page."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, Sequence, TypeVar

from ._connection import Connection
from ._gone import MOST, look_up
from ._pages import Page, Records
from ._state import Owner, State, Window, read_state, write_json, write_state
from .errors import ManifoldError
from .records import ReportFilter, Warning

Item = TypeVar("Item")

SETTLE = 120
OVERLAP = 600
RESTARTS = 3
"""How often a run begins a window again, because the page token in the state was not taken any more."""
MOST_AGAIN = 1000
"""How many records the state names that are to be read again; with more, their window is."""

LeftOut = Mapping[str, Sequence[str]]
"""By identifier of the record: the fields that came without what the channel has there."""


@dataclass(frozen=True)
class Batch(Generic[Item]):
    """Records to put into the copy, by their id; and the state to keep, in the same transaction."""

    records: Sequence[Item]
    state: str
    complete_until: Optional[datetime]
    """Everything that changed until then is in the copy. None while the first run goes on."""
    warnings: Sequence[Warning]
    """What the service says of these records, and what may be missing among them."""
    filters: Sequence[ReportFilter]
    """Every filter in force; ``by`` is default where no one asked for it."""
    partial: LeftOut
    """Fields of these records that came without what the channel has there. Keep what the copy has of
    them: ``merge_left_out(record, old, batch.partial)``."""
    unread: Sequence[str]
    """Records that could not be read so far (``lenient``). The state names them: each run tries again."""


def sync(
    connection: Connection,
    resource: str,
    kept: Optional[str],
    settle: float,
    overlap: float,
    asking: Mapping[str, Any],
) -> Iterator[Batch[Any]]:
    for name, value in (("settle", settle), ("overlap", overlap)):
        if not value >= 0:
            raise ValueError(f"{name} must be a number of seconds from 0 up.")
    owner = Owner(resource, asking["channel"], asking["user"])
    state = read_state(kept, owner)
    # Fixed before anything is read: what changes from now on belongs to the next run.
    horizon = math.floor(connection.clock() - settle)
    again: Dict[str, None] = dict.fromkeys(state.again or [])
    until = state.until
    window = state.window or _window_after(until, horizon, overlap)
    restarts = 0
    form = _form_of(asking)

    def batch(
        records: Sequence[Any], warnings: Sequence[Warning], filters: Sequence[ReportFilter], next: State
    ) -> Batch[Any]:
        return Batch(
            records=records,
            state=write_state(replace(next, again=list(again) or None), owner),
            complete_until=None if next.until is None else datetime.fromtimestamp(next.until, timezone.utc),
            warnings=warnings,
            filters=filters,
            partial=partial_of(records, warnings),
            unread=list(again),
        )

    # What earlier runs left out comes first: whatever a window holds of it is newer.
    left = [{"id": id} for id in again]
    for at in range(0, len(left), MOST):
        group = left[at : at + MOST]
        pages, absent = look_up(connection, resource, asking, group)
        unsure = {one.id for one in absent if one.answer == "unknown"}
        for one in group:
            if one["id"] not in unsure:
                again.pop(one["id"], None)
        yield batch(
            [record for page in pages for record in page.records],
            [warning for page in pages for warning in page.warnings],
            [filter for page in pages for filter in page.filters],
            State(until, state.window),
        )

    while window:
        hole = window.hole or False
        try:
            for page in _pages_of(connection, resource, asking, window, form):
                for record in page.records:
                    again.pop(record.json["id"], None)
                hole = _note_unread(page, again) or hole
                rest = Window(window.to, window.start, page.token, form, hole or None)
                done = State(until if hole else window.to)
                next = State(until, rest) if page.token else done
                yield batch(page.records, page.warnings, page.filters, next)
        except ManifoldError as error:
            if error.code == "unsupported_filter":
                raise _cannot_sync(error, owner) from error
            if error.code != "invalid_page_token" or restarts >= RESTARTS:
                raise
            # It lives for 24 hours, and for one account. What was read of the window is read again.
            restarts += 1
            window = Window(window.to, window.start)
            continue
        # The next run reads it again, from its beginning.
        if hole:
            return
        until = window.to
        window = _window_after(until, horizon, overlap)


def _pages_of(
    connection: Connection, resource: str, asking: Mapping[str, Any], window: Window, form: str
) -> Iterator[Page[Any]]:
    query = dict(asking)
    if window.start is not None:
        query["updated_at_min"] = _time_of(window.start)
    query["updated_at_max"] = _time_of(window.to)
    # Some channels give open orders alone unless set otherwise; a copy wants their ends too.
    if resource == "orders":
        query["status"] = "any"
    # A token brings the form that its walk began with; with another the window is begun again.
    start = window.token if window.form == form else None
    return Records[Any](connection, resource, query).pages(start)


def _note_unread(page: Page[Any], again: Dict[str, None]) -> bool:
    """Takes down the records that a page left out. True where one has no name, or they are too many:
    then only reading the window again brings them."""
    lost = False
    for warning in page.warnings:
        # What is beyond the vendor's window stays there, no matter who reads again.
        if warning.leaves_out != "records" or warning.code == "orders_window":
            continue
        ids = warning.ids or []
        for id in ids:
            if len(again) < MOST_AGAIN:
                again[id] = None
        lost = lost or len(ids) < warning.count or any(id not in again for id in ids)
    return lost


def _window_after(until: Optional[float], horizon: int, overlap: float) -> Optional[Window]:
    """From a little before the mark up to the horizon; nothing where the horizon has not moved."""
    if until is None:
        return Window(horizon)
    return Window(horizon, until - math.ceil(overlap)) if until < horizon else None


def _form_of(asking: Mapping[str, Any]) -> str:
    """What of a request its page tokens are bound to."""
    return write_json([asking.get(name) for name in ("fields", "include", "api_version", "limit")])


def _time_of(seconds: float) -> str:
    """Whole seconds: the precision of records."""
    return datetime.fromtimestamp(math.floor(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _cannot_sync(error: ManifoldError, owner: Owner) -> ManifoldError:
    resource = owner.resource
    made = ManifoldError.of(
        "cannot_sync",
        f"{owner.channel} cannot say which {resource} changed since a time. Read all of them now and then instead, with manifold.{resource}(…), and ask manifold.gone(…) for those that are missing.",
    )
    made.__dict__.update({**error.__dict__, "code": made.code, "message": made.message})
    return made


def partial_of(records: Sequence[Any], warnings: Sequence[Warning]) -> LeftOut:
    lacking: Dict[str, List[str]] = {}
    for warning in warnings:
        if warning.leaves_out != "values" or warning.field is None:
            continue
        # Where not all are named, it may be any.
        ids = warning.ids or []
        named = [record.json["id"] for record in records] if len(ids) < warning.count else ids
        for id in dict.fromkeys(named):
            lacking.setdefault(id, []).append(warning.field)
    return lacking
