"""Writes: what has left, what is in stock and what it costs, under a key that makes a repeat harmless."""

from __future__ import annotations

import re
import uuid
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Dict, Generic, Iterator, Mapping, Optional, Sequence, Type, TypeVar

from ._connection import Connection, text_of
from ._pages import API, Page, page_of, result_of, wire
from ._record import Record
from .errors import ManifoldError, not_manifold
from .records import FulfillmentsOutcome, PricesOutcome, Report, StockOutcome, Warning

Outcome = TypeVar("Outcome")

PATHS = {name: f"{API}/Unified/{name.capitalize()}" for name in ("fulfillments", "stock", "prices")}
OUTCOMES: Mapping[str, Type[Record]] = {
    "fulfillments": FulfillmentsOutcome,
    "stock": StockOutcome,
    "prices": PricesOutcome,
}
GOOD = frozenset(("confirmed", "accepted", "unchanged"))
"""The outcomes after which there is nothing to do."""


@dataclass(frozen=True)
class Written(Generic[Outcome]):
    """What became of a write."""

    outcomes: Sequence[Outcome]
    """One for each item, in their order."""
    is_success: bool
    """Whether every item is confirmed, accepted or unchanged."""
    key: str
    """The Idempotency-Key that it was sent with."""
    execution_id: str
    """``write.settled`` names it when an item that was accepted or unknown has come to its end."""
    warnings: Sequence[Warning]
    """Such as race_possible."""
    report: Report


class Write:
    """One write: every try carries the same key, so however often it is sent, it is done once."""

    def __init__(
        self, connection: Connection, kind: str, channel: str, user: str, items: Sequence[Any], options: Mapping[str, Any]
    ) -> None:
        if kind not in PATHS:
            raise ValueError(f"{kind} is none of {', '.join(PATHS)}.")
        self._connection, self._kind = connection, kind
        self.key: str = options["key"] or str(uuid.uuid4())
        # Anything else fails while it is sent, or comes as other characters.
        if re.search(r"[^\x20-\x7e]", self.key):
            raise ManifoldError.of(
                "invalid_request",
                "The key is sent as a header, which takes ASCII alone: letters, digits and signs.",
                field="Idempotency-Key",
                key=self.key,
            )
        self._wait: Optional[float] = options["wait"]
        self._query = {
            "channel": channel,
            "tpUserId": user,
            "completionCallbackUrl": options["completion_callback_url"],
        }
        body = {
            "items": [{name: wire_item(value) for name, value in item.items()} for item in items],
            "dry_run": True if options["dry_run"] else None,
            "params": options["params"],
            "api_version": options["api_version"],
        }
        self._body = {name: value for name, value in body.items() if value is not None}

    def send(self) -> Written[Any]:
        with self._keyed():
            return self._written(page_of(self._post([]), OUTCOMES[self._kind]))

    def start(self) -> str:
        """Answered when it is queued."""
        with self._keyed():
            execution_id = text_of(self._post(["respond-async"]), "execution_id")
            if execution_id is None:
                raise not_manifold()
            return execution_id

    def result(self, execution_id: str) -> Written[Any]:
        with self._keyed():
            try:
                return self._written(result_of(self._connection, execution_id, OUTCOMES[self._kind]))
            except ManifoldError as error:
                # An earlier try had been queued too: this one waits for it.
                if error.code != "write_in_progress":
                    raise
                return self.send()

    def _post(self, prefer: Sequence[str]) -> Any:
        preferences = [*prefer, *([] if self._wait is None else [f"wait={self._wait}"])]
        headers: Dict[str, str] = {"idempotency-key": self.key}
        if preferences:
            headers["prefer"] = ", ".join(preferences)
        path = PATHS[self._kind]
        return self._connection.send(
            "POST", path, query=self._query, body=self._body, headers=headers, wait=self._wait
        ).body

    @contextmanager
    def _keyed(self) -> Iterator[None]:
        """What became of it may not be known: with this key it can be asked for, and is not done again."""
        try:
            yield
        except ManifoldError as error:
            error.key = self.key
            raise

    def _written(self, page: Page[Any]) -> Written[Any]:
        return Written(
            outcomes=page.records,
            is_success=all(one.outcome in GOOD for one in page.records),
            key=self.key,
            execution_id=page.execution_id,
            warnings=page.warnings,
            report=page.report,
        )


def wire_item(value: Any) -> Any:
    """An amount as its text; lists stay lists."""
    return value if isinstance(value, (list, tuple)) else wire(value)


class StartedWrite(Generic[Outcome]):
    """A write that the service carries out by itself."""

    def __init__(self, write: Write, execution_id: str) -> None:
        self._write = write
        self.execution_id = execution_id
        self.key = write.key
        """The Idempotency-Key: the same call with it gives the outcomes in another process too."""

    def result(self) -> Written[Outcome]:
        """Waits for its outcomes."""
        return self._write.result(self.execution_id)
