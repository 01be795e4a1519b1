"""Records as flat rows, for a table of any kind: ``pandas.DataFrame(rows(manifold.orders(…)))``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional

from ._record import Record


def rows(records: Iterable[Record], lines: Optional[str] = None) -> Iterator[Dict[str, Any]]:
    """A row for each record: amounts as Decimal, times as datetime, an object's values under
    ``shipping_address.city``, a list as JSON text.

    ``lines`` names a list, such as ``line_items`` or ``variants``: then there is a row for each of its
    entries, with the fields of the record before it. A record without any has one row.
    """
    for record in records:
        row = dict(_cells(record, "", lines))
        entries = getattr(record, lines) if lines else None
        if not entries:
            yield row
            continue
        for entry in entries:
            yield {**row, **dict(_cells(entry, f"{lines}.", None))}


def _cells(record: Record, before: str, without: Optional[str]) -> Iterator[Any]:
    for name, came in record.json.items():
        if name == without:
            continue
        value = getattr(record, record._names.get(name, name), came)
        if isinstance(value, Record):
            yield from _cells(value, f"{before}{name}.", None)
        elif isinstance(came, (list, dict)):
            yield f"{before}{name}", to_json(came) if came else None
        else:
            yield f"{before}{name}", value


def to_json(value: Any) -> str:
    """A record, or any part of one, as JSON text: with every digit that came."""
    if isinstance(value, Record):
        return to_json(value.json)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{to_json(one)}" for name, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(to_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
