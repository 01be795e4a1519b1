"""The state of a sync: one text that says how far the copy is whole, and where a run was broken off.

It is the same text that the JavaScript client writes: a run may go on in the other language.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any, List, NamedTuple, Optional

from .errors import ManifoldError

VERSION = 1


@dataclass(frozen=True)
class Window:
    """A stretch of time that is read as one, in seconds since 1970; both ends belong to it."""

    to: float
    start: Optional[float] = None
    """Absent in the first window, which reads everything."""
    token: Optional[str] = None
    """The next page, where the window was begun."""
    form: Optional[str] = None
    """The form in which that page will come."""
    hole: Optional[bool] = None
    """Something in it was left out that has no name: it does not count as read."""


@dataclass(frozen=True)
class State:
    until: Optional[float] = None
    """All that changed up to here was read."""
    window: Optional[Window] = None
    """What was being read."""
    again: Optional[List[str]] = None
    """Records that were left out and are to be read again, by their identifiers."""


class Owner(NamedTuple):
    """Whose records they are: a state is of use for no other."""

    resource: str
    channel: str
    user: str


def write_json(value: Any) -> str:
    """As JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_state(state: State, owner: Owner) -> str:
    window = state.window and _present(
        {
            "from": state.window.start,
            "to": state.window.to,
            "token": state.window.token,
            "form": state.window.form,
            "hole": state.window.hole,
        }
    )
    kept = _present({"until": state.until, "window": window, "again": state.again})
    text = write_json([VERSION, write_json(list(owner)), kept])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _present(values: Any) -> Any:
    return {name: value for name, value in values.items() if value is not None}


def read_state(text: Optional[str], owner: Owner) -> State:
    if not text:
        return State()
    value = _parse(text)
    state = _state_of(value[2]) if len(value) == 3 and value[0] == VERSION else None
    if state is None:
        raise _invalid("The state cannot be read: it was cut or changed, or a newer version wrote it.")
    if value[1] != write_json(list(owner)):
        raise _invalid("The state belongs to another resource, channel or user.")
    return state


def _parse(text: str) -> List[Any]:
    try:
        padded = text.rstrip("=")
        content = base64.b64decode(padded + "=" * (-len(padded) % 4), altchars=b"-_", validate=True)
        value = json.loads(content.decode())
    except (ValueError, RecursionError):
        return []
    return value if isinstance(value, list) else []


def _state_of(value: Any) -> Optional[State]:
    if not isinstance(value, dict):
        return None
    until, window, again = value.get("until"), value.get("window"), value.get("again", [])
    read = _window_of(window) if "window" in value else None
    whole = (
        _is("until", value, (int, float))
        and ("window" not in value or read is not None)
        and isinstance(again, list)
        and all(isinstance(id, str) for id in again)
    )
    return State(until, read, again or None) if whole else None


def _window_of(value: Any) -> Optional[Window]:
    if not isinstance(value, dict) or "to" not in value:
        return None
    whole = (
        _is("from", value, (int, float))
        and _is("to", value, (int, float))
        and _is("token", value, str)
        and _is("form", value, str)
        and _is("hole", value, bool)
    )
    if not whole:
        return None
    return Window(value["to"], value.get("from"), value.get("token"), value.get("form"), value.get("hole"))


def _is(name: str, value: Any, kind: Any) -> bool:
    """Whether it is of this kind, where it is there."""
    if name not in value:
        return True
    found = value[name]
    return isinstance(found, kind) and (kind is bool or not isinstance(found, bool))


def _invalid(what: str) -> ManifoldError:
    return ManifoldError.of("invalid_state", f"{what} Start again without a state: everything is read again.")
