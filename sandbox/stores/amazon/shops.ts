// The sellers of the sandbox: a demo, and others with one quirk each.
import type { Catalogue, Order, Product } from '../../catalogue/types.ts';
import { derived, perRecord, stillThese } from '../../living/derived.ts';
import type { StoreContext, StoreCredential, StoreShop } from '../../store.ts';
import { holdsOrder, holdsProduct, isSoldOut } from './holding.ts';
import { apiHost, type Marketplace, marketplaces } from './marketplaces.ts';
import { productSeenHere, seen } from './moves.ts';
import { privateApp, publicApp, type Tokens } from './tokens.ts';

/** What an app may be allowed, beside reading who the seller is. */
export type Role = 'orders' | 'listings' | 'stock' | 'buyers';

interface Plan {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly sells: readonly Marketplace[];
  readonly roles?: readonly Role[];
  /** Which token the credential holds; a refresh token of the operator's app unless set. */
  readonly token?: 'access' | 'restricted' | 'private';
  /** Amazon's own test host, which answers with made-up orders. */
  readonly testHost?: true;
  readonly withoutSellerId?: true;
  /** Amazon has not brought the newer parts of orders to this seller yet. */
  readonly olderData?: true;
  readonly size?: 'few' | 'none' | 'many';
}

const { NL, DE, GB, US, JP } = marketplaces;
const every: readonly Role[] = ['orders', 'listings', 'stock', 'buyers'];

const plans: readonly Plan[] = [
  {
    name: 'demo',
    title: 'Demo seller',
    about: 'Sells in the Netherlands and Germany; the app has every role.',
    sells: [NL, DE],
  },
  {
    name: 'small',
    title: 'Small seller',
    about: 'Twelve orders and five products, for looking at by hand.',
    sells: [NL, DE],
    size: 'few',
  },
  {
    name: 'empty',
    title: 'Seller without sales',
    about: 'No order and no listing yet.',
    sells: [NL],
    size: 'none',
  },
  {
    name: 'britain',
    title: 'British seller',
    about: 'Sells in the United Kingdom, in pounds.',
    sells: [GB],
  },
  {
    name: 'america',
    title: 'American seller',
    about: 'North America: another host, dollars, prices before tax.',
    sells: [US],
  },
  {
    name: 'japan',
    title: 'Japanese seller',
    about: 'Far East: another host, yen without decimals, orders kept since 2016.',
    sells: [JP],
  },
  {
    name: 'no-orders',
    title: 'App without the role for orders',
    about: 'Listings may be read, orders not.',
    sells: [NL, DE],
    roles: ['listings', 'stock'],
  },
  {
    name: 'no-buyers',
    title: 'App without restricted roles',
    about: 'Names, streets, post codes and contacts of buyers are withheld.',
    sells: [NL, DE],
    roles: ['orders', 'listings', 'stock'],
  },
  {
    name: 'no-stock',
    title: 'App without the role for stock',
    about: 'Stock in Amazon’s warehouses is withheld.',
    sells: [NL],
    roles: ['orders', 'listings', 'buyers'],
    size: 'few',
  },
  {
    name: 'private',
    title: 'Seller with an app of his own',
    about: 'The refresh token belongs to another app, whose keys come with it.',
    sells: [DE],
    token: 'private',
  },
  {
    name: 'access',
    title: 'Seller by access token',
    about: 'The credential is an access token that ends after an hour.',
    sells: [NL, DE],
    token: 'access',
  },
  {
    name: 'restricted',
    title: 'Seller by restricted data token',
    about: 'The token opens Orders v0 with personal data, and nothing else.',
    sells: [NL, DE],
    token: 'restricted',
  },
  {
    name: 'older-data',
    title: 'Seller whom newer data has not reached',
    about: 'Packages, tax and payment are refused as invalid input.',
    sells: [NL, DE],
    olderData: true,
  },
  {
    name: 'no-seller',
    title: 'Credential without merchant token',
    about: 'Orders work, products cannot.',
    sells: [NL, DE],
    withoutSellerId: true,
  },
  {
    name: 'test-host',
    title: 'Seller on the test host',
    about: 'Amazon’s own sandbox host: every order is a test.',
    sells: [NL],
    testHost: true,
    size: 'few',
  },
  {
    name: 'large',
    title: 'Seller with many listings',
    about: 'More listings than the thousand that Amazon lists at a time.',
    sells: [NL],
    size: 'many',
  },
];

export interface AmazonShop extends StoreShop {
  readonly sellerId: string;
  readonly sells: readonly Marketplace[];
  readonly roles: readonly Role[];
  readonly olderData: boolean;
  /** Orders that the seller has, whether or not they are listed; oldest ones fall out with time. */
  readonly held: readonly Order[];
}

