// One try to deliver an event: guarded, signed, bounded in time, and what its answer leads to.
import { endsAfter } from '../model/ends-after.ts';
import { Fault } from '../model/faults.ts';
import { isLocal, type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import { readRetryAfter } from '../net/reply.ts';
import type { Sender } from '../net/send.ts';
import type { Delivery, TryOutcome } from '../store/index.ts';
import { pauseAfter } from './schedule.ts';
import { signatureHeaders } from './sign.ts';

export interface DeliverDependencies {
  readonly sender: Sender;
  readonly bounds: ReceiverBounds;
  readonly now: () => number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
  readonly userAgent: string;
  readonly deadline: number;
  /** Sent beside those of the signature. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Delivered extends TryOutcome {
  /** Whether the receiver as such is well, whatever it thinks of this event. */
  readonly well: boolean;
  /** How long the receiver asked to be left alone. */
  readonly pause: number | undefined;
}

interface Answer {
  readonly status?: number;
  readonly error?: string;
  /** Nothing was sent for a lack of our own: it says nothing about the receiver. */
  readonly ours?: boolean;
  readonly retryAfter?: number | undefined;
}

export async function deliver(
  delivery: Delivery,
  secrets: readonly string[],
  signal: AbortSignal,
  deps: DeliverDependencies,
): Promise<Delivered> {
  const at = deps.now();
  const { status, error, retryAfter, ours } = await post(delivery, secrets, at, signal, deps);
  const ended = deps.now();
  const tried = {
    at,
    duration: Math.max(0, ended - at),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  };
  const well = ours || (status !== undefined && status < 500 && status !== 429);
  const pause = status === 429 || status === 503 ? retryAfter : undefined;
  if (error === undefined) return { state: 'delivered', tried, nextTryAt: ended, well, pause };
  const next =
    status === 410
      ? undefined
      : pauseAfter(ours ? 1 : delivery.attempts, deps.random(), retryAfter);
  const state = next === undefined ? 'failed' : 'waiting';
  return { state, tried, nextTryAt: ended + (next ?? 0), well, pause };
}

async function post(
  delivery: Delivery,
  secrets: readonly string[],
  at: number,
  signal: AbortSignal,
  deps: DeliverDependencies,
): Promise<Answer> {
  const { id, clientId: client, url: address, body } = delivery;
  if (address === '') return { error: 'no key of the ring opens this delivery' };
  if (secrets.length === 0) return { error: 'no key of the ring opens the signing secret' };
  try {
    const url = receiverAddress(address, 'url', deps.bounds);
    const { status, headers } = await deps.sender.send({
      method: 'POST',
      url,
      // A receiver on this machine, where that is allowed, is called past the guard.
      route: deps.bounds.local && isLocal(url) ? url.origin : undefined,
      headers: {
        'content-type': 'application/json',
        'user-agent': deps.userAgent,
        ...deps.headers,
        ...signatureHeaders({ id, at, body }, secrets),
      },
      body,
      client,
      signal: AbortSignal.any([signal, endsAfter(deps.deadline)]),
      discard: true,
    });
    if (status >= 200 && status < 300) return { status };
    const retryAfter = readRetryAfter(headers, deps.now());
    return { status, error: words(status), retryAfter };
  } catch (error) {
    if (signal.aborted) throw error;
    const ours = error instanceof Fault && error.code === 'unavailable';
    return { error: reason(error, deps.deadline), ours };
  }
}

function words(status: number): string {
  if (status === 410) return 'gone (410): the receiver wants no more of it';
  if (status >= 300 && status < 400) return `redirect (${status}): redirects are not followed`;
  return `status ${status}`;
}

/** A few words without anything of the request, which may carry a token in its address. */
function reason(error: unknown, deadline: number): string {
  if (error instanceof Fault) return error.message;
  if ((error as Error)?.name === 'TimeoutError') return `no answer within ${deadline / 1000} s`;
  return 'the receiver could not be called';
}
