// What the writes of a vendor's API do to the catalogue: parcels, stock, prices, each a step like all others.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fulfilment, Instant, Order, Own, Product, Tracking } from '../catalogue/types.ts';
import type { LastIds, Living } from './living.ts';
import { type Pieces, pay, ship } from './order-steps.ts';
import { editProduct, type ProductEdit } from './product-steps.ts';
import { impossible, unknownRecord } from './refusal.ts';
import { settled } from './settled.ts';

/** A parcel as a vendor's API is given it. */
export interface Parcel {
  /** All that is left unless given; more than is left is refused. */
  readonly lines?: readonly { readonly lineId: number; readonly quantity?: number }[];
  readonly locationId?: number;
  readonly carrier: string | null;
  readonly tracking: readonly Tracking[];
  /** What this vendor keeps of it for itself, such as its code of the carrier. */
  readonly own?: Readonly<Record<string, unknown>>;
}

export interface VariantEdit extends Omit<ProductEdit, 'title' | 'variant' | 'way' | 'by'> {
  readonly variantId: number;
}

/**
 * Writes of one vendor. Records are named by the catalogue's identifiers. What is returned is the
 * record as it becomes, to answer from: a write that is dropped is never seen in the catalogue. What
 * is impossible throws a `Refusal`; a store refuses in its vendor's words before that.
 */
export interface Writes {
  ship(orderId: number, parcel: Parcel): { readonly order: Order; readonly parcel: Fulfilment };
  /** Gives a parcel another carrier and other numbers. */
  track(orderId: number, parcelId: number, tracking: Omit<Parcel, 'lines' | 'locationId'>): Order;
  /** Prices and stock of variants of one product, as one step; `way` says that no code of the shop saved it. */
  edit(
    productId: number,
    edits: readonly VariantEdit[],
    way?: 'import',
    /** Kept with the product, as by `keepProduct`. */
    own?: Readonly<Record<string, unknown>>,
  ): Product;
  /** Keeps with a record what this vendor alone knows of it, and calls `what`; others see no change. */
  keepOrder(orderId: number, own: Readonly<Record<string, unknown>>, what?: string): Order;
  keepProduct(productId: number, own: Readonly<Record<string, unknown>>): Product;
  /** Takes steps when so much time has passed, for vendors that answer before they write. */
  later(ms: number, steps: () => void): void;
  /** A seller accepts an order: what was authorized for it is taken. */
  accept(orderId: number): Order;
}

export interface OpenWrites {
  as(channel: string): Writes;
  /** Takes what is due by now; called before every answer. */
  takeDue(): void;
}