export function shopsOf(context: StoreContext, tokens: Tokens): readonly AmazonShop[] {
  const { catalogue, now } = context;
  const fresh = new Map<string, string>();
  return plans.map((plan, index) => {
    const { name, sells, size } = plan;
    const [home = NL] = sells;
    const host = `${plan.testHost ? 'sandbox.' : ''}${apiHost(home.region)}`;
    const sellerId = `A${String(index + 2)}SANDBOX${name.toUpperCase().replaceAll('-', '')}`
      .padEnd(14, 'X')
      .slice(0, 20);
    const roles = plan.roles ?? every;
    const held = heldOrders(catalogue, sells, size);
    const products = heldProducts(catalogue, size);
    return {
      name,
      title: plan.title,
      about: plan.about,
      host,
      timeZone: 'UTC',
      sellerId,
      sells,
      roles,
      olderData: plan.olderData === true,
      get held() {
        return held();
      },
      get products() {
        return roles.includes('listings') ? products() : [];
      },
      get orders() {
        if (!roles.includes('orders')) return [];
        const since = horizon(home, now());
        return held().filter((order) => order.createdAt >= since);
      },
      get credential() {
        return credential();
      },
    };

    function credential(): StoreCredential {
      return {
        account: {
          endpoint: `https://${host}`,
          marketplaceIds: sells.map(({ id }) => id),
          ...(plan.withoutSellerId ? {} : { sellerId }),
        },
        secrets: secretsOf(plan),
      };
    }
  });

  function secretsOf({ name, token }: Plan): Readonly<Record<string, string>> {
    if (token === 'access' || token === 'restricted')
      return { token: freshToken(name, token === 'restricted') };
    if (token === 'private') return { token: tokens.refreshToken(name, privateApp), ...privateApp };
    return { token: tokens.refreshToken(name, publicApp) };
  }

  /** One that is about to end is replaced, so that the one shown always opens the account. */
  function freshToken(name: string, restricted: boolean): string {
    const known = fresh.get(name);
    if (known && (tokens.open(known)?.endsAt ?? 0) - now() > 600_000) return known;
    const made = tokens.access(name, restricted);
    fresh.set(name, made);
    return made;
  }
}

/** Amazon keeps orders for two years, in the Far East since 2016. */
export function horizon({ region }: Marketplace, now: number): number {
  if (region === 'fe') return Date.UTC(2016, 0, 1);
  const day = new Date(now);
  return day.setUTCFullYear(day.getUTCFullYear() - 2);
}

function heldOrders(
  catalogue: Catalogue,
  sells: readonly Marketplace[],
  size: Plan['size'],
): () => readonly Order[] {
  if (size === 'none') return () => [];
  const orders = derived(catalogue, () =>
    catalogue.orders
      .map(seen)
      .filter(
        (order) => holdsOrder(order) && sells.some(({ currency }) => currency === order.currency),
      ),
  );
  if (size !== 'few') return orders;
  const these = stillThese(orders().slice(-12), orders());
  return derived(catalogue, () => these(orders()));
}

function heldProducts(catalogue: Catalogue, size: Plan['size']): () => readonly Product[] {
  if (size === 'none') return () => [];
  const all = derived(catalogue, () => catalogue.products.map(productSeenHere));
  const products = derived(catalogue, () => all().filter(holdsProduct));
  if (size === 'few') {
    // The few hold one that is sold out: Amazon then takes the mark BUYABLE off it.
    const few = [...products().slice(0, 4), ...all().filter(isSoldOut)];
    const these = stillThese(few, catalogue.products);
    return derived(catalogue, () => {
      const now = these(all());
      return [...now.filter(holdsProduct), ...now.filter(isSoldOut)];
    });
  }
  if (size !== 'many') return products;
  return derived(catalogue, () => [...products(), ...products().filter(isSingle).map(double)]);
}

const isSingle = ({ options }: Product): boolean => options.length === 0;

/** A simple product once more, under other numbers. */
const double = perRecord(
  (product: Product): Product => ({
    ...product,
    id: product.id + 5000,
    variants: product.variants.map((variant) => ({
      ...variant,
      id: variant.id + 50_000,
      productId: product.id + 5000,
      sku: `${variant.sku}-BIS`,
    })),
  }),
);

/** Where an order was placed: by the buyer's country where the seller sells there. */
export function marketplaceOf(order: Order, sells: readonly Marketplace[]): Marketplace {
  const german = ['DE', 'CH', 'AT'].includes(order.shipping?.countryCode ?? '');
  const wanted = sells.find(({ country }) => country === (german ? 'DE' : 'NL'));
  return wanted ?? sells[0] ?? NL;
}
