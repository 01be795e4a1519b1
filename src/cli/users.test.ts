// Tests of the command "manifold users": what is shown of a user, and how they are deleted.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import type { Started } from '../model/execution.ts';
import { readConfig } from '../serve/config.ts';
import { openStore, type Store } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { users } from './users.ts';

const now = Date.now;
const WHO = 'shopper 7';
/** It clears a terminal that takes it for its own. */
const ODD = 'shopper \u001b[2J\u009b31m8';

async function house(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-cli-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const seal = createSeal(parseKeys(newKeyEntry('k1')));
  const open = async () => {
    const store = await openStore({ dataDir, role: 'tool', now, seal });
    const config = readConfig({});
    return { config, store, tokens: createTokens({ store, now, tokenSeconds: 60 }) };
  };
  const { store, tokens } = await open();
  await tokens.clients.create({ id: 'app' });
  await useSome(store);
  await store.close();
  const call = async (said: string | undefined | null, ...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = {
      out: (line: string) => out.push(line),
      err: (line: string) => err.push(line),
      ...(said !== null && { ask: async () => said }),
    };
    return { code: await users(args, io, open), out: out.join('\n'), err: err.join('\n') };
  };
  return { dataDir, call };
}

/** A user with a linked channel that is watched, and a result of some megabytes. */
async function useSome(store: Store) {
  const user = await store.users.ensure('app', WHO);
  assert.ok(user);
  assert.ok(await store.users.ensure('app', ODD));
  const account = { baseUrl: 'shop.example' };
  const secrets = { token: 'canary-token' };
  await store.credentials.save({
    ...{ userId: user.id, channel: 'stall', account, secrets, expiresAt: null },
  });
  const whose = { clientId: 'app', userId: user.id, channel: 'stall', account: 'shop.example' };
  const what = { resource: 'orders', every: 60, sweep: null, keep: 'digests' } as const;
  assert.equal(typeof (await store.watches.put({ ...whose, ...what }, 1)), 'number');
  const started: Started = {
    ...{ id: 'execution', client: 'app', operation: 'orders', traceId: '0'.repeat(32) },
    ...{ channel: 'stall', tpUserId: WHO, startedAt: now(), callback: undefined },
  };
  assert.equal(await store.jobs.begin(started, '{}', { bytes: 1e9, rows: 1e9 }), true);
  const time = now();
  const claiming = { lane: 'app', limit: 1, now: time, until: time + 10_000, by: 'me' };
  const [held = assert.fail()] = await store.jobs.claim(claiming);
  const durations = {
    TotalExtResourcesDuration: 1,
    TotalEventsTransitDuration: 0,
    TotalTransformationsDuration: 0,
    TotalRequestsDuration: 1,
  };
  const orders = Array.from({ length: 20_000 }, (_, n) => ({ id: `${n}`, buyer: 'Ünal 🛒' }));
  await store.jobs.finish(held, {
    finished: {
      ...{ ...started, userId: user.id, finishedAt: time, stage: 'transform', isSuccess: true },
      ...{ errors: {}, resultCount: 1, overrideCount: 0, calls: 1, durations, warnings: [] },
      nextPageToken: undefined,
    },
    result: JSON.stringify({ orders }),
    delivery: undefined,
    expiresAt: time + 60_000,
  });
}

describe('manifold users', () => {
  it('export writes one document, for its owner alone, with data and without secrets', async (t) => {
    const { dataDir, call } = await house(t);
    const file = join(dataDir, 'answer.json');
    const { code, out, err } = await call(null, 'export', 'app', WHO, '--file', file);
    assert.deepEqual([code, out], [0, ''], err);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const written = readFileSync(file, 'utf8');
    assert.ok(!written.includes('canary-token'));
    const document = JSON.parse(written);
    assert.equal(document.about.tpUserId, WHO);
    assert.equal(document.user[0].tp_user_id, WHO);
    assert.match(document.user[0].created_at, /^\d{4}-\d\d-\d\dT/);
    const [{ account, secrets, linked_at }] = document.credentials;
    assert.deepEqual([account, secrets], [{ baseUrl: 'shop.example' }, 'kept, not shown']);
    assert.match(linked_at, /^\d{4}-/);
    assert.deepEqual([document.watches.length, document.readings.length], [1, 1]);
    assert.equal(document.executions.length, 1);
    const { orders } = document.background_executions[0].result;
    assert.deepEqual([orders.length, orders[19_999].buyer], [20_000, 'Ünal 🛒']);
    assert.deepEqual([document.visits, document.former_accounts], [[], []]);
  });

  it('list lets no name steer the terminal, and --json has it as it is', async (t) => {
    const { call } = await house(t);
    const { out } = await call(null, 'list', 'app');
    assert.equal(out, 'shopper 8  no channel linked\nshopper 7  stall');
    const [odd] = JSON.parse((await call(null, 'list', 'app', '--json')).out);
    assert.equal(odd.tpUserId, ODD);
  });

  it('export leaves a file that is there, and says when there is nothing', async (t) => {
    const { dataDir, call } = await house(t);
    const file = join(dataDir, 'mine');
    writeFileSync(file, 'mine');
    const { code, err } = await call(null, 'export', 'app', WHO, '--file', file);
    assert.deepEqual([code, /cannot be written/.test(err)], [1, true]);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    const none = await call(null, 'export', 'app', 'unknown');
    assert.deepEqual(
      [none.code, none.out, none.err],
      [1, '', 'Nothing is kept about a user "unknown" of "app".'],
    );
    assert.equal((await call(null, 'export', 'unknown', WHO)).code, 1);
  });

  it('delete shows what there is, asks, says what went and where more may be', async (t) => {
    const { call } = await house(t);
    const refused = await call(null, 'delete', 'app', WHO);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /add --yes/);
    assert.equal((await call('shopper', 'delete', 'app', WHO)).err, 'Nothing was deleted.');
    assert.equal((await call(undefined, 'delete', 'app', WHO)).code, 1);
    const { code, out } = await call(WHO, 'delete', 'app', WHO, '--rewrite-file');
    assert.equal(code, 0);
    assert.deepEqual(out.split('\n'), [
      `To be deleted with the user "${WHO}" of "app":`,
      ...['  1  user', '  1  keys', '  1  credentials', '  1  watches', '  1  readings'],
      ...['  1  times of readings', '  1  executions', '  1  background executions'],
      'Deleted the user and everything kept about them.',
      'The database file was written again.',
      'Backups made earlier still hold it, until they are deleted or the key that they are sealed with has left the ring.',
    ]);
    const again = await call(null, 'delete', 'app', WHO, '--yes');
    assert.deepEqual(
      [again.code, again.err],
      [1, `Nothing is kept about a user "${WHO}" of "app".`],
    );
  });
});
