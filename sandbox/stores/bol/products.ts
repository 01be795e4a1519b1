// Offers (version 11), and what bol knows of the goods: texts, pictures, and stock in its warehouse.
import type { Catalogue, Product, Variant } from '../../catalogue/types.ts';
import { derived, perRecord } from '../../living/derived.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { bolProductId, offerId } from './ids.ts';
import { anything, flag, integer, matching, oneOf, readParameters } from './params.ts';
import { coursesOf, methodOf } from './quantities.ts';
import { answer, problem } from './replies.ts';
import type { Seller } from './shops.ts';

/** A product of the catalogue with its only variant. */
interface Goods {
  readonly product: Product;
  readonly variant: Variant;
  readonly ean: string;
}

interface Offer extends Goods {
  readonly id: string;
  readonly json: string;
  readonly stock: { readonly amount: number; readonly managed: boolean };
  /** Pieces that open orders hold: bol takes them off by itself, unless the seller counts them. */
  readonly held: number;
}

/** What a piece costs from so many pieces on. */
export interface Bundle {
  readonly quantity: number;
  readonly cents: number;
}

export interface Shelf {
  readonly offers: readonly Offer[];
  readonly byEan: ReadonlyMap<string, Goods>;
  readonly warehouse: readonly Goods[];
}

const stockOf = ({ stock }: Variant): number =>
  stock.levels.find(({ locationId }) => locationId === 1)?.available ?? 0;

/** The shelf as it is now; offers of goods that did not change are kept. */
export function shelfOf(seller: Seller, catalogue: Catalogue): () => Shelf {
  const { unknownGoods } = seller;
  const made = (product: Product, held: number): readonly Offer[] => {
    const [variant] = product.variants;
    if (!variant?.barcode) return [];
    const goods = { product, variant, ean: variant.barcode };
    const managed = isManaged(product);
    const stock = { amount: stockOf(variant) + (managed ? 0 : held), managed };
    const json = JSON.stringify(offerOf(goods, stock, unknownGoods));
    return [{ ...goods, id: offerId(variant), json, stock, held }];
  };
  const offersOf = perRecord((product: Product) => made(product, 0));
  return derived(catalogue, () => {
    const held = heldBy(seller.orders);
    const offers = seller.products.flatMap((product) => {
      const pieces = held.get(product.id);
      return pieces === undefined ? offersOf(product) : made(product, pieces);
    });
    return {
      offers,
      byEan: new Map(unknownGoods ? [] : offers.map((one) => [one.ean, one])),
      warehouse: offers.filter(({ product }) => methodOf(product.id) === 'FBB'),
    };
  });
}

/** By product, which has one variant here. */
function heldBy(orders: Seller['orders']): ReadonlyMap<number, number> {
  const held = new Map<number, number>();
  for (const order of orders)
    for (const [index, { shipped, cancelled }] of coursesOf(order).entries()) {
      const { productId = null, quantity = 0 } = order.lines[index] ?? {};
      const open = quantity - shipped - cancelled;
      if (productId !== null && open > 0) held.set(productId, (held.get(productId) ?? 0) + open);
    }
  return held;
}

const isForSale = ({ product, variant }: Goods): boolean =>
  product.status === 'active' && variant.stock.levels.some(({ available }) => available > 0);

const isManaged = ({ own }: Product): boolean => own?.bol?.managed === true;

/** Some offers cost less by the three; what was written holds until another vendor changes the price. */
function bundlesOf({ product, variant }: Goods): readonly Bundle[] {
  const cents = variant.price ?? 0;
  const written = product.own?.bol?.bundles as readonly Bundle[] | undefined;
  if (written?.[0]?.cents === cents) return written;
  const byThree = { quantity: 3, cents: Math.floor(cents * 0.9) };
  return [{ quantity: 1, cents }, ...(product.id % 5 === 0 && byThree.cents >= 100 ? [byThree] : [])]; // biome-ignore format: one list
}

function offerOf(goods: Goods, stock: Offer['stock'], unknown: boolean): object {
  const { product, variant, ean } = goods;
  const method = methodOf(product.id);
  const forSale = isForSale(goods);
  return {
    offerId: offerId(variant),
    ean,
    lastModifiedDateTime: writtenTime(product.updatedAt),
    ...(variant.sku !== null && { reference: variant.sku }),
    onHoldByRetailer: !forSale,
    ...(unknown && { unknownProductTitle: product.title }),
    // The stock that bol keeps does not stand in the offer.
    ...(method === 'FBR' && {
      stock: {
        amount: stock.amount,
        correctedStock: stockOf(variant),
        managedByRetailer: stock.managed,
      },
    }),
    // The contract lets it be left out; null has been seen too.
    ...(!unknown && {
      countryAvailabilities: [
        { countryCode: 'NL', forSale },
        { countryCode: 'BE', forSale: forSale && product.id % 3 !== 0 },
      ],
    }),
    condition: { category: 'NEW' },
    product: unknown ? {} : { bolProductId: bolProductId(product) },
    pricing: {
      bundlePrices: bundlesOf(goods).map(({ quantity, cents }) => ({
        quantity,
        unitPrice: cents / 100,
      })),
    },
    fulfilment:
      method === 'FBB'
        ? { method }
        : {
            method,
            schedule: 'BOL_DELIVERY_PROMISE',
            deliveryPromise: {
              minimumDaysToCustomer: 1,
              maximumDaysToCustomer: 2,
              ultimateOrderTime: '22:00',
            },
          },
  };
}

const writtenTime = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

