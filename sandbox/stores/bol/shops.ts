// The sellers of the sandbox: a demo, and others with one quirk each.
import { createHash } from 'node:crypto';
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { type Holding, stillFew } from '../../holding.ts';
import { derived, isWritten } from '../../living/derived.ts';
import { offerSeen, seen } from './moves.ts';
import { isHeld } from './quantities.ts';

export interface Seller {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly retailerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Seconds a token is valid. */
  readonly tokenLife: number;
  readonly refuses: 'nothing' | 'orders' | 'everything';
  /** Lists hold every item of an order when one of them matches, not only the matching ones. */
  readonly wholeOrders: boolean;
  /** What it sells is not in bol's catalogue, nor are countries named in which it is for sale. */
  readonly unknownGoods: boolean;
  /** Some of its goods are ordered with a service, such as their installation. */
  readonly services: boolean;
  /** What it writes is done after bol has given up waiting for it. */
  readonly slow: boolean;
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
}

interface Plan {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly tokenLife?: number;
  readonly refuses?: Seller['refuses'];
  readonly wholeOrders?: true;
  readonly unknownGoods?: true;
  readonly services?: true;
  readonly slow?: true;
  readonly holds?: 'since-summer' | 'two-years' | 'little' | 'nothing';
}

const plans: readonly Plan[] = [
  {
    name: 'demo',
    title: 'Kade & Zonen',
    about: 'Sells at bol since twelve weeks; some orders are fulfilled by bol.',
  },
  { name: 'small', title: 'Kade & Zonen (klein)', about: 'A dozen orders.', holds: 'little' },
  {
    name: 'empty',
    title: 'Kade & Zonen (nieuw)',
    about: 'Nothing sold and nothing offered: lists are {}.',
    holds: 'nothing',
  },
  {
    name: 'backlog',
    title: 'Kade & Zonen (achterstand)',
    about:
      'Sells since two years: orders that are still open are listed whatever their age, others for three months after their last change.',
    holds: 'two-years',
  },
  {
    name: 'whole-orders',
    title: 'Kade & Zonen (hele bestellingen)',
    about: 'Lists hold all items of an order when one of them matches.',
    wholeOrders: true,
  },
  {
    name: 'unknown-goods',
    title: 'Kade & Zonen (eigen maak)',
    about:
      'Its goods are not in bol’s catalogue: offers have a title of their own and no countries.',
    unknownGoods: true,
    holds: 'little',
  },
  {
    name: 'services',
    title: 'Kade & Zonen (plaatsing)',
    about: 'Some goods are ordered with their installation, of which bol names no price.',
    services: true,
    holds: 'little',
  },
  {
    name: 'slow',
    title: 'Kade & Zonen (traag)',
    about:
      'Every process ends in TIMEOUT, and what it was for is done a minute later nevertheless.',
    slow: true,
    holds: 'little',
  },
  {
    name: 'short-tokens',
    title: 'Kade & Zonen (korte tokens)',
    about: 'Tokens live for 40 seconds.',
    tokenLife: 40,
    holds: 'little',
  },
  {
    name: 'no-orders',
    title: 'Kade & Zonen (geen bestellingen)',
    about: 'The keys may not read orders.',
    refuses: 'orders',
  },
  {
    name: 'inactive',
    title: 'Kade & Zonen (gesloten)',
    about: 'The seller account is on hold: every call is answered 403.',
    refuses: 'everything',
  },
];

const day = 86_400_000;

export function sellersOf(catalogue: Catalogue): readonly Seller[] {
  const since = catalogue.anchor - 84 * day;
  const all = derived(
    catalogue,
    (): Holding => ({
      orders: catalogue.orders.map(seen).filter(isHeld),
      products: catalogue.products.map(offerSeen).filter(isOffered),
    }),
  );
  const recent = derived(
    catalogue,
    (): Holding => ({
      ...all(),
      orders: all().orders.filter((order) => order.createdAt >= since),
    }),
  );
  const these = stillFew(recent());
  const holdings: Readonly<Record<NonNullable<Plan['holds']>, () => Holding>> = {
    'since-summer': recent,
    'two-years': all,
    little: derived(catalogue, () => these(recent())),
    nothing: () => ({ orders: [], products: [] }),
  };
  return plans.map(
    ({ holds = 'since-summer', ...plan }, index): Seller => ({
      tokenLife: 299,
      refuses: 'nothing',
      wholeOrders: false,
      unknownGoods: false,
      services: false,
      slow: false,
      ...plan,
      get orders() {
        return holdings[holds]().orders;
      },
      get products() {
        return holdings[holds]().products;
      },
      retailerId: String(1_499_021 + index),
      ...keysOf(plan.name),
    }),
  );
}

/** Client ids are UUIDs, secrets long texts. */
function keysOf(name: string): Pick<Seller, 'clientId' | 'clientSecret'> {
  const hex = createHash('sha256').update(`bol ${name}`).digest('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `b${hex.slice(17, 20)}`];
  return {
    clientId: [...id, hex.slice(20, 32)].join('-'),
    clientSecret: createHash('sha512').update(`secret ${name}`).digest('base64url').slice(0, 64),
  };
}

/**
 * What this merchant offers at bol: goods without options (each variant would be an offer of its
 * own), with an EAN, a price of a euro or more and a stock that is counted. Archived ones were
 * taken away, and one that is sold out is not for sale, which the catalogue calls active: it is kept
 * only where an API wrote that.
 */
export function isOffered(product: Product): boolean {
  const { kind, status, options, variants } = product;
  const [variant] = variants;
  return (
    kind === 'physical' &&
    status !== 'archived' &&
    options.length === 0 &&
    variant !== undefined &&
    variant.barcode !== null &&
    (variant.price ?? 0) >= 100 &&
    variant.stock.tracked &&
    (variant.stock.levels.some(({ available }) => available > 0) || isWritten(product))
  );
}
