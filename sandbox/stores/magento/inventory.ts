// Stock in Magento's shapes: source items and sources, or the one stock item of an older shop.
import { locations } from '../../catalogue/shop.ts';
import type { Product, Variant } from '../../catalogue/types.ts';
import { childId, productId } from './ids.ts';
import { type Collection, collection } from './listing.ts';
import { isConfigurable } from './products.ts';

/** Every shop has a source called default. */
const CODES: Readonly<Record<number, string>> = { 1: 'default', 2: 'utrecht', 3: 'koeln' };

export function sourceRows(): Collection {
  return collection(
    { source_code: 'text', name: 'text' },
    locations.map(({ id, name, address }) => ({
      values: { source_code: CODES[id] ?? '', name },
      record: {
        source_code: CODES[id],
        name,
        enabled: true,
        country_id: address.countryCode,
        city: address.city,
        street: address.address1,
        postcode: address.zip,
        use_default_carrier_config: true,
        carrier_links: [],
        extension_attributes: { is_pickup_location_active: false, frontend_name: name },
      },
    })),
  );
}

/** One row for each source that a SKU lies in; what is not counted lies in none. */
export function sourceItemRows(products: readonly Product[]): Collection {
  let id = 0;
  const rows = products.flatMap(({ variants }) =>
    variants.flatMap(({ sku, stock }) =>
      stock.levels.map(({ locationId, available }) => {
        id += 1;
        const source_code = CODES[locationId] ?? '';
        return {
          values: { source_item_id: id, sku, source_code, quantity: available },
          record: { sku, source_code, quantity: available, status: available > 0 ? 1 : 0 },
        };
      }),
    ),
  );
  return collection(
    { source_item_id: 'number', sku: 'text', source_code: 'text', quantity: 'number' },
    rows,
  );
}

/** By SKU, in lower case. */
export function stockItems(products: readonly Product[]): ReadonlyMap<string, string> {
  return new Map(
    products.flatMap((product) =>
      product.variants.map((variant): [string, string] => [
        (variant.sku ?? '').toLowerCase(),
        JSON.stringify(stockItem(product, variant)),
      ]),
    ),
  );
}

function stockItem(product: Product, variant: Variant): object {
  const { stock } = variant;
  const qty = stock.levels.reduce((sum, { available }) => sum + available, 0);
  const id = isConfigurable(product) ? childId(variant) : productId(product);
  return {
    item_id: id,
    product_id: id,
    stock_id: 1,
    qty,
    is_in_stock: !stock.tracked || qty > 0 || stock.backorders,
    is_qty_decimal: false,
    show_default_notification_message: false,
    use_config_min_qty: true,
    min_qty: 0,
    use_config_min_sale_qty: 1,
    min_sale_qty: 1,
    use_config_max_sale_qty: true,
    max_sale_qty: 10_000,
    use_config_backorders: !stock.backorders,
    backorders: stock.backorders ? 1 : 0,
    use_config_notify_stock_qty: true,
    notify_stock_qty: 1,
    use_config_qty_increments: true,
    qty_increments: 0,
    use_config_enable_qty_inc: true,
    enable_qty_increments: false,
    use_config_manage_stock: stock.tracked,
    manage_stock: stock.tracked,
    low_stock_date: null,
    is_decimal_divided: false,
    stock_status_changed_auto: 0,
  };
}
