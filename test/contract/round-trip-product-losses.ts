// What several channels lose of a product for the same reason; the rest is in each channel's losses.ts.
import { decimal } from '../../sandbox/catalogue/currencies.ts';
import type { Product as CatalogueProduct, Variant } from '../../sandbox/catalogue/types.ts';
import { hasTrait, type Loss, type World } from './round-trip-compare.ts';

type ProductLoss = Loss<CatalogueProduct>;
type Expected = NonNullable<ProductLoss['expected']>;

/** A list with one entry a variant. */
export const eachVariant =
  (expected: (variant: Variant, product: CatalogueProduct, world: World) => unknown): Expected =>
  (product, world) =>
    product.variants.map((variant) => expected(variant, product, world));

export const isSimple = ({ options }: CatalogueProduct): boolean => options.length === 0;

export const titleOption: readonly ProductLoss[] = [
  {
    fields: ['options'],
    when: isSimple,
    expected: () => [['Title', ['Default Title']]],
    why: 'A product without options is written as Shopify has it: one option that is called Title.',
  },
  {
    fields: ['variants.option1'],
    when: isSimple,
    expected: () => ['Default Title'],
    why: 'A product without options is written as Shopify has it: one option that is called Title.',
  },
];
export const noProductTags: ProductLoss = { fields: ['tags'], why: 'Products have no tags.' };
export const noAlt: ProductLoss = { fields: ['images.alt'], why: 'Images have no texts.' };
export const noWeight: ProductLoss = {
  fields: ['variants.grams'],
  why: 'Weights are not in the answers.',
};
export const noLocations: ProductLoss = {
  fields: ['variants.inventory_levels'],
  why: 'Stock is one number, without locations.',
};
export const oneLocation: ProductLoss = {
  fields: ['variants.inventory_quantity'],
  when: hasTrait('several-locations'),
  expected: eachVariant(({ stock }, _, { catalogue }) => {
    const main = catalogue.locations.find(({ isDefault }) => isDefault)?.id;
    return stock.levels.find(({ locationId }) => locationId === main)?.available ?? 0;
  }),
  why: 'Stock is one number, that of the location which sells by this channel.',
};
export const noBackorders: ProductLoss = {
  fields: ['variants.inventory_policy'],
  when: hasTrait('backorders'),
  expected: eachVariant(() => 'deny'),
  why: 'Whether goods may be sold that are not there is not known.',
};
export const denyUncounted: ProductLoss = {
  fields: ['variants.inventory_policy'],
  when: hasTrait('untracked-stock'),
  expected: eachVariant(() => 'deny'),
  why: 'Backorders are a switch of their own, which is off also where no one counts the stock.',
};
export const noCurrencyWithoutPrice: ProductLoss = {
  fields: ['variants.currency'],
  when: hasTrait('no-price'),
  why: 'The currency is that of the price, and there is none.',
};
export const priceOfZero: ProductLoss = {
  fields: ['variants.price'],
  when: hasTrait('no-price'),
  expected: eachVariant(() => decimal(0, 2)),
  why: 'A price must be set; where the merchant set none it is zero.',
};
export const noTaxable: ProductLoss = {
  fields: ['variants.taxable'],
  why: 'Whether goods are taxed is not known.',
};