interface Attempt {
  readonly drops: boolean;
  wrote: boolean;
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Answers a request and says whether it wrote; what it writes is thrown away where asked. */
export async function attempted<T>(drops: boolean, answer: () => T | Promise<T>) {
  const attempt: Attempt = { drops, wrote: false };
  const value = await attempts.run(attempt, answer);
  return { value, wrote: attempt.wrote };
}

/** Whether the step that is taken now may be put into the catalogue. */
function isKept(): boolean {
  const attempt = attempts.getStore();
  if (attempt) attempt.wrote = true;
  return !attempt?.drops;
}

export function openWrites(living: Living, now: () => Instant): OpenWrites {
  const { catalogue } = living;
  let waiting: readonly { at: Instant; resets: number; take: () => void }[] = [];

  const orderOf = (id: number): Order => {
    const order = catalogue.orderById.get(id);
    if (order === undefined) throw unknownRecord(`There is no order ${id}.`);
    return order;
  };
  const productOf = (id: number): Product => {
    const product = catalogue.products.find((one) => one.id === id);
    if (product === undefined) throw unknownRecord(`There is no product ${id}.`);
    return product;
  };
  const instant = ({ updatedAt }: { readonly updatedAt: Instant }): Instant =>
    Math.max(Math.floor(now() / 1000) * 1000, updatedAt);

  /** A step that is refused or dropped takes no identifiers either. */
  function putOrder(step: (lastIds: LastIds) => Order): Order {
    const lastIds = { ...living.lastIds };
    const order = step(lastIds);
    if (!isKept()) return order;
    Object.assign(living.lastIds, lastIds);
    living.putOrder(order);
    return order;
  }
  function putProduct(product: Product): Product {
    if (isKept()) living.putProduct(product);
    return product;
  }

  const as = (by: string): Writes => ({
    ship(orderId, { lines, locationId, carrier, tracking, own }) {
      const before = orderOf(orderId);
      const wanted = lines?.map(({ lineId, quantity }): Pieces => {
        const line = before.lines.find(({ id }) => id === lineId);
        if (line === undefined)
          throw unknownRecord(`Order ${before.number} has no line ${lineId}.`);
        return { line, quantity };
      });
      const written = {
        ...(locationId !== undefined && { locationId }),
        ...tracked(carrier, tracking),
        ...{ by, ...(own && { own }) },
      };
      const order = putOrder((ids) => ship(before, wanted, instant(before), ids, written));
      const parcel = order.fulfilments.at(-1);
      if (parcel === undefined) throw new Error('a parcel was sent');
      return { order, parcel };
    },
    track(orderId, parcelId, { carrier, tracking, own }) {
      const before = orderOf(orderId);
      const at = before.fulfilments.findIndex(({ id }) => id === parcelId);
      const parcel = before.fulfilments[at];
      if (parcel === undefined) throw unknownRecord(`Order ${before.number} has no such parcel.`);
      const { moreTracking: _, ...rest } = parcel;
      const next = { ...rest, ...tracked(carrier, tracking), ...(own && { own }) };
      const fulfilments = before.fulfilments.with(at, next);
      const step = { kind: 'track', at: instant(before), fields: ['tracking'], by } as const;
      return putOrder(() => settled({ ...before, fulfilments }, step));
    },
    edit(productId, edits, way, own) {
      const before = productOf(productId);
      const at = instant(before);
      const product = edits.reduce((one, { variantId, ...edit }) => {
        const variant = one.variants.find(({ id }) => id === variantId);
        if (variant === undefined) throw unknownRecord(`Product ${one.id} has no such variant.`);
        return editProduct(one, { ...edit, variant, by, ...(way && { way }) }, at);
      }, before);
      const steps = product.changes.slice(before.changes.length);
      const last = steps.at(-1);
      if (last === undefined) throw impossible('There is nothing to write.');
      const fields = [...new Set(steps.flatMap((step) => step.fields))];
      const change = { ...last, before: before.updatedAt, fields };
      return putProduct({
        ...product,
        changes: [...before.changes, change],
        ...(own && { own: ownAfter(before, by, own) }),
      });
    },
    keepOrder: (orderId, own, what) => putOrder(() => keeping(orderOf(orderId), own, by, what)),
    keepProduct: (productId, own) => putProduct(keeping(productOf(productId), own, by)),
    later(ms, steps) {
      isKept();
      // Taken as if it were now: a write that is dropped stays dropped.
      const asNow = AsyncLocalStorage.snapshot();
      const job = { at: now() + ms, resets: living.resets, take: () => asNow(steps) };
      waiting = [...waiting, job].sort((one, two) => one.at - two.at);
    },
    accept: (orderId) =>
      putOrder((ids) => {
        const before = orderOf(orderId);
        const order = pay(before, undefined, instant(before), ids);
        const [step] = order.changes.slice(before.changes.length);
        return { ...order, changes: step ? [...before.changes, { ...step, by }] : order.changes };
      }),
  });

  function keeping<Of extends Order | Product>(
    record: Of,
    own: object,
    by: string,
    what = 'own',
  ): Of {
    const [at, before] = [instant(record), record.updatedAt];
    return {
      ...record,
      own: ownAfter(record, by, own),
      changes: [...record.changes, { kind: 'edit', at, before, fields: [what], of: by, by }],
    };
  }

  return {
    as,
    takeDue() {
      if (waiting.length === 0) return;
      const due = waiting.filter(({ at }) => at <= now());
      waiting = waiting.filter(({ at }) => at > now());
      for (const { resets, take } of due) if (resets === living.resets) take();
    },
  };
}

const ownAfter = ({ own }: Order | Product, by: string, more: object): Own => ({
  ...own,
  [by]: { ...own?.[by], ...more },
});

const tracked = (carrier: string | null, [first, ...more]: readonly Tracking[]) => ({
  carrier,
  trackingNumber: first?.number ?? null,
  trackingUrl: first?.url ?? null,
  ...(more.length > 0 && { moreTracking: more }),
});

/** For a store over a catalogue that never changes. */
export const noWrites: Writes = Object.fromEntries(
  ['ship', 'track', 'edit', 'keepOrder', 'keepProduct', 'later', 'accept'].map((name) => [
    name,
    () => {
      throw impossible('This catalogue never changes.');
    },
  ]),
) as unknown as Writes;
