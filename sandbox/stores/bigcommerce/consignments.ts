// How an order reaches its buyer: parcels, pickups, downloads, gift certificates by e-mail.
import { country } from '../../catalogue/countries.ts';
import type { Address, Catalogue, Line, Location, Order } from '../../catalogue/types.ts';
import { consignmentId, orderId } from './ids.ts';
import { lineType, nativeLine } from './order-lines.ts';
import type { BigcommerceShop } from './shops.ts';
import { fine, number } from './texts.ts';

/** This many lines are shown in a consignment; a warning replaces the rest. */
export const mostLines = 50;

/** Where each line of an order goes. */
export interface Split {
  /** One entry a parcel; two where the order has two costs of shipping. */
  readonly parcels: readonly (readonly Line[])[];
  readonly pickup: readonly Line[];
  readonly downloads: readonly Line[];
  readonly certificates: readonly Line[];
}

export function splitOf(order: Order): Split {
  const of = (type: string): readonly Line[] =>
    order.lines.filter((line) => lineType(line) === type);
  const physical = of('physical');
  const shipped = order.shippingLines.length > 0 || order.shipping !== null;
  const half = Math.ceil(physical.length / 2);
  const parcels =
    order.shippingLines.length > 1 && physical.length > 1
      ? [physical.slice(0, half), physical.slice(half)]
      : physical.length > 0 || order.shippingLines.length > 0
        ? [physical]
        : [];
  return {
    parcels: shipped ? parcels : [],
    pickup: shipped ? [] : physical,
    downloads: of('digital'),
    certificates: of('giftcertificate'),
  };
}

/** Every line as the API gives it, with the address or the pickup it belongs to. */
export function nativeLines(
  order: Order,
  shop: BigcommerceShop,
  catalogue: Catalogue,
): ReadonlyMap<number, object> {
  const context = { products: catalogue.productById, weightUnits: shop.weightUnits };
  const { parcels, pickup } = splitOf(order);
  const made = new Map<number, object>();
  for (const line of order.lines) {
    const parcel = parcels.findIndex((lines) => lines.includes(line));
    const address = parcel < 0 ? 0 : consignmentId(order, parcel);
    const place = pickup.includes(line) ? consignmentId(order, 0) : 0;
    made.set(line.id, nativeLine(line, order, address, place, context));
  }
  return made;
}

export function nativeConsignments(
  order: Order,
  shop: BigcommerceShop,
  catalogue: Catalogue,
  withLines: boolean,
): object {
  const split = splitOf(order);
  const native = withLines && !shop.hollow ? nativeLines(order, shop, catalogue) : undefined;
  const link = { url: `${root(order, shop)}/products`, resource: `/orders/${orderId(order)}/products` }; // biome-ignore format: one thought
  const items = (lines: readonly Line[]): object =>
    withLines
      ? {
          line_items: lines.slice(0, mostLines).flatMap((line) => native?.get(line.id) ?? []),
          ...(lines.length > mostLines ? { __warning__: { message: warning } } : {}),
        }
      : { line_items: lines.length === 0 ? [] : [link] };
  const [location] = catalogue.locations;
  return kindsOf(order, {
    pickups:
      split.pickup.length === 0 || location === undefined
        ? []
        : [{ ...pickupOf(order, location), ...items(split.pickup) }],
    shipping: split.parcels.map((lines, index) => ({
      id: consignmentId(order, index),
      ...nativeAddress(order.shipping, order),
      ...items(lines),
      ...parcelCosts(order, index, split.parcels.length),
      items_total: pieces(lines),
      items_shipped: lines.reduce((sum, line) => sum + line.fulfilledQuantity, 0),
      shipping_quotes: {
        url: `${root(order, shop)}/consignments/shipping/${consignmentId(order, index)}/shipping_quotes`,
        resource: `/orders/${orderId(order)}/consignments/shipping/${consignmentId(order, index)}/shipping_quotes`,
      },
    })),
    downloads:
      split.downloads.length === 0
        ? []
        : [{ recipient_email: order.email ?? '', ...items(split.downloads) }],
    certificates: split.certificates.map((line) => ({
      recipient_email: order.email ?? '',
      ...items([line]),
    })),
  });
}

