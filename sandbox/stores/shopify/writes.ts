// The mutations that write parcels, stock and prices, with the vendor's refusals.
import { GraphQLError, type GraphQLResolveInfo, getDirectiveValues } from 'graphql';
import type { Order, Product, Variant } from '../../catalogue/types.ts';
import { type FulfilmentOrder, fulfilmentOrderIn, fulfilmentOrdersOf, remainingOf, statusOf } from './fulfilment-orders.ts'; // biome-ignore format: one list
import { gid, idIn, readGid } from './ids.ts';
import { tooManyIds } from './refusal.ts';
import { printTime } from './time.ts';
import { type Ask, type FieldArgs, type QuantitiesInput, type Resolvers, type TrackingInput, type VariantInput, visible } from './world.ts'; // biome-ignore format: one list

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: string;
}

const largestInput = 250;
const mostLines = 512;
/** https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states */
const reasons = new Set([
  ...['correction', 'cycle_count_available', 'damaged', 'movement_created', 'movement_updated'],
  ...[
    'movement_received',
    'movement_canceled',
    'other',
    'promotion',
    'quality_control',
    'received',
  ],
  ...['reservation_created', 'reservation_deleted', 'reservation_updated', 'restock'],
  ...['safety_stock', 'shrinkage'],
]);
/** Of the carriers that Shopify knows, it makes the address by itself. */
const addresses: Readonly<Record<string, string>> = {
  'DHL Express': 'https://www.dhl.com/en/express/tracking.html?AWB=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  UPS: 'https://www.ups.com/WebTracking?loc=en_US&requester=ST&trackNums=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction.action?tLabels=',
};

