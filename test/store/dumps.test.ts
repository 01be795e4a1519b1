// The commands of docs/operate/backup.md for PostgreSQL, as they stand there, on PostgreSQL's own tools.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BEGIN_LOGS } from '../../src/store/feed.ts';
import { logStart, openStore, type Store } from '../../src/store/index.ts';
import { startPostgres } from '../postgres.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';
import { claim, pageOf, watched } from './reading-rows.ts';

/** Where Debian has them. The npm package brings a server alone, and tools must not be older than it. */
const ROOT = '/usr/lib/postgresql';
const newest = existsSync(ROOT)
  ? readdirSync(ROOT)
      .filter((version) => existsSync(join(ROOT, version, 'bin', 'pg_dump')))
      .toSorted((a, b) => Number(b) - Number(a))[0]
  : undefined;
const skip =
  newest === undefined &&
  'NOT TESTED: this machine has no PostgreSQL with pg_dump (Debian: postgresql)';

const page = readFileSync(new URL('../../docs/operate/backup.md', import.meta.url), 'utf8');
const [dump = '', load = ''] = [
  ...page.slice(page.indexOf('## PostgreSQL')).matchAll(/```sh by-hand\n([\s\S]*?)```/g),
].map((match) => match[1]);

test('what begins the log again stands on the page', () => {
  assert.ok(load.includes(`"${BEGIN_LOGS}"`));
});

test('a dump is restored into an empty database, and the service opens it', {
  skip,
}, async (t) => {
  const bin = join(ROOT, newest ?? '', 'bin');
  const postgres = await startPostgres({ programs: bin });
  t.after(() => postgres.stop());
  const cwd = temporaryFolder(t);
  const source = await postgres.fresh();
  const run = (commands: string, url: string) => {
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      MANIFOLD_DATABASE_URL: url,
    };
    const { status, stderr } = spawnSync('sh', ['-e', '-c', commands], {
      cwd,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  };
  const open = (databaseUrl: string) =>
    openStore({ databaseUrl, dataDir: '/nonexistent', role: 'service', seal });
  const store = await open(source);
  await store.clients.create(SOME_CLIENT);
  await store.users.ensure(SOME_CLIENT.id, 'somebody');
  await watched(store, 'somebody');
  const log = async (from: Store, ...ids: string[]) => {
    // Later than the lease of the one before.
    time += 60_000;
    const [held = assert.fail()] = await claim(from, 'me', time);
    await from.readings.write(held, pageOf(held, ...ids));
    return (await from.feed.heads([SOME_CLIENT.id])).get(SOME_CLIENT.id) ?? 0;
  };
  let time = Date.now();
  await log(store, '1', '2');
  run(dump, source);
  const lost = await log(store, '3', '4');
  const target = await postgres.fresh();
  run(load, target);
  const restored = await open(target);
  assert.deepEqual(
    (await restored.users.page(SOME_CLIENT.id, { limit: 9 })).rows.map((row) => row.user.tpUserId),
    ['somebody'],
  );
  // As after `manifold restore`: no number is given again.
  const head = await log(restored, '5', '6', '7');
  assert.equal(head - logStart(head), 3);
  assert.ok(lost < logStart(head));
  const { entries } = await restored.feed.entries(SOME_CLIENT.id, 0, 9, {});
  assert.equal(entries.length, 3);
  await restored.close();
  await store.close();
});
