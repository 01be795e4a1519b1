// Times of a Magento shop: whole seconds, in UTC without saying so; and when a family last changed.
import type { ProductQuery } from '../../model/query.ts';
import { readInstant, writeZulu } from '../../model/time.ts';
import { isInTime } from '../kit/bounds.ts';
import type { NativeItem, NativeProduct } from './native.ts';

export const secondText = (milliseconds: number): string =>
  writeZulu(milliseconds).replace('T', ' ').slice(0, -1);

export const instantOf = (text: unknown): number | undefined =>
  typeof text === 'string' ? readInstant(text) : undefined;

/** When the last of it changed: a child moves its own date and not its parent's. */
export function changedAt({ updated_at, child_records = [] }: Family): unknown {
  const last = child_records.map((child) => child.updated_at).reduce(later, updated_at);
  return instantOf(updated_at) === undefined ? updated_at : last;
}

type Family = Pick<NativeProduct, 'updated_at' | 'child_records'>;

const later = (one: unknown, other: unknown): unknown =>
  (instantOf(other) ?? 0) > (instantOf(one) ?? 0) ? other : one;

/** Throws for a record whose date is asked for and cannot be read. */
export const isUpdatedIn = (query: ProductQuery, id: NativeItem['id'], updated: unknown): boolean =>
  isInTime(query, id, { updated_at: ['updated_at', () => instantOf(updated)] });
