// A process killed at any moment leaves no change unreported, and reports none that was not made.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { eachDatabase, SOME_CLIENT } from './databases.ts';

const KILLS = 2;
const AFTER = 15;

eachDatabase((database) => {
  it('every change that was kept is reported, once', async (t) => {
    const keys = newKeyEntry('shared');
    const { store, place } = await database.store(t, createSeal(parseKeys(keys)));
    await store.clients.create(SOME_CLIENT);
    const user = await store.users.ensure(SOME_CLIENT.id, 'u');
    await store.eventAddresses.change(SOME_CLIENT.id, () => [
      { url: 'https://hooks.example/x', types: ['*'], paused: false, secret: 'whsec_AAAA' },
    ]);
    const child = new URL('./linking-child.ts', import.meta.url).pathname;
    const wish = JSON.stringify({ place, keys, userId: user?.id });
    let last = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const linking = spawn(process.execPath, [child, wish], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(linking, 'exit');
      let text = '';
      for await (const chunk of linking.stdout) {
        text += chunk;
        if (text.split('\n').length > AFTER + kill * 7) linking.kill('SIGKILL');
      }
      await ended;
      last = Number(text.trimEnd().split('\n').at(-1));
    }
    assert.ok(last > KILLS * AFTER);
    const [linked] = await store.credentials.list(user?.id ?? '');
    const reported = (await store.deliveries.list(SOME_CLIENT.id, {}, undefined, 10_000)).rows;
    assert.ok((linked?.version ?? 0) >= last, 'what was said to be kept is');
    assert.equal(reported.length, linked?.version);
  });
});
