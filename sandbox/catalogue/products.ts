// The products of the catalogue: 320 existing ones of every kind and a few that were deleted.
import { day, hour, minute, second } from './moments.ts';
import { barcode, handleOf } from './product-codes.ts';
import type { Random } from './random.ts';
import { brands, categories, locations, tags } from './shop.ts';
import type {
  ClockChange,
  Instant,
  Moments,
  Product,
  ProductImage,
  ProductKind,
  ProductOption,
  ProductStatus,
  ProductTrait,
  Stock,
  TaxClass,
  Variant,
  Weight,
} from './types.ts';

/** What a product is to be; everything left out is drawn. */
interface Plan {
  readonly title?: string;
  readonly kind?: ProductKind;
  readonly status?: ProductStatus;
  readonly options?: readonly (readonly [name: string, values: readonly string[]])[];
  readonly images?: number;
  readonly noPrice?: boolean;
  readonly onSale?: boolean;
  readonly brand?: boolean;
  readonly noSku?: boolean;
  readonly noBarcode?: boolean;
  readonly taxClass?: TaxClass;
  readonly untaxed?: boolean;
  readonly stock?: 'tracked' | 'untracked' | 'shared' | 'none-left' | 'backorders' | 'locations';
  readonly weight?: 'kg' | 'g';
}

