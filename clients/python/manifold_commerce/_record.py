"""What every record is: typed attributes over the JSON that came, which stays reachable."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, AbstractSet, Any, Callable, ClassVar, Mapping, Type, TypeVar

Self = TypeVar("Self", bound="Record")
Reader = Callable[[Any], Any]


class Record:
    """Made with ``read``. What a newer service adds is in ``json``, as it came."""

    json: Mapping[str, Any]
    """The record as it came: amounts and times as text, numbers with a fraction as Decimal."""
    _read: ClassVar[Mapping[str, Reader]] = {}
    _names: ClassVar[Mapping[str, str]] = {}
    """Names that Python keeps for itself, by what they are called instead."""
    _optional: ClassVar[AbstractSet[str]] = frozenset()
    """What is None where it did not come."""

    @classmethod
    def read(cls: Type[Self], json: Mapping[str, Any]) -> Self:
        record = cls.__new__(cls)
        values = record.__dict__
        values["json"] = json
        readers, names = cls._read, cls._names
        for name, value in json.items():
            if name in cls.__dataclass_fields__ or name in names:  # type: ignore[attr-defined]
                reader = readers.get(name)
                values[names.get(name, name)] = (
                    value if reader is None or value is None else reader(value)
                )
        for name in cls._optional:
            values.setdefault(name, None)
        return record

    # Type checkers shall not see it: to them a field that is not declared is a mistake.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in getattr(type(self), "__dataclass_fields__", {}):
                raise AttributeError(f"{name} is not in this record: name it in fields, or leave them out")
            raise AttributeError(f"{type(self).__name__} has no field {name}; json has all that came")

    def __repr__(self) -> str:
        shown = [f"{name}={self.json[name]!r}" for name in ("id", "name", "title") if name in self.json]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.json == getattr(other, "json", None)

    __hash__ = None  # type: ignore[assignment]


# An override of the operator's may make a value of another kind, which is then given as it came.


def as_amount(value: Any) -> Any:
    """Exact: no binary fraction ever touches an amount."""
    if isinstance(value, bool) or not isinstance(value, (str, int, Decimal)):
        return value
    try:
        return Decimal(value)
    except InvalidOperation:
        return value


def as_instant(value: Any) -> Any:
    """With its offset."""
    if not isinstance(value, str):
        return value
    try:
        return datetime.fromisoformat(f"{value[:-1]}+00:00" if value.endswith("Z") else value)
    except ValueError:
        return value


def as_one(kind: Type[Record]) -> Reader:
    """An object with these fields; None where it may be empty and is."""
    return lambda value: (kind.read(value) if value else None) if isinstance(value, dict) else value


def as_many(reader: Reader) -> Reader:
    return lambda value: [reader(item) for item in value] if isinstance(value, list) else value


def as_mapping(reader: Reader) -> Reader:
    return (
        lambda value: {name: reader(item) for name, item in value.items()}
        if isinstance(value, dict)
        else value
    )
