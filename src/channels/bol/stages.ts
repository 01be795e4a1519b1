// Which of bol's lists hold the orders asked for, and in which turn they are walked.
import type { OrderQuery } from '../../model/query.ts';
import { readInstant } from '../../model/time.ts';
import { type Bounds, boundsOf, isBounded, isInTime, isWithin } from '../kit/bounds.ts';
import { dayOf, daysAfter, monthsBefore, startOf } from './dates.ts';
import { isBeyond, type Mark, placedOf } from './listing.ts';
import type { NativeOrder, ReducedOrder } from './native.ts';
import { bucketOf, isCancelled, isDone, latestOf } from './status.ts';
import type { Search } from './walk.ts';

/** Changes this recent are asked for by the minute; bol goes back 60. */
const RECENT = 58 * 60_000;
/** For so many months bol shows an order that is shipped or cancelled. */
const MONTHS = 3;

/** Where a walk over lists stands. */
export interface ListCursor {
  readonly stage: 'open' | 'interval' | 'days';
  readonly mark?: Mark;
  readonly day?: string;
  /** When the walk over open orders began that the days follow on. */
  readonly began?: number;
  /** Where a walk by the minute stood when it had to go on by the day. */
  readonly passed?: Mark;
}

/** The oldest day that bol shows changes of. */
export const edgeOf = (now: number): string => monthsBefore(dayOf(now), MONTHS);

/** An order that was placed after an instant was also changed after it. */
function sinceOf({ updated_at_min, created_at_min }: OrderQuery): number | undefined {
  const bounds = [updated_at_min, created_at_min].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : Math.max(...bounds);
}

/** True when orders may be missing that were shipped or cancelled too long ago. */
export function isCutOff(query: OrderQuery, now: number): boolean {
  const since = sinceOf(query);
  return query.status !== 'open' && (since === undefined || since < startOf(edgeOf(now)));
}

/**
 * Open orders are one list, whatever their age. Those that are done stay in it for 48 hours only,
 * so they are read by the days of their changes.
 */
export function firstCursor(query: OrderQuery, now: number): ListCursor {
  const since = sinceOf(query);
  if (since !== undefined && now - since <= RECENT) return { stage: 'interval' };
  if (query.status === 'open') return { stage: 'open' };
  if (since !== undefined && !isCutOff(query, now)) return { stage: 'days', day: dayOf(since) };
  if (query.status === 'any') return { stage: 'open', began: now };
  return { stage: 'days', day: edgeOf(now) };
}

/** A page token lives for a day, in which minutes run out and days leave the three months. */
export function cursorNow(cursor: ListCursor, query: OrderQuery, now: number): ListCursor {
  const { mark, ...rest } = cursor;
  const since = sinceOf(query) ?? now;
  if (cursor.stage === 'interval' && now - since > RECENT)
    return { stage: 'days', day: dayOf(since), ...(mark && { passed: mark }) };
  if (cursor.stage === 'days' && (cursor.day ?? '') < edgeOf(now))
    return { ...rest, day: edgeOf(now) };
  return cursor;
}

/** What is walked when the list of a cursor has come to its end. */
export function cursorAfter(
  cursor: ListCursor,
  query: OrderQuery,
  now: number,
): ListCursor | undefined {
  const { stage, began, passed } = cursor;
  const kept = { ...(began !== undefined && { began }), ...(passed && { passed }) };
  if (stage === 'open' && began !== undefined) return { stage: 'days', day: edgeOf(now), ...kept };
  if (stage !== 'days') return undefined;
  const day = cursor.day ?? edgeOf(now);
  return day < lastDay(query, now) ? { stage, day: daysAfter(day), ...kept } : undefined;
}

const lastDay = ({ updated_at_max: max = Number.POSITIVE_INFINITY }: OrderQuery, now: number) =>
  dayOf(Math.min(now, max));

export function searchOf(cursor: ListCursor, query: OrderQuery, now: number): Search {
  if (cursor.stage === 'days') return searchOfDay(cursor, query, now);
  if (cursor.stage === 'interval')
    return {
      list: { kind: 'interval', since: sinceOf(query) ?? now },
      may: (row) => isBare(row) || (isChangedSince(row, query) && mayMatch(row, query)),
      is: (order) => matches(order, query),
    };
  return {
    list: { kind: 'open' },
    may: (row) => isBare(row) || mayMatch(row, query),
    // One that was shipped meanwhile is met again among the days.
    is: (order) => bucketOf(order.orderItems) === 'open' && matches(order, query),
  };
}

/**
 * One day of changes. An order shows up on the day of each of its items; it is given on that of its
 * newest change alone, so once in a walk. Days go upwards: an order that changes during the walk
 * moves ahead of it, where it is met again; downwards it would move behind it and be lost.
 */
function searchOfDay(cursor: ListCursor, query: OrderQuery, now: number): Search {
  const { day = '', began, passed } = cursor;
  const last = lastDay(query, now);
  const isItsDay = (order: NativeOrder | ReducedOrder) => {
    const at = readInstant(latestOf(order.orderItems) ?? '');
    // Where bol names no change at all, its list is the only word on the day.
    if (at === undefined) return true;
    const changed = dayOf(at);
    return changed === day || (changed > day && day >= last);
  };
  const wasGiven = (order: NativeOrder) =>
    began !== undefined &&
    (changedOf(order) ?? began) <= began &&
    bucketOf(order.orderItems) === 'open';
  return {
    list: { kind: 'day', day, edge: edgeOf(now) },
    may: (row) =>
      (!passed || isBeyond(row, passed)) &&
      (isBare(row) || (isItsDay(row) && isChangedSince(row, query) && mayMatch(row, query))),
    is: (order) => isItsDay(order) && !wasGiven(order) && matches(order, query),
  };
}

/** A row whose items cannot be read rules nothing out. */
const isBare = ({ orderItems }: ReducedOrder): boolean => orderItems.length === 0;

/** In a list of changes the newest one is always there, where it lies within what was asked for. */
const isChangedSince = (row: ReducedOrder, { updated_at_min: min }: OrderQuery): boolean =>
  mayLie({ min }, () => changedOf(row));

/** What has no date here may have one where it is read whole. */
function mayLie(bounds: Bounds, read: () => number | undefined): boolean {
  if (!isBounded(bounds)) return true;
  const at = read();
  return at === undefined || isWithin(bounds, at);
}

/** Lists may hold back items of an order, so only what a single item rules out is left out. */
function mayMatch(row: ReducedOrder, query: OrderQuery): boolean {
  const { status, updated_at_max } = query;
  if (status === 'closed' && !row.orderItems.every(isDone)) return false;
  if (status === 'cancelled' && !row.orderItems.every(isCancelled)) return false;
  return (
    mayLie({ max: updated_at_max }, () => changedOf(row)) &&
    mayLie(boundsOf(query, 'created_at'), () => placedOf(row))
  );
}

export function matches(order: NativeOrder, query: OrderQuery): boolean {
  const { status = 'any' } = query;
  return (
    (status === 'any' || bucketOf(order.orderItems) === status) &&
    isInTime(query, order.orderId, {
      created_at: ['orderPlacedDateTime', () => placedOf(order)],
      updated_at: ['orderItems.latestChangedDateTime', () => changedOf(order)],
    })
  );
}

/** The newest change of its items; an order of which none is known is as old as itself. */
const changedOf = (order: NativeOrder | ReducedOrder): number | undefined =>
  readInstant(latestOf(order.orderItems) ?? '') ?? placedOf(order);
