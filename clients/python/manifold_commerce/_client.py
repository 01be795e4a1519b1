"""The client: one object for one client application of one service."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Dict, Iterable, Iterator, Literal, Mapping, Optional, Sequence, TypeVar, Union, overload
from urllib.parse import quote

from ._connection import TIMEOUT, Connection, OnWarnings, Patience, Wait, part_of, text_of
from ._gone import Absent, Known, gone_of
from ._pages import API, EXECUTIONS, KINDS, Page, Records, listed, result_of, wire
from ._sync import OVERLAP, SETTLE, Batch, sync
from ._writes import StartedWrite, Write, Written
from .errors import not_manifold
from .records import (
    Carriers,
    Change,
    Channel,
    ChannelLineage,
    Execution,
    FulfillmentItem,
    FulfillmentsOutcome,
    Order,
    PriceItem,
    PricesOutcome,
    Product,
    StockItem,
    StockOutcome,
    User,
    Watch,
)

Resource = Literal["orders", "products"]
Params = Mapping[str, Sequence[Mapping[str, Union[str, Sequence[str]]]]]
"""Keys to use for a call alone, by channel; kept nowhere: ``{"bol": [{"key": …, "value": …}]}``."""
Names = Union[str, Sequence[str]]
"""A list, or as the service takes them, comma-separated."""
Time = Union[str, datetime]

USERS = f"{API}/Users"
WATCHES = f"{API}/Watches"
WAIT = 30
PAGE = 100


@dataclass(frozen=True)
class MagicLink:
    uri: str
    """Give this to the user."""
    token: str
    """The one-time token within it."""
    expires_at: datetime


@dataclass(frozen=True)
class ChangeBatch:
    """Entries, and the cursor to keep with them: in the same transaction, nothing is lost or skipped."""

    changes: Sequence[Change]
    """Empty where nothing came within the wait: keep the cursor all the same."""
    cursor: str
    more: bool
    """There may be more already, whether or not this batch holds any."""


class Manifold:
    """Create one and share it: it is for any number of threads. The secret is not to be had from it."""

    def __init__(
        self,
        url: str,
        client_id: str,
        client_secret: str,
        *,
        auth_url: Optional[str] = None,
        scope: Union[str, Sequence[str], None] = None,
        patience: Patience = Patience(),
        on_wait: Optional[Callable[[Wait], None]] = None,
        on_warnings: Optional[OnWarnings] = None,
        version: Optional[str] = None,
        timeout: float = TIMEOUT,
        now: Optional[Callable[[], float]] = None,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        auth_url: where the token service is, if it has an address of its own
        scope: orders, products, links, orders.write, products.write; all that the client has unless set
        on_wait: called before each wait
        on_warnings: called with the warnings of each page that has some, and what was read
        version: the version of the API to be answered by, such as 2026-11-18; the client's own unless set
        timeout: seconds after which a try without an answer is given up
        now: the time in seconds; the service's own clock, as far as its answers show it, unless set
        context: for https with an authority of your own
        """
        self._connection = Connection(
            url=url,
            client_id=client_id,
            client_secret=client_secret,
            auth_url=auth_url,
            scope=scope,
            patience=patience,
            on_wait=on_wait,
            on_warnings=on_warnings,
            version=version,
            timeout=timeout,
            now=now,
            context=context,
        )
        self.url = url
        self.client_id = client_id
        self.watches = Watches(self._connection)
        """What the service follows for this client application: ``put``, ``list``, ``get``, ``delete``."""

    def __enter__(self) -> "Manifold":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections that are kept open; the next call opens another."""
        self._connection.close()

    def orders(
        self,
        channel: str,
        user: str,
        *,
        fields: Optional[Names] = None,
        include: Optional[Names] = None,
        params: Optional[Params] = None,
        limit: Optional[int] = None,
        lenient: bool = False,
        wait: Optional[int] = None,
        completion_callback_url: Optional[str] = None,
        api_version: Optional[str] = None,
        ids: Optional[Names] = None,
        since_id: Optional[str] = None,
        created_at_min: Optional[Time] = None,
        created_at_max: Optional[Time] = None,
        updated_at_min: Optional[Time] = None,
        updated_at_max: Optional[Time] = None,
        processed_at_min: Optional[Time] = None,
        processed_at_max: Optional[Time] = None,
        status: Optional[str] = None,
        financial_status: Optional[str] = None,
        fulfillment_status: Optional[str] = None,
        attribution_app_id: Optional[str] = None,
    ) -> Records[Order]:
        """Orders of one channel of one user: ``for order in manifold.orders(channel, user)``.

        user: your own identifier of the user (tpUserId)
        fields: only these, beside id and channel_name
        include: what to add to every record: raw, reasons, fulfillments, refunds
        params: keys to use for this call alone, by channel; kept nowhere
        limit: records on a page, up to 100, which is the default
        lenient: leaves out records that cannot be read and names them in the warnings
        wait: seconds that the service may take for a page, up to 300
        completion_callback_url: is sent an event when the outcome of a page is known
        """
        return Records(self._connection, "orders", _given(locals()))

    def products(
        self,
        channel: str,
        user: str,
        *,
        fields: Optional[Names] = None,
        include: Optional[Names] = None,
        params: Optional[Params] = None,
        limit: Optional[int] = None,
        lenient: bool = False,
        wait: Optional[int] = None,
        completion_callback_url: Optional[str] = None,
        api_version: Optional[str] = None,
        ids: Optional[Names] = None,
        since_id: Optional[str] = None,
        created_at_min: Optional[Time] = None,
        created_at_max: Optional[Time] = None,
        updated_at_min: Optional[Time] = None,
        updated_at_max: Optional[Time] = None,
        published_at_min: Optional[Time] = None,
        published_at_max: Optional[Time] = None,
        published_status: Optional[str] = None,
        status: Optional[str] = None,
        title: Optional[str] = None,
        vendor: Optional[str] = None,
        handle: Optional[str] = None,
        product_type: Optional[str] = None,
        collection_id: Optional[str] = None,
    ) -> Records[Product]:
        """Products of one channel of one user. ``include``: raw, reasons, salable."""
        return Records(self._connection, "products", _given(locals()))

    @overload
    def sync(
        self,
        resource: Literal["orders"],
        channel: str,
        user: str,
        *,
        state: Optional[str] = ...,
        settle: float = ...,
        overlap: float = ...,
        fields: Optional[Names] = ...,
        include: Optional[Names] = ...,
        params: Optional[Params] = ...,
        limit: Optional[int] = ...,
        lenient: bool = ...,
        wait: Optional[int] = ...,
        api_version: Optional[str] = ...,
    ) -> Iterator[Batch[Order]]: ...
    @overload
    def sync(
        self,
        resource: Literal["products"],
        channel: str,
        user: str,
        *,
        state: Optional[str] = ...,
        settle: float = ...,
        overlap: float = ...,
        fields: Optional[Names] = ...,
        include: Optional[Names] = ...,
        params: Optional[Params] = ...,
        limit: Optional[int] = ...,
        lenient: bool = ...,
        wait: Optional[int] = ...,
        api_version: Optional[str] = ...,
    ) -> Iterator[Batch[Product]]: ...
    def sync(
        self,
        resource: Resource,
        channel: str,
        user: str,
        *,
        state: Optional[str] = None,
        settle: float = SETTLE,
        overlap: float = OVERLAP,
        fields: Optional[Names] = None,
        include: Optional[Names] = None,
        params: Optional[Params] = None,
        limit: Optional[int] = None,
        lenient: bool = False,
        wait: Optional[int] = None,
        api_version: Optional[str] = None,
    ) -> Iterator[Batch[Any]]:
        """What changed since the last run, in batches to be kept together with their state.

        state: what the last batch gave, here or in the JavaScript client; without it the run reads everything
        settle: seconds before now up to which a run reads, for what is written late
        overlap: seconds that a run reads once more of what the run before it read
        """
        asking = _given(locals(), "state", "settle", "overlap", "resource")
        return sync(self._connection, _resource(resource), state, settle, overlap, asking)

    def changes(
        self,
        *,
        cursor: Optional[str] = None,
        user: Optional[str] = None,
        channel: Optional[str] = None,
        resource: Optional[Resource] = None,
        include: Optional[Literal["record"]] = None,
        wait: int = WAIT,
        limit: int = PAGE,
        follow: bool = True,
    ) -> Iterator[ChangeBatch]:
        """What the watches found, from a cursor on and then as it comes.

        cursor: of the last batch, or ``now``; absent, it begins with the oldest entry that is kept
        include: ``record`` adds the records, read live
        wait: seconds that the service holds a request until there is something, up to 60
        follow: False ends it at the end of the log; otherwise it goes on until you stop
        """
        held = wait if follow else 0
        asked = {"tpUserId": user, "channel": channel, "resource": resource, "include": include}
        while True:
            query = {**asked, "cursor": cursor, "limit": str(limit), "wait": str(held)}
            body = part_of(self._connection.send("GET", f"{API}/Changes", query=query, wait=held).body)
            next = text_of(body, "next_cursor")
            if next is None or not isinstance(body.get("changes"), list):
                raise not_manifold()
            more = body.get("more") is True
            yield ChangeBatch([_change_of(one) for one in body["changes"]], next, more)
            if not follow and not more:
                return
            cursor = next

    def gone(
        self,
        resource: Resource,
        channel: str,
        user: str,
        ids: Iterable[Known],
        *,
        params: Optional[Params] = None,
        wait: Optional[int] = None,
    ) -> Iterator[Absent]:
        """Which of these the channel does not give any more: gone, or not known whether it is."""
        asking = _given(locals(), "ids", "resource")
        return gone_of(self._connection, _resource(resource), ids, asking)

    def fulfill(
        self,
        channel: str,
        user: str,
        items: Sequence[FulfillmentItem],
        *,
        key: Optional[str] = None,
        dry_run: bool = False,
        params: Optional[Params] = None,
        api_version: Optional[str] = None,
        completion_callback_url: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> Written[FulfillmentsOutcome]:
        """Reports what has left the merchant, with its tracking.

        key: the Idempotency-Key. One is made unless set; to repeat a call that failed, give ``error.key``
        dry_run: reads and checks everything, and says what would be asked of the channel; writes nothing
        """
        return self._write("fulfillments", locals()).send()

    def set_stock(
        self,
        channel: str,
        user: str,
        items: Sequence[StockItem],
        *,
        key: Optional[str] = None,
        dry_run: bool = False,
        params: Optional[Params] = None,
        api_version: Optional[str] = None,
        completion_callback_url: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> Written[StockOutcome]:
        """Sets how many of a variant can be sold. Options as of ``fulfill``."""
        return self._write("stock", locals()).send()

    def set_prices(
        self,
        channel: str,
        user: str,
        items: Sequence[PriceItem],
        *,
        key: Optional[str] = None,
        dry_run: bool = False,
        params: Optional[Params] = None,
        api_version: Optional[str] = None,
        completion_callback_url: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> Written[PricesOutcome]:
        """Sets what a variant costs. Options as of ``fulfill``."""
        return self._write("prices", locals()).send()

    def start_write(
        self,
        kind: Literal["fulfillments", "stock", "prices"],
        channel: str,
        user: str,
        items: Union[Sequence[FulfillmentItem], Sequence[StockItem], Sequence[PriceItem]],
        *,
        key: Optional[str] = None,
        dry_run: bool = False,
        params: Optional[Params] = None,
        api_version: Optional[str] = None,
        completion_callback_url: Optional[str] = None,
        wait: Optional[int] = None,
    ) -> StartedWrite[Any]:
        """The same three in the background: answered when the write is queued, its outcomes later."""
        write = self._write(kind, locals())
        return StartedWrite(write, write.start())

    def _write(self, kind: str, given: Dict[str, Any]) -> Write:
        return Write(self._connection, kind, given["channel"], given["user"], given["items"], given)

    def lineage(self, channel: str) -> ChannelLineage:
        """Which native values the fields of a channel's orders and products are made of."""
        return ChannelLineage.read(self._get(f"{API}/Channels/{_path(channel)}/Lineage", "orders"))

    def carriers(self, channel: str) -> Carriers:
        """What ``tracking_company`` may be on a channel."""
        return Carriers.read(self._get(f"{API}/Carriers", "carriers", channel=channel))

    def channels(self) -> Sequence[Channel]:
        """Every channel, with what it can do."""
        return [Channel.read(one) for one in self._get(f"{API}/Channels", "channels")["channels"]]

    def magic_link(
        self,
        user: str,
        *,
        user_name: Optional[str] = None,
        redirect_url: Optional[str] = None,
        channels: Optional[Sequence[str]] = None,
    ) -> MagicLink:
        """An address where a user links channels. An unknown user is made.

        user_name: what you call the user, shown on every page
        redirect_url: where the user goes afterwards
        channels: which are offered; all unless set
        """
        body = self._get(
            f"{API}/GetTpUserAuthDisposableToken",
            "uri",
            tpUserId=user,
            userName=user_name,
            redirectUrl=redirect_url,
            scopes=None if channels is None else ",".join(channels),
        )
        ends = datetime.fromtimestamp(body["expirationUtcUnixTimeSeconds"], timezone.utc)
        return MagicLink(body["uri"], body["token"], ends)

    def users(
        self, *, channel: Optional[str] = None, state: Optional[Literal["linked", "needs_attention"]] = None
    ) -> Iterator[User]:
        """All users of this client application, or those with a channel in some state."""
        return listed(self._connection, USERS, "users", User, {"channel": channel, "state": state})

    def user(self, user: str) -> User:
        """One user, with the channels linked and how each is."""
        return User.read(self._get(f"{USERS}/{_path(user)}", "tpUserId"))

    def forget(self, user: str) -> None:
        """Forgets a user and everything kept of them, for good."""
        self._connection.send("DELETE", f"{USERS}/{_path(user)}", repeatable=False)

    def unlink(self, user: str, channel: str) -> None:
        """Forgets the credential of one channel of a user, for good."""
        path = f"{USERS}/{_path(user)}/Channels/{_path(channel)}"
        self._connection.send("DELETE", path, repeatable=False)

    def executions(
        self,
        *,
        user: Optional[str] = None,
        channel: Optional[str] = None,
        operation: Optional[str] = None,
        status: Optional[str] = None,
        started_at_min: Optional[Time] = None,
        started_at_max: Optional[Time] = None,
    ) -> Iterator[Execution]:
        """Data calls of the last 30 days, newest first."""
        query = {
            "tpUserId": user,
            "channel": channel,
            "operation": operation,
            "status": status,
            "started_at_min": wire(started_at_min),
            "started_at_max": wire(started_at_max),
        }
        return listed(self._connection, EXECUTIONS, "result", Execution, query)

    @overload
    def result(self, resource: Literal["orders"], execution_id: str) -> Page[Order]: ...
    @overload
    def result(self, resource: Literal["products"], execution_id: str) -> Page[Product]: ...
    def result(self, resource: Resource, execution_id: str) -> Page[Any]:
        """Waits for a page that was begun with ``start()``, here or in another process."""
        return result_of(self._connection, execution_id, KINDS[_resource(resource)])

    def _get(self, path: str, has: str, **query: Optional[str]) -> Mapping[str, Any]:
        body = part_of(self._connection.send("GET", path, query=query).body)
        if has not in body:
            raise not_manifold()
        return body


