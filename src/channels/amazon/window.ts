// Which times are asked for: Amazon takes one family of bounds, and none of the last two minutes.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant, writeInstant } from '../../model/time.ts';
import { unreadableRecord } from '../../model/unreadable.ts';
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { written } from './asking.ts';
import { horizonOf, regionOfHost } from './marketplaces.ts';

/** Bounds as they are sent, and sent again with every page. */
export interface Window {
  readonly family: 'created' | 'updated';
  readonly after: string;
  readonly before?: string;
}

const DAY = 24 * 3600_000;
const DEFAULT_DAYS = 30;
/** "At least two minutes before the time of the request", and some seconds for clocks that differ. */
const YOUNGEST = 2 * 60_000 + 5_000;

/** Undefined when no order can lie within the bounds. */
export function windowOf(query: OrderQuery, { account, now }: Reading): Window | undefined {
  const family =
    query.updated_at_min === undefined && query.updated_at_max === undefined
      ? 'created'
      : 'updated';
  const max = query[`${family}_at_max`];
  const min = minOf(query, family) ?? usualMin(max, account.endpoint, now);
  if (min > now || (max !== undefined && min > max)) return undefined;
  const youngest = now - YOUNGEST;
  const sent = max !== undefined && max <= youngest;
  // A range that begins later than Amazon's own end is refused: ask from there, and sift.
  const after = written(Math.min(min, youngest));
  return { family, after, ...(sent && { before: written(max) }) };
}

/** An order is never changed before it is placed, so the later of both bounds holds for changes. */
function minOf(query: OrderQuery, family: Window['family']): number | undefined {
  const { created_at_min, updated_at_min } = query;
  if (family === 'created' || updated_at_min === undefined) return created_at_min;
  return Math.max(updated_at_min, created_at_min ?? updated_at_min);
}

/** Amazon wants a lower bound: the last 30 days, or, up to a time, all that it keeps. */
function usualMin(max: number | undefined, endpoint: string | undefined, now: number): number {
  const min = max === undefined ? now - DEFAULT_DAYS * DAY : horizonOf(regionOf(endpoint), now);
  return Math.floor(min / 1000) * 1000;
}

const regionOf = (endpoint: string | undefined) => regionOfHost(endpoint ?? '');

/** Reports what narrows the answer although nobody asked for it. `reach` is Amazon's own bound. */
export function tellWindow(
  query: OrderQuery,
  { family, after, before }: Window,
  reach: unknown,
  { account, now, assume, note }: Reading,
) {
  const from = readInstant(after) ?? now;
  if (minOf(query, family) === undefined) assume(`${family}_at_min`, writeInstant(from));
  const horizon = horizonOf(regionOf(account.endpoint), now);
  if (from < horizon - DAY)
    note({
      code: 'orders_window',
      message: `Amazon keeps orders for two years (in Japan, Australia and Singapore since 2016): it has none from before ${writeInstant(horizon).slice(0, 10)}.`,
      field: 'created_at',
    });

  const until = typeof reach === 'string' ? readInstant(reach) : undefined;
  if (before !== undefined || until === undefined) return;
  const name = `${family}_at_max` as const;
  const max = query[name];
  if (max === undefined) assume(name, writeInstant(until));
  else if (until < max)
    note({
      code: 'orders_window',
      message: `Amazon shows orders two minutes after they are placed or changed: this answer reaches up to ${writeInstant(until)}, not up to ${name}.`,
      field: name,
    });
}

/** When an order was placed and changed, as Amazon wrote it; by the names of its fields. */
export interface Times {
  readonly created: readonly [field: string, value: unknown];
  readonly updated: readonly [field: string, value: unknown];
}

/** An order whose time is asked for and cannot be read is neither inside the bounds nor outside. */
export function requireTimes(query: OrderQuery, id: string, times: Times): void {
  for (const family of ['created', 'updated'] as const) {
    const [field, value] = times[family];
    if (isBound(query, family) && instantOf(value) === undefined) throw unreadableRecord(id, field);
  }
}

const isBound = (query: OrderQuery, family: Window['family']): boolean =>
  query[`${family}_at_min`] !== undefined || query[`${family}_at_max`] !== undefined;

/** Whether an order lies within every bound asked for, whoever was to see to it. */
export function isWithin(query: OrderQuery, created: unknown, updated: unknown): boolean {
  return (
    isBetween(created, query.created_at_min, query.created_at_max) &&
    isBetween(updated, query.updated_at_min, query.updated_at_max)
  );
}

function isBetween(value: unknown, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  const at = instantOf(value);
  return at !== undefined && at >= (min ?? at) && at <= (max ?? at);
}

const instantOf = (value: unknown): number | undefined => readInstant(filled(value) ?? '');
