// Plots, drawn on the server as SVG: lines that differ by their dashes and marks, not by colour alone, with
// the same figures in a table beside them.
import { type Html, html } from '../pages/html.ts';
import { table } from './parts.ts';

export interface Series {
  readonly name: string;
  /** One for each moment; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface Plot {
  readonly name: string;
  /** Behind every figure, such as ` ms`. */
  readonly unit?: string;
  /** Milliseconds, evenly spaced. */
  readonly moments: readonly number[];
  readonly series: readonly Series[];
  /** Said where there is nothing to draw. */
  readonly none?: string;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [520, 170, 40, 8, 10, 24];
const MOST_LABELS = 6;
/** More would be a wall: the page is for looking, the API for machines. */
const MOST_ROWS = 60;
const DAY = 86_400_000;
const NONE = 'There was nothing in this period.';

/** The least of 1, 2, 5, 10, 20 and so on that is not below it. */
export function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return size * ([1, 2, 5].find((step) => step * size >= value) ?? 10);
}

const momentOf = (at: number, span: number): string => {
  const iso = new Date(at).toISOString();
  return span > 2 * DAY ? iso.slice(5, 10) : iso.slice(11, 16);
};

export const figureOf = (value: number | null): string =>
  value === null
    ? '–'
    : value >= 10_000
      ? `${Math.round(value / 1000)}k`
      : String(Math.round(value * 10) / 10);

/** A plot; where nothing happened, that sentence. */
export function plot({ name, unit = '', moments, series, none = NONE }: Plot): Html {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((one) => one ?? 0)));
  if (series.length === 0 || highest === 0) return html`<p class="none">${none}</p>`;
  const top = niceTop(highest);
  const span = (moments.at(-1) ?? 0) - (moments[0] ?? 0);
  const x = (index: number) =>
    round(LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(1, moments.length - 1));
  const y = (value: number) => round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));
  const every = Math.ceil(moments.length / MOST_LABELS);
  const marks = [0, top / 2, top];
  return html`<figure><svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${`${name}: ${series.map((one) => `${one.name} at most ${figureOf(highestOf(one))}${unit}`).join(', ')}`}">${marks.map(
    (value) =>
      html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${figureOf(value)}</text>`,
  )}${moments.map(
    (at, index) =>
      index % every === 0 &&
      html`<text x="${x(index)}" y="${HEIGHT - 4}" text-anchor="${index === 0 ? 'start' : 'middle'}">${momentOf(at, span)}</text>`,
  )}${series.map((one, index) => lineOf(one, `s${index % 5}`, x, y))}</svg>
<figcaption>${series.map(
    (one, index) =>
      html`<span class="key"><svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path class="line s${index % 5}" d="M1 4H27"/></svg>${one.name}</span>`,
  )}</figcaption>
<details><summary>${name} as a table</summary>${tableOf({ name, unit, moments, series })}</details></figure>`;
}

const highestOf = ({ values }: Series): number => Math.max(0, ...values.map((one) => one ?? 0));

const round = (value: number): number => Math.round(value * 10) / 10;

/** A line with gaps where there is nothing; a value between two gaps is a dot. */
function lineOf(
  { values }: Series,
  look: string,
  x: (index: number) => number,
  y: (value: number) => number,
): Html {
  const runs: (readonly [x: number, y: number])[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([x(index), y(value)]);
  });
  const path = runs.map((run) =>
    run.map((at, place) => `${place === 0 ? 'M' : 'L'}${at.join(' ')}`),
  );
  const dots = runs.filter((run) => run.length === 1).flat();
  return html`<path class="line ${look}" d="${path.flat().join('')}"/>${dots.map(([cx, cy]) => html`<circle class="dot ${look}" cx="${cx}" cy="${cy}" r="3"/>`)}`;
}

/** The moments at which there was something, the last of them first. */
function tableOf({ name, unit = '', moments, series }: Plot): Html | undefined {
  const rows = moments
    .map((at, index) => ({ at, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .reverse();
  const valueIn = (index: number) => (row: (typeof rows)[number]) => {
    const value = row.values[index] ?? null;
    return value === null ? null : `${figureOf(value)}${unit}`;
  };
  return table(
    name,
    {
      'From (UTC)': ({ at }) => new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      ...Object.fromEntries(series.map((one, index) => [one.name, { figure: valueIn(index) }])),
    },
    rows.slice(0, MOST_ROWS),
    NONE,
  );
}

/** A bar from one share of the whole to another; what it shows stands beside it as a figure. */
export const bar = (from: number, to: number, look: 'plain' | 'soft' | 'bad' = 'plain'): Html =>
  html`<svg class="span" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true"><rect class="${look}" x="${share(from)}" width="${Math.max(4, share(to - from))}" y="1" height="10"/></svg>`;

const share = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 1000);

/** How something went, small enough for a cell of a table. */
export function spark(values: readonly number[]): Html {
  const top = Math.max(1, ...values);
  const step = 120 / Math.max(1, values.length - 1);
  const points = values.map((value, at) => `${round(at * step)},${round(22 - (value / top) * 20)}`);
  return html`<svg class="spark" viewBox="0 0 120 24" width="120" height="24" aria-hidden="true"><polyline class="line s0" points="${points.join(' ')}"/></svg>`;
}
