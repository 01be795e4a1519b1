// A Mirakl for tests: gives canned answers and keeps what it was asked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Account } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';

export const NOW = Date.UTC(2026, 10, 1, 12);
export const MARKETPLACE: Account = { baseUrl: 'https://sample.mirakl.net' };

// biome-ignore lint/suspicious/noExplicitAny: samples are changed at will by the tests
export const sample = (name: string): any =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));

export const ok = (body: unknown): Reply => ({ status: 200, headers: {}, text: '', body });

/** A channel that answers so, one after the other, or by looking at the ask. */
export function miraklThat(
  answers: (Reply | Fault)[] | ((ask: Ask) => Reply),
  account: Account = {},
  isLenient = false,
) {
  const asks: Ask[] = [];
  const notes: Warning[] = [];
  const assumed: [string, string][] = [];
  const leftOut: string[] = [];
  const reading: Reading = {
    account,
    version: 'v2',
    now: NOW,
    call: async (ask) => {
      asks.push(ask);
      const reply = typeof answers === 'function' ? answers(ask) : answers.shift();
      assert.ok(reply, `one ask too many: ${ask.url}`);
      if ('status' in reply && 'headers' in reply) return reply;
      throw reply;
    },
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      if (!isLenient) throw fault;
      leftOut.push(fault.record ?? '');
    },
    assume: (name, value) => assumed.push([name, value]),
    remember: (_key, _seconds, make) => make(),
  };
  /** Each ask as one line: path and query. */
  const sent = () =>
    asks.map(({ url, query = [] }) => {
      const pairs = query.map(([name, value]) => `${name}=${value}`).join('&');
      return `${new URL(url).pathname}?${pairs}`;
    });
  return { asks, notes, assumed, leftOut, reading, sent };
}