export const writeResolvers: Resolvers<unknown> = {
  fulfillmentCreate(_root, { fulfillment }, ask) {
    const wanted = fulfillment?.lineItemsByFulfillmentOrder ?? [];
    const refused = (message: string, field = ['fulfillment']) => ({
      fulfillment: null,
      userErrors: [{ field, message }],
    });
    const found = wanted.map(({ fulfillmentOrderId }) => fulfilmentOrder(fulfillmentOrderId, ask));
    const [first] = found;
    if (first === undefined || found.includes(undefined))
      return refused('Fulfillment order does not exist.');
    const all = found.filter((one) => one !== undefined);
    if (all.some(({ order }) => order.id !== first.order.id))
      return refused('All fulfillment orders must belong to the same order.');
    if (all.some(({ locationId }) => locationId !== first.locationId))
      return refused('All fulfillment orders must be assigned to the same location.');
    const closed = all.find((one) => !['OPEN', 'IN_PROGRESS'].includes(statusOf(one)));
    if (closed !== undefined) {
      const number = readGid(wanted[all.indexOf(closed)]?.fulfillmentOrderId ?? '')?.number;
      return refused(
        `Fulfillment order ${number} has an unfulfillable status= ${statusOf(closed).toLowerCase()}.`,
      );
    }
    const lines = wanted.flatMap(({ fulfillmentOrderLineItems: rows }, at) => {
      const sources = all[at]?.lines ?? [];
      if (rows == null || rows.length === 0)
        return sources.map((one) => ({ lineId: one.line.id, quantity: remainingOf(one), left: remainingOf(one) })); // biome-ignore format: one row
      return rows.map(({ id, quantity }) => {
        const lineId = idIn('FulfillmentOrderLineItem', id) ?? 0;
        const source = sources.find(({ line }) => line.id === lineId);
        return { lineId, quantity, left: source ? remainingOf(source) : undefined };
      });
    });
    if (lines.length > mostLines) throw tooManyIds(lines.length, mostLines);
    if (lines.some(({ left }) => left === undefined))
      return refused('Fulfillment order line item does not exist.');
    const asked = lines.filter(({ quantity, left }) => quantity !== 0 || left !== 0);
    if (
      asked.some(({ lineId, left = 0 }) => left < sum(asked, lineId)) ||
      asked.some(({ quantity }) => quantity < 1)
    )
      // biome-ignore format: one question
      return refused('Invalid fulfillment order line item quantity requested.');
    const { order, parcel } = ask.writes.ship(first.order.id, {
      lines: asked,
      locationId: first.locationId,
      ...trackingOf(fulfillment?.trackingInfo ?? {}),
    });
    return { fulfillment: { order, fulfilment: parcel }, userErrors: [] };
  },

  fulfillmentTrackingInfoUpdate(_root, { fulfillmentId = '', trackingInfoInput = {} }, ask) {
    const id = idIn('Fulfillment', fulfillmentId) ?? 0;
    const before = ask.world.orders.find((one) => one.fulfilments.some((it) => it.id === id));
    if (before === undefined || !visible(before, ask))
      return { fulfillment: null, userErrors: [{ field: ['fulfillmentId'], message: 'Fulfillment does not exist.' }] }; // biome-ignore format: one answer
    const order = ask.writes.track(before.id, id, trackingOf(trackingInfoInput));
    const fulfilment = order.fulfilments.find((one) => one.id === id);
    return { fulfillment: { order, fulfilment }, userErrors: [] };
  },

  inventoryActivate(_root, args, ask, info) {
    return once(args, ask, info, () => {
      const { item, locationId } = stockAt(args, ask);
      const refused = (field: string, message: string) => ({
        inventoryLevel: null,
        userErrors: [{ field: [field], message }],
      });
      if (item === undefined)
        return refused('inventoryItemId', 'The inventory item could not be found.');
      if (locationId === undefined)
        return refused('locationId', 'The location could not be found.');
      const { product, variant } = item;
      const level = variant.stock.levels.find((one) => one.locationId === locationId);
      // What is active keeps its quantity: only `available` with it is refused.
      if (level && args.available != null)
        return refused('available', 'Not allowed to set available quantity when the item is already active at the location.'); // biome-ignore format: one answer
      if (level) return { inventoryLevel: level, userErrors: [] };
      if (!variant.stock.tracked)
        return refused('inventoryItemId', 'The inventory item is not tracked.');
      const available = args.available ?? 0;
      ask.writes.edit(product.id, [{ variantId: variant.id, stock: available, locationId }]);
      return { inventoryLevel: { locationId, available }, userErrors: [] };
    });
  },

  inventorySetQuantities(_root, args, ask, info) {
    const { input } = args;
    if (input === undefined) return null;
    if (input.quantities.length > largestInput)
      throw tooManyIds(input.quantities.length, largestInput);
    return once(args, ask, info, () => setQuantities(input, ask));
  },

  productVariantsBulkUpdate(_root, args, ask) {
    const { productId = '', variants = [], allowPartialUpdates } = args;
    if (variants.length > largestInput) throw tooManyIds(variants.length, largestInput);
    const product = ask.world.productById.get(idIn('Product', productId) ?? 0);
    const nothing = { product: product ?? null, productVariants: null };
    if (product === undefined)
      return {
        ...nothing,
        userErrors: [{ field: ['productId'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' }], // biome-ignore format: one error
      };
    const read = variants.map((one, at) => priceEdit(one, at, product));
    const userErrors = read.flatMap((one) => ('code' in one ? [one] : []));
    const edits = read.flatMap((one) => ('code' in one ? [] : [one]));
    if (edits.length === 0 || (userErrors.length > 0 && allowPartialUpdates !== true))
      return { ...nothing, userErrors };
    const next = ask.writes.edit(product.id, edits);
    const productVariants = edits.flatMap(({ variantId }) =>
      next.variants
        .filter(({ id }) => id === variantId)
        .map((variant) => ({ product: next, variant })),
    );
    return { product: next, productVariants, userErrors };
  },
};

const sum = (rows: readonly { lineId: number; quantity: number }[], line: number): number =>
  rows.reduce((all, { lineId, quantity }) => all + (lineId === line ? quantity : 0), 0);

function fulfilmentOrder(id: string, ask: Ask): FulfilmentOrder | undefined {
  const wanted = fulfilmentOrderIn(id);
  const order = ask.world.orderById.has(wanted.order) ? orderNow(wanted.order, ask) : undefined;
  if (order === undefined || !visible(order, ask)) return undefined;
  return fulfilmentOrdersOf(order).find((one) => one.id === wanted.id);
}

/** A document may write twice: the second sees what the first wrote. */
const orderNow = (id: number, { world }: Ask): Order | undefined =>
  world.catalogue.orderById.get(id);

function trackingOf({ company = null, number, numbers, url, urls }: TrackingInput) {
  const [every, all] = [numbers ?? (number ? [number] : []), urls ?? (url ? [url] : [])];
  const known = addresses[company ?? ''];
  const tracking = Array.from({ length: Math.max(every.length, all.length) }, (_, at) => {
    const its = every[at] ?? null;
    return { number: its, url: all[at] ?? (known && its ? `${known}${its}` : null) };
  });
  return { carrier: company, tracking };
}

/** As of 2026-04 a key must be there; what was done under one is answered again. */
function once(args: FieldArgs, ask: Ask, info: GraphQLResolveInfo, write: () => object): unknown {
  const directive = info.schema.getDirective('idempotent');
  const [node] = info.fieldNodes;
  const given = directive && node ? getDirectiveValues(directive, node, info.variableValues) : undefined; // biome-ignore format: one line
  const key = typeof given?.key === 'string' ? given.key : undefined;
  if (key === undefined && ask.version >= '2026-04')
    throw refusal('The @idempotent directive is required for this mutation but was not provided.');
  if (key === undefined) return write();
  if (key.trim() === '') throw refusal('The idempotency key cannot be empty.');
  const asked = JSON.stringify([info.fieldName, args]);
  const before = ask.keys.get(key);
  if (before && before.asked !== asked)
    return {
      userErrors: [{ field: null, code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH', message: 'The same idempotency key cannot be used with different operation parameters.' }], // biome-ignore format: one error
    };
  if (before) return before.answer;
  const answer = write();
  if ((answer as { userErrors: readonly unknown[] }).userErrors.length === 0)
    ask.keys.set(key, { asked, answer });
  return answer;
}

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

interface Place {
  readonly inventoryItemId?: string;
  readonly locationId?: string;
}

function stockAt({ inventoryItemId = '', locationId = '' }: Place, { world }: Ask) {
  const id = idIn('InventoryItem', inventoryItemId) ?? 0;
  const known = world.variantById.get(id);
  const product = known && world.catalogue.productById.get(known.product.id);
  const variant = product?.variants.find((one) => one.id === id);
  return {
    item: product && variant ? { product, variant } : undefined,
    locationId: world.locationById.get(idIn('Location', locationId) ?? 0)?.id,
  };
}

function setQuantities(input: QuantitiesInput, ask: Ask): object {
  const isNew = ask.version >= '2026-04';
  const errors: UserError[] = [];
  const wrong = (code: string, message: string, ...field: readonly string[]): void => {
    errors.push({ code, message, field: ['input', ...field] });
  };
  if (input.name !== 'available' && input.name !== 'on_hand')
    wrong('INVALID_NAME', "The quantity name must be either 'available' or 'on_hand'.", 'name');
  if (!reasons.has(input.reason))
    wrong('INVALID_REASON', 'The specified reason is invalid.', 'reason');
  const seen = new Set<string>();
  const rows = input.quantities.flatMap((row, at) => {
    const place = ['quantities', String(at)] as const;
    const { item, locationId } = stockAt(row, ask);
    const { quantity } = row;
    // Null opts out; what is left out is not null.
    if (isNew && row.changeFromQuantity === undefined)
      throw new GraphQLError(
        'InventoryQuantityInput must include the following argument: changeFromQuantity.',
        { extensions: { code: 'INVALID_FIELD_ARGUMENTS' } },
      );
    const pair = `${row.inventoryItemId} ${row.locationId}`;
    if (seen.has(pair))
      wrong('NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR', 'The combination of inventoryItemId and locationId must be unique.', ...place); // biome-ignore format: one error
    seen.add(pair);
    if (item === undefined)
      wrong('INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.', ...place, 'inventoryItemId'); // biome-ignore format: one error
    if (locationId === undefined)
      wrong('INVALID_LOCATION', 'The specified location could not be found.', ...place, 'locationId'); // biome-ignore format: one error
    if (quantity < 0)
      wrong('INVALID_QUANTITY_NEGATIVE', "The quantity can't be negative.", ...place, 'quantity');
    if (quantity > 1_000_000_000)
      wrong('INVALID_QUANTITY_TOO_HIGH', "The quantity can't be higher than 1,000,000,000.", ...place, 'quantity'); // biome-ignore format: one error
    if (item === undefined || locationId === undefined) return [];
    const { levels, tracked } = item.variant.stock;
    const level = levels.find((one) => one.locationId === locationId);
    // Since 2026-10 the refusal is gone from the vendor's list: the item becomes stocked there.
    if (level === undefined && (!tracked || ask.version < '2026-10')) {
      const code = ask.version < '2026-10' ? 'ITEM_NOT_STOCKED_AT_LOCATION' : 'NON_MUTABLE_INVENTORY_ITEM'; // biome-ignore format: one line
      wrong(code, 'The specified inventory item is not stocked at the location.', ...place, 'locationId'); // biome-ignore format: one error
      return [];
    }
    const was = level?.available ?? 0;
    const stale = 'The changeFromQuantity value does not match persisted value.';
    if (row.changeFromQuantity != null && row.changeFromQuantity !== was)
      wrong('CHANGE_FROM_QUANTITY_STALE', stale, ...place, 'changeFromQuantity');
    if (!isNew && row.changeFromQuantity === undefined && input.ignoreCompareQuantity !== true) {
      if (row.compareQuantity == null)
        wrong('COMPARE_QUANTITY_REQUIRED', 'The compareQuantity argument must be given to each quantity or ignored using ignoreCompareQuantity.', ...place, 'compareQuantity'); // biome-ignore format: one error
      else if (row.compareQuantity !== was)
        wrong('COMPARE_QUANTITY_STALE', 'The compareQuantity value does not match persisted value.', ...place, 'compareQuantity'); // biome-ignore format: one error
    }
    return [{ item, locationId, quantity, delta: quantity - was }];
  });
  if (errors.length > 0) return { inventoryAdjustmentGroup: null, userErrors: errors };
  for (const [productId, own] of Map.groupBy(rows, ({ item }) => item.product.id))
    ask.writes.edit(
      productId,
      own.map(({ item, locationId, quantity }) => ({ variantId: item.variant.id, stock: quantity, locationId })), // biome-ignore format: one row
    );
  const changes = rows.map(({ item, locationId, delta, quantity }) => ({
    ...{ name: input.name, delta, quantityAfterChange: quantity },
    ...{ item, location: ask.world.locationById.get(locationId) },
  }));
  const id = gid('InventoryAdjustmentGroup', Math.floor(ask.now / 1000));
  const group = { id, createdAt: printTime(ask.now), reason: input.reason, changes };
  return { inventoryAdjustmentGroup: group, userErrors: [] };
}

type PriceEdit = { variantId: number; price?: number; compareAtPrice?: number | null };

function priceEdit(
  { id, price, compareAtPrice }: VariantInput,
  at: number,
  product: Product,
): PriceEdit | (UserError & { code: string }) {
  const wrong = (code: string, message: string, name: string) => ({
    ...{ code, message, field: ['variants', String(at), name] },
  });
  if (id == null)
    return wrong('PRODUCT_VARIANT_ID_MISSING', 'Product variant is missing ID attribute', 'id');
  const number = idIn('ProductVariant', id);
  const variant: Variant | undefined = product.variants.find((one) => one.id === number);
  if (variant === undefined)
    return wrong('PRODUCT_VARIANT_DOES_NOT_EXIST', 'Product variant does not exist', 'id');
  const values = [price, compareAtPrice].map((value) => (value == null ? value : cents(value)));
  if (price === null || values.some((value) => Number.isNaN(value)))
    return wrong('INVALID_VALUE', 'Price is not a number', 'price');
  if (values.some((value) => (value ?? 0) < 0))
    return wrong('NEGATIVE_PRICE_VALUE', 'Price cannot take a negative value', 'price');
  const [paid, before] = values;
  return {
    variantId: variant.id,
    ...(paid != null && { price: paid }),
    // Shopify keeps a price before that is no higher than the price, too.
    compareAtPrice: before === undefined ? variant.compareAtPrice : before,
  };
}

/** Rounded to the currency's decimals, as Shopify does. */
const cents = (value: string | number): number =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? Math.round(Number(`${value}e2`)) : Number.NaN;
