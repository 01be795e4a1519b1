// A service whose shops are watched, and a clock that is moved until every watch has caught up.
import assert from 'node:assert/strict';
import { channels as everyChannel } from '../../src/channels/index.ts';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import { until } from '../until.ts';

export type Item = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly seq: number;
  readonly watch_id: string;
  readonly tpUserId: string;
  readonly channel: string;
  readonly resource: 'orders' | 'products';
  readonly id: string | null;
  readonly change: 'created' | 'updated' | 'deleted' | 'left_window';
  readonly at: string;
  readonly fault: string | null;
  readonly record?: Item | null;
}

export interface Watch {
  readonly id: string;
  readonly tpUserId: string;
  readonly channel: string;
  readonly resource: 'orders' | 'products';
  readonly state: string;
  readonly why: string | null;
  readonly why_code: string | null;
  readonly complete_until: string | null;
  readonly last_read: string | null;
  readonly every: number;
  readonly calls_a_day: number | null;
  readonly [name: string]: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body: {
    readonly changes?: Entry[];
    readonly watches?: Watch[];
    readonly [name: string]: unknown;
  };
}

export interface House extends Service {
  api(method: string, path: string, body?: unknown, token?: string): Promise<Answered>;
  watch(channel: string, resource: 'orders' | 'products', more?: object): Promise<Watch>;
  watches(): Promise<readonly Watch[]>;
  /** Everything after a cursor, to the end. */
  read(
    cursor?: string,
    query?: string,
  ): Promise<{ readonly entries: Entry[]; readonly cursor: string }>;
  /** Reads what has been due for a second; no time passes but its own. */
  readDue(): Promise<void>;
  /** Lets so much time pass, and then as much as it takes until every watch is complete up to then. */
  pass(milliseconds: number): Promise<void>;
}

/** Vendors' limits are waited for in real time, of which a test has little. */
const UNLIMITED = Object.fromEntries(
  Object.entries(everyChannel).map(([name, channel]) => [name, { ...channel, limits: [] }]),
);
/** So much real time a watch may take to catch up. */
const PATIENCE = 600_000;
const MINUTE = 60_000;

export async function openHouse(options: ServiceOptions = {}): Promise<House> {
  const service = await startService({ channels: UNLIMITED, ...options });
  const api: House['api'] = async (method, path, body, token = service.token) => {
    const response = await fetch(`${service.origin}/api/ServiceClientApp/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const watches = async () => (await api('GET', 'Watches?limit=100')).body.watches ?? [];

  /** Looks when nothing is being read, as each look is a request; else what was seen before. */
  function idly<Seen>(look: () => Promise<Seen>): () => Promise<Seen | undefined> {
    let seen: Seen | undefined;
    return async () => {
      service.app.changes.wake();
      if (service.app.changes.underWay() === 0) seen = await look();
      return seen;
    };
  }

  /** Those that are not complete up to then. */
  async function late(until: number): Promise<readonly Watch[]> {
    const all = await watches();
    const time = service.now();
    const isLate = ({ state, complete_until, last_read }: Watch) =>
      state !== 'live' ||
      complete_until === null ||
      Date.parse(complete_until) < until - 5000 ||
      last_read === null;
    const next = ({ next_read }: Watch) => Date.parse(String(next_read));
    const some = all.filter(
      (watch) =>
        watch.state !== 'broken' &&
        // More of a sweep, or being read.
        (isLate(watch) || next(watch) <= time + 15_000),
    );
    // Not while something is read: its deadline would pass. And as far as the late ones need.
    const those = some.some(isLate) ? some.filter(isLate) : some;
    const then = Math.min(...those.map(next));
    if (those.length > 0 && service.app.changes.underWay() === 0 && then > service.now())
      service.forward(then - service.now() + 1000);
    return some;
  }

  return {
    ...service,
    api,
    watches,
    async watch(channel, resource, more = {}) {
      const body = { tpUserId: 'demo', channel, resource, ...more };
      const answer = await api('PUT', 'Watches', body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body as unknown as Watch;
    },
    async read(cursor, query = '') {
      const entries: Entry[] = [];
      let at = cursor;
      for (;;) {
        const from = at === undefined ? '' : `&cursor=${at}`;
        const { status, body } = await api('GET', `Changes?limit=100${from}${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        entries.push(...(body.changes ?? []));
        at = String(body.next_cursor);
        if (body.more === false) return { entries, cursor: at };
      }
    },
    async readDue() {
      await until(
        idly(async () => {
          const all = await watches();
          return all.filter(
            ({ state, next_read }) =>
              state !== 'broken' && Date.parse(String(next_read)) + 1000 <= service.now(),
          );
        }),
        'what is due',
        (some) => some?.length === 0 && service.app.changes.underWay() === 0,
        PATIENCE,
      );
    },
    async pass(milliseconds) {
      service.forward(milliseconds);
      const then = service.now() - MINUTE;
      await until(
        idly(() => late(then)),
        'every watch',
        (some) => some?.length === 0,
        PATIENCE,
      );
    },
  };
}
