// One service, carried along: backed up while it runs, restored elsewhere, moved to PostgreSQL. It answers the same.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../src/care/backup.ts';
import { moveStore } from '../src/care/move.ts';
import { restore } from '../src/care/restore.ts';
import { channels } from '../src/channels/index.ts';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { createApp } from '../src/serve/app.ts';
import { readConfig } from '../src/serve/config.ts';
import { createLog } from '../src/serve/log.ts';
import { openDatabases } from './postgres.ts';
import { startService } from './service.ts';

const API = '/api/ServiceClientApp';

test('it answers the same after a backup and a restore, and after a move', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-carried-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const seal = createSeal(parseKeys(newKeyEntry('carried')));
  const service = await startService({ seal });
  t.after(() => service.close());
  const { sandbox, token } = service;

  /** What an application sees: orders of every channel by stored credentials, and who has linked what. */
  const seen = async (origin: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answers: unknown[] = [];
    for (const [name, { orders }] of Object.entries(channels)) {
      const path = `${API}/Unified/${orders ? 'Orders' : 'Products'}?channel=${name}&tpUserId=demo`;
      const response = await fetch(origin + path, { method: 'POST', headers, body: '{"limit":2}' });
      const { Output } = (await response.json()) as { Output: { result: unknown[] } };
      assert.deepEqual([response.status, Output.result.length], [200, 2], name);
      answers.push(Output.result);
    }
    const user = await fetch(`${origin}${API}/Users/demo`, { headers });
    assert.equal(user.status, 200);
    return [...answers, await user.text()];
  };

  /** Another service on another store, with the same keys and the same vendors. */
  const onStore = async (
    settings: Record<string, string>,
    work: (origin: string) => Promise<void>,
  ) => {
    const apps = Object.fromEntries(
      sandbox.stores.flatMap(({ channel, app }) => (app ? [[channel, app]] : [])),
    );
    const config = { ...readConfig(settings), apps };
    const app = await createApp({
      ...{ config, channels, seal, now: service.now, log: createLog('silent', { secretKeys: [] }) },
      routes: sandbox.stores.flatMap(({ hosts }) =>
        hosts.map((pattern) => ({ pattern, origin: sandbox.origin })),
      ),
    });
    try {
      await app.server.listen({ host: '127.0.0.1', port: 0 });
      const address = app.server.server.address();
      await work(`http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`);
    } finally {
      await app.close();
    }
  };

  const link = new URL((await service.app.magicLink(service.id, 'somebody')) ?? '');
  const before = await seen(service.origin);
  const file = join(folder, 'backup.db');
  await backUp({ folder: service.dataDir, file, force: false });

  const dataDir = join(folder, 'restored');
  await restore({ file, dataDir, force: false });
  await onStore({ MANIFOLD_DATA_DIR: dataDir }, async (origin) => {
    assert.deepEqual(await seen(origin), before);
    const page = await fetch(origin + link.pathname + link.search);
    assert.equal(page.status, 200, 'the magic link of before');
  });

  const postgres = await openDatabases();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.fresh();
  await moveStore({ dataDir, to: databaseUrl });
  await onStore({ MANIFOLD_DATABASE_URL: databaseUrl }, async (origin) =>
    assert.deepEqual(await seen(origin), before),
  );
});
