// The Magento shops of the sandbox: a demo shop, and others with one real-world quirk each.
import { createHash } from 'node:crypto';
import type { Catalogue, CurrencyCode, Product } from '../../catalogue/types.ts';
import { derived, perRecord, stillThese } from '../../living/derived.ts';
import type { StoreShop } from '../../store.ts';
import { seen } from './moves.ts';

/** What an integration may be allowed, as the admin names it. */
export const RESOURCES = {
  products: 'Magento_Catalog::products',
  attributes: 'Magento_Catalog::attributes_attributes',
  settings: 'Magento_Backend::store',
  sources: 'Magento_InventoryApi::source',
  stock: 'Magento_Catalog::catalog_inventory',
  stocks: 'Magento_InventoryApi::stock',
  prices: 'Magento_Catalog::catalog',
  sourceItems: 'Magento_InventoryApi::stock_source_item_assign',
  orders: 'Magento_Sales::actions_view',
  shipments: 'Magento_Sales::shipment',
  ship: 'Magento_Sales::ship',
} as const;
export type Right = keyof typeof RESOURCES;
const all = Object.keys(RESOURCES) as Right[];
/** What reading products needs. */
const every: readonly Right[] = [
  'products',
  'attributes',
  'settings',
  'sources',
  'stock',
  'stocks',
];

export interface Integration {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly accessToken: string;
  readonly accessTokenSecret: string;
  readonly reads: readonly Right[];
}

export interface Cloud {
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly orgId: string;
}

/** A store view, with the settings of its website. */
export interface View {
  readonly id: number;
  readonly code: string;
  readonly websiteId: number;
  readonly currency: CurrencyCode;
  readonly weightUnit: 'kgs' | 'lbs';
  readonly timeZone: string;
}

export interface MagentoShop extends StoreShop {
  /** Those that are not visible by themselves too. */
  readonly held: readonly Product[];
  readonly version: string;
  readonly scheme: 'https' | 'http';
  /** The folder Magento is in, such as `/winkel`, or empty. */
  readonly folder: string;
  readonly integration: Integration;
  /** Whether a single token opens the shop; off by default since 2.4.4. */
  readonly bearer: boolean;
  /** False where the web server leads nothing but index.php to Magento. */
  readonly rewrites: boolean;
  /** False where the inventory modules were removed. */
  readonly inventory: boolean;
  /** Old versions answer every page number behind the last with the last page. */
  readonly repeatsLastPage: boolean;
  /** Most rows of a page, where the shop limits its input. */
  readonly mostRows: number | null;
  /** How far the shop's clock is ahead, in milliseconds. */
  readonly clockAhead: number;
  /** In the order in which the settings list them, which says nothing of the default one. */
  readonly views: readonly View[];
  /** The view that is read where none is named. */
  readonly defaultView: string;
  /** PHP writes numbers with seventeen digits. */
  readonly longDigits: boolean;
  /** False: the setting of the whole shop, which products may follow. */
  readonly managesStock: boolean;
  /** Every second product has a price of its own in the view, which hides the global one. */
  readonly viewPrices: boolean;
  readonly maintenance: boolean;
  /** False where something else answers at the address. */
  readonly isMagento: boolean;
  /** Sends stack traces along with errors. */
  readonly developerMode: boolean;
  readonly cloud: Cloud | null;
  /** The limit of the CDN before the shop, if any. */
  readonly hostLimit: { readonly requests: number; readonly perSeconds: number } | null;
}

type Quirks = Partial<
  Omit<MagentoShop, 'name' | 'title' | 'about' | 'integration' | 'credential' | 'cloud'>
> & {
  readonly reads?: readonly Right[];
  /** Which keys the demo credential holds; the four values unless said. */
  readonly keys?: 'four' | 'token';
  readonly few?: boolean;
  readonly nothing?: boolean;
  /** Products as they are nowhere else. */
  readonly odd?: boolean;
};

export const suffix = 'magento.example';
const HOUR = 3_600_000;

