// The command "manifold products": reads them from a running service, for people and for programs.
import { Product } from '../model/product.ts';
import { PRODUCT_FIELDS } from '../model/query.ts';
import { command } from './command.ts';
import { cell, type Item } from './formats.ts';
import { recordsPart } from './records.ts';
import { type Column, shortTime } from './table.ts';

const COLUMNS: readonly Column<Item>[] = [
  { title: 'ID', of: ({ id }) => cell(id), least: 10 },
  { title: 'TITLE', of: ({ title }) => cell(title) || '-', least: 16 },
  { title: 'STATUS', of: ({ status }) => cell(status) || '-' },
  {
    title: 'VARIANTS',
    of: ({ variants }) => cell(variantsOf(variants).length),
    right: true,
    leaves: 2,
  },
  { title: 'STOCK', of: ({ variants }) => stockOf(variants), right: true },
  {
    title: 'PRICE',
    of: ({ variants }) => cell(variantsOf(variants)[0]?.price) || '-',
    right: true,
  },
  { title: 'CUR', of: ({ variants }) => cell(variantsOf(variants)[0]?.currency) },
  {
    title: 'SKU',
    of: ({ variants }) => cell(variantsOf(variants)[0]?.sku) || '-',
    least: 8,
    leaves: 4,
  },
  { title: 'VENDOR', of: ({ vendor }) => cell(vendor) || '-', least: 8, leaves: 3 },
  { title: 'UPDATED', of: ({ updated_at: at }) => shortTime(at), leaves: 5 },
];

const variantsOf = (variants: unknown): readonly Item[] =>
  Array.isArray(variants) ? variants : [];

/** Of all variants together; a dash where the channel does not say. */
function stockOf(variants: unknown): string {
  const known = variantsOf(variants).flatMap(({ inventory_quantity: stock }) =>
    typeof stock === 'number' ? [stock] : [],
  );
  return known.length > 0 ? String(known.reduce((sum, stock) => sum + stock, 0)) : '-';
}

const part = recordsPart({
  name: 'products',
  body: PRODUCT_FIELDS,
  read: (manifold, sent) => manifold.products(sent),
  fields: Object.keys(Product.properties),
  includes: ['raw'],
  columns: COLUMNS,
  examples: [
    ['products <channel>', 'The products of the demo user, as a table'],
    ['products <channel> --user user-42 --updated-at-min 7d', 'What changed within a week'],
    ['products <channel> > products.jsonl', 'All of them to a file, a JSON object a line'],
  ],
});

export const products = command('products', { '': part });
