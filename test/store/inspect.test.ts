// A look at a store that needs no keys and changes nothing, and the doctor on a real PostgreSQL.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inspectStore } from '../../src/care/inspect.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { newKeyEntry } from '../../src/keys/ring.ts';
import { openStore } from '../../src/store/index.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { eachDatabase, openRaw, testSeal } from './databases.ts';

/** The server trusts anyone who comes, whatever they bring. */
function withPassword(address: string): string {
  const url = new URL(address);
  url.username ||= 'postgres';
  url.password = 'canary';
  return url.href;
}

eachDatabase((database) => {
  it('says what is missing, what is newer, which keys are used and who runs', async (t) => {
    const place = await database.place(t);
    if (database.name === 'sqlite')
      await assert.rejects(inspectStore(place), /The database in .* cannot be opened/);
    else {
      const empty = await inspectStore(place);
      assert.deepEqual(
        empty.missing,
        MIGRATIONS.map(({ name }) => name),
      );
      assert.deepEqual(await inspectStore(place), empty, 'and they stay missing');
    }
    const store = await openStore({ ...place, role: 'service', seal: testSeal });
    t.after(() => store.close());
    const now = store.now();
    const raw = await openRaw(place, t);
    const instance = {
      id: 'a',
      version: '1.2.3',
      keys: '[]',
      started_at: now,
      clock_ahead: -7,
      busy: '{}',
    };
    await raw
      .insertInto('instance')
      .values([
        { ...instance, seen_at: now },
        { ...instance, id: 'gone', seen_at: now - 60_000 },
      ])
      .execute();
    await raw.insertInto('key_in_use').values({ key_id: 'k', proof: 'x', since: now }).execute();
    await raw.insertInto('migration').values({ name: '0999_later', applied_at: now }).execute();
    const { server, settings, ...seen } = await inspectStore(place);
    // SQLite has none of them.
    assert.equal(settings === undefined, database.name === 'sqlite');
    assert.match(server, database.name === 'sqlite' ? /^SQLite 3\./ : /^PostgreSQL \d+\.\d+$/);
    assert.deepEqual(seen, {
      missing: [],
      newer: ['0999_later'],
      keysInUse: [{ id: 'k', proof: 'x' }],
      instances: [{ version: '1.2.3', startedAt: now, seenAt: now, clockAhead: -7 }],
    });
  });

  it('the doctor finds an empty place and a good one alike, and shows no password', async (t) => {
    const place = await database.place(t);
    const settings = {
      MANIFOLD_MODE: 'production',
      MANIFOLD_BASE_URL: 'http://localhost:1',
      MANIFOLD_KEYS: newKeyEntry('one'),
      MANIFOLD_DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { MANIFOLD_DATABASE_URL: withPassword(place.databaseUrl) }),
    };
    const before = { ...process.env };
    Object.assign(process.env, settings);
    t.after(() => {
      for (const name of Object.keys(settings)) delete process.env[name];
      Object.assign(process.env, before);
    });
    const consult = async () => {
      const out: string[] = [];
      const io = { out: (line: string) => out.push(line), err: (line: string) => out.push(line) };
      const code = await doctor(['--json'], io);
      assert.doesNotMatch(out.join(), /canary/);
      const { checks } = JSON.parse(out.join('\n')) as { checks: { id: string; state: string }[] };
      const found = checks.filter(({ state }) => state === 'wrong').map(({ id }) => id);
      const wrong = [...new Set(found)];
      assert.equal(code, wrong.length === 0 ? 0 : 1);
      return { wrong, stateOf: (id: string) => checks.find((check) => check.id === id)?.state };
    };
    // The server of these tests forgets what a crash of its machine would cost, and the doctor says so.
    const expected = database.name === 'sqlite' ? [] : ['postgresql'];
    const empty = await consult();
    assert.deepEqual(empty.wrong, expected);
    assert.equal(empty.stateOf('tables'), database.name === 'sqlite' ? undefined : 'warning');
    const store = await openStore({ ...place, role: 'service', seal: testSeal });
    t.after(() => store.close());
    const good = await consult();
    assert.deepEqual(
      [good.wrong, good.stateOf('store'), good.stateOf('tables'), good.stateOf('clock')],
      [expected, 'ok', 'ok', database.name === 'sqlite' ? undefined : 'ok'],
    );
  });
});