class Watches:
    """What this client application follows."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(
        self,
        user: str,
        channel: str,
        resource: Resource,
        *,
        every: Optional[int] = None,
        since: Optional[Time] = None,
        sweep: Optional[int] = None,
        keep: Optional[Literal["digests", "nothing"]] = None,
    ) -> Watch:
        """Makes the watch of this user, channel and resource, or changes it.

        every: seconds between two readings, 60 to 86,400
        since: history from then on comes as ``created`` entries; without it the watch begins with now
        sweep: hours between two looks at everything; 0 for none
        """
        wish = {"every": every, "since": wire(since), "sweep": sweep, "keep": keep}
        body = {"tpUserId": user, "channel": channel, "resource": resource}
        body.update({name: value for name, value in wish.items() if value is not None})
        return _watch_of(self._connection.send("PUT", WATCHES, body=body).body)

    def list(
        self, *, user: Optional[str] = None, channel: Optional[str] = None, resource: Optional[Resource] = None
    ) -> Iterator[Watch]:
        query = {"tpUserId": user, "channel": channel, "resource": resource}
        return listed(self._connection, WATCHES, "watches", Watch, query)

    def get(self, id: str) -> Watch:
        return _watch_of(self._connection.send("GET", f"{WATCHES}/{_path(id)}").body)

    def delete(self, id: str) -> None:
        """What is kept for it, its entries in the log included, is erased."""
        self._connection.send("DELETE", f"{WATCHES}/{_path(id)}", repeatable=False)


def _watch_of(body: Any) -> Watch:
    if "complete_until" not in part_of(body):
        raise not_manifold()
    return Watch.read(body)


def _change_of(json: Mapping[str, Any]) -> Change:
    """Its record is an order or a product, as the entry says."""
    change = Change.read({**json, "record": None} if isinstance(json.get("record"), dict) else json)
    if isinstance(json.get("record"), dict):
        change.__dict__.update(json=json, record=KINDS[json["resource"]].read(json["record"]))
    return change


def _given(values: Dict[str, Any], *without: str) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if name != "self" and name not in without}


def _resource(resource: str) -> str:
    if resource not in KINDS:
        raise ValueError(f"{resource} is neither orders nor products.")
    return resource


def _path(part: str) -> str:
    return quote(part, safe="")
