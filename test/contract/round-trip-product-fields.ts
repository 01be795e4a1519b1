// What the catalogue says about each field of a product.
import type { Product as CatalogueProduct, Variant } from '../../sandbox/catalogue/types.ts';
import type { Product } from '../../src/model/product.ts';
import { instantOf } from './instants.ts';
import { type Field, type Fields, moneyOf, type World } from './round-trip-compare.ts';

type ProductField = Field<CatalogueProduct, Product>;

const plain = (name: keyof Product, expected: ProductField['expected']): ProductField => ({
  got: (record) => record[name],
  expected,
});

/** A list with one entry a variant, in the order of the variants. */
const ofVariants = (
  name: keyof Product['variants'][number],
  expected: (variant: Variant, product: CatalogueProduct, world: World) => unknown,
): ProductField => ({
  got: (record) => record.variants.map((variant) => variant[name]),
  expected: (product, world) =>
    product.variants.map((variant) => expected(variant, product, world)),
});

const price = (minor: number | null): string | null =>
  minor === null ? null : moneyOf({ shop: minor, presentment: minor }, 'EUR', 'shop');

/** Pieces at all locations together; null where no one counts. */
export const stockOf = ({ stock }: Variant): number | null =>
  stock.tracked ? stock.levels.reduce((sum, { available }) => sum + available, 0) : null;

export const PRODUCT_FIELDS: Fields<CatalogueProduct, Product> = {
  title: plain('title', (product) => product.title),
  handle: plain('handle', (product) => product.handle),
  body_html: {
    got: (record) => record.body_html?.trim() ?? null,
    expected: (product) => product.bodyHtml.trim() || null,
  },
  status: plain('status', (product) => product.status),
  vendor: plain('vendor', (product) => product.brand?.name ?? null),
  product_type: plain('product_type', (product) => product.productType),
  tags: {
    got: (record) => record.tags.toSorted(),
    expected: (product) => product.tags.map(({ name }) => name).toSorted(),
  },
  created_at: {
    got: (record) => instantOf(record.created_at),
    expected: (product) => product.createdAt,
  },
  updated_at: {
    got: (record) => instantOf(record.updated_at),
    expected: (product) => product.updatedAt,
  },
  options: {
    got: (record) => record.options.map(({ name, values }) => [name, values]),
    expected: (product) => product.options.map(({ name, values }) => [name, values]),
  },
  images: {
    got: (record) => record.images.length,
    expected: (product) => product.images.length,
  },
  'images.alt': {
    got: (record) => record.images.map(({ alt }) => alt),
    expected: (product) => product.images.map(({ alt }) => alt),
  },
  'variants.id': ofVariants('id', (variant, product, { store }) =>
    store.variantId(product, variant),
  ),
  'variants.title': ofVariants('title', (variant) => variant.title ?? 'Default Title'),
  'variants.sku': ofVariants('sku', (variant) => variant.sku),
  'variants.barcode': ofVariants('barcode', (variant) => variant.barcode),
  'variants.price': ofVariants('price', (variant) => price(variant.price)),
  'variants.compare_at_price': ofVariants('compare_at_price', (variant) =>
    price(variant.compareAtPrice),
  ),
  'variants.currency': ofVariants('currency', () => 'EUR'),
  'variants.option1': ofVariants('option1', (variant) => variant.optionValues[0] ?? null),
  'variants.option2': ofVariants('option2', (variant) => variant.optionValues[1] ?? null),
  'variants.option3': ofVariants('option3', (variant) => variant.optionValues[2] ?? null),
  'variants.inventory_quantity': ofVariants('inventory_quantity', stockOf),
  'variants.inventory_policy': ofVariants('inventory_policy', ({ stock }) =>
    stock.backorders || !stock.tracked ? 'continue' : 'deny',
  ),
  'variants.inventory_levels': {
    got: (record) =>
      record.variants.map(({ inventory_levels }) =>
        inventory_levels.map(({ location_name, available }) => [location_name, available]),
      ),
    expected: (product, { catalogue }) =>
      product.variants.map(({ stock }) =>
        stock.levels.map(({ locationId, available }) => [
          catalogue.locations.find(({ id }) => id === locationId)?.name,
          available,
        ]),
      ),
  },
  'variants.grams': ofVariants('grams', (variant) => variant.weight?.grams ?? null),
  'variants.requires_shipping': ofVariants('requires_shipping', (one) => one.requiresShipping),
  'variants.taxable': ofVariants('taxable', (variant) => variant.taxable),
};
