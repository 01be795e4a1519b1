// Listings of the catalogue in Sharetribe's shape, with the resources that can be included.
import type { Catalogue, Product } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { madeOf, perRecord } from '../../living/derived.ts';
import { listingId, uuid } from './ids.ts';
import type { Marketplace } from './shops.ts';

export const states = ['draft', 'pendingApproval', 'published', 'closed'] as const;
export type State = (typeof states)[number];

export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Listing {
  readonly id: string;
  readonly createdAt: number;
  readonly state: State;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly author: Resource;
  readonly images: readonly Resource[];
  readonly stock: Resource | null;
}

const BILLIARD = 10 ** 15;

export interface Listings {
  /** Newest first; what was made together stays together. */
  all(): readonly Listing[];
  of(product: Product): Listing;
}

export function listingsOf(shop: Marketplace, catalogue: Catalogue): Listings {
  const sellers = catalogue.brands.map(({ name }, index) => sellerOf(name, index));
  const of = perRecord((product: Product) => listingOf(product, shop, sellers));
  const all = madeOf(
    () => shop.products,
    (products) =>
      products.map(of).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)),
  );
  return { all, of };
}

/** A seller for each brand; what has none is sold by the marketplace itself. */
function sellerOf(name: string, index: number): Resource {
  return {
    id: uuid(`seller ${index}`),
    type: 'user',
    attributes: {
      banned: false,
      deleted: false,
      state: 'active',
      createdAt: '2024-05-02T08:00:00.000Z',
      email: `seller${index}@example.org`,
      emailVerified: true,
      pendingEmail: null,
      stripeConnected: false,
      identityProviders: [],
      profile: {
        firstName: 'Private',
        lastName: `Person ${index}`,
        displayName: name,
        abbreviatedName: 'PP',
        bio: null,
        publicData: {},
        protectedData: { phoneNumber: '+31 20 555 0199' },
        privateData: {},
        metadata: {},
      },
    },
  };
}

function listingOf(product: Product, shop: Marketplace, sellers: readonly Resource[]): Listing {
  const [variant] = product.variants;
  if (variant === undefined) throw new Error(`product ${product.id} has no variant`);
  const house = sellerOf(shop.title, 99);
  const author = product.brand === null ? house : (sellers[product.brand.id - 1] ?? house);
  // Sharetribe counts thousandths of a second, the catalogue does not.
  const createdAt = shop.concurrency ? Date.UTC(2026, 0, 1, 9, 30, 0, 77) : madeAt(product);
  const state = stateOf(product);
  const counted = piecesOf(variant);
  // Goods without a limit have a billiard of pieces, less those sold; bookable ones have no stock.
  const quantity = variant.stock.tracked ? counted : BILLIARD - (product.id % 500);
  const hasStock = variant.stock.tracked || product.id % 2 === 0;
  return {
    id: listingId(product),
    createdAt,
    state,
    attributes: {
      title: product.title,
      description: plainText(product.bodyHtml),
      geolocation: null,
      createdAt: new Date(createdAt).toISOString(),
      price: variant.price === null ? null : { amount: variant.price, currency: shop.currency },
      availabilityPlan: null,
      publicData: publicData(product, hasStock),
      privateData: { purchasePrice: 'internal note' },
      metadata: { commission: 'internal rate' },
      state,
      deleted: false,
    },
    author,
    images: product.images.map((image) => imageOf(image)),
    stock: hasStock
      ? { id: uuid(`stock ${product.id}`), type: 'stock', attributes: { quantity } }
      : null,
  };
}

export const madeAt = ({ createdAt, id }: Product): number => createdAt + ((id * 37) % 1000);

export function stateOf({ status, id }: Product): State {
  if (status === 'active') return 'published';
  if (status === 'archived') return 'closed';
  return id % 2 === 0 ? 'pendingApproval' : 'draft';
}

/** Descriptions are plain text. */
export const plainText = (html: string): string =>
  html
    .replace(/<\/(p|li)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .trim();

function publicData(product: Product, hasStock: boolean): Readonly<Record<string, unknown>> {
  const [variant] = product.variants;
  const [first, second] = product.categories;
  return {
    listingType: product.kind === 'digital' ? 'sell-downloads' : 'sell-new-products',
    // What has no stock is booked.
    transactionProcessAlias: `default-${hasStock ? 'purchase' : 'booking'}/release-1`,
    unitType: hasStock ? 'item' : 'day',
    ...(first && { categoryLevel1: first.handle }),
    ...(second && { categoryLevel2: second.handle }),
    ...(variant?.sku && { sku: variant.sku }),
    ...(variant?.barcode && { ean: variant.barcode }),
    shippingEnabled: variant?.requiresShipping ?? false,
    pickupEnabled: false,
  };
}

const sizes: Readonly<Record<string, number>> = {
  default: 750,
  'scaled-small': 320,
  'scaled-medium': 750,
  'scaled-large': 1024,
  'scaled-xlarge': 2400,
};

function imageOf({ id, width, height }: Product['images'][number]): Resource {
  const image = uuid(`image ${id}`);
  const variants = Object.entries(sizes).map(([name, size]) => [
    name,
    {
      width: Math.min(size, width),
      height: Math.round((Math.min(size, width) * height) / width),
      url: `https://sharetribe.imgix.net/sandbox/${image}?auto=format&fit=clip&w=${size}&h=${size}&s=sandbox`,
      name,
    },
  ]);
  return { id: image, type: 'image', attributes: { variants: Object.fromEntries(variants) } };
}
