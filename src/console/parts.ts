// What pages of the console are made of: tables, facts, marks, figures, forms.
import { type Html, html, raw } from '../pages/html.ts';
import { pathOf } from './areas.ts';

export type Cell = Html | string | number | null | undefined | false;

/** What a column shows of a row. Figures stand on the right, under one another. */
type Of<Row> = (row: Row) => Cell;
export type Columns<Row> = Readonly<Record<string, Of<Row> | { readonly figure: Of<Row> }>>;

/** A table that is named; without rows, what that means, or nothing where nothing is said of it. */
export function table<Row>(
  name: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  none?: string,
): Html | undefined {
  if (rows.length === 0) return none === undefined ? undefined : html`<p class="none">${none}</p>`;
  const all = Object.entries(columns);
  // It may be wider than the page: then it scrolls by itself, with the keyboard too.
  return html`<div class="scrolls" tabindex="0" role="region" aria-label="${name}"><table><thead><tr>${all.map(
    ([title, column]) =>
      html`<th scope="col"${'figure' in column && raw(' class="figure"')}>${title}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${all.map(([, column]) => cellOf(column, row))}</tr>`)}</tbody></table></div>`;
}

/** The same below its name. */
export function listed<Row>(
  name: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  none?: string,
): Html | undefined {
  const all = table(name, columns, rows, none);
  return all && card(name, all);
}

function cellOf<Row>(column: Columns<Row>[string], row: Row): Html {
  if ('figure' in column) return html`<td class="figure">${shown(column.figure(row))}</td>`;
  const cell = column(row);
  // An id that breaks at its hyphens is hard to read.
  const isShort = typeof cell === 'string' && cell.length <= LONGEST_WORD;
  return html`<td class="${isShort ? 'short' : 'long'}">${shown(cell)}</td>`;
}
const LONGEST_WORD = 36;

export const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((count, one) => count + of(one), 0);

/** As a name begins. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const shown = (cell: Cell): Html | string | number =>
  cell === null || cell === undefined || cell === false || cell === ''
    ? html`<span class="soft">–</span>`
    : cell;

/** What is known of one thing, each with its name. */
export const facts = (all: Readonly<Record<string, Cell>>): Html =>
  html`<dl class="facts">${Object.entries(all).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${shown(value)}</dd></div>`,
  )}</dl>`;

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A state in a word; it is not said by colour alone. */
export const mark = (words: string, tone: Tone = 'plain'): Html =>
  html`<span class="mark ${tone}">${words}</span>`;

export const card = (title: string, body: Html | undefined, more?: Html): Html =>
  html`<section class="card"><div class="head"><h2>${title}</h2>${more}</div>${body}</section>`;

/** Numbers that matter, each perhaps with what to think of it. */
export const figures = (
  all: Readonly<Record<string, string | number | readonly [string | number, Tone]>>,
): Html =>
  html`<dl class="figures">${Object.entries(all).map(([name, one]) => {
    const [value, tone = 'plain'] = [one].flat();
    return html`<div class="one ${tone}"><dt>${name}</dt><dd>${value}</dd></div>`;
  })}</dl>`;

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
/** The same as a button. */
export const way = (path: string, words: string): Html =>
  html`<a class="button plain" href="${path}">${words}</a>`;

export const toClient = (client: string): Html => to(pathOf('clients', client), client);
// What clients call their users may hold a slash, or be two dots: it stands in the query.
export const userPath = (client: string, user: string, ...act: readonly string[]): string =>
  addressOf(pathOf('users', 'one', ...act), { client, user });
export const toUser = (client: string, user: string): Html => to(userPath(client, user), user);

/** A value to choose, perhaps with other words. */
export type Choice<Word extends string = string> = Word | readonly [value: Word, words: string];
export const chosenBy = <Word extends string>(choice: Choice<Word>): Word =>
  typeof choice === 'string' ? choice : choice[0];

export interface Input {
  readonly label: string;
  readonly value?: string | undefined;
  readonly type?: 'search' | 'text' | 'number' | 'date' | 'datetime-local';
  /** The only values. */
  readonly choices?: readonly Choice[] | undefined;
  readonly rows?: number;
  /** What it looks like. */
  readonly example?: string;
}

export function input(name: string, { label, value = '', type = 'text', ...rest }: Input): Html {
  const { choices, rows, example = '' } = rest;
  if (choices)
    return html`<label><span>${label}</span><select name="${name}">${choices.map(
      (one) =>
        html`<option value="${chosenBy(one)}"${chosenBy(one) === value && raw(' selected')}>${typeof one === 'string' ? one : one[1]}</option>`,
    )}</select></label>`;
  if (rows)
    return html`<label class="wide"><span>${label}</span><textarea name="${name}" rows="${rows}" spellcheck="false">${value}</textarea></label>`;
  return html`<label><span>${label}</span><input name="${name}" type="${type}" value="${value}" placeholder="${example}" autocomplete="off" spellcheck="false"></label>`;
}

export type Inputs = Readonly<Record<string, Input>>;
export const inputs = (all: Inputs): readonly Html[] =>
  Object.entries(all).map(([name, one]) => input(name, one));

export const hidden = (values: Readonly<Record<string, string>>): readonly Html[] =>
  Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );

/** Narrows a list; it is a form that works without scripts. */
export const filters = (path: string, all: Inputs, words = 'Show'): Html =>
  html`<form class="filters" method="get" action="${path}" role="search">${inputs(all)}${button(words)}</form>`;

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
