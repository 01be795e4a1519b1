// The calls on products: reads what a step needs, takes the step, and returns the new product.
import type { Product } from '../catalogue/types.ts';
import { type Body, countIn, flagIn, instantIn, readBody, textIn, wayIn } from './body.ts';
import { productNamed } from './find.ts';
import { minorOf } from './money.ts';
import type { Done, Ground } from './order-calls.ts';
import { archive, deleteProduct, editProduct, makeProduct, publish } from './product-steps.ts';
import { hide, show, undate } from './quiet-steps.ts';
import { badBody, impossible, unknownRecord } from './refusal.ts';

/** Products that may be made on top of those of the start. */
const mostNewProducts = 1000;
const mostPieces = 100_000;

export function createProduct(text: string, ground: Ground): Done<Product> {
  const { living, catalogue } = ground;
  const body = readBody(text, ['title', 'price', 'stock', 'sku', 'published', 'at']);
  if (catalogue.products.length - living.started.products >= mostNewProducts)
    throw impossible(`${mostNewProducts} products were made already: POST /_sandbox/reset first.`);
  const sku = textIn(body, 'sku');
  const taken = [...catalogue.variantById.values()].some((variant) => variant.sku === sku);
  if (sku !== undefined && taken) throw impossible(`The stock-keeping unit ${sku} is taken.`);
  if (sku !== undefined && !/^[A-Za-z0-9][\w.-]{0,39}$/.test(sku))
    throw badBody('"sku" must be 1 to 40 letters, digits, dots, hyphens and underscores.');
  const at = instantIn(body, ground.now(), undefined);
  const wish = {
    title: titleIn(body),
    price: priceIn(body) ?? 1995,
    stock: countIn(body, 'stock', 0, mostPieces) ?? 10,
    sku,
    published: flagIn(body, 'published') ?? true,
  };
  const lastIds = { ...living.lastIds };
  const record = makeProduct(wish, catalogue, at, lastIds);
  Object.assign(living.lastIds, lastIds);
  living.putProduct(record);
  return { change: 'create', at, record };
}

function titleIn(body: Body): string | undefined {
  const title = textIn(body, 'title');
  if (title !== undefined && title.length > 200)
    throw badBody('"title" may have at most 200 characters.');
  return title;
}

/** Prices are in euro, tax included. */
function priceIn(body: Body): number | undefined {
  const text = textIn(body, 'price');
  if (text === undefined) return undefined;
  const price = minorOf(text, 'EUR', 'price');
  if (price === 0) throw badBody('"price" must be more than zero.');
  return price;
}

export const productVerbs = ['edit', 'publish', 'archive', 'hide', 'show', 'undate'] as const;
export type ProductVerb = (typeof productVerbs)[number];

export function changeProduct(
  name: string,
  change: ProductVerb,
  text: string,
  ground: Ground,
): Done<Product> {
  const named = productNamed(name, ground);
  const { product } = named;
  const known = change === 'edit' ? ['title', 'price', 'stock', 'sku', 'by', 'at'] : ['at'];
  const body = readBody(text, known);
  const at = instantIn(body, ground.now(), product.updatedAt);
  const steps = {
    edit: () => editProduct(product, editIn(body, named), at),
    publish: () => publish(product, at),
    archive: () => archive(product, at),
    hide: () => hide(product, at),
    show: () => show(product, at),
    undate: () => undate(product, at),
  };
  const record = steps[change]();
  ground.living.putProduct(record);
  return { change, at, record };
}

function editIn(body: Body, { product, variant }: ReturnType<typeof productNamed>) {
  const sku = textIn(body, 'sku');
  const chosen =
    sku === undefined ? variant : product.variants.find((candidate) => candidate.sku === sku);
  if (sku !== undefined && chosen === undefined)
    throw unknownRecord(`Product ${product.id} has no variant ${sku}.`);
  const title = titleIn(body);
  const price = priceIn(body);
  const stock = countIn(body, 'stock', 0, mostPieces);
  if (title === undefined && price === undefined && stock === undefined)
    throw badBody('Give what to edit: "title", "price" or "stock".');
  const way = wayIn(body);
  return {
    ...(way && { way }),
    ...(title === undefined ? {} : { title }),
    ...(price === undefined ? {} : { price }),
    ...(stock === undefined ? {} : { stock }),
    ...(chosen && { variant: chosen }),
  };
}

export function removeProduct(name: string, text: string, ground: Ground): Done<Product> {
  const { product } = productNamed(name, ground);
  const at = instantIn(readBody(text, ['at']), ground.now(), product.updatedAt);
  const record = deleteProduct(product, at);
  ground.living.removeProduct(record);
  return { change: 'delete', at, record };
}
