"""What type checkers see of the client: mypy reads this, nothing runs it. A line that is wrong says so."""

from datetime import datetime
from decimal import Decimal
from typing import List, Optional

from manifold_commerce import Manifold, Order, Product, StockItem, UnknownUserError, merge_left_out, rows


def read(manifold: Manifold) -> None:
    for order in manifold.orders("shopify", "u", status="any", fields=["total_price"]):
        total: Optional[Decimal] = order.total_price
        at: Optional[datetime] = order.created_at
        skus: List[Optional[str]] = [line.sku for line in order.line_items]
        order.no_such_field  # type: ignore[attr-defined]
        wrong: float = order.total_price  # type: ignore[assignment]
        print(total, at, skus, wrong)
    manifold.orders("shopify", "u", no_such_filter="x")  # type: ignore[call-arg]
    manifold.products("shopify", "u", financial_status="paid")  # type: ignore[call-arg]
    for batch in manifold.sync("products", "bol", "u", state=None):
        product: Product = batch.records[0]
        other: Order = batch.records[0]  # type: ignore[assignment]
        print(merge_left_out(product, None, batch.partial).variants, other)
    manifold.sync("customers", "bol", "u")  # type: ignore[call-overload]
    for page in manifold.orders("bol", "u").pages():
        print(page.records[0].line_items, page.warnings[0].code, list(rows(page.records)))


def write(manifold: Manifold) -> None:
    items: List[StockItem] = [{"variant_id": "1", "available": 3}]
    outcome = manifold.set_stock("shopify", "u", items).outcomes[0]
    available: Optional[int] = outcome.after.available if outcome.after else None
    manifold.set_stock("shopify", "u", [{"variant_id": "1"}])  # type: ignore[typeddict-item]
    manifold.set_prices("shopify", "u", [{"variant_id": "1", "price": Decimal("1.10")}])
    manifold.set_prices("shopify", "u", [{"variant_id": "1", "price": 1.1}])  # type: ignore[typeddict-item]
    print(available)
    try:
        manifold.user("u")
    except UnknownUserError as error:
        print(error.help, error.trace_id, error.retry_after)
