// For tests: an Amazon that answers each ask with the next canned reply and keeps what it was asked.

import { mutations } from '../../../test/mutations.ts';
import type { Account } from '../../model/credential.ts';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';
import { explain } from './explain.ts';

export const NOW = Date.UTC(2026, 8, 14, 9, 32);

export const DE = 'A1PA6795UKMFR9';

export const ACCOUNT: Account = {
  endpoint: 'https://sellingpartnerapi-eu.amazon.com',
  marketplaceIds: DE,
  sellerId: 'A2EXAMPLE1SELLER',
};

/** The same without the merchant token: nothing is looked up beside orders. */
export const ORDERS_ONLY: Account = {
  endpoint: ACCOUNT.endpoint ?? '',
  marketplaceIds: DE,
};

/** A body of a good answer, a whole reply, or a function of what was asked. */
type Answer = object | { readonly status: number; readonly body: unknown } | ((ask: Ask) => object);

export interface FakeVendor {
  readonly reading: Reading;
  readonly asks: Ask[];
  readonly warnings: Warning[];
  /** Records that could not be read, where the caller asked to read on. */
  readonly leftOut: (string | undefined)[];
  readonly assumed: (readonly [filter: string, value: string])[];
}

interface Options {
  readonly version?: string;
  readonly account?: Account;
  readonly lenient?: boolean;
}

/** Answers one after another, or whatever is asked, as often as it is. */
export function fakeVendor(
  answers: readonly Answer[] | ((ask: Ask) => object),
  { version = '2026-01-01', account = ACCOUNT, lenient = false }: Options = {},
): FakeVendor {
  const asks: Ask[] = [];
  const warnings: Warning[] = [];
  const leftOut: (string | undefined)[] = [];
  const assumed: [string, string][] = [];
  const rest = typeof answers === 'function' ? [] : [...answers];
  const call: Call = async (ask) => {
    asks.push(ask);
    const answer = typeof answers === 'function' ? answers : rest.shift();
    if (!answer) throw new Error(`no answer is left for ${ask.url} ${JSON.stringify(ask.query)}`);
    const reply = replyOf(typeof answer === 'function' ? answer(ask) : answer);
    if (reply.status < 400 || ask.expect?.includes(reply.status)) return reply;
    throw explain(reply, ask) ?? new Error(`status ${reply.status}`);
  };
  const kept = new Map<string, unknown>();
  const reading: Reading = {
    account,
    version,
    now: NOW,
    call,
    note: (warning) => warnings.push(warning),
    leaveOut: (fault) => {
      if (!lenient) throw fault;
      leftOut.push(fault.record);
    },
    assume: (filter, value) => assumed.push([filter, value]),
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
  };
  return { reading, asks, warnings, leftOut, assumed };
}

function replyOf(answer: object): Reply {
  const { status, body } = answer as { readonly status?: unknown; readonly body?: unknown };
  return typeof status === 'number'
    ? { status, headers: {}, text: JSON.stringify(body), body }
    : { status: 200, headers: {}, text: JSON.stringify(answer), body: answer };
}

/** Amazon's error list with one entry. */
export const failure = (status: number, code: string, details = '', message = '') => ({
  status,
  body: { errors: [{ code, message, details }] },
});

export const pathOf = (ask: Ask | undefined): string => new URL(ask?.url ?? '').pathname;

export const queryOf = (ask: Ask | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(ask?.query ?? []);

/**
 * Reads with each place of each answer spoiled in turn, while the others stay whole. Returns where
 * the reading broke otherwise than by refusing the answer; at most twenty of them.
 */
export async function unreadAnswers<Answers extends Readonly<Record<string, object>>>(
  answers: Answers,
  read: (answers: Answers) => Promise<unknown>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [which, answer] of Object.entries(answers))
    for (const { path, into, value } of mutations(answer))
      try {
        await read({ ...answers, [which]: value });
      } catch (error) {
        if (error instanceof Fault && error.code === 'channel_invalid_response') continue;
        wrong.push(`${which}.${path} as ${into}: ${error}`);
      }
  return wrong.slice(0, 20);
}
