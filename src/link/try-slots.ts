// How many tries of a visit may be under way at the same time: in all, of one client, and of one end user;
// and how long one may take.
import { Fault } from '../model/faults.ts';
import { createSlots } from '../model/slots.ts';
import type { Visit } from '../store/index.ts';

const CONCURRENCY = 1000;
const CONCURRENCY_CLIENT = 100;
const CONCURRENCY_USER = 4;

/** Takes a slot; throws `channel_rate_limited` where none is left. */
export type TakeSlot = (visit: Visit) => () => void;

export function createTrySlots(): TakeSlot {
  const clients = createSlots({ max: CONCURRENCY, each: CONCURRENCY_CLIENT });
  const users = createSlots({ max: CONCURRENCY, each: CONCURRENCY_USER });
  return (visit) => {
    const [ofUser, ofClient] = [users.take(visit.userId), clients.take(visit.clientId)];
    const leave = () => {
      ofUser?.();
      ofClient?.();
    };
    if (ofUser && ofClient) return leave;
    leave();
    throw new Fault('channel_rate_limited', 'Too many tries are under way at the same time.', {
      reason: 'too_many_tries',
    });
  };
}

/** How long a person is made to wait. */
const LIMIT_MS = 25_000;

export interface Waiting {
  readonly takeSlot: TakeSlot;
  readonly now: () => number;
  readonly limitMs?: number;
}

/** Does what a visitor waits for: in a slot of its own, and for so long at most. */
export async function inSlot<T>(
  { takeSlot, now, limitMs = LIMIT_MS }: Waiting,
  visit: Visit,
  work: (within: {
    readonly signal: AbortSignal;
    readonly deadline: number;
    readonly client: string;
  }) => Promise<T>,
): Promise<T> {
  const leave = takeSlot(visit);
  const limit = new AbortController();
  const tooLong = new Fault('channel_timeout', 'The channel did not answer in time.');
  const timer = setTimeout(() => limit.abort(tooLong), limitMs);
  const within = { signal: limit.signal, deadline: now() + limitMs, client: visit.clientId };
  try {
    return await work(within);
  } finally {
    clearTimeout(timer);
    leave();
  }
}
