"""Manifold: orders and products of nine sales channels in one format. docs/python.md is its guide."""

from ._client import ChangeBatch, MagicLink, Manifold, Watches
from ._connection import Patience, Wait, Warned
from ._gone import Absent
from ._pages import Page, Records, Started
from ._partial import merge_left_out
from ._record import Record
from ._sync import Batch
from ._writes import StartedWrite, Written
from .codes import *  # noqa: F403
from .codes import __all__ as _codes
from .errors import (
    CannotSyncError,
    InvalidClientError,
    InvalidEventError,
    InvalidStateError,
    ManifoldError,
    NoAnswerError,
    NoResultError,
    NotManifoldError,
    PageRepeatsError,
)
from .events import Event, verify_event
from .records import *  # noqa: F403
from .records import __all__ as _records
from .tables import rows, to_json

__version__ = "0.1.0"

__all__ = [
    "Absent",
    "Batch",
    "CannotSyncError",
    "ChangeBatch",
    "Event",
    "InvalidClientError",
    "InvalidEventError",
    "InvalidStateError",
    "MagicLink",
    "Manifold",
    "ManifoldError",
    "NoAnswerError",
    "NoResultError",
    "NotManifoldError",
    "Page",
    "PageRepeatsError",
    "Patience",
    "Record",
    "Records",
    "Started",
    "StartedWrite",
    "Wait",
    "Warned",
    "Watches",
    "Written",
    "merge_left_out",
    "rows",
    "to_json",
    "verify_event",
    *_codes,
    *_records,
]
