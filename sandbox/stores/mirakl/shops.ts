// The accounts of the sandbox: companies in Mirakl Connect, and shops on marketplaces.
import { createHash } from 'node:crypto';
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, stillThese } from '../../living/derived.ts';
import { isHeldByConnect, isHeldByMarketplace, isListedByConnect, isOffered } from './holding.ts';
import { uuid } from './ids.ts';
import { seen } from './moves.ts';

interface Named {
  readonly name: string;
  readonly title: string;
  /** One sentence: what is special about it. */
  readonly about: string;
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
}

/** A company in Mirakl Connect, and the client that opens it. */
export interface Company extends Named {
  readonly api: 'connect';
  readonly companyId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Seconds a token is valid. */
  readonly tokenLife: number;
  /** An older client: the token service wants to know the company. */
  readonly needsAudience: boolean;
  readonly readsOrders: boolean;
  /** Opened only by a token, which is never renewed. */
  readonly bareToken: boolean;
  /** Has orders with statuses that no other shop has, and orders without a buyer. */
  readonly isOdd: boolean;
}

/** A shop on one marketplace, and the key that opens it. */
export interface Stall extends Named {
  readonly api: 'marketplace';
  readonly host: string;
  readonly shopId: number;
  readonly key: string;
  readonly taxesIncluded: boolean;
  /** Hides the buyer until the seller has accepted. */
  readonly hidesBuyers: boolean;
  readonly readsOrders: boolean;
  /** The operator lets orders be sent in parts: by shipments, not by the order as a whole. */
  readonly multiShipment: boolean;
  /** Calls in ten seconds, where the operator counts them. */
  readonly limit: number | null;
  /** False for a further shop of the same user, which has to be asked for by number. */
  readonly isDefault: boolean;
  /** Leaves refused and cancelled lines in the figures, as some operators' Mirakl does. */
  readonly keepsFigures: boolean;
}

export const connectHost = 'miraklconnect.com';
export const loginHost = 'auth.mirakl.net';
/** An operator with a host name of its own. */
const ownHost = 'marktplatz.handelshof.example';

export function companiesOf(catalogue: Catalogue): readonly Company[] {
  const orders = derived(catalogue, () => catalogue.orders.map(seen).filter(isHeldByConnect));
  const products = derived(catalogue, () => catalogue.products.filter(isListedByConnect));
  const make = (
    name: string,
    title: string,
    about: string,
    { held = all, ...quirks }: Quirks<Company> = {},
  ): Company => ({
    api: 'connect',
    name,
    title,
    about,
    companyId: uuid(`company ${name}`),
    clientId: uuid(`client ${name}`),
    clientSecret: createHash('sha256').update(`mirakl secret ${name}`).digest('base64url'),
    tokenLife: 3599,
    needsAudience: false,
    readsOrders: true,
    bareToken: false,
    isOdd: false,
    ...quirks,
    get orders() {
      return held.orders();
    },
    get products() {
      return held.products();
    },
  });
  const all: Held = { orders, products };
  const few = { held: still(catalogue, all, newest(orders())) };
  return [
    make('demo', 'Kade & Zonen', 'Mirakl Connect, five sales channels in five currencies.'),
    make('small', 'Kade & Zonen (klein)', 'Twelve orders and five products.', few),
    make('empty', 'Kade & Zonen (nieuw)', 'No order and no product yet.', { held: nothing }),
    make('bare-token', 'Kade & Zonen (token)', 'Opened by a bearer token alone.', {
      bareToken: true,
    }),
    make(
      'older-client',
      'Kade & Zonen (oude client)',
      'An older client: tokens are given only for a named company.',
      { needsAudience: true, ...few },
    ),
    make('short-tokens', 'Kade & Zonen (korte tokens)', 'Tokens live for six minutes.', {
      tokenLife: 360,
      ...few,
    }),
    make('no-orders', 'Kade & Zonen (zonder rechten)', 'The client may read products only.', {
      readsOrders: false,
    }),
    make(
      'odd',
      'Kade & Zonen (vreemd)',
      'Statuses that only one sales channel has, a reason that is new, and orders whose buyer was removed.',
      { isOdd: true, ...few },
    ),
  ];
}

