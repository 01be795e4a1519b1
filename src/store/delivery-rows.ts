// One event to one address: what it is, and how it is written as a row.
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import { ifOpens, type Seal } from '../seal.ts';
import type { DeliveryTable } from './schema.ts';

/** One try to deliver. */
export interface Try {
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The receiver's status; absent when there was no answer. */
  readonly status?: number;
  /** Why it did not count as delivered, in a few words. */
  readonly error?: string;
}

export interface NewDelivery {
  /** The `webhook-id`, the same in every try. */
  readonly id: string;
  readonly clientId: string;
  readonly executionId: string | null;
  /** The client's event address it goes to; null where the address was given for one call. */
  readonly addressId: string | null;
  /** Whom of the client's users it is about; null where it is about nobody, or they are gone. */
  readonly userId: string | null;
  /** The row goes as soon as it ended: the last word about a user who is gone. */
  readonly deleteWhenSent: boolean;
  readonly type: string;
  readonly url: string;
  readonly body: string;
  /** The trace of the request it came of (W3C Trace Context), where there is one. */
  readonly traceparent?: string | undefined;
  readonly createdAt: number;
  /** Whatever is left of it then fails. */
  readonly giveUpAt: number;
}

/** Who is told, and by which way; without an event address, `url` is all there is. */
export interface Addressee {
  readonly clientId: string;
  readonly url: string;
  readonly addressId?: string;
  readonly executionId?: string;
  readonly userId?: string | undefined;
  readonly deleteWhenSent?: boolean | undefined;
  readonly traceparent?: string | undefined;
}

export type DeliveryState = DeliveryTable['state'];
export const DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed'];

export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  /** Tries begun since it was made or replayed. */
  readonly attempts: number;
  readonly tries: readonly Try[];
  readonly nextTryAt: number;
  readonly finishedAt: number | null;
}

/**
 * Whatever is left of a delivery then has failed. Twice the time of the schedule: pauses that the
 * receiver asked for, and those while it was not called at all, come on top.
 */
export const GIVE_UP_AFTER = 48 * 60 * 60 * 1000;

export const laneOf = (clientId: string, url: string): string =>
  `${clientId} ${new URL(url).origin}`;
/** An event address is a receiver of its own, wherever it is moved to. */
export const addressLane = (clientId: string, addressId: string): string =>
  `${clientId} ${addressId}`;

export function newDelivery(
  { clientId, url, addressId, executionId, userId, deleteWhenSent = false, traceparent }: Addressee,
  event: { readonly type: string },
  now: number,
): NewDelivery {
  return {
    id: `msg_${randomUUIDv7().replaceAll('-', '')}`,
    clientId,
    executionId: executionId ?? null,
    addressId: addressId ?? null,
    userId: userId ?? null,
    deleteWhenSent,
    type: event.type,
    url,
    body: JSON.stringify(event),
    traceparent,
    createdAt: now,
    giveUpAt: now + GIVE_UP_AFTER,
  };
}

export function deliveryRow(
  seal: Pick<Seal, 'seal'>,
  delivery: NewDelivery,
): Insertable<DeliveryTable> {
  const { id, clientId, executionId, addressId, type, url, body, createdAt, giveUpAt } = delivery;
  const { userId, deleteWhenSent } = delivery;
  const content = [url, body, ...(delivery.traceparent ? [delivery.traceparent] : [])];
  return {
    id,
    lane: addressId === null ? laneOf(clientId, url) : addressLane(clientId, addressId),
    state: 'waiting',
    run_at: createdAt,
    attempts: 0,
    locked_until: 0,
    locked_by: '',
    client_id: clientId,
    execution_id: executionId,
    type,
    // Sealed, since receivers' addresses often carry a token in their query.
    content: seal.seal(JSON.stringify(content), deliveryContext(id)),
    tries: '[]',
    created_at: createdAt,
    give_up_at: giveUpAt,
    finished_at: null,
    address_id: addressId,
    user_id: userId,
    delete_when_sent: deleteWhenSent ? 1 : 0,
  };
}

/** The row of a delivery that is not even tried, for the reason given. It can be replayed. */
export function failedRow(
  seal: Pick<Seal, 'seal'>,
  delivery: NewDelivery,
  reason: string,
): Insertable<DeliveryTable> {
  const at = delivery.createdAt;
  const tries: readonly Try[] = [{ at, duration: 0, error: reason }];
  return {
    ...deliveryRow(seal, delivery),
    state: 'failed',
    tries: JSON.stringify(tries),
    finished_at: at,
  };
}

/** What is sealed of it. */
export type Content = [url: string, body: string, traceparent?: string];

export const deliveryContext = (id: string): string => `delivery/${id}`;
export const addressContext = (id: string): string => `event-address/${id}/url`;

/** The address itself; empty when no key of the ring opens it. */
export const openAddress = (seal: Pick<Seal, 'open'>, id: string, sealed: string): string =>
  ifOpens(() => seal.open(sealed, addressContext(id))) ?? '';
