"""Against the service itself, with the sandbox behind it: test/python/python.test.ts starts both."""

import inspect
import json
import os
import unittest
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from itertools import islice
from urllib.parse import urlencode

import manifold_commerce
from manifold_commerce import (
    ChannelNotLinkedError,
    InvalidClientError,
    InvalidPageTokenError,
    Manifold,
    ManifoldError,
    NotFoundError,
    UnknownUserError,
    UnsupportedFilterError,
    rows,
    to_json,
)

from .test_records import Law

URL = os.environ["MANIFOLD_URL"]
SANDBOX = os.environ["MANIFOLD_SANDBOX"]
ID = os.environ["CLIENT_ID"]
SECRET = os.environ["CLIENT_SECRET"]
USER = os.environ.get("MANIFOLD_USER", "demo")
# The channels that are read: all of them, unless some are named.
READ = os.environ.get("MANIFOLD_READ")
# Whether repetitions are wanted: more pages of the same.
ALL = os.environ.get("TEST_ALL") == "1"


def ask(method, path, body=None, token=None, form=None):
    """As any program would, beside the client."""
    headers = {"content-type": "application/json"} if form is None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = urlencode(form).encode() if form else None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response, parse_float=Decimal)


def play(path, body=None):
    """Something happens in every shop of the sandbox."""
    data = json.dumps(body or {}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{SANDBOX}/_sandbox{path}", data), timeout=60) as response:
        return json.load(response)


class Service(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.warned = []
        self.manifold = Manifold(URL, ID, SECRET, on_warnings=lambda warnings, of: self.warned.append((warnings, of)))
        self.addCleanup(self.manifold.close)

    def token(self):
        form = {"grant_type": "client_credentials", "client_id": ID, "client_secret": SECRET}
        return ask("POST", "/connect/token", form=form)["access_token"]

    def walked(self, resource, channel, body):
        """All of them, by the API alone."""
        path = f"/api/ServiceClientApp/Unified/{resource.capitalize()}?{urlencode({'channel': channel, 'tpUserId': USER})}"
        token = self.token()
        more = {}
        while True:
            output = ask("POST", path, {**body, **more}, token)["Output"]
            yield from output["result"]
            if "next_page_token" not in output:
                return
            more = {"next_page_token": output["next_page_token"]}

    def test_every_channel_is_read_through_iterators(self):
        law = Law(self)
        most, more = (150, {}) if ALL else (45, {"limit": 30})
        channels = self.manifold.channels()
        self.assertEqual(len(channels), 9)
        for channel in channels:
            if READ and channel.channel not in READ.split(","):
                continue
            for resource in ("orders", "products"):
                if getattr(channel, resource) is None:
                    continue
                read = list(islice(getattr(self.manifold, resource)(channel.channel, USER, **more), most))
                wanted = list(islice(self.walked(resource, channel.channel, {"limit": 100, **more}), most))
                self.assertGreater(len(read), 0, f"{channel.channel} {resource}")
                self.assertEqual([one.json for one in read], wanted, f"{channel.channel} {resource}")
                for one in read:
                    law.same(one, one.json, f"{channel.channel} {one.id}")

    def test_filters_pages_and_parts(self):
        since = datetime(2026, 9, 1, tzinfo=timezone(timedelta(hours=2)))
        orders = self.manifold.orders("shopify", USER, status="any", updated_at_min=since, limit=5)
        pages = iter(orders.pages())
        first = next(pages)
        self.assertEqual(len(first.records), 5)
        self.assertRegex(first.report.TraceId, "^[0-9a-f]{32}$")
        self.assertIn(("updated_at_min", "channel"), [(one.name, one.by) for one in first.filters])
        self.assertEqual(next(pages).records, next(orders.pages(first.token)).records)
        (some,) = self.manifold.orders("shopify", USER, status="any", ids=[first.records[0].id], fields=["total_price"])
        self.assertEqual(sorted(some.json), ["channel_name", "id", "total_price"])
        self.assertIsInstance(some.total_price, Decimal)
        one = next(iter(self.manifold.orders("shopify", USER, include=["raw", "refunds", "reasons"], limit=1)))
        self.assertEqual(one.raw["id"], one.json["raw"]["id"])
        self.assertEqual(list(one.reasons.values())[0].reason, list(one.json["reasons"].values())[0]["reason"])
        with self.assertRaisesRegex(ValueError, "must have its zone"):
            next(iter(self.manifold.orders("shopify", USER, created_at_min=datetime(2026, 9, 1))))

    def test_pages_that_change_while_they_are_read_lose_and_repeat_nothing(self):
        asked = {"status": "any", "created_at_min": "2026-10-20T00:00:00Z"}
        before = [one["id"] for one in self.walked("orders", "shopify", {**asked, "limit": 100})]
        seen = []
        pages = 0
        for page in self.manifold.orders("shopify", USER, **asked, limit=10).pages():
            pages += 1
            seen += [one.id for one in page.records]
            made = play("/orders")["order"]["number"]
            play(f"/orders/{made - 20}/edit", {"note": f"changed after {len(seen)}"})
        self.assertGreater(pages, 3)
        after = {one["id"] for one in self.walked("orders", "shopify", {**asked, "limit": 100})}
        self.assertEqual(set(before) & after - set(seen), set())
        self.assertEqual(len(seen), len(set(seen)))

    def test_warnings_are_passed_on(self):
        next(iter(self.manifold.products("bol", USER)))
        self.assertTrue(self.warned)
        warnings, of = self.warned[0]
        self.assertEqual((of.resource, of.channel, of.user), ("products", "bol", USER))
        self.assertTrue(warnings[0].code and warnings[0].message)

    def test_faults_are_classes(self):
        for kind, call in (
            (UnknownUserError, lambda: list(self.manifold.orders("shopify", "stranger"))),
            (UnsupportedFilterError, lambda: list(self.manifold.orders("bol", USER, since_id="1"))),
            (InvalidPageTokenError, lambda: list(self.manifold.orders("bol", USER).pages("made-up"))),
            (InvalidClientError, lambda: Manifold(URL, ID, "x").channels()),
            (NotFoundError, lambda: self.manifold.result("orders", str(uuid.uuid4()))),
        ):
            with self.assertRaises(kind) as caught:
                call()
            error = caught.exception
            self.assertEqual(error.code, kind.CODE)
            if kind is not InvalidClientError:
                self.assertTrue(error.help.endswith(f"/docs/errors#{error.code}"), error.help)
                self.assertRegex(error.trace_id, "^[0-9a-f]{32}$")

    def test_every_code_of_the_service_has_a_class(self):
        document = ask("GET", "/openapi.json")
        codes = document["components"]["schemas"]["ErrorCode"]["anyOf"][0]["enum"]
        for code in codes:
            self.assertIsNot(type(ManifoldError.of(code, "")), ManifoldError, code)
        for resource, name in (("orders", "OrdersRequest"), ("products", "ProductsRequest")):
            wanted = set(document["components"]["schemas"][name]["properties"]) - {"next_page_token"}
            given = set(inspect.signature(getattr(Manifold, resource)).parameters)
            own = {"self", "channel", "user", "lenient", "wait", "completion_callback_url"}
            self.assertEqual(given - own, wanted, resource)

    def test_users_and_magic_links(self):
        user = f"a user/of ours {uuid.uuid4()}"
        link = self.manifold.magic_link(user, user_name="Zoë", channels=["shopify", "bol"])
        self.assertTrue(link.uri.endswith(f"/link?token={link.token}"))
        self.assertIsNotNone(link.expires_at.tzinfo)
        self.assertEqual(self.manifold.user(user).channels, [])
        self.assertIn(user, [one.tpUserId for one in self.manifold.users()])
        with self.assertRaises(ChannelNotLinkedError):
            list(self.manifold.orders("bol", user))
        self.manifold.forget(user)
        with self.assertRaises(UnknownUserError):
            self.manifold.user(user)
        linked = self.manifold.user(USER).channels
        self.assertEqual(len(linked), 9)
        self.assertIsNotNone(linked[0].linked_at.tzinfo)

    def test_in_the_background(self):
        orders = self.manifold.orders("shopify", USER, limit=3)
        started = orders.start()
        page = started.result()
        self.assertEqual(len(page.records), 3)
        self.assertEqual(self.manifold.result("orders", started.execution_id).records, page.records)
        self.assertNotEqual(orders.start(page.token).result().records, page.records)
        calls = self.manifold.executions(channel="shopify", operation="orders")
        self.assertIn(started.execution_id, [one.execution_id for one in calls])

    def test_writes_are_done_once_under_their_key(self):
        product = next(iter(self.manifold.products("woocommerce", USER)))
        variant = next(one for one in product.variants if one.inventory_quantity is not None)
        wanted = (variant.inventory_quantity or 0) + 1
        items = [{"variant_id": variant.id, "available": wanted}]
        dry = self.manifold.set_stock("woocommerce", USER, items, dry_run=True)
        self.assertTrue(dry.outcomes[0].calls)
        done = self.manifold.set_stock("woocommerce", USER, items)
        self.assertTrue(done.is_success)
        self.assertEqual((done.outcomes[0].outcome, done.outcomes[0].after.available), ("confirmed", wanted))
        again = self.manifold.set_stock("woocommerce", USER, items, key=done.key)
        self.assertEqual((again.key, again.outcomes), (done.key, done.outcomes))
        started = self.manifold.start_write("stock", "woocommerce", USER, items)
        self.assertEqual(started.result().outcomes[0].outcome, "unchanged")
        price = Decimal("12.50")
        written = self.manifold.set_prices("woocommerce", USER, [{"variant_id": variant.id, "price": price}], dry_run=True)
        self.assertEqual(len(written.outcomes), 1)
        refused = self.manifold.fulfill("woocommerce", USER, [{"order_id": "0"}], dry_run=True)
        self.assertEqual((refused.is_success, refused.outcomes[0].outcome), (False, "refused"))
        self.assertTrue(self.manifold.carriers("woocommerce").carriers)

    def test_changes_and_watches(self):
        user = USER
        watch = self.manifold.watches.put(user, "shopify", "orders", every=3600)
        self.assertEqual((watch.tpUserId, watch.every, watch.resource), (user, 3600, "orders"))
        self.assertIn(watch.id, [one.id for one in self.manifold.watches.list(user=user)])
        self.assertEqual(self.manifold.watches.get(watch.id).created_at, watch.created_at)
        batches = list(self.manifold.changes(follow=False, include="record"))
        self.assertFalse(batches[-1].more)
        after = list(self.manifold.changes(cursor=batches[-1].cursor, follow=False))
        self.assertEqual([len(batch.changes) for batch in after], [0])
        self.manifold.watches.delete(watch.id)
        with self.assertRaises(NotFoundError):
            self.manifold.watches.get(watch.id)

    def test_gone(self):
        ids = [one.id for one in islice(self.manifold.products("shopify", USER, limit=3, fields="id"), 3)]
        found = list(self.manifold.gone("products", "shopify", USER, [*ids, "1"]))
        self.assertEqual([(one.id, one.answer) for one in found], [("1", "gone")])

    def test_nothing_is_said_of_an_id_that_a_list_cannot_hold(self):
        odd = ["1,2", " 1", "1 "]
        ids = [*odd, *(f"9999{at}" for at in range(97))]
        for some, gone in ((ids, 97), (odd, 0)):
            found = list(self.manifold.gone("products", "magento", "demo", some))
            self.assertEqual(sum(one.answer == "gone" for one in found), gone)
            self.assertEqual({one.id for one in found if one.answer == "unknown"}, set(odd))

    def test_lineage(self):
        lineage = self.manifold.lineage("shopify")
        field = next(one for one in lineage.orders[0].fields if one.field == "total_price")
        self.assertEqual(field.from_, field.json["from"])

    def test_rows_for_a_table(self):
        table = list(rows(self.manifold.orders("shopify", USER, limit=20), lines="line_items"))
        self.assertTrue(all(isinstance(row["total_price"], Decimal) for row in table))
        self.assertTrue(any(row.get("line_items.sku") for row in table))

    def test_the_whole_package_is_exported(self):
        for name in manifold_commerce.__all__:
            self.assertTrue(hasattr(manifold_commerce, name), name)
        self.assertEqual(to_json({"a": Decimal("1.10"), "é": [None, True]}), '{"a":1.10,"é":[null,true]}')
