// The marketplaces of the sandbox: a demo, and others with one quirk each.
import { createHash } from 'node:crypto';
import type { Catalogue } from '../../catalogue/types.ts';
import { madeOf, stillThese } from '../../living/derived.ts';
import type { StoreShop } from '../../store.ts';
import { uuid } from './ids.ts';

export const integrationHost = 'flex-integ-api.sharetribe.com';
/** The Marketplace API's; it takes integration tokens too. */
export const marketplaceHost = 'flex-api.sharetribe.com';

export interface Marketplace extends StoreShop {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the application was made for. */
  readonly application: 'integration' | 'marketplace';
  /** False where the application's rights were taken away. */
  readonly allowed: boolean;
  /** Dev and Test environments have limits, Live has none for reading. */
  readonly environment: 'live' | 'test';
  /** Pages behind this one are not given, as in large marketplaces. */
  readonly paginationLimit: number | null;
  /** One for the whole marketplace. Amounts are counted as the vendor's web template counts them. */
  readonly currency: 'EUR' | 'JOD';
  /** True where all listings were imported at the same moment. */
  readonly concurrency: boolean;
}

type Quirks = Partial<
  Pick<
    Marketplace,
    'application' | 'allowed' | 'environment' | 'paginationLimit' | 'concurrency' | 'currency'
  >
> & { readonly count?: number };

export function shopsOf(catalogue: Catalogue): readonly Marketplace[] {
  // A listing has one price and one stock: what comes in variants cannot be given as one.
  const products = madeOf(
    () => catalogue.products,
    (all) => all.filter(({ options }) => options.length === 0),
  );
  const make = (name: string, title: string, about: string, quirks: Quirks = {}): Marketplace => {
    const { count, ...rest } = quirks;
    const few = stillThese(products().slice(0, count), catalogue.products);
    const listed = madeOf(products, (all) =>
      count === undefined ? all : count === 0 ? [] : few(all),
    );
    const clientId = uuid(`${name} client`);
    const clientSecret = createHash('sha1').update(`sandbox sharetribe ${name}`).digest('hex');
    return {
      application: 'integration',
      allowed: true,
      environment: 'live',
      paginationLimit: null,
      concurrency: false,
      currency: 'EUR',
      ...rest,
      name,
      title,
      about,
      id: uuid(`${name} marketplace`),
      clientId,
      clientSecret,
      host: integrationHost,
      timeZone: 'UTC',
      credential: {
        account: { clientId, marketplaceUrl: `https://${name}.marketplace.example` },
        secrets: { clientSecret },
      },
      orders: [],
      get products() {
        return listed();
      },
    };
  };
  return [
    make('demo', 'Demo marketplace', 'A live marketplace, everything as it should be.'),
    make('small', 'Small marketplace', 'Eight listings, for looking at by hand.', { count: 8 }),
    make('empty', 'Empty marketplace', 'No listing yet.', { count: 0 }),
    make('capped', 'Large marketplace', 'Gives no page behind the second.', { paginationLimit: 2 }),
    make('bulk', 'Imported marketplace', '250 listings that were all made at the same moment.', {
      concurrency: true,
      count: 250,
    }),
    make('dinar', 'Amman marketplace', 'Prices in JOD, of which 100 make one dinar here.', {
      currency: 'JOD',
      count: 30,
    }),
    make('test', 'Test environment', '60 requests a minute, after a burst of a hundred.', {
      environment: 'test',
      count: 30,
    }),
    make('storefront', 'Keys of the wrong kind', 'An application for the Marketplace API.', {
      application: 'marketplace',
      count: 0,
    }),
    make('forbidden', 'Application without rights', 'Gets a token, and then 403.', {
      allowed: false,
      count: 0,
    }),
  ];
}
