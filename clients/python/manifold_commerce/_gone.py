"""Deletions: asks a channel, by identifier, which records it does not have any more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._connection import Connection
from ._pages import Page, Records
from ._record import Record, as_instant
from .records import ReportFilter, Warning

MOST = 100
"""As many identifiers as one call may name."""
UNASKABLE = re.compile(r"^\s|,|\s$")
"""In a list with commas it would be another, or two."""
UNSENT = "A comma or an outer space in its id cannot be sent."

Known = Union[str, Mapping[str, Any], Record]
"""An identifier, or a record of the copy: with its dates, more can be said of one that a vendor shows
for a time only."""


@dataclass(frozen=True)
class Absent:
    """A record that the channel did not give."""

    id: str
    answer: str
    """``gone``, or ``unknown``: it may be there all the same, so keep it."""
    why: Optional[str] = None
    """Why it is not known, in sentences."""


def gone_of(connection: Connection, resource: str, ids: Iterable[Known], asking: Mapping[str, Any]) -> Iterator[Absent]:
    """Which of these the channel does not give any record for, and whether that proves anything."""
    sought: Dict[str, Mapping[str, Any]] = {}
    for one in ids:
        known = {"id": one} if isinstance(one, str) else one.json if isinstance(one, Record) else one
        sought[known["id"]] = known
    every = list(sought.values())
    for at in range(0, len(every), MOST):
        # A record that cannot be read is there.
        query = {**asking, "lenient": True, "fields": "id"}
        yield from look_up(connection, resource, query, every[at : at + MOST])[1]


Found = Tuple[List[Page[Any]], List[Absent]]


def look_up(
    connection: Connection, resource: str, asking: Mapping[str, Any], group: Sequence[Mapping[str, Any]]
) -> Found:
    """What the channel gives for these, and which it does not give."""
    ids = [known["id"] for known in group if not UNASKABLE.search(known["id"])]
    query: Dict[str, Any] = {**asking, "ids": ids}
    if resource == "orders":
        query["status"] = "any"
    pages: List[Page[Any]] = list(Records[Any](connection, resource, query).pages()) if ids else []
    absent = _absent_of(group, pages)
    gone = {one.id for one in absent if one.answer == "gone"}
    if len(pages) == 1 or not gone or len(gone) == len(group):
        return pages, absent
    # What changes between two pages may move past the reader: those are asked for by themselves.
    more, rest = look_up(connection, resource, asking, [known for known in group if known["id"] in gone])
    return pages + more, [one for one in absent if one.id not in gone] + rest


def _absent_of(group: Sequence[Mapping[str, Any]], pages: Sequence[Page[Any]]) -> List[Absent]:
    """Those that did not come. That proves a deletion only where nothing else can have kept them away."""
    here = {record.json["id"] for page in pages for record in page.records}
    warnings = [warning for page in pages for warning in page.warnings]
    filters = [one for page in pages for one in page.filters if one.by == "default"]
    dated = any(DATED.match(one.name) for one in filters)
    absent = []
    for known in group:
        if known["id"] in here:
            continue
        why = [UNSENT] if UNASKABLE.search(known["id"]) else []
        why += [one.message for one in warnings if _keeps_away(one, known["id"], dated)]
        why += [_sentence(one) for one in filters if not _is_within(one, known)]
        if why:
            absent.append(Absent(known["id"], "unknown", " ".join(dict.fromkeys(why))))
        else:
            absent.append(Absent(known["id"], "gone"))
    return absent


DATED = re.compile(r"(created|updated)_at_min$")
"""The bound of a window, by one of the dates that a copy has."""


def _keeps_away(warning: Warning, id: str, dated: bool) -> bool:
    """Whether it is of this record, or may be. A window is judged by its bound, where there is one."""
    if warning.leaves_out != "records" or (warning.code == "orders_window" and dated):
        return False
    ids = warning.ids or []
    return len(ids) < warning.count or id in ids


def _is_within(filter: ReportFilter, known: Mapping[str, Any]) -> bool:
    """Whether the record is well within what a filter lets through that no one asked for."""
    if not DATED.match(filter.name):
        return False
    date = as_instant(known.get("created_at" if filter.name.startswith("created") else "updated_at"))
    bound = as_instant(filter.value)
    return isinstance(date, datetime) and isinstance(bound, datetime) and date >= bound + timedelta(days=1)


def _sentence(filter: ReportFilter) -> str:
    return f"The channel was asked with {filter.name} {filter.value}, although no one asked for it."