export function stallsOf(catalogue: Catalogue): readonly Stall[] {
  const heldWith = (taxesIncluded: boolean) =>
    derived(catalogue, () =>
      catalogue.orders.map(seen).filter((order) => isHeldByMarketplace(order, taxesIncluded)),
    );
  const products = derived(catalogue, () => catalogue.products.filter(isOffered));
  const included: Held = { orders: heldWith(true), products };
  const excluded: Held = { orders: heldWith(false), products };
  const make = (
    name: string,
    title: string,
    about: string,
    { held = included, ...quirks }: Quirks<Stall> = {},
  ): Stall => ({
    api: 'marketplace',
    name,
    title,
    about,
    host: 'market.mirakl.net',
    shopId: 2044,
    key: uuid(`key ${name}`),
    taxesIncluded: true,
    hidesBuyers: false,
    readsOrders: true,
    multiShipment: false,
    limit: null,
    isDefault: true,
    keepsFigures: false,
    ...quirks,
    get orders() {
      return held.orders();
    },
    get products() {
      return held.products();
    },
  });
  const few = { held: still(catalogue, included, newest(included.orders())) };
  return [
    make('marketplace', 'Kade & Zonen op Market', 'One marketplace, prices with tax.'),
    make(
      'own-domain',
      'Kade & Zonen im Handelshof',
      'A marketplace for companies on its own host: prices without tax, buyers hidden until acceptance.',
      {
        host: ownHost,
        taxesIncluded: false,
        hidesBuyers: true,
        held: excluded,
      },
    ),
    make(
      'several-shops',
      'Kade & Zonen (tweede winkel)',
      'The key’s user has two shops: this is the second, which must be asked for by its number. Lines that were refused or cancelled stay in the figures.',
      {
        shopId: 2045,
        isDefault: false,
        keepsFigures: true,
        held: still(catalogue, included, halfCancelled(included.orders())),
      },
    ),
    make(
      'no-rights',
      'Kade & Zonen (rol zonder rechten)',
      'The role of the key’s user may read products only.',
      { readsOrders: false },
    ),
    make(
      'shipments',
      'Kade & Zonen op Delen',
      'The operator lets an order be sent in several shipments.',
      {
        host: 'delen.mirakl.net',
        multiShipment: true,
      },
    ),
    make('busy', 'Kade & Zonen op Druk', 'The operator allows ten calls in ten seconds.', {
      host: 'druk.mirakl.net',
      limit: 10,
      ...few,
    }),
  ];
}

/** What an account holds, as it is now. */
interface Held {
  readonly orders: () => readonly Order[];
  readonly products: () => readonly Product[];
}

type Quirks<Account extends Named> = Partial<Omit<Account, 'api' | keyof Named>> & {
  readonly held?: Held;
};

const nothing: Held = { orders: () => [], products: () => [] };

/** These orders and five products as they are now, and what was made since. */
function still(catalogue: Catalogue, all: Held, few: readonly Order[]): Held {
  const orders = stillThese(few, all.orders());
  const products = stillThese(all.products().slice(0, 5), catalogue.products);
  return {
    orders: derived(catalogue, () => orders(all.orders())),
    products: derived(catalogue, () => products(all.products())),
  };
}

/** The newest dozen of an ordinary size. */
const newest = (orders: readonly Order[]): readonly Order[] =>
  orders.filter(({ lines }) => lines.length < 10).slice(-12);

/** Half a dozen that were refused or cancelled, and as many that were not. */
const halfCancelled = (orders: readonly Order[]): readonly Order[] => [
  ...orders.filter(({ state }) => state === 'cancelled').slice(-6),
  ...newest(orders.filter(({ state }) => state !== 'cancelled')).slice(-6),
];
