"""Events: proves that one comes from the service, by the Standard Webhooks signature, and reads it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Callable, ClassVar, Mapping, Optional, Sequence, Union

from ._record import Reader, Record, as_instant
from .errors import ManifoldError

TOLERANCE = 300
PREFIX = "whsec_"


@dataclass(init=False, repr=False, eq=False)
class Event(Record):
    """A verified event. A newer service may send types that you do not know: let those pass by."""

    id: str
    """The same whenever it is sent again."""
    type: str
    timestamp: datetime
    data: Mapping[str, Any]
    _read: ClassVar[Mapping[str, Reader]] = {"timestamp": as_instant}


def verify_event(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE,
    now: Optional[Callable[[], float]] = None,
) -> Event:
    """The event in a request, if one of the secrets signed it; several may be live while one is changed.

    The body is what came, to the byte: parsing it and writing it again breaks the signature.
    ``tolerance``: seconds by which the clocks may differ, and for which a recorded event may be sent again.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        raise _invalid("The headers webhook-id, webhook-timestamp and webhook-signature are not all there.")
    age = (now or time.time)() - float(timestamp) if re.fullmatch(r"[0-9]{1,12}", timestamp) else None
    if age is None or abs(age) > tolerance:
        raise _invalid(
            f"The event was signed {_describe(age)}; up to {tolerance:g} seconds are accepted. Check this machine’s clock."
        )
    content = body.encode() if isinstance(body, str) else bytes(body)
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not _is_signed(f"{id}.{timestamp}.".encode() + content, signatures, keys):
        raise _invalid(
            "None of the secrets signed this event. Check that each is the whsec_… of this address, and that the body is passed as it came."
        )
    try:
        event = json.loads(content, parse_float=Decimal)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise _invalid("The event is signed, but is not JSON with a type.")
    return Event.read({**event, "id": id})


def _is_signed(signed: bytes, signatures: str, keys: Sequence[bytes]) -> bool:
    """Tries every secret on every signature, each in constant time."""
    found = False
    for key in keys:
        right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for one in signatures.split(" "):
            if one.startswith("v1,") and hmac.compare_digest(right, one[3:].encode()):
                found = True
    return found


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(PREFIX) :] if secret.startswith(PREFIX) else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise TypeError("A signing secret is whsec_ and a text in base64: one of these is not.")
    return key


def _describe(age: Optional[float]) -> str:
    if age is None:
        return "at no time that can be read"
    return f"{round(abs(age))} seconds {'in the future' if age < 0 else 'ago'}"


def _invalid(message: str) -> ManifoldError:
    return ManifoldError.of("invalid_event", message)
