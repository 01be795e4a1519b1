// The commands of docs/operate/backup.md for PostgreSQL, as they stand there, on PostgreSQL's own tools.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../src/store/index.ts';
import { startPostgres } from '../postgres.ts';
import { SOME_CLIENT, testSeal as seal, temporaryFolder } from './databases.ts';

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
const [dump = '', load = '', takeOut = ''] = [
  ...page.slice(page.indexOf('## PostgreSQL')).matchAll(/```sh by-hand\n([\s\S]*?)```/g),
].map((match) => match[1]);

test('two dumps keep the keys apart, and are restored without those of users who are gone', {
  skip,
}, async (t) => {
  const bin = join(ROOT, newest ?? '', 'bin');
  const postgres = await startPostgres({ programs: bin });
  t.after(() => postgres.stop());
  const cwd = temporaryFolder(t);
  const source = await postgres.fresh();
  const run = (commands: string, url: string, present = source) => {
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      MANIFOLD_DATABASE_URL: url,
      PRESENT_DATABASE_URL: present,
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], {
      cwd,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const ask = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows.map((row) => Object.values(row)[0]);
  };
  const open = (databaseUrl: string) =>
    openStore({ databaseUrl, dataDir: '/nonexistent', role: 'service', seal });
  const store = await open(source);
  await store.clients.create(SOME_CLIENT);
  const addUser = async (name: string) => {
    const user = await store.users.ensure(SOME_CLIENT.id, name);
    await ask(
      source,
      `insert into user_key values ('${user?.id}', 'CANARY ${name}', 1) on conflict do nothing`,
    );
  };
  await addUser('stays');
  await addUser('goes');
  const [first = '', second = ''] = dump.split('\n');
  run(first, source);
  assert.doesNotMatch(run('pg_restore -f - manifold.dump', source), /CANARY/);
  // Between the two dumps somebody comes.
  await addUser('late');
  run(second, source);
  assert.match(run('pg_restore -f - manifold.user-keys.dump', source), /CANARY late/);
  await store.users.remove(SOME_CLIENT.id, 'goes');

  const target = await postgres.fresh();
  run(load, target);
  const keys = 'select sealed from user_key order by 1';
  assert.deepEqual(await ask(target, keys), ['CANARY goes', 'CANARY stays']);
  run(takeOut, target);
  assert.deepEqual(await ask(target, keys), ['CANARY stays']);
  const tables = `select count(*)::int from information_schema.table_constraints where constraint_type = 'FOREIGN KEY'`;
  assert.deepEqual(await ask(target, tables), await ask(source, tables));
  const restored = await open(target);
  assert.equal((await restored.users.list(SOME_CLIENT.id, '')).length, 2);
  await restored.close();
  await store.close();
});