export function listOffers(request: StoreRequest, { offers }: Shelf): StoreReply {
  const given = readParameters(
    request,
    {
      'page-size': integer(1, 100),
      cursor: anything,
      'for-sale': flag,
      'last-modified-date-time': matching(dateTime, 'it must be a time by ISO 8601'),
      eans: matching(/^\d{8,14}$/, 'it must be an EAN'),
      'offer-ids': matching(uuid, 'it must be a UUID'),
      reference: anything,
    },
    ['eans', 'offer-ids'],
  );
  if (given.violations.length > 0) return problem(request, 400, 'Bad request', given.violations);

  // Fewer than 25 are never sent, whatever was asked for.
  const size = Math.max(25, Number(given.text('page-size') ?? 100));
  const filters = request.query.filter(([name]) => name !== 'cursor').join('&');
  const place = readCursor(given.text('cursor'), filters);
  if (place === null)
    return problem(request, 400, 'Bad request', [
      { name: 'cursor', reason: 'It does not belong to this request.' },
    ]);
  const since = Date.parse(given.text('last-modified-date-time') ?? '');
  const ids = given.texts('offer-ids').map((id) => id.toLowerCase());
  const eans = given.texts('eans');
  const forSale = given.text('for-sale');
  const found = offers.filter(
    (offer) =>
      // A cursor means a place: what was deleted meanwhile moves nothing. Offers go by their number.
      offer.product.id > place &&
      (Number.isNaN(since) || offer.product.updatedAt >= since) &&
      (ids.length === 0 || ids.includes(offer.id)) &&
      (eans.length === 0 || eans.includes(offer.ean)) &&
      (forSale === undefined || String(isForSale(offer)) === forSale) &&
      (given.text('reference') ?? offer.variant.sku) === offer.variant.sku,
  );
  const rows = found.slice(0, size);
  const last = rows.at(-1)?.product.id ?? 0;
  const page = {
    pageSize: size,
    ...(size < found.length && { nextCursor: writeCursor(last, filters) }),
  };
  const list = rows.map(({ json }) => json).join(',');
  return answer('v11', `{"offers":[${list}],"page":${JSON.stringify(page)}}`);
}

const writeCursor = (at: number, filters: string): string =>
  Buffer.from(JSON.stringify({ at, filters })).toString('base64url');

/** Null for a cursor of another request. */
function readCursor(text: string | undefined, filters: string): number | null {
  if (text === undefined) return 0;
  try {
    const { at, filters: own } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
      readonly at: number;
      readonly filters: string;
    };
    return own === filters ? at : null;
  } catch {
    return null;
  }
}

export function catalogProduct(request: StoreRequest, { byEan }: Shelf, ean: string): StoreReply {
  const language = request.headers['accept-language'] ?? 'nl';
  if (!['nl', 'nl-BE', 'fr', 'fr-BE'].includes(language))
    return problem(request, 400, 'Bad request', [
      { name: 'Accept-Language', reason: `Request contains invalid value(s): '${language}'.` },
    ]);
  const goods = byEan.get(ean);
  if (goods === undefined) return problem(request, 404, `No product found for ean ${ean}.`);
  const { product } = goods;
  return answer(
    'v10',
    JSON.stringify({
      published: true,
      gpc: { chunkId: String(30_001_000 + product.categories.length) },
      enrichment: { status: 2 },
      attributes: [
        { id: 'Name', values: [{ value: product.title }] },
        ...(product.bodyHtml === ''
          ? []
          : [{ id: 'Description', values: [{ value: product.bodyHtml }] }]),
      ],
      parties:
        product.brand === null ? [] : [{ name: product.brand.name, type: 'Brand', role: 'BRAND' }],
    }),
  );
}

export function productAssets(request: StoreRequest, { byEan }: Shelf, ean: string): StoreReply {
  const given = readParameters(request, { usage: oneOf('PRIMARY', 'ADDITIONAL', 'IMAGE') });
  if (given.violations.length > 0) return problem(request, 400, 'Bad request', given.violations);
  const goods = byEan.get(ean);
  if (goods === undefined) return problem(request, 404, `No product found for ean ${ean}.`);
  const assets = goods.product.images.map(({ file, width, height }, index) => ({
    usage: index === 0 ? 'PRIMARY' : 'ADDITIONAL',
    order: index,
    variants: [
      { size: 'small', most: 168 },
      { size: 'medium', most: 840 },
    ].map(({ size, most }) => ({
      size,
      width: most,
      height: Math.round((most * height) / width),
      mimeType: 'image/jpeg',
      url: `https://media.s-bol.com/${size}/${file}`,
    })),
  }));
  const usage = given.text('usage');
  const wanted = assets.filter((asset) => usage === undefined || asset.usage === usage);
  return answer('v10', JSON.stringify({ assets: wanted }));
}

const inventoryPage = 50;

export function inventory(request: StoreRequest, { warehouse }: Shelf): StoreReply {
  const given = readParameters(
    request,
    {
      page: integer(1),
      quantity: matching(/^\d+-\d+$/, 'it must be a range such as 0-10'),
      stock: oneOf('SUFFICIENT', 'INSUFFICIENT'),
      state: oneOf('REGULAR', 'GRADED'),
      query: anything,
    },
    ['quantity'],
  );
  if (given.violations.length > 0) return problem(request, 400, 'Bad request', given.violations);
  const words = given.text('query');
  const found = warehouse.filter(
    ({ ean, product }) => words === undefined || ean === words || product.title.includes(words),
  );
  const first = (Number(given.text('page') ?? 1) - 1) * inventoryPage;
  return answer(
    'v10',
    JSON.stringify({
      inventory: found.slice(first, first + inventoryPage).map(({ product, variant, ean }) => ({
        ean,
        bsku: String(2_950_000_000_000 + product.id),
        gradedStock: 0,
        regularStock: stockOf(variant),
        title: product.title,
      })),
    }),
  );
}
