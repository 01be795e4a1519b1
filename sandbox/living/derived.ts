// What is derived from the current catalogue: rebuilt after a change, and only for changed records.
import type { Catalogue, Change, Order, Product } from '../catalogue/types.ts';

/** A value made of the catalogue as it is now; made again only when something has changed since. */
export function derived<T>(catalogue: Pick<Catalogue, 'version'>, make: () => T): () => T {
  let made: { readonly version: number; readonly value: T } | undefined;
  return () => {
    const { version } = catalogue;
    if (made?.version !== version) made = { version, value: make() };
    return made.value;
  };
}

/** A value made of another one; made again only when that is another object. */
export function madeOf<From extends object, T>(from: () => From, make: (from: From) => T): () => T {
  let made: { readonly from: From; readonly value: T } | undefined;
  return () => {
    const now = from();
    if (made?.from !== now) made = { from: now, value: make(now) };
    return made.value;
  };
}

/** Makes something once for each record: a record that was changed is another object. */
export function perRecord<Of extends object, T>(make: (record: Of) => T): (record: Of) => T {
  const known = new WeakMap<Of, { readonly value: T }>();
  return (record) => {
    let made = known.get(record);
    if (made === undefined) {
      made = { value: make(record) };
      known.set(record, made);
    }
    return made.value;
  };
}

/** The few of the opening as they are now, and what was made since then. */
export function stillThese<T extends { readonly id: number }>(
  few: readonly T[],
  atOpening: readonly T[],
): (now: readonly T[]) => readonly T[] {
  const chosen = new Set(few.map(({ id }) => id));
  const last = atOpening.reduce((most, { id }) => Math.max(most, id), 0);
  return (now) => now.filter(({ id }) => chosen.has(id) || id > last);
}

/** Whether a vendor takes a change for one of the record, and moves its date of change. */
export type Moves<Of> = (change: Change, record: Of) => boolean;

/** An order with the date of change that a vendor gives it; the same object where that is its own. */
export const orderSeen = (channel: string, moves: Moves<Order>): ((order: Order) => Order) =>
  perRecord((order) => {
    const updatedAt = movedAt(order, channel, moves);
    return updatedAt === order.updatedAt ? order : { ...order, updatedAt };
  });

/** A product likewise; its variants changed no later than it did, unless they have dates of their own. */
export const productSeen = (
  channel: string,
  moves: Moves<Product>,
  { ownDates = false } = {},
): ((product: Product) => Product) =>
  perRecord((product) => {
    const updatedAt = movedAt(product, channel, moves);
    if (updatedAt === product.updatedAt) return product;
    if (ownDates) return { ...product, updatedAt };
    const variants = product.variants.map((variant) => ({
      ...variant,
      updatedAt: Math.min(variant.updatedAt, updatedAt),
    }));
    return { ...product, updatedAt, variants };
  });

/** When a change last moved the date of a record. */
export function movedAt<Of extends Order | Product>(
  record: Of,
  channel: string,
  moves: Moves<Of>,
): number {
  const [first] = record.changes;
  if (first === undefined) return record.updatedAt;
  return record.changes.reduce(
    (at, change) => (isOf(change, channel) && moves(change, record) ? change.at : at),
    first.before,
  );
}

/** Whether an API wrote to a record: then its vendors go on listing it, whatever was written. */
export const isWritten = ({ changes }: Order | Product): boolean =>
  changes.some(({ by }) => by !== undefined);

/** Some changes are known to one vendor only. */
export const isOf = ({ of }: Change, channel: string): boolean =>
  of === undefined || of === channel;
