// Tests of the rows of credentials: sealed, tied to their row, replaced only by who read the last version.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { createLiveRing, newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal, SealError } from '../../src/keys/seal.ts';
import type { NewCredential, Store } from '../../src/store/index.ts';
import {
  type Database,
  eachDatabase,
  openRaw,
  type Place,
  SOME_CLIENT,
  START,
} from './databases.ts';
import { ended } from './ended.ts';

const ACCOUNT = { baseUrl: 'demo.myshopify.com', marketplaceIds: 'A,B' };
const SECRETS = { token: 'shpat_canary', odd: '\ud800 \0 🥨' };

async function withUser(database: Database, t: TestContext) {
  const opened = await database.store(t);
  return { ...opened, ...(await addUser(opened.store)) };
}

async function addUser(store: Store, tpUserId = 'u') {
  await store.clients.create(SOME_CLIENT);
  const user = await store.users.ensure('shop-app', tpUserId);
  assert.ok(user);
  const key = { userId: user.id, channel: 'shopify' };
  return { user, key, fresh: { ...key, account: ACCOUNT, secrets: SECRETS, expiresAt: null } };
}

/** Runs SQL behind the store's back; `$1` and `$2` stand for the values. */
async function behind(place: Place, sql: string, values: string[] = []) {
  if (place.databaseUrl) {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    const { rows } = await client.query(sql, values);
    await client.end();
    return rows;
  }
  const db = new DatabaseSync(`${place.dataDir}/manifold.db`);
  const rows = db.prepare(sql.replaceAll(/\$\d/g, '?')).all(...values);
  db.close();
  return rows.map((row) => ({ ...row }));
}

