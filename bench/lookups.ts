// Whether a look-up costs the same with ten stored users and with a million, on both databases.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { openStore, type Store, type StoreOptions } from '../src/store/index.ts';
import { EMBEDDED_FILE } from '../src/store/sqlite.ts';
import { startPostgres } from '../test/postgres.ts';
import { type Figure, figureOf, rows, written } from './harness.ts';
import { scratch } from './parts.ts';

export interface Lookups {
  readonly database: 'embedded' | 'PostgreSQL';
  readonly users: number;
  /** Microseconds that one takes, one after the other: of ours and the database together. */
  readonly token: Figure;
  readonly user: Figure;
  readonly credential: Figure;
}

export interface LookupOptions {
  readonly users: readonly number[];
  readonly repeats: number;
  /** Look-ups of one repeat, each of another user. */
  readonly count: number;
}

const CLIENT = 'bench';
const CHANNEL = 'woocommerce';
const YEAR = 365 * 24 * 3_600_000;

export async function measureLookups(options: LookupOptions): Promise<Lookups[]> {
  const place = scratch();
  // With the memory that PostgreSQL takes by itself; tests make do with less.
  const postgres = await startPostgres({ settings: { shared_buffers: '128MB' } });
  try {
    const seal = createSeal(parseKeys(newKeyEntry('bench')));
    const embedded = await measureOn(
      { dataDir: place.dataDir, role: 'service', seal },
      async () => {
        const db = new DatabaseSync(join(place.dataDir, EMBEDDED_FILE));
        return { run: async (sql) => db.exec(sql), close: async () => db.close() };
      },
      options,
    );
    const databaseUrl = await postgres.fresh();
    const shared = await measureOn(
      { databaseUrl, dataDir: place.dataDir, role: 'service', seal },
      async () => {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        return {
          run: async (sql) => {
            await client.query(sql);
          },
          close: () => client.end(),
        };
      },
      options,
    );
    return [
      ...embedded.map((one) => ({ database: 'embedded' as const, ...one })),
      ...shared.map((one) => ({ database: 'PostgreSQL' as const, ...one })),
    ];
  } finally {
    await postgres.stop();
    place.remove();
  }
}

interface Filling {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

async function measureOn(
  how: StoreOptions,
  filling: () => Promise<Filling>,
  { users, repeats, count }: LookupOptions,
): Promise<Omit<Lookups, 'database'>[]> {
  const store = await openStore(how);
  try {
    await store.clients.create({
      ...{ id: CLIENT, name: 'Bench', secrets: [], scopes: ['orders'], redirectOrigins: [] },
      ...{ tokenSeconds: null, logoUrl: null, branding: {} },
    });
    const measured: Omit<Lookups, 'database'>[] = [];
    let there = 0;
    for (const upTo of users) {
      const fill = await filling();
      await addUsers(fill, there, upTo, how.databaseUrl !== undefined);
      await fill.close();
      there = upTo;
      const runs: Record<keyof typeof LOOKS, number>[] = [];
      for (let n = 0; n <= repeats; n++)
        runs.push({
          token: await timed(store, LOOKS.token, upTo, count),
          user: await timed(store, LOOKS.user, upTo, count),
          credential: await timed(store, LOOKS.credential, upTo, count),
        });
      // The first one warms up.
      const figure = (look: keyof typeof LOOKS) => figureOf(runs.slice(1).map((one) => one[look]));
      measured.push({
        ...{ users: upTo, token: figure('token'), user: figure('user') },
        credential: figure('credential'),
      });
    }
    return measured;
  } finally {
    await store.close();
  }
}

const LOOKS = {
  token: (store: Store, n: number) => store.tokens.findWithClient(`token-${n}`),
  user: (store: Store, n: number) => store.users.find(CLIENT, `user-${n}`),
  credential: async (store: Store, n: number) =>
    (await store.credentials.findFor(CLIENT, `user-${n}`, CHANNEL))?.open,
};

/** Any of the users, seldom the same: what was looked up lately is no sooner found. */
async function timed(
  store: Store,
  look: (store: Store, n: number) => Promise<unknown>,
  users: number,
  count: number,
): Promise<number> {
  const chosen = Array.from({ length: count }, () => Math.floor(Math.random() * users));
  const began = performance.now();
  for (const n of chosen) if (!(await look(store, n))) throw new Error('one was not found');
  return ((performance.now() - began) * 1000) / count;
}

/** Users with a token, a key and a credential each, as long as real ones; their secrets open for no one. */
async function addUsers(
  { run }: Filling,
  from: number,
  to: number,
  isPostgres: boolean,
): Promise<void> {
  const now = Date.now();
  const numbers = isPostgres
    ? `select n from generate_series(${from}, ${to - 1}) as n`
    : `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to - 1}) select n from numbers`;
  const [random, sealed] = isPostgres
    ? [`md5(n || 'bench')`, `repeat('s', 200)`]
    : [`lower(hex(randomblob(16)))`, `hex(zeroblob(100))`];
  await run('begin');
  await run(
    `insert into "user" (id, client_id, tp_user_id, created_at, updated_at) select ${random}, '${CLIENT}', 'user-' || n, ${now}, ${now} from (${numbers}) as list`,
  );
  const added = `from "user" where tp_user_id in (select 'user-' || n from (${numbers}) as list)`;
  await run(
    `insert into user_key (user_id, sealed, created_at) select id, ${sealed}, ${now} ${added}`,
  );
  await run(
    `insert into credential (user_id, channel, account, secrets, state, linked_at, updated_at, version) select id, '${CHANNEL}', '{"baseUrl":"https://shop.example"}', ${sealed}, 'linked', ${now}, ${now}, 1 ${added}`,
  );
  await run(
    `insert into access_token (hash, client_id, secret_id, scopes, created_at, expires_at) select 'token-' || n, '${CLIENT}', 's', '["orders"]', ${now}, ${now + YEAR} from (${numbers}) as list`,
  );
  await run('commit');
  // What a database does by itself after a while, so that it is not at it meanwhile.
  await run(isPostgres ? 'vacuum analyze' : 'analyze');
}

export const lookupRows = (lines: readonly Lookups[]): string =>
  rows(
    ['database', 'users', 'token check, µs', 'user, µs', 'user with credential, µs'],
    lines.map(({ database, users, token, user, credential }) => [
      ...[database, users.toLocaleString('en')],
      ...[token, user, credential].map((one) => written(one)),
    ]),
  );
