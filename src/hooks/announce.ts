// What clients are told of a request about someone's data.
import type { HookMessage } from '../channels/hook.ts';
import { writeInstant } from '../model/time.ts';

/** One event to a client; a repeat under the same `once` is the same event. */
export type Announce = (clientId: string, event: PrivacyEvent, once: string) => Promise<void>;

export interface PrivacyEvent {
  readonly type: 'privacy.request';
  readonly timestamp: string;
  readonly data: {
    readonly kind: 'data_request' | 'customer_redact' | 'shop_redact';
    readonly channel: string;
    /** What names the shop among all of its channel. */
    readonly shop: string;
    /** The vendor's own, where it has one. */
    readonly reference: string | null;
    readonly customer_id: string | null;
    readonly order_ids: readonly string[];
    /** More than `order_ids` has where the request names very many. */
    readonly order_count: number;
  };
}

const MOST_ORDERS = 1000;

/** Undefined for what is no request. */
export function privacyEvent(
  channel: string,
  { kind, account, at, reference, customer, orders = [] }: HookMessage,
  receivedAt: number,
): PrivacyEvent | undefined {
  if (kind === 'uninstalled') return undefined;
  return {
    type: 'privacy.request',
    timestamp: writeInstant(at ?? receivedAt),
    data: {
      kind,
      channel,
      shop: account,
      reference: reference ?? null,
      customer_id: customer ?? null,
      order_ids: orders.slice(0, MOST_ORDERS),
      order_count: orders.length,
    },
  };
}
