// The public address from outside: this service, something else, a proxy alone, no one, no trust.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { after, test } from 'node:test';
import { CERT, KEY } from '../../../test/fake-certificate.ts';
import { readConfig } from '../../serve/config.ts';
import type { Scene } from './check.ts';
import { address } from './doors.ts';
import { clock } from './store.ts';

const open: Server[] = [];
after(() => {
  for (const server of open) server.close();
});

async function listening(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const at = server.address();
  return at && typeof at === 'object' ? at.port : 0;
}

const RUNNING = { version: '1', startedAt: 1, seenAt: 2, clockAhead: 0 };

function sceneAt(baseUrl: string, isRunning: boolean): Scene {
  return {
    config: { ...readConfig({}), mode: 'production', baseUrl, authUrl: baseUrl },
    inspection: {
      ...{ server: 'SQLite', missing: [], newer: [], keysInUse: [] },
      instances: isRunning ? [RUNNING] : [],
    },
    store: undefined,
    live: false,
    clocks: new Map(),
  };
}

async function judge(baseUrl: string, isRunning = true) {
  const scene = sceneAt(baseUrl, isRunning);
  const found = await address.run(scene, AbortSignal.timeout(60_000));
  return { scene, found: found.map(({ id, state }) => [id, state]), all: found };
}

const answering = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(answer))}`;

test('this service answers; its clock is compared', async () => {
  const skewed =
    (seconds: number): RequestListener =>
    (_, response) => {
      response.setHeader('date', new Date(Date.now() - seconds * 1000).toUTCString());
      response.end('{"status":"ok"}');
    };
  for (const [seconds, state] of [
    [0, 'ok'],
    [10, 'warning'],
    [3600, 'wrong'],
    [-3600, 'wrong'],
  ] as const) {
    const { scene, found } = await judge(await answering(skewed(seconds)));
    assert.deepEqual(found, [['public-address', 'ok']]);
    const [said] = await clock.run(scene, AbortSignal.timeout(60_000));
    assert.equal(said?.state, state, said?.sentence);
    if (seconds === -3600) assert.match(said?.sentence ?? '', /3\d{3}\.\d s behind that of/);
  }
});

test('whatever else answers is wrong; silence is wrong only while an instance runs', async () => {
  const page = await answering((_, response) => response.end('<h1>Welcome to nginx</h1>'));
  const gone = await answering((_, response) => response.writeHead(404).end());
  for (const origin of [page, gone])
    assert.deepEqual((await judge(origin)).found, [['public-address', 'wrong']]);
  const proxy = await answering((_, response) => response.writeHead(502).end());
  for (const origin of [proxy, 'http://127.0.0.1:1']) {
    assert.deepEqual((await judge(origin, true)).found, [['public-address', 'wrong']]);
    assert.deepEqual((await judge(origin, false)).found, [['public-address', 'warning']]);
  }
  const { all } = await judge('https://unknown.invalid');
  assert.match(all[0]?.sentence ?? '', /does not resolve/);
  assert.match(all[0]?.remedy ?? '', /DNS/);
});

test('a certificate that no one trusts is named', async () => {
  const server = createTlsServer({ cert: CERT, key: KEY }, (_, response) =>
    response.end('{"status":"ok"}'),
  );
  const { found, all } = await judge(`https://localhost:${await listening(server)}`);
  assert.deepEqual(found, [['certificate', 'wrong']]);
  assert.match(all[0]?.sentence ?? '', /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
});
