// For tests: a shop that answers each ask with the next canned reply and keeps what it was asked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Ask, Call } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';

export const NOW = Date.UTC(2026, 10, 1, 12);

/** A body, or a function of the variables that were sent. */
type Answer = object | ((variables: Record<string, unknown>) => object);

export interface FakeShop {
  readonly reading: Reading;
  readonly call: Call;
  readonly asks: Ask[];
  readonly warnings: Warning[];
  readonly assumed: (readonly [filter: string, value: string])[];
  /** The records that were left out, where the caller asked to read on. */
  readonly leftOut: Fault[];
}

export function fakeShop(
  answers: readonly Answer[],
  {
    version = '2026-10',
    headers = {} as Record<string, string>,
    lenient = false,
    now = NOW,
    kept = new Map<string, unknown>(),
  } = {},
): FakeShop {
  const asks: Ask[] = [];
  const warnings: Warning[] = [];
  const assumed: [string, string][] = [];
  const leftOut: Fault[] = [];
  const rest = [...answers];
  const call: Call = async (ask) => {
    asks.push(ask);
    const answer = rest.shift();
    assert.ok(answer, `no answer is left for ${ask.body}`);
    const body = typeof answer === 'function' ? answer(variablesOf(ask)) : answer;
    return {
      status: 200,
      headers: { 'x-shopify-api-version': version, ...headers },
      text: JSON.stringify(body),
      body,
    };
  };
  const reading: Reading = {
    account: { baseUrl: 'https://velo-nord.myshopify.com' },
    version,
    now,
    call,
    note: (warning) => warnings.push(warning),
    leaveOut: (fault) => {
      if (!lenient) throw fault;
      leftOut.push(fault);
    },
    assume: (filter, value) => assumed.push([filter, value]),
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
  };
  return { reading, call, asks, warnings, assumed, leftOut };
}

export const variablesOf = (ask: Ask | undefined) => JSON.parse(ask?.body ?? '{}').variables;
export const queryOf = (ask: Ask | undefined): string => JSON.parse(ask?.body ?? '{}').query;

/** The name of the operation that was asked for. */
export const nameOf = (ask: Ask): string => /query (\w+)/.exec(queryOf(ask))?.[1] ?? '';

export const sample = (file: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${file}.json`, import.meta.url), 'utf8'));

/** One page of a list; with a cursor when more follows. */
export const listOf = (nodes: readonly unknown[], cursor: string | null = null) => ({
  pageInfo: { hasNextPage: cursor !== null, endCursor: cursor },
  nodes,
});

export const scopes = (...handles: string[]) => ({
  data: {
    currentAppInstallation: {
      app: { id: 'gid://shopify/App/580111' },
      accessScopes: handles.map((handle) => ({ handle })),
    },
  },
});

export const tooCostly = {
  errors: [
    {
      message: 'Query cost is 1036, which exceeds the single query max cost limit (1000).',
      extensions: { code: 'MAX_COST_EXCEEDED', cost: 1036, maxCost: 1000 },
    },
  ],
};
