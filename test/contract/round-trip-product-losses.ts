// What each channel loses of a product, and why.
import { decimal } from '../../sandbox/catalogue/currencies.ts';
import type { Product as CatalogueProduct, Variant } from '../../sandbox/catalogue/types.ts';
import { isStoredByAmazon } from '../../sandbox/stores/amazon/holding.ts';
import { productAsin } from '../../sandbox/stores/amazon/ids.ts';
import { bolProductId } from '../../sandbox/stores/bol/ids.ts';
import { methodOf } from '../../sandbox/stores/bol/orders.ts';
import type { Loss, Losses, World } from './round-trip-compare.ts';

type ProductLoss = Loss<CatalogueProduct>;
type Told = NonNullable<ProductLoss['told']>;

const hasTrait =
  (...traits: readonly string[]) =>
  (product: CatalogueProduct): boolean =>
    product.traits.some((trait) => traits.includes(trait));

const each =
  (told: (variant: Variant, product: CatalogueProduct, world: World) => unknown): Told =>
  (product, world) =>
    product.variants.map((variant) => told(variant, product, world));

const isSimple = ({ options }: CatalogueProduct): boolean => options.length === 0;

/** Losses that several channels share. */
const titleOption: readonly ProductLoss[] = [
  {
    fields: ['options'],
    when: isSimple,
    told: () => [['Title', ['Default Title']]],
    why: 'A product without options is written as Shopify has it: one option that is called Title.',
  },
  {
    fields: ['variants.option1'],
    when: isSimple,
    told: () => ['Default Title'],
    why: 'A product without options is written as Shopify has it: one option that is called Title.',
  },
];
const noTags: ProductLoss = { fields: ['tags'], why: 'Products have no tags.' };
const noAlt: ProductLoss = { fields: ['images.alt'], why: 'Images have no texts.' };
const noWeight: ProductLoss = { fields: ['variants.grams'], why: 'Weights are not told.' };
const noLocations: ProductLoss = {
  fields: ['variants.inventory_levels'],
  why: 'Stock is one number, without locations.',
};
const oneLocation: ProductLoss = {
  fields: ['variants.inventory_quantity'],
  when: hasTrait('several-locations'),
  told: each(({ stock }, _, { catalogue }) => {
    const main = catalogue.locations.find(({ isDefault }) => isDefault)?.id;
    return stock.levels.find(({ locationId }) => locationId === main)?.available ?? 0;
  }),
  why: 'Stock is one number, that of the location which sells by this channel.',
};
const noBackorders: ProductLoss = {
  fields: ['variants.inventory_policy'],
  when: hasTrait('backorders'),
  told: each(() => 'deny'),
  why: 'Whether goods may be sold that are not there is not told.',
};
const denyUncounted: ProductLoss = {
  fields: ['variants.inventory_policy'],
  when: hasTrait('untracked-stock'),
  told: each(() => 'deny'),
  why: 'Backorders are a switch of their own, which is off also where nobody counts the stock.',
};
const noCurrencyWithoutPrice: ProductLoss = {
  fields: ['variants.currency'],
  when: hasTrait('no-price'),
  why: 'The currency is that of the price, and there is none.',
};
const priceOfZero: ProductLoss = {
  fields: ['variants.price'],
  when: hasTrait('no-price'),
  told: each(() => decimal(0, 2)),
  why: 'A price must be set; where the merchant set none it is zero.',
};
const noTaxable: ProductLoss = {
  fields: ['variants.taxable'],
  why: 'Whether goods are taxed is not told.',
};

const MAGENTO_TYPES: Readonly<Record<CatalogueProduct['kind'], string>> = {
  physical: 'simple',
  digital: 'downloadable',
  gift_card: 'virtual',
};

