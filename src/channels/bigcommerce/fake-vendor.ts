// For tests: a store that answers by a function of path and query, and keeps what it was asked.
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';
import { explain } from './explain.ts';
import type { NativeOrder, NativeProduct } from './native.ts';
import discounted from './samples/order-discounts-fee-partly-shipped.native.json' with {
  type: 'json',
};
import paid from './samples/order-paid.native.json' with { type: 'json' };
import simple from './samples/product-simple.native.json' with { type: 'json' };

export const NOW = Date.UTC(2026, 10, 1, 12);

export interface Asked {
  /** After the store's hash, such as `v2/orders`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A body, or a whole reply; undefined stands for an empty list of V2. */
export type Answer = (asked: Asked) => unknown;

export interface FakeStore {
  readonly reading: Reading;
  readonly asks: Ask[];
  /** What was asked, in short: path and query. */
  readonly log: string[];
  readonly warnings: Warning[];
}

export const refusal = (status: number, body?: unknown): Reply => ({
  status,
  headers: {},
  // Only refusals are looked at as a text.
  get text() {
    return body === undefined ? '' : JSON.stringify(body);
  },
  body,
});

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'headers' in value && 'text' in value;

export function fakeStore(answer: Answer, account: Record<string, string> = {}): FakeStore {
  const asks: Ask[] = [];
  const log: string[] = [];
  const warnings: Warning[] = [];
  const kept = new Map<string, unknown>();
  const call: Call = (ask) => {
    asks.push(ask);
    const path = new URL(ask.url).pathname.replace(/^\/stores\/[^/]+\//, '');
    const pairs = (ask.query ?? []).map(([name, value]) => `${name}=${value}`);
    log.push([path, ...pairs].join(' '));
    const given = answer({ path, query: Object.fromEntries(ask.query ?? []) });
    const reply = isReply(given) ? given : given === undefined ? refusal(204) : refusal(200, given);
    const fault = ask.expect?.includes(reply.status) ? undefined : explain(reply, ask);
    return fault ? Promise.reject(fault) : Promise.resolve(reply);
  };
  const reading: Reading = {
    account: { store_hash: 'k7x2m9qa4c', ...account },
    version: 'v3',
    now: NOW,
    call,
    note: (warning) => warnings.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
  };
  return { reading, asks, log, warnings };
}

/** What `fetch` yields, ready for `transform`. */
export const paidOrder = paid as NativeOrder;
export const discountedOrder = discounted as NativeOrder;
export const simpleProduct = simple as NativeProduct;

/** An order as the list has it, without what `fetch` adds. */
export function nativeOrder(changes: Partial<NativeOrder> & { readonly id: number }): NativeOrder {
  const { line_records, coupon_records, refund_records, customer_record, catalog_records, store, ...order } =
    paidOrder; // biome-ignore format: one list
  return { ...order, customer_id: 0, ...changes };
}

export const isFault = (code: string, pattern?: RegExp) => (error: unknown) =>
  error instanceof Fault && error.code === code && (pattern?.test(error.message) ?? true);
