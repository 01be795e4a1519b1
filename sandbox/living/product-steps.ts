// The steps a product can take: made, edited, published, archived, deleted. Each returns a new one.
import { barcode, handleOf } from '../catalogue/product-codes.ts';
import { withTraits } from '../catalogue/products.ts';
import type {
  Catalogue,
  Change,
  ChangeWay,
  Instant,
  Minor,
  Product,
  Stock,
  Variant,
} from '../catalogue/types.ts';
import type { LastIds } from './living.ts';
import { impossible } from './refusal.ts';

export interface NewProduct {
  readonly title: string | undefined;
  readonly price: Minor;
  readonly stock: number;
  readonly sku: string | undefined;
  readonly published: boolean;
}

export function makeProduct(
  wish: NewProduct,
  { brands, categories, locations }: Catalogue,
  at: Instant,
  lastIds: LastIds,
): Product {
  lastIds.product += 1;
  lastIds.variant += 1;
  lastIds.image += 1;
  const id = lastIds.product;
  const title = wish.title ?? `Novelty No. ${id}`;
  const handle = handleOf(title, id);
  const here = locations.find(({ isDefault }) => isDefault)?.id ?? 1;
  const grams = 250;
  const variant: Variant = {
    id: lastIds.variant,
    productId: id,
    position: 1,
    title: null,
    optionValues: [],
    sku: wish.sku ?? `KZ-${String(id).padStart(4, '0')}`,
    barcode: barcode(lastIds.variant),
    price: wish.price,
    compareAtPrice: null,
    taxable: true,
    requiresShipping: true,
    weight: { value: String(grams), unit: 'g', grams },
    stock: {
      tracked: true,
      backorders: false,
      shared: false,
      levels: [{ locationId: here, available: wish.stock }],
    },
    imageId: null,
    createdAt: at,
    updatedAt: at,
  };
  return withTraits(
    {
      id,
      kind: 'physical',
      status: wish.published ? 'active' : 'draft',
      deleted: false,
      title,
      handle,
      bodyHtml: '<p>Made by a call of the sandbox.</p>\n',
      brand: brands[id % brands.length] ?? null,
      productType: 'Teaware',
      categories: categories.filter(({ name }) => name === 'Teaware'),
      tags: [],
      taxClass: 'standard',
      createdAt: at,
      updatedAt: at,
      publishedAt: wish.published ? at : null,
      options: [],
      variants: [variant],
      images: [
        {
          id: lastIds.image,
          position: 1,
          file: `${handle}-1.jpg`,
          alt: title,
          width: 1200,
          height: 1200,
          createdAt: at,
        },
      ],
      traits: [],
      changes: [{ kind: 'create', at, before: at, fields: [] }],
    },
    [],
  );
}

export interface ProductEdit {
  readonly title?: string;
  readonly price?: Minor | null;
  /** As it was, where it is still more than the price, unless said. */
  readonly compareAtPrice?: Minor | null;
  readonly stock?: number;
  /** Where the stock is; the first place unless said, and a new one where there was none. */
  readonly locationId?: number;
  /** The one that price and stock are for; all of them unless said. */
  readonly variant?: Variant;
  readonly way?: ChangeWay;
  /** The vendor by whose API it was written. */
  readonly by?: string;
}

/** What of an edit is no part of the product. */
const aside = new Set(['variant', 'way', 'by', 'locationId']);

export function editProduct(product: Product, wish: ProductEdit, at: Instant): Product {
  const { title, price, stock, locationId, variant: only, way, by } = wish;
  if (
    stock !== undefined &&
    product.variants.some((one) => isMeant(one, only) && !one.stock.tracked)
  )
    throw impossible(
      `The stock of product ${product.id} is not counted, so that it cannot be set.`,
    );
  const touched = [price, wish.compareAtPrice, stock].some((value) => value !== undefined);
  const variants = product.variants.map((variant): Variant => {
    // A stock that is kept on the product is that of every variant.
    const counted = stock !== undefined && (variant.stock.shared || isMeant(variant, only));
    if (!touched || !(isMeant(variant, only) || counted)) return variant;
    const priced = price !== undefined && isMeant(variant, only) ? price : variant.price;
    const { compareAtPrice: was } = variant;
    const kept = was !== null && priced !== null && was > priced ? was : null;
    const { compareAtPrice = kept } = isMeant(variant, only) ? wish : {};
    return {
      ...variant,
      price: priced,
      compareAtPrice,
      stock: counted ? withStock(variant.stock, stock, locationId) : variant.stock,
      updatedAt: at,
    };
  });
  const fields = Object.keys(wish).filter((name) => !aside.has(name));
  const more = { ...(way && { way }), ...(by && { by }) };
  return changed({ ...product, title: title ?? product.title, variants }, 'edit', at, fields, more);
}

const isMeant = (variant: Variant, only: Variant | undefined): boolean =>
  only === undefined || variant.id === only.id;

/** The pieces of one location; the others are left as they are. */
function withStock(stock: Stock, available: number, place: number | undefined): Stock {
  const locationId = place ?? stock.levels[0]?.locationId ?? 1;
  const at = stock.levels.findIndex((level) => level.locationId === locationId);
  const level = { locationId, available };
  return { ...stock, levels: at < 0 ? [...stock.levels, level] : stock.levels.with(at, level) };
}

export function publish(product: Product, at: Instant): Product {
  if (product.status === 'active') throw impossible(`Product ${product.id} is published already.`);
  return changed(
    { ...product, status: 'active', publishedAt: product.publishedAt ?? at },
    'publish',
    at,
  );
}

export function archive(product: Product, at: Instant): Product {
  if (product.status === 'archived') throw impossible(`Product ${product.id} is archived already.`);
  return changed({ ...product, status: 'archived', publishedAt: null }, 'archive', at);
}

export const deleteProduct = (product: Product, at: Instant): Product =>
  changed({ ...product, deleted: true }, 'delete', at);

function changed(
  { undated: _, ...product }: Product,
  kind: Change['kind'],
  at: Instant,
  fields: readonly string[] = [],
  more: Pick<Change, 'way' | 'by'> = {},
): Product {
  const lasting = product.traits.filter((trait) => trait === 'id-out-of-order');
  return withTraits(
    {
      ...product,
      updatedAt: Math.max(product.updatedAt, at),
      changes: [...product.changes, { kind, at, before: product.updatedAt, fields, ...more }],
    },
    lasting,
  );
}
