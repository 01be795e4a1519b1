// A shop for the driver's tests: canned answers, judged as the core judges them.

import type { Account } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading, Warning } from '../channel.ts';
import { explain } from './explain.ts';

export const NOW = Date.UTC(2026, 10, 1, 12);

type Answer = Partial<Reply> | Fault;

export const ok = (body: unknown, headers: Record<string, string> = {}): Answer => ({
  body,
  headers,
});

export const failure = (code: number, message: string, status = code): Answer => ({
  status,
  body: { error: { code, method: 'GET', request: '/nl/orders.json', message } },
});

export const SHOP = ok({
  shop: {
    id: 356891,
    createdAt: '2024-02-09T13:36:52+01:00',
    mainDomain: 'www.noordhaven.example',
    currency: { shortcode: 'EUR' },
  },
});

/** `https://host/nl/orders.json?limit=3` of an ask. */
export const written = ({ url, query = [] }: Ask): string =>
  `${url}${query.length > 0 ? '?' : ''}${query.map(([name, value]) => `${name}=${value}`).join('&')}`;

export interface FakeShop {
  readonly reading: Reading;
  /** What was asked, without host, language and `.json`. */
  readonly asked: string[];
  readonly notes: Warning[];
}

/** A shop that answers each ask by the given function; undefined is a 404. */
export function shopThat(
  answer: (path: string, ask: Ask) => Answer | undefined,
  account: Account = { cluster: 'eu1', language: 'nl' },
): FakeShop {
  const asked: string[] = [];
  const notes: Warning[] = [];
  const known = new Map<string, unknown>();
  const reading: Reading = {
    account,
    version: 'unversioned',
    now: NOW,
    call: (ask) => {
      const path = written(ask).replace(/^https:\/\/[^/]+\/[a-z]{2}\/([^?]*)\.json/, '$1');
      asked.push(path);
      return judged(answer(path, ask) ?? failure(404, 'Resource not found.'), ask);
    },
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: async (key, _seconds, make) => {
      if (!known.has(key)) known.set(key, await make());
      return known.get(key) as Awaited<ReturnType<typeof make>>;
    },
  };
  return { reading, asked, notes };
}

async function judged(answer: Answer, ask: Ask): Promise<Reply> {
  if (answer instanceof Fault) throw answer;
  const reply: Reply = { status: 200, headers: {}, text: '', body: undefined, ...answer };
  const fault = explain(reply, ask);
  if (fault) throw fault;
  if (reply.status >= 400) throw new Fault('channel_failed', 'failed', { status: reply.status });
  return reply;
}