/** The addresses that parcels go to, each with what was sent there. */
export const shippingAddresses = (order: Order, shop: BigcommerceShop): readonly object[] =>
  splitOf(order).parcels.map((lines, index, { length }) => {
    // V2 writes costs as texts.
    const costs = Object.entries(parcelCosts(order, index, length)).map(([name, value]) => [
      name,
      typeof value === 'number' && !name.endsWith('_id') ? value.toFixed(4) : value,
    ]);
    const own = `shipping_addresses/${consignmentId(order, index)}/shipping_quotes`;
    return {
      ...{ id: consignmentId(order, index), order_id: orderId(order) },
      ...nativeAddress(order.shipping, order),
      ...{
        items_total: pieces(lines),
        items_shipped: lines.reduce((sum, one) => sum + one.fulfilledQuantity, 0),
      },
      ...Object.fromEntries(costs),
      shipping_quotes: {
        ...{ url: `${root(order, shop)}/${own}`, resource: `/orders/${orderId(order)}/${own}` },
      },
    };
  });

type Kinds = Readonly<
  Record<'pickups' | 'shipping' | 'downloads' | 'certificates', readonly object[]>
>;

/** Only the kinds that an order has; of some orders the others are there, but null or empty. */
function kindsOf(order: Order, { certificates, ...kinds }: Kinds): object {
  const without = [undefined, undefined, null, []][order.id % 4];
  const shown = (list: readonly object[]) => (list.length > 0 ? list : without);
  const mail = shown(certificates);
  const entries: (readonly [string, unknown])[] = [
    ...Object.entries(kinds).map(([name, list]) => [name, shown(list)] as const),
    ['email', mail === undefined ? undefined : { gift_certificates: mail }],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const warning =
  'Not all line items of this consignment are returned with this response, only 50 are included. Please use the `/v2/orders/{order_id}/products` endpoint to fetch all line items.';

export const root = (order: Order, shop: BigcommerceShop): string =>
  `https://api.bigcommerce.com/stores/${shop.hash}/v2/orders/${orderId(order)}`;

export const pieces = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** What a coupon took off shipping is out of the cost; the last parcel bears what is left over. */
function parcelCosts(order: Order, index: number, parcels: number): object {
  const own = order.shippingLines.filter((_, at) => Math.min(at, parcels - 1) === index);
  const cost = own.reduce((sum, line) => sum + line.total.presentment, 0);
  const tax = own.reduce((sum, line) => sum + line.tax.presentment, 0);
  const of = (minor: number): number => number(fine(minor, order.currency));
  return {
    shipping_method: own.length === 0 ? 'Free Shipping' : own.map(({ title }) => title).join(', '),
    base_cost: of(cost),
    cost_ex_tax: of(order.taxesIncluded ? cost - tax : cost),
    cost_inc_tax: of(order.taxesIncluded ? cost : cost + tax),
    cost_tax: of(tax),
    cost_tax_class_id: 2,
    base_handling_cost: 0,
    handling_cost_ex_tax: 0,
    handling_cost_inc_tax: 0,
    handling_cost_tax: 0,
    handling_cost_tax_class_id: 2,
    shipping_zone_id: 1,
    shipping_zone_name: 'Everywhere',
  };
}

function pickupOf(order: Order, { id, name, address }: Location): object {
  return {
    id: consignmentId(order, 0),
    pickup_method_id: 1,
    pickup_method_display_name: 'Pickup in store',
    collection_instructions: '',
    collection_time_description: '',
    location: {
      id,
      name,
      code: `LOC-${id}`,
      address_line_1: address.address1,
      address_line_2: address.address2 ?? '',
      city: address.city,
      state: address.province ?? '',
      postal_code: address.zip,
      country_alpha2: address.countryCode,
      email: '',
      phone: address.phone ?? '',
    },
  };
}

/** BigCommerce keeps empty texts, never null, and names of states rather than codes. */
export function nativeAddress(address: Address | null, order: Order): object {
  return {
    first_name: address?.firstName ?? '',
    last_name: address?.lastName ?? '',
    company: address?.company ?? '',
    street_1: address?.address1 ?? '',
    street_2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.province ?? '',
    zip: address?.zip ?? '',
    country: address === null ? '' : country(address.countryCode).name,
    country_iso2: address?.countryCode ?? '',
    phone: address?.phone ?? '',
    email: order.email ?? '',
    form_fields: [],
  };
}
