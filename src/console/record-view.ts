// Records beside what their channel gave: a table, and each as two JSON texts in which a value leads to what it is made of.
import type { Operation } from '../model/execution.ts';
import { type Html, html, raw } from '../pages/html.ts';
import { type Origin, originsIn, type Sources } from './made-of.ts';
import { type Cell, type Columns, table, to } from './parts.ts';

declare global {
  interface JSON {
    /** Whether it is a number as its vendor wrote it (ES2026); the type library does not know it yet. */
    isRawJSON(value: unknown): boolean;
  }
}

export type Item = Readonly<Record<string, unknown>>;
/** What the fields of a native record are made of. */
export type SourcesOf = (native: unknown) => Sources;

const textOf = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);
const field =
  (name: string) =>
  ({ record }: Placed): Cell =>
    textOf(record[name]);
const countOf = (name: string) => ({
  figure: ({ record }: Placed): Cell => listOf(record[name]).length,
});

/** Why nulls of a record are null, by their paths. */
type Reasons = Readonly<Record<string, { readonly reason: string; readonly value: string | null }>>;

/** A record and its place on the page. */
interface Placed {
  readonly record: Item;
  readonly at: number;
}

const ID = ({ record, at }: Placed): Cell => to(`#${nameOf(at)}`, textOf(record.id));
const first =
  (name: string) =>
  ({ record }: Placed): Cell =>
    textOf(listOf(record.variants)[0]?.[name]);
const COLUMNS: Readonly<Record<Operation, Columns<Placed>>> = {
  orders: {
    ...{ Id: ID, Name: field('name'), Created: field('created_at') },
    ...{ Payment: field('financial_status'), Fulfillment: field('fulfillment_status') },
    ...{ Lines: countOf('line_items'), Total: { figure: field('total_price') } },
    Currency: field('currency'),
  },
  products: {
    ...{ Id: ID, Title: field('title'), Status: field('status'), Vendor: field('vendor') },
    ...{ Variants: countOf('variants'), 'First price': { figure: first('price') } },
    ...{ Currency: first('currency'), Updated: field('updated_at') },
  },
};

const nameOf = (at: number): string => `r${at + 1}`;

/** `raw` of each record is what its channel gave. */
export function recordsView(
  operation: Operation,
  records: readonly Item[],
  sourcesOf: SourcesOf,
): Html {
  const placed = records.map((record, at) => ({ record, at }));
  let values = 0;
  return html`${table(`The ${operation}`, COLUMNS[operation], placed, `There are no such ${operation}.`)}${
    records.length > 0 &&
    html`<p class="soft">Pick a value of the unified record: what it is made of lights up in what the channel gave. A null says why.</p>`
  }${placed.map((one) => {
    values += valuesIn(one.record);
    return one.at > 0 && values > MOST_VALUES
      ? named(operation, one)
      : pair(operation, one, sourcesOf);
  })}`;
}

/** What a browser lays out in a moment: beyond it records are only named. */
const MOST_VALUES = 30_000;
/** More places of one value are only counted. */
const MOST_PLACES = 20;

const valuesIn = (value: unknown): number =>
  partsOf(value).reduce((count, [, part]) => count + valuesIn(part), 1);

const named = (operation: Operation, { record, at }: Placed): Html =>
  html`<details class="record" id="${nameOf(at)}"><summary>${String(record.id)}</summary><p class="soft">With it this page would be too large to be usable: read these ${operation} in smaller pages, or this one by its id.</p></details>`;

function pair(operation: Operation, { record, at }: Placed, sourcesOf: SourcesOf): Html {
  const { raw: native, reasons, ...unified } = record;
  const name = nameOf(at);
  const ids = new Map<string, string>();
  let count = 0;
  const given = written(native, (path, text) => {
    count += 1;
    const id = `${name}v${count}`;
    ids.set(path, id);
    return html`<span id="${id}">${text}</span>`;
  });
  const originOf = originsIn(sourcesOf(native), unified, native, ids.keys());
  const ours = written(unified, (path, text, isValue) =>
    isValue
      ? leading(text, originOf(path), (reasons as Reasons | undefined)?.[path], ids)
      : html`${text}`,
  );
  const heading = String(record.id);
  const title = textOf(operation === 'orders' ? record.name : record.title);
  return html`<details class="record" name="record"${at === 0 && raw(' open')}><summary>${heading}${title !== heading && html` <span class="soft">${title}</span>`}</summary>
<div class="pair" id="${name}"><section><h3>Unified</h3><pre class="json" tabindex="0" role="region" aria-label="${`Unified record ${heading}`}">${ours}</pre></section>
<section><h3>As the channel gave it</h3><pre class="json" tabindex="0" role="region" aria-label="${`Native record ${heading}`}">${given}</pre></section></div></details>`;
}

/** One value of ours: a link to what it is made of, or why there is nothing. */
function leading(
  text: string,
  origin: Origin | undefined,
  stated: Reasons[string] | undefined,
  ids: ReadonlyMap<string, string>,
): Html {
  if (!origin) return html`${text}`;
  const isNothing = text === 'null' || text === '[]';
  const places = isNothing && origin.places.length === 0 ? origin.holders : origin.places;
  const [first, ...others] = places.map((path) => ({ path, id: ids.get(path) ?? '' }));
  const why = whyOf(text, origin, stated);
  const said = why !== undefined && html` <span class="why">${why}</span>`;
  if (!first) return html`${text}${said}`;
  const from = [first, ...others].map(({ id }) => id).join(' ');
  return html`<a href="${`#${first.id}`}" data-from="${from}" title="${places.slice(0, MOST_PLACES).join(', ')}">${text}</a>${said}${
    others.length > 0 &&
    html` <details class="more-from"><summary>+${others.length}</summary>${others
      .slice(0, MOST_PLACES)
      .map(({ path, id }) => html`<a href="${`#${id}`}" data-from="${id}">${path}</a>`)}${
      others.length > MOST_PLACES && html` and ${others.length - MOST_PLACES} more`
    }</details>`
  }`;
}

/** What the native record does not show. */
function whyOf(
  text: string,
  { places, absent, reason: always }: Origin,
  { reason = always, value = null }: Partial<Reasons[string]> = {},
): string | undefined {
  if (reason !== undefined) return `${WHY[reason] ?? reason}${value === null ? '' : `: ${value}`}`;
  if (text === 'null') return WHY.empty;
  if (places.length > 0) return undefined;
  return absent.length > 0 ? `from ${absent.join(', ')}` : 'by its place, or the same for all';
}

const WHY: Readonly<Record<string, string>> = {
  channel_has_none: 'the channel has no such thing',
  empty: 'the channel says nothing, or that there is none',
  permission_missing: 'the account may not see it',
  withheld: 'the channel shows it to no one',
  out_of_window: 'the channel no longer shows it',
  unknown_value: 'a word of the channel that is not known',
  not_read: 'not read',
};

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
