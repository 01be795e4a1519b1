// What pages of the console are made of: tables, facts, marks, figures, forms.
import { type Html, html, raw } from '../pages/html.ts';

export type Cell = Html | string | number | null | undefined | false;

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => Cell;
  /** Figures stand on the right, under one another. */
  readonly isFigure?: boolean;
}

/** A table that is named; without rows, what that means. */
export function table<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): Html {
  if (rows.length === 0) return html`<p class="none">${none}</p>`;
  // It may be wider than the page: then it scrolls by itself, with the keyboard too.
  return html`<div class="scrolls" tabindex="0" role="region" aria-label="${name}"><table><thead><tr>${columns.map(
    ({ title, isFigure }) =>
      html`<th scope="col"${isFigure === true && raw(' class="figure"')}>${title}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${columns.map((column) => cellOf(column, row))}</tr>`)}</tbody></table></div>`;
}

function cellOf<Row>({ of, isFigure }: Column<Row>, row: Row): Html {
  const cell = of(row);
  // An id that breaks at its hyphens is hard to read.
  const isShort = typeof cell === 'string' && cell.length <= LONGEST_WORD;
  return html`<td class="${isFigure === true ? 'figure' : isShort ? 'short' : 'long'}">${shown(cell)}</td>`;
}
const LONGEST_WORD = 36;

const shown = (cell: Cell): Html | string | number =>
  cell === null || cell === undefined || cell === false || cell === ''
    ? html`<span class="soft">–</span>`
    : cell;

/** What is known of one thing, each with its name. */
export const facts = (all: Readonly<Record<string, Cell>>): Html =>
  html`<dl class="facts">${Object.entries(all).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${shown(value)}</dd></div>`,
  )}</dl>`;

/** Secrets that no page shows a second time. */
export const once = (secrets: Readonly<Record<string, string>>): Html =>
  html`<p class="said warn" role="status">Copy it now: it is not shown again.</p>${facts(
    Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => [
        name,
        html`<code class="secret">${value}</code>`,
      ]),
    ),
  )}`;

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A state in a word; it is not said by colour alone. */
export const mark = (words: string, tone: Tone = 'plain'): Html =>
  html`<span class="mark ${tone}">${words}</span>`;

export const card = (title: string, body: Html, more?: Html): Html =>
  html`<section class="card"><div class="head"><h2>${title}</h2>${more}</div>${body}</section>`;

/** One number that matters. */
export const figure = (name: string, value: string | number, tone: Tone = 'plain'): Html =>
  html`<div class="one ${tone}"><dt>${name}</dt><dd>${value}</dd></div>`;
export const figures = (...all: readonly Html[]): Html => html`<dl class="figures">${all}</dl>`;

/** A part that is loaded again every few seconds where scripts run. */
export const live = (id: string, body: Html): Html => html`<div id="${id}" data-live>${body}</div>`;

/** A moment, with its zone. */
export const when = (at: number | string | null | undefined): Html | null => {
  if (at === null || at === undefined) return null;
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}<span class="soft"> UTC</span></time>`;
};

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A length of time in its largest unit. */
export function lasting(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds >= size) ?? ['ms', 1];
  return `${Math.round(milliseconds / size)} ${unit}`;
}

/** How long ago, with the moment itself at hand. */
export const ago = (at: number | null | undefined, now: number): Html | null => {
  if (at === null || at === undefined) return null;
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${lasting(Math.max(0, now - at))} ago</time>`;
};

export const button = (words: string, look: 'main' | 'plain' | 'danger' = 'main'): Html =>
  html`<button class="button ${look}">${words}</button>`;

export const to = (path: string, words: Cell): Html => html`<a href="${path}">${shown(words)}</a>`;

export interface Input {
  readonly label: string;
  readonly value?: string | undefined;
  readonly type?: 'search' | 'text' | 'number' | 'date' | 'datetime-local';
  /** The only values; the first stands for any. */
  readonly choices?: readonly (readonly [value: string, words: string])[] | undefined;
  readonly rows?: number;
  /** What it looks like. */
  readonly example?: string;
}

export function input(name: string, { label, value = '', type = 'text', ...rest }: Input): Html {
  const { choices, rows, example = '' } = rest;
  if (choices)
    return html`<label><span>${label}</span><select name="${name}">${choices.map(
      ([one, words]) =>
        html`<option value="${one}"${one === value && raw(' selected')}>${words}</option>`,
    )}</select></label>`;
  if (rows)
    return html`<label class="wide"><span>${label}</span><textarea name="${name}" rows="${rows}" spellcheck="false">${value}</textarea></label>`;
  return html`<label><span>${label}</span><input name="${name}" type="${type}" value="${value}" placeholder="${example}" autocomplete="off" spellcheck="false"></label>`;
}

/** Narrows a list; it is a form that works without scripts. */
export const filters = (
  path: string,
  inputs: Readonly<Record<string, Input>>,
  words = 'Show',
): Html =>
  html`<form class="filters" method="get" action="${path}" role="search">${Object.entries(
    inputs,
  ).map(([name, one]) => input(name, one))}${button(words, 'main')}</form>`;

/** To the rows that follow. */
export const more = (
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  after: string | undefined,
  words = 'Older',
): Html | undefined => {
  if (after === undefined) return undefined;
  return html`<p class="more"><a class="button plain" href="${addressOf(path, { ...query, after })}">${words}</a></p>`;
};

/** A path with those of these parameters that are there. */
export function addressOf(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && pair[1] !== '' && pair[0] !== 'said',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export const json = (value: unknown, name = 'JSON'): Html =>
  html`<pre class="json" tabindex="0" role="region" aria-label="${name}"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

/** One of a list of choices, with "any" first. */
export const anyOf = (
  words: string,
  values: readonly string[],
): readonly (readonly [string, string])[] => [
  ['', words],
  ...values.map((one) => [one, one] as const),
];
