"""Records: every value is the JSON's, whatever comes."""

import dataclasses
import json
import os
import pathlib
import unittest
from datetime import datetime, timedelta
from decimal import Decimal

from manifold_commerce import Order, Product, Record, Variant, rows, to_json

SAMPLES = pathlib.Path(os.environ["MANIFOLD_CHANNELS"])


def read(path):
    return json.loads(path.read_text(), parse_float=Decimal)


def names(record):
    return {name: record._names.get(name, name) for name in record.json}


class Law:
    """A value of a record is that of its JSON: nothing lost, nothing added, nothing rounded."""

    def __init__(self, test):
        self.test = test
        self.kinds = {"amount": 0, "instant": 0, "record": 0}

    def same(self, value, came, where):
        if isinstance(value, Record):
            self.kinds["record"] += 1
            self.test.assertIs(value.json, came, where)
            for name, attribute in names(value).items():
                self.test.assertIn(attribute, {field.name for field in dataclasses.fields(value)}, where)
                self.same(getattr(value, attribute), came[name], f"{where}.{name}")
        elif isinstance(value, Decimal) and isinstance(came, str):
            self.kinds["amount"] += 1
            self.test.assertEqual(format(value, "f"), came, where)
        elif isinstance(value, datetime):
            self.kinds["instant"] += 1
            self.test.assertEqual(value.isoformat(), came, where)
            self.test.assertIsNotNone(value.tzinfo, where)
        elif isinstance(value, list):
            self.test.assertEqual(len(value), len(came), where)
            for at, (one, other) in enumerate(zip(value, came)):
                self.same(one, other, f"{where}[{at}]")
        elif value is None:
            self.test.assertIn(came, (None, {}), where)
        else:
            self.test.assertEqual(value, came, where)
            self.test.assertNotIsInstance(value, float, where)


class Records(unittest.TestCase):
    def test_every_value_of_every_sample_of_every_channel(self):
        law = Law(self)
        channels = set()
        for path in sorted(SAMPLES.glob("*/samples/*.unified.json")):
            kind = Order if path.name.startswith("order-") else Product
            came = read(path)
            included = path.with_name(path.name.replace(".unified.", ".included."))
            if included.exists():
                came.update(read(included))
            law.same(kind.read(came), came, path.name)
            self.assertEqual(json.loads(to_json(kind.read(came)), parse_float=Decimal), came)
            channels.add(path.parent.parent.name)
        self.assertEqual(len(channels), len([one for one in SAMPLES.iterdir() if (one / "samples").is_dir()]))
        for kind, count in law.kinds.items():
            self.assertGreater(count, 100, kind)

    def test_a_field_that_is_not_known_yet_is_reachable_and_breaks_nothing(self):
        order = Order.read({"id": "1", "channel_name": "x", "name": "#1", "loyalty": {"points": 3}})
        self.assertEqual(order.json["loyalty"], {"points": 3})
        with self.assertRaisesRegex(AttributeError, "json has all that came"):
            order.loyalty

    def test_a_field_that_was_not_asked_for_is_no_silent_nothing(self):
        order = Order.read({"id": "1", "channel_name": "x", "total_price": "1.10"})
        self.assertEqual(order.total_price, Decimal("1.10"))
        with self.assertRaisesRegex(AttributeError, "name it in fields"):
            order.line_items
        self.assertIsNone(order.raw)
        self.assertIsNone(order.refunds)

    def test_a_value_of_another_kind_is_given_as_it_came(self):
        order = Order.read({"id": "1", "total_price": "on request", "created_at": "soon", "customer": "Ada"})
        self.assertEqual((order.total_price, order.created_at, order.customer), ("on request", "soon", "Ada"))

    def test_digits_and_offsets_stay(self):
        for text in ("0.10", "123456789012345678901234567890.123456789", "-0.00", "0.0000001"):
            self.assertEqual(format(Order.read({"total_price": text}).total_price, "f"), text)
        at = Order.read({"created_at": "2026-11-01T12:00:00+05:30"}).created_at
        self.assertEqual(at.utcoffset(), timedelta(hours=5, minutes=30))
        self.assertEqual(Variant.read({"weight": Decimal("0.1")}).weight, Decimal("0.1"))

    def test_records_compare_by_what_came(self):
        self.assertEqual(Order.read({"id": "1"}), Order.read({"id": "1"}))
        self.assertNotEqual(Order.read({"id": "1"}), Product.read({"id": "1"}))
        self.assertEqual(repr(Order.read({"id": "1", "name": "#1"})), "Order(id='1', name='#1')")


class Rows(unittest.TestCase):
    ORDER = {
        "id": "1",
        "total_price": "3.30",
        "created_at": "2026-11-01T12:00:00+01:00",
        "shipping_address": {"city": "Utrecht", "zip": None},
        "billing_address": None,
        "payment_gateway_names": ["ideal"],
        "discount_codes": [],
        "line_items": [{"id": "a", "price": "1.10"}, {"id": "b", "price": "2.20"}],
    }

    def test_one_for_each_record(self):
        (row,) = rows([Order.read(self.ORDER)])
        self.assertEqual(row["total_price"], Decimal("3.30"))
        self.assertEqual(row["created_at"].isoformat(), self.ORDER["created_at"])
        self.assertEqual((row["shipping_address.city"], row["shipping_address.zip"]), ("Utrecht", None))
        self.assertIsNone(row["billing_address"])
        self.assertEqual((row["payment_gateway_names"], row["discount_codes"]), ('["ideal"]', None))
        self.assertEqual(json.loads(row["line_items"]), self.ORDER["line_items"])

    def test_one_for_each_line(self):
        both = list(rows([Order.read(self.ORDER), Order.read({"id": "2", "line_items": []})], lines="line_items"))
        self.assertEqual([row["id"] for row in both], ["1", "1", "2"])
        self.assertEqual([row.get("line_items.price") for row in both], [Decimal("1.10"), Decimal("2.20"), None])
        self.assertNotIn("line_items", both[0])

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("this machine has no pandas")
        frame = pandas.DataFrame(rows([Order.read(self.ORDER)], lines="line_items"))
        self.assertEqual(frame["line_items.price"].sum(), Decimal("3.30"))
        self.assertEqual(str(frame["created_at"][0]), "2026-11-01 12:00:00+01:00")


if __name__ == "__main__":
    unittest.main()
