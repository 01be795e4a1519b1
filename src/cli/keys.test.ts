// Tests of "manifold keys": made, added, moved to, given up.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { settleKey } from '../keys/keeper.ts';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { openSeal, type ToolOptions } from '../operate/open.ts';
import { readConfig } from '../serve/config.ts';
import { openStore } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { keys } from './keys.ts';

const now = () => Date.UTC(2026, 10, 2);

function shell(t: TestContext, inFile = true) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-keys-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'ring');
  const write = (ring: string) => writeFileSync(file, ring, { mode: 0o600 });
  write(newKeyEntry('k1'));
  const open = async (options: ToolOptions = {}) => {
    const ring = inFile
      ? { MANIFOLD_KEYS_FILE: file }
      : { MANIFOLD_KEYS: readFileSync(file, 'utf8') };
    const config = readConfig({ MANIFOLD_DATA_DIR: dataDir, ...ring });
    const { seal, kept } = openSeal(config);
    const store = await openStore({ dataDir, role: 'tool', now, seal, ...options });
    await settleKey(kept.ring, store);
    return { config, store, tokens: createTokens({ store, now, tokenSeconds: 60 }) };
  };
  const call = async (...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const code = await keys(args, io, open);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  /** A user with a credential; whether it can be read. */
  const link = async () => {
    const { store, tokens } = await open();
    await tokens.clients.create({ id: 'app' }).catch(() => {});
    const user = await store.users.ensure('app', 'u');
    const key = { userId: user?.id ?? '', channel: 'bol' };
    await store.credentials.save({ ...key, account: {}, secrets: { token: 'x' }, expiresAt: null });
    await store.close();
    return async () => {
      const again = await open();
      const found = await again.store.credentials.find(key).finally(() => again.store.close());
      return found?.secrets.token;
    };
  };
  return { call, open, link, file, write };
}

test('new prints an entry that the key ring takes, and only that', async (t) => {
  const { call } = shell(t);
  const random = await call('new');
  assert.match(parseKeys(random.out).newest.id, /^k[0-9a-f]{8}$/);
  assert.match(random.err, /Put this entry first in the key ring/);
  assert.equal(parseKeys((await call('new', '2026-11')).out).newest.id, '2026-11');
  assert.equal((await call('new', 'a b')).code, 1);
  assert.equal((await call('new', 'a', 'b')).code, 2);
  assert.equal((await call('old')).code, 2);
  assert.equal((await call()).code, 2);
});

test('new makes a file once, and no key is shown', async (t) => {
  const { call, file } = shell(t);
  const other = `${file}-2`;
  const made = await call('new', '--file', other);
  assert.equal(made.code, 0);
  assert.doesNotMatch(made.out + made.err, /:[A-Za-z0-9_-]{40}/);
  const before = readFileSync(other, 'utf8');
  assert.equal((await call('new', 'named', '--file', other)).code, 1);
  assert.equal(readFileSync(other, 'utf8'), before);
});

test('rotate adds a key, and what is stored can be moved to it', async (t) => {
  const { call, link, file, write } = shell(t);
  const reads = await link();
  const { code, out } = await call('rotate', 'k2');
  assert.equal(code, 0);
  assert.match(out, /^Added the key "k2" to .*\nNo service is running/);
  assert.equal(await reads(), 'x');
  const status = await call('status');
  assert.match(status.out, /^k2 {2}(seals|new)[^\n]*\nk1 {2}/);
  assert.match((await call('rewrap')).out, /^Moved 1 sealed value to the newest key\./);

  write((readFileSync(file, 'utf8').match(/^k2:\S+$/m) ?? []).join(''));
  const early = await call('rewrap');
  assert.equal(early.code, 1, 'page tokens of the older key may be about for a day');
  assert.match(early.err, /sealed with the key "k1", which is not in the key ring/);
});

test('rotate says what to do where the ring is not in a file', async (t) => {
  const { call, file } = shell(t, false);
  const before = readFileSync(file, 'utf8');
  const { code, err } = await call('rotate');
  assert.equal(code, 2);
  assert.match(err, /The key ring is not in a file: set MANIFOLD_KEYS_FILE/);
  assert.equal(readFileSync(file, 'utf8'), before);
});

test('a lost key is given up only when it is lost, and only when that was said', async (t) => {
  const { call, link, write } = shell(t);
  const reads = await link();
  assert.match((await call('forget', 'k1', '--yes')).err, /is in the key ring: it is not lost/);
  write(newKeyEntry('k3'));
  await assert.rejects(reads(), /sealed with the key "k1"/);
  assert.equal((await call('forget', 'k1')).code, 2);
  const { code, out } = await call('forget', 'k1', '--yes');
  assert.equal(code, 0);
  assert.match(
    out,
    /^The key "k1" is abandoned. What it sealed was removed:\n {2}1 {2}credentials$/,
  );
  assert.equal(await reads(), undefined);
  assert.match((await call('forget', 'k9', '--yes')).out, /was removed:\n {2}nothing$/);
});