export const PRODUCT_LOSSES: Readonly<Record<string, Losses<CatalogueProduct>>> = {
  amazon: {
    losses: [
      {
        fields: ['handle'],
        told: productAsin,
        why: 'What names a product in addresses is its ASIN.',
      },
      {
        fields: ['product_type'],
        told: () => /^[A-Z_]+$/,
        why: 'Amazon has words of its own for types of products.',
      },
      {
        fields: ['options'],
        when: (product) => !isSimple(product),
        told: ({ options }) =>
          options.map(({ name, values }) => [
            name.toLowerCase().replace('colour', 'color'),
            values,
          ]),
        why: 'Options are named by Amazon’s attributes.',
      },
      {
        fields: ['images'],
        when: (product) => hasTrait('many-images')(product) && isSimple(product),
        told: () => 9,
        why: 'A listing has nine images at most; only variations may bring more.',
      },
      noAlt,
      noCurrencyWithoutPrice,
      oneLocation,
      noBackorders,
      {
        fields: ['variants.inventory_levels'],
        told: each((variant, product, world) => {
          const several = hasTrait('several-locations')(product);
          const told = several ? oneLocation.told?.(product, world, '') : undefined;
          const at = product.variants.indexOf(variant);
          const count = told
            ? (told as unknown[])[at]
            : variant.stock.levels.reduce((sum, { available }) => sum + available, 0);
          return [[isStoredByAmazon(product) ? 'Amazon' : 'Merchant', count]];
        }),
        why: 'Stock lies with Amazon or with the merchant; other places are not known.',
      },
      noTaxable,
    ],
  },
  bigcommerce: {
    losses: [
      {
        fields: ['product_type'],
        told: ({ kind }) => (kind === 'digital' ? 'digital' : 'physical'),
        why: 'A product is physical or digital; other types do not exist.',
      },
      oneLocation,
      noBackorders,
      {
        fields: ['variants.inventory_levels'],
        why: 'Stock by location is another API, with a scope of its own.',
      },
      {
        fields: ['variants.grams'],
        when: hasTrait('digital'),
        told: each(() => 0),
        why: 'Every product has a weight; that of downloads is zero.',
      },
      {
        fields: ['variants.taxable'],
        why: 'Products have classes of tax, and none means untaxed.',
      },
    ],
  },
  bol: {
    losses: [
      {
        fields: ['handle'],
        told: bolProductId,
        why: 'What names a product in addresses is bol’s number.',
      },
      {
        fields: ['product_type'],
        told: () => /^\d+$/,
        why: 'Goods are classed by numbers of bol’s.',
      },
      {
        fields: ['tags'],
        told: ({ id }) => [methodOf(id), 'NEW'],
        why: 'Offers have no tags; condition and way of fulfilment stand in their place.',
      },
      { fields: ['created_at'], why: 'Offers have no date of creation.' },
      noAlt,
      { fields: ['variants.compare_at_price'], why: 'An offer has one price.' },
      oneLocation,
      noBackorders,
      noLocations,
      noWeight,
      noTaxable,
    ],
  },
  lightspeed_c: {
    losses: [
      { fields: ['product_type'], why: 'The type of a product is not told.' },
      noTags,
      noAlt,
      priceOfZero,
      noLocations,
      {
        fields: ['variants.grams'],
        when: hasTrait('digital', 'gift-card'),
        told: each(() => 0),
        why: 'Every variant has a weight; that of downloads is zero.',
      },
      {
        fields: ['variants.requires_shipping'],
        why: 'Whether a product is sent is not told.',
      },
    ],
  },
  magento: {
    losses: [
      {
        fields: ['product_type'],
        told: ({ kind, options }) => (options.length > 0 ? 'configurable' : MAGENTO_TYPES[kind]),
        why: 'The type is Magento’s own: simple, configurable, downloadable, virtual.',
      },
      noTags,
      ...titleOption,
    ],
  },
  mirakl: {
    losses: [
      {
        fields: ['handle'],
        told: ({ variants }) => variants[0]?.sku,
        why: 'Products have no address of their own; their number stands for it.',
      },
      noTags,
      { fields: ['created_at', 'updated_at'], why: 'Products have no dates.' },
      {
        fields: ['images'],
        when: hasTrait('many-images'),
        told: ({ images }) => Math.min(15, images.length),
        why: 'A product has fifteen images at most.',
      },
      noAlt,
      noCurrencyWithoutPrice,
      {
        fields: ['variants.inventory_policy'],
        when: hasTrait('backorders', 'untracked-stock'),
        told: each(() => 'deny'),
        why: 'Whether goods may be sold that are not there is not told.',
      },
      {
        fields: ['variants.inventory_levels'],
        told: each(({ stock }) => stock.levels.map(({ available }) => [null, available])),
        why: 'Warehouses have a code and no name.',
      },
      noWeight,
      noTaxable,
      {
        fields: ['variants.requires_shipping'],
        why: 'Whether goods are sent is not said.',
      },
    ],
  },
  sharetribe: {
    losses: [
      {
        fields: ['handle'],
        told: ({ handle, title, id }) =>
          title.endsWith(` ${id}`) ? handle : handle.replace(/-\d+$/, ''),
        why: 'What names a listing in addresses is made from its title.',
      },
      {
        fields: ['body_html'],
        when: ({ bodyHtml }) => bodyHtml !== '',
        told: () => /^[^<]+(<br>[^<]*)*$/,
        why: 'Descriptions are plain text.',
      },
      {
        fields: ['vendor'],
        when: ({ brand }) => brand === null,
        told: () => 'Demo marketplace',
        why: 'Every listing has an author, whose name is that of the seller.',
      },
      {
        fields: ['product_type'],
        told: () => /^sell-[a-z-]+$/,
        why: 'The type is the marketplace’s own kind of listing.',
      },
      {
        fields: ['tags'],
        told: ({ categories }) =>
          categories
            .slice(0, 2)
            .map(({ handle }) => handle)
            .toSorted(),
        why: 'Listings have no tags; their categories stand in their place.',
      },
      { fields: ['updated_at'], why: 'Listings have no date of their last change.' },
      noAlt,
      { fields: ['variants.compare_at_price'], why: 'A listing has one price.' },
      noCurrencyWithoutPrice,
      noBackorders,
      noLocations,
      noWeight,
      { fields: ['variants.taxable'], why: 'Sharetribe knows no tax.' },
    ],
  },
  shopify: {
    losses: [
      {
        fields: ['vendor'],
        when: ({ brand }) => brand === null,
        told: (_, { catalogue }) => catalogue.shop.name,
        why: 'Every product has a vendor; where the merchant named none it is the shop.',
      },
      ...titleOption,
      priceOfZero,
      denyUncounted,
    ],
  },
  woocommerce: {
    losses: [
      {
        fields: ['product_type'],
        told: ({ categories }) => categories[0]?.name ?? null,
        why: 'Products have categories and no type; the first stands for it.',
      },
      ...titleOption,
      oneLocation,
      denyUncounted,
      noLocations,
    ],
  },
};
