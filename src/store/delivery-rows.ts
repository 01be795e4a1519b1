// One event to one address: what it is, and how it is written as a row.
import { randomUUIDv7 } from 'node:crypto';
import { ifOpens, type Seal } from '../keys/seal.ts';
import { waiting } from '../work/queue.ts';
import { contextOf, type Rec } from './schema.ts';

export interface NewDelivery
  extends Pick<
    Rec<'delivery'>,
    'clientId' | 'executionId' | 'addressId' | 'userId' | 'type' | 'createdAt' | 'giveUpAt'
  > {
  /** The `webhook-id`, the same in every try. */
  readonly id: string;
  /** The row goes as soon as it ended: the last word about a user who is gone. */
  readonly deleteWhenSent: boolean;
  readonly url: string;
  readonly body: string;
  /** The trace of the request it came of (W3C Trace Context), where there is one. */
  readonly traceparent?: string | undefined;
}

/** Who is notified, and in which way; without an event address, `url` is all there is. */
export interface Addressee {
  readonly clientId: string;
  readonly url: string;
  readonly addressId?: string;
  readonly executionId?: string;
  readonly userId?: string | undefined;
  readonly deleteWhenSent?: boolean | undefined;
  readonly traceparent?: string | undefined;
}

export type DeliveryState = Rec<'delivery'>['state'];
export const DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed'];

export interface Delivery
  extends NewDelivery,
    Pick<Rec<'delivery'>, 'state' | 'attempts' | 'tries' | 'finishedAt'> {
  readonly nextTryAt: number;
}

/** Twice the time of the schedule: pauses that the receiver asked for come on top. */
export const GIVE_UP_AFTER = 48 * 60 * 60 * 1000;

export const laneOf = (clientId: string, url: string): string =>
  `${clientId} ${new URL(url).origin}`;
/** An event address is a receiver of its own, wherever it is moved to. */
export const addressLane = (clientId: string, addressId: string): string =>
  `${clientId} ${addressId}`;

export function newDelivery(
  addressee: Addressee,
  event: { readonly type: string },
  createdAt: number,
): NewDelivery {
  const { executionId = null, addressId = null, userId = null, ...to } = addressee;
  return {
    ...{ ...to, executionId, addressId, userId },
    id: `msg_${randomUUIDv7().replaceAll('-', '')}`,
    deleteWhenSent: addressee.deleteWhenSent ?? false,
    type: event.type,
    body: JSON.stringify(event),
    createdAt,
    giveUpAt: createdAt + GIVE_UP_AFTER,
  };
}

type Sealing = Pick<Seal, 'seal'>;

export function deliveryRow(seal: Sealing, delivery: NewDelivery) {
  const { url, body, traceparent, deleteWhenSent, ...rest } = delivery;
  const { id, clientId, addressId, createdAt } = rest;
  const content = JSON.stringify([url, body, ...(traceparent ? [traceparent] : [])]);
  return {
    ...rest,
    ...waiting(addressId === null ? laneOf(clientId, url) : addressLane(clientId, addressId)),
    runAt: createdAt,
    content: seal.seal(content, contextOf('delivery', 'content', id)),
    tries: [],
    deleteWhenSent: deleteWhenSent ? 1 : 0,
  };
}

/** The row of a delivery that is not even tried, for the reason given. It can be replayed. */
export function failedRow(seal: Sealing, delivery: NewDelivery, reason: string) {
  const { createdAt: at } = delivery;
  const tries = [{ at, duration: 0, error: reason }];
  const state = 'failed' as const;
  return { ...deliveryRow(seal, delivery), state, tries, finishedAt: at };
}

export type Content = [url: string, body: string, traceparent?: string];

/** The address itself; empty when no key of the ring opens it. */
export const openAddress = (seal: Pick<Seal, 'open'>, id: string, sealed: string): string =>
  ifOpens(() => seal.open(sealed, contextOf('event_address', 'url', id))) ?? '';
