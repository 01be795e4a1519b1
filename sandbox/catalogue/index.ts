// Generates the catalogue: a pure function of an anchor instant and a fixed seed.
import { customersOf } from './customers.ts';
import { day, momentsOf, startOfDay } from './moments.ts';
import { orderOf } from './order.ts';
import type { Numbering } from './order-lines.ts';
import { plansOf } from './order-plans.ts';
import { productsOf } from './products.ts';
import { random as seeded } from './random.ts';
import { brands, categories, coupons, locations, shopOf, tags, taxRates } from './shop.ts';
import type { Catalogue, Customer, Instant, Order, Product } from './types.ts';

const seed = 20_241_107;

const kept = new Map<Instant, Catalogue>();
/** One needs one; tests live in a few days, by turns. */
const most = 3;

/** The catalogue of an anchor. The last ones are kept, since they never change. */
export function catalogueOf(anchor: Instant): Catalogue {
  const catalogue = kept.get(anchor) ?? generate(anchor);
  kept.delete(anchor);
  kept.set(anchor, catalogue);
  for (const old of kept.keys()) if (kept.size > most) kept.delete(old);
  return catalogue;
}

/** The same with the orders of the last days alone. */
export function lastDaysOf(catalogue: Catalogue, days: number): Catalogue {
  const from = catalogue.moments.anchor - days * day;
  const orders = catalogue.orders.filter(({ createdAt }) => createdAt >= from);
  return { ...catalogue, orders, orderById: byId(orders) };
}

/** The instant that a sandbox started now is built around: the start of the current UTC day. */
export function defaultAnchor(now: Instant): Instant {
  return startOfDay(now);
}

export function generate(anchor: Instant): Catalogue {
  const moments = momentsOf(anchor);
  const customers = customersOf(seeded(seed + 1), moments.first, 260);
  const range = productsOf(seeded(seed + 2), moments);
  const orders = ordersOf(moments, customers, range.products, range.deleted);
  const everyProduct = [...range.products, ...range.deleted];
  return {
    version: 0,
    anchor: moments.anchor,
    moments,
    shop: shopOf(moments.first - 500 * day),
    locations,
    brands,
    categories,
    tags,
    coupons,
    taxRates,
    customers,
    products: range.products,
    deletedProducts: range.deleted,
    orders,
    deletedOrders: [],
    customerById: byId(customers),
    productById: byId(everyProduct),
    variantById: byId(everyProduct.flatMap((product) => product.variants)),
    orderById: byId(orders),
  };
}

function ordersOf(
  moments: Catalogue['moments'],
  customers: readonly Customer[],
  products: readonly Product[],
  deleted: readonly Product[],
): readonly Order[] {
  const random = seeded(seed + 3);
  const plans = plansOf(random, moments);
  const byCountry = new Map<string, Customer[]>();
  for (const customer of customers) {
    const country = customer.address?.countryCode;
    if (country === undefined) continue;
    const known = byCountry.get(country);
    if (known === undefined) byCountry.set(country, [customer]);
    else known.push(customer);
  }
  const priced = products.filter(
    (p) => p.status === 'active' && p.variants.every((v) => v.price !== null),
  );
  const around = {
    random,
    anchor: moments.anchor,
    goods: {
      ordinary: priced.filter((product) => product.kind === 'physical'),
      giftCards: priced.filter((product) => product.kind === 'gift_card'),
      digital: priced.filter((product) => product.kind === 'digital'),
      deleted,
    },
    customersIn: (country: string) => byCountry.get(country) ?? [],
    numbering: {
      line: 0,
      shipping: 0,
      payment: 0,
      refund: 0,
      refundLine: 0,
      fulfilment: 0,
    } satisfies Numbering,
  };
  const ids = idsOf(plans.length);
  const orders = plans.map((plan, index) => {
    const id = ids[index] ?? index + 1;
    const order = orderOf(plan, id, around);
    return id === index + 1
      ? order
      : { ...order, traits: [...order.traits, 'id-out-of-order' as const] };
  });
  return orders.sort((one, other) => one.id - other.id);
}

/** Identifiers follow creation, except for a few pairs that were stored the other way round. */
function idsOf(count: number): readonly number[] {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  for (const at of [100, 700, 1300, count - 60, count - 25]) {
    const [one, other] = [ids[at], ids[at + 5]];
    if (one === undefined || other === undefined) continue;
    ids[at] = other;
    ids[at + 5] = one;
  }
  return ids;
}

export function byId<T extends { readonly id: number }>(
  records: readonly T[],
): ReadonlyMap<number, T> {
  return new Map(records.map((record) => [record.id, record]));
}
