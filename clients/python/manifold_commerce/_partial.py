"""How a copy keeps what it has of a record, where an answer left something out of it."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, TypeVar, Union

from ._record import Record
from ._sync import LeftOut

Kept = TypeVar("Kept", bound=Record)


def merge_left_out(record: Kept, old: Union[Record, Mapping[str, Any], None], partial: LeftOut) -> Kept:
    """The record as a copy keeps it: what this answer left out of it is taken from the record that the
    copy has, a record or its JSON. Everything else is as it came."""
    fields = partial.get(record.json["id"])
    before = old.json if isinstance(old, Record) else old
    if not fields or not before:
        return record
    merged: Any = record.json
    for field in fields:
        merged = _merge(merged, before, field.split("."))
    return type(record).read(merged)


def _merge(fresh: Any, old: Any, path: Sequence[str]) -> Any:
    if not path:
        return _kept(fresh, old)
    name, rest = path[0], path[1:]
    if isinstance(fresh, list):
        before = _by_id(old)
        return [_merge(one, before.get(_id_of(one)), path) for one in fresh]
    # A field that was not asked for stays away.
    if not isinstance(fresh, dict) or not isinstance(old, dict) or name not in fresh:
        return fresh
    return {**fresh, name: _merge(fresh[name], old.get(name), rest)}


def _kept(fresh: Any, old: Any) -> Any:
    """A list gets back the items that are missing, an object the values; anything else is as before."""
    if old is None:
        return fresh
    if isinstance(fresh, list):
        here = _by_id(fresh)
        return [*fresh, *(one for id, one in _by_id(old).items() if id not in here)]
    if not isinstance(fresh, dict) or not isinstance(old, dict):
        return old
    return {**fresh, **old, **{name: value for name, value in fresh.items() if value is not None}}


def _id_of(value: Any) -> Any:
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, (str, int)) else None


def _by_id(value: Any) -> Dict[Any, Any]:
    return {_id_of(one): one for one in value} if isinstance(value, list) else {}
