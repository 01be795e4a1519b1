// What clients are told of a request about someone's data.
import type { HookMessage } from '../channels/hook.ts';
import { type Notice, privacyRequest } from '../model/notices.ts';

/** One event to a client; a repeat under the same `once` is the same event. */
export type Announce = (clientId: string, event: Notice, once: string) => Promise<unknown>;

/** Undefined for what is no request. */
export function privacyEvent(
  channel: string,
  message: HookMessage,
  receivedAt: number,
): Notice | undefined {
  const { kind, account: shop, at, reference, customer, orders = [] } = message;
  if (kind === 'uninstalled') return undefined;
  const about = { reference: reference ?? null, customer: customer ?? null, orders };
  return privacyRequest({ kind, channel, shop, ...about }, at ?? receivedAt);
}
