// Tests of the commands "manifold deliveries" and "manifold clients signing-secret".
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal } from '../keys/seal.ts';
import { readConfig } from '../serve/config.ts';
import { openStore, type Store } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { clients } from './clients.ts';
import type { Command } from './declare.ts';
import { deliveries } from './deliveries.ts';

const now = Date.now;

async function shell(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-cli-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const seal = createSeal(parseKeys(newKeyEntry('k')));
  const config = readConfig({ MANIFOLD_DATA_DIR: dataDir });
  const open = async () => {
    const store = await openStore({ dataDir, role: 'tool', now, seal });
    return {
      store,
      tokens: createTokens({ store, now, tokenSeconds: config.tokenSeconds }),
      config,
    };
  };
  const call = async (command: Command, ...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const code = await command(args, io, open);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const inStore = async (work: (store: Store) => Promise<unknown>) => {
    const { store } = await open();
    await work(store);
    await store.close();
  };
  await call(clients, 'create', 'app');
  return { call, inStore };
}

describe('manifold deliveries', () => {
  it('sends a test, lists, shows and replays', async (t) => {
    const { call, inStore } = await shell(t);
    const sent = await call(deliveries, 'test', 'app', 'http://localhost:9000/hook');
    assert.equal(sent.code, 0);
    const id = /msg_[0-9a-f]+/.exec(sent.out)?.[0] ?? '';
    const listed = await call(deliveries, 'list', 'app');
    assert.match(
      listed.out,
      new RegExp(`${id}  waiting  0 tries  delivery.test  http://localhost`),
    );
    assert.equal((await call(deliveries, 'list', 'app', '--state', 'failed')).out, '');

    await inStore(async (store) => {
      const [held = assert.fail()] = await store.deliveries.claim({
        lane: 'app http://localhost:9000',
        limit: 1,
        now: now(),
        until: now() + 1000,
        by: 'test',
      });
      const tried = { at: now(), duration: 7, status: 410, error: 'gone\u001b[2J\r\nfor good' };
      await store.deliveries.finishTry(held, { state: 'failed', tried, nextTryAt: now() });
    });
    const shown = await call(deliveries, 'show', 'app', id);
    assert.match(shown.out, /failed {2}1 try/);
    assert.match(shown.out, /"type":"delivery.test"/);
    assert.match(shown.out, /410 {2}7 ms {2}gone for good$/, 'no code of the terminal');
    const all = await call(deliveries, 'replay', 'app', '--all-failed');
    assert.equal(all.out, '1 failed delivery is tried again.');
    assert.equal((await call(deliveries, 'replay', 'app', id)).code, 0);
    assert.match((await call(deliveries, 'list', 'app')).out, /waiting {2}0 tries/);
  });

  it('says what is wrong in one line', async (t) => {
    const { call } = await shell(t);
    const none = await call(deliveries, 'list', 'unknown');
    assert.deepEqual([none.code, none.err], [1, 'There is no client "unknown".']);
    const unknown = await call(deliveries, 'show', 'app', 'msg_1');
    assert.match(unknown.err, /^There is no such delivery/);
    const inside = await call(deliveries, 'test', 'app', 'https://10.0.0.1/');
    assert.match(inside.err, /not on the public internet/);
    for (const args of [[], ['lose'], ['replay', 'app'], ['list', 'app', '--state', 'lost']])
      assert.equal((await call(deliveries, ...args)).code, 2, args.join(' '));
  });
});

describe('manifold clients signing-secret', () => {
  const secrets = (text: string) => text.match(/whsec_\S+/g) ?? [];

  it('shows the secret, rotates it with two live ones, and ends the older', async (t) => {
    const { call } = await shell(t);
    const first = secrets((await call(clients, 'signing-secret', 'app')).out);
    assert.equal(first.length, 1);
    assert.match(first[0] ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
    const both = secrets((await call(clients, 'signing-secret', 'app', '--rotate')).out);
    assert.deepEqual([both.length, both[1]], [2, first[0]]);
    const ended = secrets((await call(clients, 'signing-secret', 'app', '--end-old')).out);
    assert.deepEqual(ended, [both[0]]);
    const again = await call(clients, 'signing-secret', 'app', '--end-old');
    assert.deepEqual([again.code, /only one live/.test(again.err)], [1, true]);
    const fresh = await call(clients, 'signing-secret', 'app', '--rotate', '--end-old');
    assert.equal(secrets(fresh.out).length, 1);
    assert.notEqual(secrets(fresh.out)[0], both[0]);
    assert.equal((await call(clients, 'signing-secret', 'unknown')).code, 1);
    assert.equal((await call(clients, 'signing-secret', 'app', '--keep-days', '1')).code, 2);
  });
});