eachDatabase((database) => {
  it('gives back account and secrets as they were saved', async (t) => {
    const { store, key, fresh } = await withUser(database, t);
    const facts = {
      ...key,
      account: ACCOUNT,
      state: 'linked',
      stateReason: null,
      stateCode: null,
      linkedAt: START,
      updatedAt: START,
      expiresAt: null,
      grantEndsAt: null,
      writes: null,
      version: 1,
    };
    assert.deepEqual(await store.credentials.save(fresh), facts);
    assert.deepEqual(await store.credentials.find(key), { ...facts, secrets: SECRETS });
    assert.deepEqual(await store.credentials.list(key.userId), [facts]);
    assert.equal(await store.credentials.find({ ...key, channel: 'bol' }), undefined);
  });

  it('never writes a secret as it is, neither to a row nor to a file', async (t) => {
    const { store, place, fresh } = await withUser(database, t);
    await store.credentials.save(fresh);
    const rows = await behind(place, 'select * from credential');
    assert.equal(rows.length, 1);
    assert.doesNotMatch(JSON.stringify(rows), /canary/);
    assert.match(String(rows[0]?.secrets), /^mfu1\./);
    if (database.name === 'postgres') return;
    const files = readdirSync(place.dataDir).map((name) => readFileSync(join(place.dataDir, name)));
    assert.equal(Buffer.concat(files).includes('demo.myshopify.com'), true);
    assert.equal(Buffer.concat(files).includes('canary'), false);
  });

  it('does not open a sealed value that was copied to another row', async (t) => {
    const { store, place, fresh, key } = await withUser(database, t);
    const other = await store.users.ensure('shop-app', 'attacker');
    const theirs = { ...fresh, userId: other?.id ?? '' };
    await store.credentials.save(fresh);
    await store.credentials.save(theirs);
    await behind(
      place,
      'update credential set secrets = (select secrets from credential where user_id = $1) where user_id = $2 returning channel',
      [key.userId, theirs.userId],
    );
    await assert.rejects(store.credentials.find(theirs), SealError);
    assert.deepEqual((await store.credentials.find(key))?.secrets, SECRETS);
  });

  it('keeps only the last credential of a channel, well again whatever it was', async (t) => {
    const { store, clock, key, fresh } = await withUser(database, t);
    await store.credentials.save(fresh);
    await store.credentials.mark(key, 'attention', {
      code: 'consent_ended',
      message: 'The token was refused.',
    });
    clock.forward(50);
    await store.credentials.save({ ...fresh, secrets: { token: 'new' }, expiresAt: START + 99 });
    const now = await store.credentials.find(key);
    assert.deepEqual(now, {
      ...key,
      account: ACCOUNT,
      secrets: { token: 'new' },
      state: 'linked',
      stateReason: null,
      stateCode: null,
      linkedAt: START + 50,
      updatedAt: START + 50,
      expiresAt: START + 99,
      grantEndsAt: null,
      writes: null,
      version: 2,
    });
  });

  it('lets exactly one of many renewals of the same version through', async (t) => {
    const { store, clock, key, fresh } = await withUser(database, t);
    await store.credentials.save(fresh);
    clock.forward(7);
    const tries = Array.from({ length: 8 }, (_, n) =>
      store.credentials.replaceIf(1, { ...fresh, secrets: { token: `renewed-${n}` } }),
    );
    const wins = await Promise.all(tries);
    assert.equal(wins.filter(Boolean).length, 1);
    const now = await store.credentials.find(key);
    assert.deepEqual(now?.secrets, { token: `renewed-${wins.indexOf(true)}` });
    assert.equal(now?.version, 2);
    assert.equal(now?.linkedAt, START);
    assert.equal(now?.updatedAt, START + 7);
  });

  it('marks a credential, but not one that was linked again since', async (t) => {
    const { store, key, fresh } = await withUser(database, t);
    await store.credentials.save(fresh);
    assert.equal(
      await store.credentials.mark(
        key,
        'attention',
        { code: 'consent_ended', message: 'a\0b\ud800' },
        1,
      ),
      true,
    );
    const marked = await store.credentials.find(key);
    assert.equal(marked?.state, 'attention');
    assert.equal(marked?.stateReason, 'ab\ufffd');
    assert.equal(marked?.version, 1);
    await store.credentials.save(fresh);
    assert.equal(
      await store.credentials.mark(key, 'attention', { code: 'consent_ended', message: 'late' }, 1),
      false,
    );
    assert.equal((await store.credentials.find(key))?.state, 'linked');
    assert.equal(await store.credentials.mark({ ...key, channel: 'bol' }, 'linked', null), false);
  });

  it('lists a user’s channels in order and removes one, a user, or all of a client', async (t) => {
    const { store, place, key, fresh } = await withUser(database, t);
    for (const channel of ['woocommerce', 'bol', 'shopify']) {
      await store.credentials.save({ ...fresh, channel });
    }
    const channels = async () => (await store.credentials.list(key.userId)).map((c) => c.channel);
    assert.deepEqual(await channels(), ['bol', 'shopify', 'woocommerce']);
    assert.equal(await store.credentials.remove(key, 'by_client'), true);
    assert.equal(await store.credentials.remove(key, 'by_client'), false);
    assert.deepEqual(await channels(), ['bol', 'woocommerce']);
    assert.equal((await store.users.remove('shop-app', 'u'))?.credential, 2);
    assert.deepEqual(await behind(place, 'select * from credential'), []);
    assert.equal(await store.credentials.save(fresh), undefined);
    const again = await addUser(store);
    assert.notEqual(again.key.userId, key.userId);
    await store.credentials.save(again.fresh);
    await store.clients.remove('shop-app');
    assert.deepEqual(await behind(place, 'select * from credential'), []);
  });

  it('moves the keys of users to the newest key, but for what no key of the ring opens', async (t) => {
    const [k1, k2, lost] = [newKeyEntry('k1'), newKeyEntry('k2'), newKeyEntry('lost')];
    const ring = createLiveRing(parseKeys(k1));
    const { store, place } = await database.store(t, createSeal(ring));
    const credentials: NewCredential[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { fresh } = await addUser(store, `u${n}`);
      credentials.push(fresh, { ...fresh, channel: 'bol' });
    }
    for (const each of credentials) await store.credentials.save(each);
    const [, , { userId: unreadable } = assert.fail()] = credentials;
    const raw = await openRaw(place, t);
    await raw
      .updateTable('user_key')
      .set({ sealed: createSeal(parseKeys(lost)).seal('key', `user/${unreadable}/key`) })
      .where('user_id', '=', unreadable)
      .execute();

    ring.change(parseKeys(`${k2},${k1}`));
    ring.sealWith('k2');
    assert.deepEqual(await store.rewrap(), { rewrapped: 2, failed: 1, complete: false });
    assert.deepEqual(await store.rewrap(), { rewrapped: 0, failed: 1, complete: false });

    ring.change(parseKeys(k2));
    for (const each of credentials) {
      if (each.userId === unreadable) {
        await assert.rejects(store.credentials.find(each), { name: 'SealError' });
        continue;
      }
      const credential = await store.credentials.find(each);
      assert.deepEqual(credential?.secrets, SECRETS);
      assert.equal(credential?.version, 1);
    }
  });

  it('is found by the client’s own name for the user, and by that client alone', async (t) => {
    const { store, place } = await database.store(t);
    const { key, fresh } = await addUser(store, 'same');
    await store.clients.create({ ...SOME_CLIENT, id: 'other' });
    const others = await store.users.ensure('other', 'same');
    await store.credentials.save(fresh);
    const found = await store.credentials.findFor('shop-app', 'same', 'shopify');
    assert.deepEqual(found?.open?.(), await store.credentials.find(key));
    const unlinked = { userId: key.userId, open: undefined };
    assert.deepEqual(await store.credentials.findFor('shop-app', 'same', 'bol'), unlinked);
    const another = { userId: others?.id, open: undefined };
    assert.deepEqual(await store.credentials.findFor('other', 'same', 'shopify'), another);
    for (const odd of ['unknown', '\0', '\ud800'])
      assert.equal(await store.credentials.findFor('shop-app', odd, 'shopify'), undefined);
    // Whose it is, is known also where it cannot be opened.
    await behind(place, 'delete from user_key');
    const sealed = await store.credentials.findFor('shop-app', 'same', 'shopify');
    assert.equal(sealed?.userId, key.userId);
    assert.throws(() => sealed?.open?.(), { name: 'SealError' });
  });

  it('a user who is deleted takes the key along: what a copy still holds opens no more', async (t) => {
    const { store, place } = await database.store(t);
    const { key, fresh } = await addUser(store);
    const other = await addUser(store, 'other');
    await store.credentials.save(fresh);
    await store.credentials.save(other.fresh);
    const raw = await openRaw(place, t);
    const copied = await raw
      .selectFrom('credential')
      .selectAll()
      .where('user_id', '=', key.userId)
      .executeTakeFirstOrThrow();
    assert.ok(await store.users.remove('shop-app', 'u'));
    const left = await raw.selectFrom('user_key').select('user_id').execute();
    assert.deepEqual(
      left.map((row) => row.user_id),
      [other.key.userId],
    );
    // As after a restore without that key: the rows are there, and even another user's key is no help.
    await raw
      .insertInto('user')
      .values({
        id: key.userId,
        client_id: 'shop-app',
        tp_user_id: 'u',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
    await raw.insertInto('credential').values(copied).execute();
    await assert.rejects(store.credentials.find(key), { name: 'SealError' });
    const foreign = await raw.selectFrom('user_key').selectAll().executeTakeFirstOrThrow();
    await raw
      .insertInto('user_key')
      .values({ ...foreign, user_id: key.userId })
      .execute();
    await assert.rejects(store.credentials.find(key), { name: 'SealError' });
  });

  it('a key made after another was lost hides none of what it does not open', async (t) => {
    const { store, place, clock } = await database.store(t);
    const { key, fresh } = await addUser(store);
    const well = await addUser(store, 'well');
    for (const channel of ['bol', 'shopify'])
      for (const each of [fresh, well.fresh]) await store.credentials.save({ ...each, channel });
    await behind(place, `delete from user_key where user_id = '${key.userId}'`);
    assert.equal(await store.keyless.count(), 2);
    clock.forward(1000);
    const call = ended('after', { client: 'shop-app', tpUserId: 'u' });
    assert.equal(await store.jobs.begin(call, '{}', { bytes: 1e6, rows: 100 }), true);
    assert.equal(await store.keyless.count(), 2);
    assert.equal(await store.keyless.mark(() => false), 2);
    assert.deepEqual(
      (await store.credentials.list(key.userId)).map(({ stateCode }) => stateCode),
      ['keys_missing', 'keys_missing'],
    );
    await store.credentials.save(fresh);
    assert.equal(await store.keyless.count(), 1);
  });
}, true);
