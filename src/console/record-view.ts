// Records beside what their channel gave: a table, and each as two JSON texts in which a value leads to what it is made of.
import type { Operation } from '../model/execution.ts';
import { type Html, html, raw } from '../pages/html.ts';
import { type Cell, type Column, table, to } from './parts.ts';

declare global {
  interface JSON {
    /** Whether it is a number as its vendor wrote it (ES2026); the type library does not know it yet. */
    isRawJSON(value: unknown): boolean;
  }
}

export type Item = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);
const field = (title: string, name: string, isFigure = false): Column<Placed> => ({
  ...{ title, isFigure },
  of: ({ record }) => textOf(record[name]),
});

/** A record and its place on the page. */
interface Placed {
  readonly record: Item;
  readonly at: number;
}

const ID: Column<Placed> = {
  title: 'Id',
  of: ({ record, at }) => to(`#${nameOf(at)}`, textOf(record.id)),
};
const COLUMNS: Readonly<Record<Operation, readonly Column<Placed>[]>> = {
  orders: [
    ...[ID, field('Name', 'name'), field('Created', 'created_at')],
    ...[field('Payment', 'financial_status'), field('Fulfillment', 'fulfillment_status')],
    { title: 'Lines', of: ({ record }) => listOf(record.line_items).length, isFigure: true },
    ...[field('Total', 'total_price', true), field('Currency', 'currency')],
  ],
  products: [
    ...[ID, field('Title', 'title'), field('Status', 'status'), field('Vendor', 'vendor')],
    { title: 'Variants', of: ({ record }) => listOf(record.variants).length, isFigure: true },
    ...(['price', 'currency'] as const).map((name) => ({
      title: name === 'price' ? 'First price' : 'Currency',
      of: ({ record }: Placed) => textOf(listOf(record.variants)[0]?.[name]),
      isFigure: name === 'price',
    })),
    field('Updated', 'updated_at'),
  ],
};

const nameOf = (at: number): string => `r${at + 1}`;

/** `raw` of each record is what its channel gave. */
export function recordsView(operation: Operation, records: readonly Item[]): Html {
  const placed = records.map((record, at) => ({ record, at }));
  return html`${table(`The ${operation}`, COLUMNS[operation], placed, `There are no such ${operation}.`)}${placed.map((one) => pair(operation, one))}`;
}

function pair(operation: Operation, { record, at }: Placed): Html {
  const { raw: native, ...unified } = record;
  const name = nameOf(at);
  const [ours, given] = [unified, native].map((one) => written(one, (_, text) => html`${text}`));
  const heading = String(record.id);
  const title = textOf(operation === 'orders' ? record.name : record.title);
  return html`<details class="record" name="record"${at === 0 && raw(' open')}><summary>${heading}${title !== heading && html` <span class="soft">${title}</span>`}</summary>
<div class="pair" id="${name}"><section><h3>Unified</h3><pre class="json" tabindex="0" role="region" aria-label="${`Unified record ${heading}`}">${ours}</pre></section>
<section><h3>As the channel gave it</h3><pre class="json" tabindex="0" role="region" aria-label="${`Native record ${heading}`}">${given}</pre></section></div></details>`;
}

/** As JSON, with every value, and the beginning of every list and object within, as `mark` wants it. */
function written(
  value: unknown,
  mark: (path: string, text: string, isValue: boolean) => Html,
  path = '',
  indent = '\n',
): Html {
  const parts = partsOf(value);
  if (parts.length === 0) return mark(path, JSON.stringify(value), true);
  const isList = Array.isArray(value);
  const [start, end] = isList ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const lines = parts.map(([key, part], place) => {
    const at = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    return html`${place > 0 && ','}${inner}${!isList && `${JSON.stringify(key)}: `}${written(part, mark, at, inner)}`;
  });
  return html`${path === '' ? start : mark(path, start, false)}${lines}${indent}${end}`;
}

/** What a list or an object holds; nothing else has parts. */
const partsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value === null || typeof value !== 'object' || JSON.isRawJSON(value) ? [] : Object.entries(value);