export function shopsOf(catalogue: Catalogue): readonly MagentoShop[] {
  const products = derived(catalogue, () => catalogue.products.map(seen).filter(isKept));
  const firstOf = (count: number) => {
    const these = stillThese(products().slice(0, count), catalogue.products);
    return derived(catalogue, () => these(products()));
  };
  const eight = firstOf(8);
  const oddOf = oddProducts(products());
  const oddOnes = derived(catalogue, () => products().flatMap(oddOf));
  const make = (name: string, title: string, about: string, quirks: Quirks = {}): MagentoShop => {
    const { reads = every, keys = 'four', few = false, nothing = false, odd = false, ...rest } = quirks; // biome-ignore format: one line
    const host = `${name}.${suffix}`;
    const { scheme = 'https', folder = '' } = rest;
    const integration = integrationOf(name, reads);
    const { reads: _, ...values } = integration;
    return {
      version: '2.4.9',
      timeZone: catalogue.shop.timeZone,
      bearer: false,
      rewrites: true,
      inventory: true,
      repeatsLastPage: false,
      mostRows: null,
      clockAhead: 0,
      views: [viewOf(1, 'default', catalogue)],
      defaultView: 'default',
      longDigits: false,
      managesStock: true,
      viewPrices: false,
      maintenance: false,
      isMagento: true,
      developerMode: false,
      cloud: null,
      hostLimit: null,
      ...rest,
      name,
      title,
      about,
      host,
      scheme,
      folder,
      integration,
      credential: {
        account: { baseUrl: `${scheme}://${host}${folder}` },
        secrets: keys === 'four' ? values : { token: values.accessToken },
      },
      orders: [],
      get held() {
        return nothing ? [] : odd ? oddOnes() : few ? eight() : products();
      },
      get products() {
        return visible(this.held);
      },
      get hiddenProducts() {
        return this.held.filter(({ hidden }) => hidden);
      },
    };
  };
  return [
    make(
      'demo',
      'Demo shop',
      'Magento 2.4.9 on https, opened by the four values of an integration, which may write.',
      { reads: all },
    ),
    make('small', 'Small shop', 'Eight products, a token alone is allowed.', {
      few: true,
      bearer: true,
      keys: 'token',
    }),
    make('empty', 'Empty shop', 'No product yet.', { nothing: true }),
    make('bearer', 'Bearer shop', 'Allows access tokens as standalone bearer tokens.', {
      bearer: true,
      keys: 'token',
    }),
    make('closed', 'Shop that takes no bare token', 'Magento 2.4.4 as it comes: a token alone is refused.', {
      version: '2.4.4',
      keys: 'token',
    }), // biome-ignore format: one shop a paragraph
    make('plain', 'Plain-http shop', 'No https at all: signatures only.', { scheme: 'http' }),
    make('no-msi', 'Shop without inventory modules', 'Stock is asked for SKU by SKU.', {
      inventory: false,
    }),
    make('old', 'Old shop', 'Magento 2.3.7: repeats the last page for every higher page number.', {
      version: '2.3.7',
      repeatsLastPage: true,
      bearer: true,
      keys: 'token',
    }),
    make('no-rewrites', 'Shop without rewrites', 'The API is under /index.php/rest only.', {
      rewrites: false,
    }),
    make('folder', 'Shop in a folder', 'Magento lives under /winkel.', { folder: '/winkel' }),
    make('views', 'Shop with store views', 'Two store views; the default one is the second, and not called default.', {
      views: [viewOf(1, 'nl', catalogue), viewOf(2, 'de', catalogue)],
      defaultView: 'de',
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('websites', 'Shop with two websites', 'Euros by the kilogram, and by default dollars by the pound; some products are in one website only.', {
      views: [
        viewOf(1, 'nl', catalogue),
        { id: 2, code: 'us', websiteId: 2, currency: 'USD', weightUnit: 'lbs', timeZone: 'America/Chicago' },
      ],
      defaultView: 'us',
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('odd', 'Shop with odd products', 'Magento 2.4.6: signs decoded paths; SKUs with signs in them, a bundle on sale, numbers of seventeen digits.', {
      version: '2.4.6',
      longDigits: true,
      odd: true,
    }), // biome-ignore format: one shop a paragraph
    make('endless', 'Shop that counts no stock', 'Its own setting says "manage stock: no", and its products follow it.', {
      managesStock: false,
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('no-sources', 'Shop whose sources may not be read', 'The integration may read everything but sources.', {
      reads: every.filter((right) => right !== 'sources'),
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('limited', 'Shop with input limits', 'Pages of at most 20 rows.', {
      mostRows: 20,
      bearer: true,
      keys: 'token',
    }),
    make('no-products', 'Shop without the right resource', 'The integration may read settings, but no products.', {
      reads: ['settings'],
    }), // biome-ignore format: one shop a paragraph
    make('sparse', 'Shop with products alone', 'The integration may read products and nothing else.', {
      reads: ['products'],
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('slow-clock', 'Shop with a slow clock', 'Its clock is an hour behind, so it refuses signatures.', {
      clockAhead: -HOUR,
      few: true,
    }), // biome-ignore format: one shop a paragraph
    make('developer', 'Shop in developer mode', 'Sends stack traces along with errors.', {
      developerMode: true,
      reads: ['settings'],
      few: true,
    }),
    make('busy', 'Shop behind a busy CDN', 'The CDN allows 20 requests in 10 seconds.', {
      hostLimit: { requests: 20, perSeconds: 10 },
      few: true,
    }),
    make('maintenance', 'Shop in maintenance', 'Answers 503 to everything.', {
      maintenance: true,
      nothing: true,
    }),
    make('other', 'Not Magento', 'Some other site answers at this address.', {
      isMagento: false,
      nothing: true,
    }),
    make('writable', 'Shop that may be written', 'The integration may ship orders, and write prices and stock.', {
      reads: all,
      bearer: true,
    }), // biome-ignore format: one shop a paragraph
    make('writable-no-msi', 'Shop that may be written, without inventory modules', 'Stock is written SKU by SKU.', {
      reads: all,
      bearer: true,
      inventory: false,
    }), // biome-ignore format: one shop a paragraph
    make('view-prices', 'Shop whose view has prices of its own', 'A global price that is written for every second product is not seen.', {
      reads: all,
      bearer: true,
      viewPrices: true,
      few: true,
    }), // biome-ignore format: one shop a paragraph
    cloudShop(catalogue, firstOf(40)),
  ];
}

/** Adobe Commerce as a Cloud Service: other hosts, tokens of Adobe's own. */
function cloudShop(catalogue: Catalogue, products: () => readonly Product[]): MagentoShop {
  const cloud: Cloud = {
    tenant: 'SbxTenant1234567',
    clientId: digest('cloud client'),
    clientSecret: `p8e-${digest('cloud secret')}`,
    orgId: '0123456789ABCDEF01234567@AdobeOrg',
  };
  const host = 'na1-sandbox.api.commerce.adobe.com';
  return {
    name: 'cloud',
    title: 'Cloud shop',
    about: 'Adobe Commerce as a Cloud Service, with tokens that end after a day.',
    version: 'cloud',
    host,
    scheme: 'https',
    folder: '',
    timeZone: catalogue.shop.timeZone,
    integration: integrationOf('cloud', every),
    bearer: false,
    rewrites: true,
    inventory: true,
    repeatsLastPage: false,
    mostRows: null,
    clockAhead: 0,
    views: [viewOf(1, 'default', catalogue)],
    defaultView: 'default',
    longDigits: false,
    managesStock: true,
    viewPrices: false,
    maintenance: false,
    isMagento: true,
    developerMode: false,
    cloud,
    hostLimit: null,
    credential: {
      account: {
        baseUrl: `https://${host}/${cloud.tenant}`,
        imsClientId: cloud.clientId,
        imsOrgId: cloud.orgId,
      },
      secrets: { imsClientSecret: cloud.clientSecret },
    },
    orders: [],
    get held() {
      return products();
    },
    get products() {
      return visible(products());
    },
  };
}

const viewOf = (id: number, code: string, { shop }: Catalogue): View => ({
  id,
  code,
  websiteId: 1,
  currency: 'EUR',
  weightUnit: 'kgs',
  timeZone: shop.timeZone,
});

/** What SKUs may hold although addresses, lists and signatures do not take it as it is. */
const SIGNS = ['/', ',', '+', '&', ';', '%20', '=', ' ', "'", ':', '@', '%'];

/** A bundle, 200 at 75%, and as many other products as there are signs. */
function oddProducts(atOpening: readonly Product[]): (product: Product) => readonly Product[] {
  const chosen = atOpening
    .filter(({ options, kind }) => options.length === 0 && kind === 'physical')
    .slice(0, SIGNS.length + 1)
    .map(({ id }) => id);
  return perRecord((product) => {
    const at = chosen.indexOf(product.id);
    if (at < 0) return [];
    const variants = product.variants.map((variant) =>
      at === 0
        ? { ...variant, sku: BUNDLE, price: 15_000, compareAtPrice: 20_000, weight: null }
        : { ...variant, sku: `${variant.sku}${SIGNS[at - 1]}A` },
    );
    return [{ ...product, variants }];
  });
}

const BUNDLE = 'KIT-BUNDLE';
export const isBundle = ({ variants }: Product): boolean =>
  variants.some(({ sku }) => sku === BUNDLE);

function integrationOf(name: string, reads: readonly Right[]): Integration {
  return {
    consumerKey: digest(`${name} consumer key`),
    consumerSecret: digest(`${name} consumer secret`),
    accessToken: digest(`${name} access token`),
    accessTokenSecret: digest(`${name} access token secret`),
    reads,
  };
}

const digest = (text: string): string =>
  createHash('sha1').update(`sandbox magento ${text}`).digest('hex').slice(0, 32);

/** Magento has no archive, and no product without a SKU. */
/** The list itself where nothing is hidden, so that what was made of it is kept. */
const visible = perRecord((products: readonly Product[]) =>
  products.some(({ hidden }) => hidden) ? products.filter(({ hidden }) => !hidden) : products,
);

export const isKept = ({ status, variants }: Product): boolean =>
  status !== 'archived' && variants.every(({ sku }) => sku !== null);
