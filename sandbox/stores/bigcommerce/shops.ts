// The stores of this vendor: what each holds, what its token may read, and what is special about it.
import { createHash } from 'node:crypto';
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, stillThese } from '../../living/derived.ts';
import type { StoreShop } from '../../store.ts';
import { seen } from './moves.ts';
import type { WeightUnits } from './texts.ts';

export const scopes = ['information', 'orders', 'products', 'customers'] as const;
/** "Modify" beside "read-only", in the words of the control panel. */
const modifying = ['orders-modify', 'products-modify', 'inventory', 'inventory-modify'] as const;
export type Scope = (typeof scopes)[number] | (typeof modifying)[number];

export const apiHost = 'api.bigcommerce.com';

export interface BigcommerceShop extends StoreShop {
  /** What addresses name it by. */
  readonly hash: string;
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** Requests in 30 seconds, by the store's plan. */
  readonly quota: number;
  readonly weightUnits: WeightUnits;
  /** Whether the merchant types prices with tax. */
  readonly pricesWithTax: boolean;
  /** Consignments come without their lines, as some orders' do. */
  readonly hollow: boolean;
  /** The merchant gives back less than the pieces were worth, and payments are declined. */
  readonly givesLess: boolean;
  /** Closed by the vendor: every call is answered 503. */
  readonly suspended: boolean;
  /** Orders whose buyer never paid; never passed on by a driver, but listed here. */
  readonly incomplete: readonly Order[];
}

interface Plan {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly lacks?: readonly Scope[];
  readonly timeZone?: string;
  readonly quota?: number;
  readonly weightUnits?: WeightUnits;
  readonly net?: true;
  readonly hollow?: true;
  readonly givesLess?: true;
  readonly suspended?: true;
  readonly holds?: 'few' | 'nothing';
  /** The token may modify, too. */
  readonly writes?: true;
}

const plans: readonly Plan[] = [
  {
    name: 'demo',
    title: 'Kade & Zonen',
    about: 'The whole catalogue, and orders that were never completed between the others.',
    writes: true,
  },
  {
    name: 'small',
    title: 'Kade & Zonen (small)',
    about: 'A dozen orders and five products.',
    holds: 'few',
  },
  {
    name: 'empty',
    title: 'Kade & Zonen (new)',
    about: 'Nothing yet: lists of orders are answered 204 without a body.',
    holds: 'nothing',
  },
  {
    name: 'no-orders',
    title: 'Kade & Zonen (no orders)',
    about: 'The token lacks the scope Orders.',
    lacks: ['orders'],
  },
  {
    name: 'no-customers',
    title: 'Kade & Zonen (no customers)',
    about: 'The token lacks the optional scope Customers.',
    lacks: ['customers'],
  },
  {
    name: 'no-information',
    title: 'Kade & Zonen (no information)',
    about: 'The token lacks Information & Settings: no unit of weight, no currency of products.',
    lacks: ['information'],
  },
  {
    name: 'net',
    title: 'Kade & Zonen (wholesale)',
    about: 'Prices without tax: the orders whose tax comes on top.',
    net: true,
  },
  {
    name: 'ounces',
    title: 'Kade & Zonen (Chicago)',
    about: 'Weighs in ounces and keeps its clock in America/Chicago.',
    timeZone: 'America/Chicago',
    weightUnits: 'Ounces',
  },
  {
    name: 'hollow',
    title: 'Kade & Zonen (hollow)',
    about: 'Consignments come with empty line items; lines must be asked for order by order.',
    hollow: true,
    holds: 'few',
  },
  {
    name: 'restocking',
    title: 'Kade & Zonen (restocking fee)',
    about:
      'Of refunds in part a fee is kept, or the merchant sets the amount, or a payment is declined.',
    givesLess: true,
  },
  {
    name: 'pro',
    title: 'Kade & Zonen (Pro plan)',
    about: 'The Pro plan: 450 requests in 30 seconds.',
    quota: 450,
    holds: 'few',
  },
  {
    name: 'suspended',
    title: 'Kade & Zonen (suspended)',
    about: 'Suspended over a bill: every call is answered 503.',
    suspended: true,
    holds: 'nothing',
  },
  {
    name: 'writable',
    title: 'Kade & Zonen (writable)',
    about: 'The token may modify orders, products and the inventory.',
    writes: true,
  },
];

export function shopsOf(catalogue: Catalogue): readonly BigcommerceShop[] {
  // There is no archive, and gift certificates are no products.
  const products = derived(catalogue, () =>
    catalogue.products
      .filter(({ status, kind }) => status !== 'archived' && kind !== 'gift_card')
      .map(seen),
  );
  return plans.map((plan) => shopOf(plan, catalogue, products));
}

function shopOf(
  plan: Plan,
  catalogue: Catalogue,
  products: () => readonly Product[],
): BigcommerceShop {
  const { name, title, about, lacks = [], holds } = plan;
  const hash = digest(`${name} hash`).slice(0, 10);
  const token = digest(`${name} token`).slice(0, 31);
  const may: readonly Scope[] = [...scopes, ...(plan.writes ? modifying : [])].filter((scope) => !lacks.includes(scope)); // biome-ignore format: one list
  const all = derived(catalogue, () =>
    plan.net === true
      ? catalogue.orders.filter(({ taxesIncluded }) => !taxesIncluded)
      : catalogue.orders,
  );
  const theseOrders = stillThese(all().slice(-12), all());
  const theseProducts = stillThese(products().slice(0, 5), catalogue.products);
  const orders = derived(catalogue, () =>
    holds === 'nothing' ? [] : holds === 'few' ? theseOrders(all()) : all(),
  );
  const sold = derived(catalogue, () =>
    holds === 'nothing' ? [] : holds === 'few' ? theseProducts(products()) : products(),
  );
  const incomplete = name === 'demo' ? orders().filter((order) => order.id % 40 === 0) : [];
  return {
    name,
    title,
    about,
    host: apiHost,
    hash,
    token,
    scopes: may,
    timeZone: plan.timeZone ?? catalogue.shop.timeZone,
    quota: plan.quota ?? 150,
    weightUnits: plan.weightUnits ?? 'KGS',
    pricesWithTax: plan.net !== true,
    hollow: plan.hollow === true,
    givesLess: plan.givesLess === true,
    suspended: plan.suspended === true,
    credential: { account: { store_hash: hash }, secrets: { token } },
    incomplete,
    get orders() {
      return may.includes('orders') ? orders() : [];
    },
    get products() {
      return may.includes('products') ? sold() : [];
    },
  };
}

export function digest(text: string): string {
  return createHash('sha256').update(`sandbox bigcommerce ${text}`).digest('hex');
}
