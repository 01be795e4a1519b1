// Which times are asked for: Amazon takes one family of bounds, and none of the last two minutes.
import type { Pairs } from '../../model/exchange.ts';
import type { OrderQuery } from '../../model/query.ts';
import { readInstant, writeInstant } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
import { boundsOf, isBounded } from '../kit/bounds.ts';
import { pair } from '../kit/pairs.ts';
import { written } from './asks.ts';
import { horizonOf } from './marketplaces.ts';

/** Bounds as they are sent, and sent again with every page. */
export interface Window {
  readonly family: 'created' | 'updated';
  readonly after: string;
  readonly before?: string;
  /** The end that Amazon itself set to the first page: the whole walk reaches up to there. */
  readonly reach?: string;
}

const DAY = 24 * 3600_000;
const DEFAULT_DAYS = 30;
/** "At least two minutes before the time of the request", and some seconds for clocks that differ. */
const YOUNGEST = 2 * 60_000 + 5_000;

/** Undefined when no order can lie within the bounds. */
export function windowOf(query: OrderQuery, { account, now }: Reading): Window | undefined {
  const family = isBounded(boundsOf(query, 'updated_at')) ? 'updated' : 'created';
  const { max } = boundsOf(query, `${family}_at`);
  // Amazon wants a lower bound: the last 30 days, or, up to a time, all that it keeps.
  const usual = max === undefined ? now - DEFAULT_DAYS * DAY : horizonOf(account.endpoint, now);
  const min = minOf(query, family) ?? Math.floor(usual / 1000) * 1000;
  if (min > now || (max !== undefined && min > max)) return undefined;
  const youngest = now - YOUNGEST;
  const isSent = max !== undefined && max <= youngest;
  // A range that begins later than Amazon's own end is refused: ask from there, and sift.
  const after = written(Math.min(min, youngest));
  return { family, after, ...(isSent && { before: written(max) }) };
}

/** An order is never changed before it is placed, so the later of both bounds holds for changes. */
function minOf(
  { created_at_min, updated_at_min }: OrderQuery,
  family: Window['family'],
): number | undefined {
  if (family === 'created' || updated_at_min === undefined) return created_at_min;
  return Math.max(updated_at_min, created_at_min ?? updated_at_min);
}

/** The names of both bounds. */
export const namesOf = ({ family }: Window) =>
  family === 'created'
    ? (['createdAfter', 'createdBefore'] as const)
    : (['lastUpdatedAfter', 'lastUpdatedBefore'] as const);

export function timesOf(window: Window): Pairs {
  const [after, before] = namesOf(window);
  return [...pair(after, window.after), ...pair(before, window.before)];
}

/** The window with the end that Amazon says it set, unless an earlier page gave it. */
export function reaching(window: Window, given: unknown): Window {
  if (window.before !== undefined || window.reach !== undefined) return window;
  const until = typeof given === 'string' ? readInstant(given) : undefined;
  return until === undefined ? window : { ...window, reach: writeInstant(until) };
}

/** Reports what narrows the answer although no one asked for it. */
export function reportWindow(
  query: OrderQuery,
  { family, after, reach }: Window,
  { account, now, assume, note }: Reading,
) {
  const from = readInstant(after) ?? now;
  if (minOf(query, family) === undefined) assume(`${family}_at_min`, writeInstant(from));
  const horizon = horizonOf(account.endpoint, now);
  if (from < horizon - DAY) noteHorizon(horizon, note);

  if (reach === undefined) return;
  const name = `${family}_at_max` as const;
  const max = query[name];
  if (max === undefined) assume(name, reach);
  else if ((readInstant(reach) ?? max) < max)
    note({
      code: 'orders_window',
      message: `Amazon shows orders two minutes after they are placed or changed: this answer reaches up to ${reach}, not up to ${name}.`,
      field: name,
    });
}

const noteHorizon = (horizon: number, note: Reading['note']) =>
  note({
    code: 'orders_window',
    message: `Amazon keeps orders for two years (in Japan, Australia and Singapore since 2016): it has none from before ${writeInstant(horizon).slice(0, 10)}.`,
    field: 'created_at',
  });

/** Of an order that was named and is not there: one that is too old answers as one that never was. */
export function reportHorizon({ account, now, assume, note }: Reading) {
  const horizon = horizonOf(account.endpoint, now);
  assume('created_at_min', writeInstant(horizon));
  noteHorizon(horizon, note);
}