const numbered = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`);

const colours = ['Blue', 'Cream', 'Rosé', 'Grün', 'Black & white', 'Naturel'];
const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const weights = ['50 g', '100 g', '250 g', '1 kg'];

/** The products that tests look for by their trait. */
const special: readonly Plan[] = [
  { title: 'Patchwork quilt', options: [['Colour', numbered('Shade', 12)], ['Size', sizes], ['Border', ['Plain', 'Stitched']]] },
  { title: 'Tea sampler wall', options: [['Blend', numbered('Blend', 26)], ['Weight', weights], ['Grind', ['Leaf', 'Powder', 'Bag']]] },
  { title: 'Linen apron', options: [['Size', sizes], ['Colour', colours]], images: 12 },
  { title: 'Teapot “Grüne Welle”', options: [['Colour', ['Blue', 'Cream']]], onSale: true },
  { title: 'Espresso cup <b>tiny</b> & "round"', options: [['Colour', colours]] },
  { title: 'Mug 🎉 with 🫖', images: 3 },
  { title: "Sieb für Tee – d'Or", weight: 'g' },
  { title: 'Gift card', kind: 'gift_card', options: [['Amount', ['€ 10', '€ 25', '€ 50']]], images: 1, untaxed: true, stock: 'untracked' },
  { title: 'The tea companion (e-book)', kind: 'digital', taxClass: 'reduced', stock: 'untracked' },
  { title: 'Brewing course, lesson 1', kind: 'digital', stock: 'untracked', images: 0 },
  { title: 'Prototype kettle', status: 'draft', noPrice: true, images: 0 },
  { title: 'Winter blend 2023', status: 'archived', taxClass: 'reduced' },
  { title: 'Untitled draft', status: 'draft', noSku: true, noBarcode: true, brand: false },
  { title: 'Made-to-order tray', stock: 'backorders', weight: 'kg' },
  { title: 'Loose sugar', stock: 'untracked', taxClass: 'reduced', weight: 'kg' },
  { title: 'Jasmine pearls', options: [['Weight', weights]], stock: 'shared', taxClass: 'reduced' },
  { title: 'Wool blanket', options: [['Colour', ['Naturel', 'Grün']]], stock: 'locations', weight: 'kg' },
  { title: 'Sold-out scoop', stock: 'none-left' },
  { title: 'Postage stamps', untaxed: true, taxClass: 'zero' },
  { title: 'Tea towel, set of 3', images: 30, weight: 'g' },
  { title: 'Request a price: samovar', noPrice: true },
  { title: 'Cushion', options: [['Colour', colours], ['Size', ['40 × 40', '50 × 50']]], onSale: true, stock: 'locations' },
]; // biome-ignore format: one plan a line

const nouns = ['Assam', 'Sencha', 'Darjeeling', 'Earl Grey', 'Rooibos', 'Oolong', 'Mug', 'Saucer', 'Kettle', 'Tray', 'Strainer', 'Tea tin', 'Napkin', 'Spoon', 'Timer', 'Jug']; // biome-ignore format: a table
const adjectives = ['Breakfast', 'Classic', 'Süd', 'Crème', 'No. 7', 'Royal', 'Kleine', "Baker's", 'Nº 5', 'Extra fine']; // biome-ignore format: a table

export interface ProductRange {
  readonly products: readonly Product[];
  readonly deleted: readonly Product[];
}

/** Around a change of the clock, with hours that it skips or repeats where UTC is read as local. */
const nightly = [-30, 15, 75, 105].map((minutes) => minutes * minute);

/** Some products made, and some changed, in the nights in which the clocks change. */
function inNights(
  products: readonly Product[],
  clockChanges: readonly ClockChange[],
): readonly Product[] {
  const moved = new Map<number, Product>();
  for (const [night, { at }] of clockChanges.entries()) {
    const nearest = products.findIndex(({ createdAt }) => createdAt > at);
    for (const [i, shift] of nightly.entries()) {
      const made = products[nearest - 2 + i];
      if (made)
        moved.set(made.id, {
          ...made,
          createdAt: at + shift,
          publishedAt: made.publishedAt === null ? null : at + shift,
          updatedAt: Math.max(made.updatedAt, at + day),
          variants: made.variants.map((variant) => ({ ...variant, createdAt: at + shift })),
        });
      const changed = products[50 + night * nightly.length + i];
      if (changed)
        moved.set(changed.id, {
          ...changed,
          updatedAt: at + shift,
          variants: changed.variants.map((variant) => ({ ...variant, updatedAt: at + shift })),
        });
    }
  }
  return products.map((product) => moved.get(product.id) ?? product);
}

export function productsOf(
  random: Random,
  { first, anchor, clockChanges }: Pick<Moments, 'first' | 'anchor' | 'clockChanges'>,
): ProductRange {
  const count = 320;
  const spacing = Math.floor((anchor - first - 20 * day) / count / minute) * minute;
  let optionId = 0;
  let variantId = 0;
  let imageId = 0;
  const build = (plan: Plan, id: number, createdAt: Instant, deleted: boolean): Product => {
    const kind = plan.kind ?? 'physical';
    const status = plan.status ?? 'active';
    const title = plan.title ?? `${random.pick(nouns)} ${random.pick(adjectives)} ${id}`;
    const taxClass = plan.taxClass ?? (id % 3 === 0 ? 'reduced' : 'standard');
    const options: readonly ProductOption[] = (plan.options ?? []).map(([name, values], i) => {
      optionId += 1;
      return { id: optionId, name, position: i + 1, values };
    });
    const handle = handleOf(title, id);
    const images = Array.from({ length: plan.images ?? 1 + (id % 3) }, (_, i): ProductImage => {
      imageId += 1;
      return {
        id: imageId,
        position: i + 1,
        file: `${handle}-${i + 1}.jpg`,
        alt: i === 0 ? title : i % 2 === 1 ? null : `${title}, view ${i + 1}`,
        width: 1200,
        height: i % 2 === 0 ? 1200 : 900,
        createdAt: createdAt + minute,
      };
    });
    const prefix = plan.noSku === true ? null : `KZ-${String(id).padStart(4, '0')}`;
    const basePrice = random.int(4, 90) * 100 + random.pick([0, 50, 95]);
    const stock = plan.stock ?? 'tracked';
    const shared = stock === 'shared' ? stockOf(random, stock) : null;
    const room = Math.floor((anchor - hour - createdAt) / second);
    const updatedAt = createdAt + random.int(1, Math.min(room, 200 * 86_400)) * second;
    const combinations = combine(options.map((option) => option.values));
    const variants = combinations.map((optionValues, i): Variant => {
      variantId += 1;
      const price =
        plan.noPrice === true
          ? null
          : kind === 'gift_card'
            ? giftCardPrice(optionValues)
            : basePrice + (i % 4) * 150;
      const onSale = plan.onSale === true && i % 2 === 0 && price !== null;
      return {
        id: variantId,
        productId: id,
        position: i + 1,
        title: optionValues.length === 0 ? null : optionValues.join(' / '),
        optionValues,
        sku: prefix === null ? null : options.length === 0 ? prefix : `${prefix}-${i + 1}`,
        barcode: plan.noBarcode === true || kind !== 'physical' ? null : barcode(variantId),
        price,
        compareAtPrice: onSale ? price + 500 : null,
        taxable: plan.untaxed !== true,
        requiresShipping: kind === 'physical',
        weight: kind === 'physical' ? weightOf(plan.weight, id, i) : null,
        stock: shared ?? stockOf(random, stock),
        imageId: options.length > 0 && i < images.length && i > 0 ? (images[i]?.id ?? null) : null,
        createdAt,
        updatedAt,
      };
    });
    return {
      id,
      kind,
      status,
      deleted,
      title,
      handle,
      bodyHtml: bodyOf(title, id),
      brand: plan.brand === false || id % 5 === 0 ? null : (brands[id % brands.length] ?? null),
      productType: id % 13 === 0 ? null : typeOf(kind, taxClass),
      categories: categoriesOf(kind, taxClass, id),
      tags: tags.filter((_, i) => (id + i) % 5 === 0),
      taxClass,
      createdAt,
      updatedAt,
      publishedAt: status === 'active' ? createdAt + hour : null,
      options,
      variants,
      images,
      traits: [],
      changes: [],
    };
  };

  const plans: Plan[] = Array.from(
    { length: count },
    (_, i) => special[(i - 3) / 14] ?? ordinary(i),
  );
  const built = plans.map((plan, i) => build(plan, i + 1, first - 30 * day + i * spacing, false));
  const deleted = [0, 1, 2, 3].map((i) =>
    build(
      {
        title: `Discontinued cup ${i + 1}`,
        ...(i === 3 ? { options: [['Colour', ['Blue', 'Rosé']]] } : {}),
      },
      count + 1 + i,
      first - 60 * day + i * day,
      true,
    ),
  );
  const late = new Set([41, 141, 241]);
  const products = inNights(built, clockChanges).map((product) => {
    // Imported with an old date: the identifier is younger than the creation time says.
    if (!late.has(product.id)) return withTraits(product, []);
    const createdAt = first - 200 * day;
    const publishedAt = product.publishedAt === null ? null : createdAt + hour;
    return withTraits({ ...product, createdAt, publishedAt }, ['id-out-of-order']);
  });
  return { products, deleted: deleted.map((product) => withTraits(product, [])) };
}

function ordinary(i: number): Plan {
  if (i % 19 === 7) return { onSale: true };
  if (i % 29 === 11) return { options: [['Size', ['S', 'M', 'L']]] };
  if (i % 31 === 13)
    return {
      options: [
        ['Colour', colours.slice(0, 3)],
        ['Size', ['S', 'L']],
      ],
    };
  if (i % 37 === 5) return { status: 'draft' };
  if (i % 41 === 9) return { status: 'archived' };
  if (i % 43 === 17) return { images: 0, stock: 'untracked' };
  if (i % 47 === 21) return { stock: 'locations', weight: 'kg' };
  return {};
}

function combine(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (sofar, values) => sofar.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  );
}

function giftCardPrice(optionValues: readonly string[]): number {
  return Number((optionValues[0] ?? '').replace('€ ', '')) * 100;
}

function weightOf(unit: 'kg' | 'g' | undefined, id: number, i: number): Weight {
  const grams = 50 + ((id * 37 + i * 10) % 400) * 5;
  if (unit === 'g' || (unit === undefined && id % 2 === 0)) {
    return { value: String(grams), unit: 'g', grams };
  }
  const thousandths = String(grams).padStart(4, '0');
  const value = `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`.replace(
    /(?<![.0])\.?0+$/,
    '',
  );
  return { value, unit: 'kg', grams };
}

function stockOf(random: Random, stock: NonNullable<Plan['stock']>): Stock {
  if (stock === 'untracked')
    return { tracked: false, backorders: false, shared: false, levels: [] };
  const here = { locationId: 1, available: stock === 'none-left' ? 0 : random.int(1, 90) };
  const levels =
    stock === 'locations' ? [here, ...locations.slice(1).map((l) => ({ locationId: l.id, available: random.int(0, 20) }))] : [here]; // biome-ignore format: one thought
  return { tracked: true, backorders: stock === 'backorders', shared: stock === 'shared', levels };
}

function bodyOf(title: string, id: number): string {
  if (id % 12 === 0) return '';
  const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<p>${name}: chosen by hand, packed in Amsterdam.</p>\n<ul><li>Größe &amp; Gewicht: siehe unten</li></ul>\n`;
}

