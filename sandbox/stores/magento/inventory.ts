// Stock in Magento's shapes: source items and sources, or the one stock item of an older shop.
import { locations } from '../../catalogue/shop.ts';
import type { Product, Variant } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { childId, productId } from './ids.ts';
import { type Collection, collection } from './listing.ts';
import { isConfigurable } from './products.ts';
import { isBundle } from './shops.ts';

/** Every shop has a source called default. */
export const CODES: Readonly<Record<number, string>> = { 1: 'default', 2: 'utrecht', 3: 'koeln' };
/** A source that was switched off while things lay in it. */
export const CLOSED = 'gouda';

export function sourceRows(): Collection {
  const [first] = locations;
  if (first === undefined) throw new Error('the catalogue has no location');
  const sources = [
    ...locations.map((place) => ({ ...place, code: CODES[place.id] ?? '', enabled: true })),
    { ...first, code: CLOSED, name: 'Gouda (gesloten)', enabled: false },
  ];
  return collection(
    { source_code: 'text', name: 'text' },
    sources.map(({ code, name, address, enabled }) => ({
      values: { source_code: code, name },
      record: {
        source_code: code,
        name,
        enabled,
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

/**
 * One row for each source that holds a SKU. What is not counted has one all the same, with
 * whatever number it once had; bundles have none.
 */
export function sourceItemRows(products: readonly Product[]): Collection {
  let id = 0;
  const rows = products
    .filter((product) => !isBundle(product))
    .flatMap(({ variants, own }) =>
      variants.flatMap(({ sku, stock, id: variantId }) => {
        const written = writtenIn(own, sku);
        const levels = stock.levels.map(({ locationId, available }) => [CODES[locationId] ?? '', available] as const); // biome-ignore format: one line
        const rest = stock.tracked ? [] : [['default', variantId % 2 === 0 ? 0 : 12] as const];
        const closed = variantId % 5 === 0 ? [[CLOSED, 40] as const] : [];
        const here = [...levels, ...rest, ...closed];
        const more = Object.keys(written)
          .filter((code) => !here.some(([known]) => known === code))
          .map((code) => [code, 0] as const);
        return [...here, ...more].map(([source_code, before]) => {
          id += 1;
          const as = written[source_code];
          // Where a level moved since, it moved otherwise.
          const isIt = as !== undefined && (!stock.tracked || source_code === CLOSED || piecesIn(as) === before); // biome-ignore format: one question
          const available = isIt ? piecesIn(as) : before;
          const quantity = isIt ? as.quantity : available === 0 ? leftIn(variantId) : available;
          return {
            values: { source_item_id: id, sku, source_code, quantity },
            record: {
              ...{ sku, source_code, quantity },
              status: isIt ? as.status : available > 0 ? 1 : 0,
            },
          };
        });
      }),
    );
  return collection(
    { source_item_id: 'number', sku: 'text', source_code: 'text', quantity: 'number' },
    rows,
  );
}

/** A source item as it was written. */
export interface SourceItem {
  readonly quantity: number;
  readonly status: number;
}

/** What is marked as out of stock is not for sale, however many there are. */
const piecesIn = ({ quantity, status }: SourceItem): number => (status === 1 ? quantity : 0);

/** By the code of the source. */
export const writtenIn = (own: Product['own'], sku: string | null) =>
  ((own?.magento?.sources ?? {}) as Readonly<Record<string, Record<string, SourceItem>>>)[
    sku ?? ''
  ] ?? {};

/** What is marked as out of stock may have pieces, which are not for sale. */
const leftIn = (variantId: number): number => (variantId % 2 === 0 ? 4 : 0);

/** The stock of a SKU, whatever its case; undefined where there is none. */
export function stockOf(
  sku: string,
  products: readonly Product[],
  managesStock: boolean,
): string | undefined {
  for (const product of products) {
    const variant = product.variants.find((one) => one.sku?.toLowerCase() === sku.toLowerCase());
    if (variant !== undefined) return JSON.stringify(stockItem(product, variant, managesStock));
  }
  return undefined;
}

/** The stock that a website sells from: the first has the shop's own, which all sources but Cologne feed. */
export const stockOfWebsite = (code: string): string => {
  const id = code === 'base' ? 1 : 2;
  return JSON.stringify({
    stock_id: id,
    name: id === 1 ? 'Default Stock' : `Stock of ${code}`,
    extension_attributes: { sales_channels: [{ type: 'website', code }] },
  });
};

/** What that stock can sell of a SKU: what its sources hold, less what open orders have reserved. */
export function salableQuantity(
  sku: string,
  stock: number,
  products: readonly Product[],
): number | 'no sources' | undefined {
  const isIt = (one: Variant) => one.sku?.toLowerCase() === sku.toLowerCase();
  const product = products.find(({ variants }) => variants.some(isIt));
  const variant = product?.variants.find(isIt);
  if (product === undefined || variant === undefined) return undefined;
  if (isBundle(product)) return 'no sources';
  const held = variant.stock.levels
    .filter(({ locationId }) => stock !== 1 || CODES[locationId] !== 'koeln')
    .reduce((sum, { available }) => sum + available, 0);
  return held - (variant.id % 3);
}

/** One page of all stock rows below a number, as `lowStock` gives them. */
export function lowStock(
  products: readonly Product[],
  managesStock: boolean,
  { qty, page, size }: { readonly qty: number; readonly page: number; readonly size: number },
): string {
  const rows = products
    .filter((product) => !isBundle(product))
    .flatMap((product) => product.variants.map((one) => stockItem(product, one, managesStock)))
    .filter((row) => row.qty <= qty);
  return JSON.stringify({
    items: rows.slice((page - 1) * size, page * size),
    search_criteria: {
      mapper_interface_name: criteriaMapper,
      criteria_list: [],
      filters: [],
      orders: [],
      limit: [String(page), String(size)],
    },
    total_count: rows.length,
  });
}

/** These criteria are older than those of other lists. */
const criteriaMapper =
  'Magento\\CatalogInventory\\Model\\ResourceModel\\Stock\\Item\\StockItemCriteriaMapper';

export function stockItem(product: Product, variant: Variant, managesStock: boolean) {
  const { stock } = variant;
  // Products follow the shop's setting unless they have one of their own; both come worked in.
  const follows = stock.tracked || !managesStock;
  const counted = stock.tracked && managesStock;
  const pieces = piecesOf(variant);
  const isIn = !counted || pieces > 0 || stock.backorders;
  const id = isConfigurable(product) ? childId(variant) : productId(product);
  return {
    item_id: id,
    product_id: id,
    stock_id: 1,
    qty: isIn ? pieces : (writtenIn(product.own, variant.sku).default?.quantity ?? Math.max(pieces, leftIn(variant.id))), // biome-ignore format: one choice
    is_in_stock: isIn,
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
    use_config_manage_stock: follows,
    manage_stock: counted,
    low_stock_date: null,
    is_decimal_divided: false,
    stock_status_changed_auto: 0,
  };
}
