// Which times are asked for: Amazon takes one family of bounds, and none of the last two minutes.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant, writeInstant } from '../../model/time.ts';
import type { Reading } from '../channel.ts';
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
  const after = minOf(query, family) ?? usualMin(max, account.endpoint, now);
  if (after > now || (max !== undefined && after > max)) return undefined;
  const sent = max !== undefined && max <= now - YOUNGEST;
  return { family, after: written(after), ...(sent && { before: written(max) }) };
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
      message: `Amazon keeps orders for two years (in Japan, Australia and Singapore since 2016): none from before ${writeInstant(horizon).slice(0, 10)} is told.`,
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
      message: `Amazon tells orders two minutes after they are placed or changed: this answer reaches up to ${writeInstant(until)}, not up to ${name}.`,
      field: name,
    });
}

/** Whether an order lies within every bound asked for, whoever was to see to it. */
export function isWithin(query: OrderQuery, created: string, updated: string): boolean {
  return (
    isBetween(created, query.created_at_min, query.created_at_max) &&
    isBetween(updated, query.updated_at_min, query.updated_at_max)
  );
}

function isBetween(text: string, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  const at = readInstant(text);
  return at !== undefined && at >= (min ?? at) && at <= (max ?? at);
}