function typeOf(kind: ProductKind, taxClass: TaxClass): string {
  if (kind === 'gift_card') return 'Gift cards';
  if (kind === 'digital') return 'Books & e-books';
  return taxClass === 'reduced' ? 'Tea' : 'Teaware';
}

function categoriesOf(kind: ProductKind, taxClass: TaxClass, id: number): Product['categories'] {
  if (id % 13 === 0) return [];
  const wanted =
    kind === 'gift_card'
      ? [8]
      : kind === 'digital'
        ? [7]
        : taxClass === 'reduced'
          ? [id % 2 === 0 ? 2 : 3, 1]
          : [4, 9];
  return wanted.flatMap((categoryId) =>
    categories.filter((category) => category.id === categoryId),
  );
}

/** Traits are read off the finished product, so that they cannot lie. */
export function withTraits(product: Product, given: readonly ProductTrait[]): Product {
  const { variants, options, images, title } = product;
  const some = (test: (variant: Variant) => boolean): boolean => variants.some(test);
  const facts: readonly (readonly [ProductTrait, boolean])[] = [
    ['simple', options.length === 0],
    ['one-option', options.length === 1],
    ['two-options', options.length === 2],
    ['three-options', options.length === 3],
    ['over-100-variants', variants.length > 100],
    ['over-250-variants', variants.length > 250],
    ['draft', product.status === 'draft'],
    ['archived', product.status === 'archived'],
    ['no-price', some((v) => v.price === null)],
    ['on-sale', some((v) => v.compareAtPrice !== null)],
    ['no-image', images.length === 0],
    ['many-images', images.length >= 10],
    ['digital', product.kind === 'digital'],
    ['gift-card', product.kind === 'gift_card'],
    ['untracked-stock', some((v) => !v.stock.tracked)],
    ['shared-stock', some((v) => v.stock.shared)],
    ['several-locations', some((v) => v.stock.levels.length > 1)],
    ['weight-in-grams', some((v) => v.weight?.unit === 'g')],
    ['weight-in-kilograms', some((v) => v.weight?.unit === 'kg')],
    ['no-brand', product.brand === null],
    ['no-sku', some((v) => v.sku === null)],
    ['no-barcode', some((v) => v.barcode === null)],
    ['umlauts', /[äöüßÄÖÜ]/.test(title)],
    ['emoji', /\p{Extended_Pictographic}/u.test(title)],
    ['html-characters', /[<>&"]/.test(title)],
    ['out-of-stock', some((v) => v.stock.levels.some((level) => level.available === 0))],
    ['backorders', some((v) => v.stock.backorders)],
    ['untaxed', some((v) => !v.taxable)],
  ];
  return {
    ...product,
    traits: [...given, ...facts.filter(([, is]) => is).map(([trait]) => trait)],
  };
}
