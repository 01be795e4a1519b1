// Whether a call left, on the fault that it ends with: against real servers on loopback.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { CERT, KEY } from '../../test/fake-certificate.ts';
import type { Ask } from '../model/exchange.ts';
import { Fault, type Sent } from '../model/faults.ts';
import { createBreaker } from './breaker.ts';
import { type CallDependencies, createCall, HOST_RESTS } from './call.ts';
import { createIntake } from './intake.ts';
import { createNames } from './names.ts';
import { createBudgets } from './pace.ts';
import { createSender } from './send.ts';
import { createStanding, present } from './standing.ts';

const closing: (() => unknown)[] = [];
after(() => Promise.all(closing.map((close) => close())));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const plain = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(answer))}`;

function calling(route: string | undefined, changes: Partial<CallDependencies> = {}) {
  // No one answers for names there.
  const names = createNames({ servers: ['127.0.0.1:1'], timeout: 50 });
  const sender = createSender({ maxBytes: 1000, names });
  closing.push(() => sender.close());
  return {
    ...{ sender, routes: () => route, budgets: createBudgets(Date.now), now: Date.now },
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    ...{ intake: createIntake(2 ** 20), standing: createStanding() },
    ...{ random: () => 0, userAgent: 'test' },
    ...changes,
  };
}

/** The fault of one POST, which is never tried again. */
async function faultOf(deps: CallDependencies, more: Partial<Ask> = {}, signal?: AbortSignal) {
  const call = createCall(
    deps,
    {
      ...{ channel: 'shop', limits: [], credential: 'c', application: 'a' },
      bounds: { hosts: ['shop.nl'], plainHttp: false },
      sign: () => ({ headers: { authorization: 'secret' } }),
    },
    { signal: signal ?? AbortSignal.timeout(60_000), deadline: Date.now() + 60_000 },
  );
  try {
    await call({ method: 'POST', url: 'https://shop.nl/a', body: '{}', ...more });
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    return error;
  }
  return assert.fail('it worked');
}

const CASES: Readonly<Record<string, readonly [Sent, () => Promise<Fault>]>> = {
  'a host that is not the account’s': [
    'no',
    async () => faultOf(calling(undefined), { url: 'https://other.nl/' }),
  ],
  'a name that no one answers for': ['no', async () => faultOf(calling(undefined))],
  'a connection that is refused': ['no', async () => faultOf(calling('http://127.0.0.1:1'))],
  'a certificate that is not valid': [
    'no',
    async () => {
      const port = await listening(createTlsServer({ cert: CERT, key: KEY }) as unknown as Server);
      return faultOf(calling(`https://127.0.0.1:${port}`));
    },
  ],
  'a host that is left alone': [
    'no',
    async () => {
      const breaker = createBreaker({ ...HOST_RESTS, opensAfter: 1, random: () => 0.5 });
      breaker.begin(JSON.stringify(['shop', 'https://shop.nl', null]))('bad', Date.now());
      return faultOf(calling(undefined, { breaker }));
    },
  ],
  'a credential that was refused lately': [
    'no',
    async () => {
      const standing = createStanding();
      const at = present('', 'c', 'shop.nl', false);
      for (let count = 0; count < 9; count++) standing.refused(at, Date.now() - 2000 * (9 - count));
      return faultOf(calling(undefined, { standing }));
    },
  ],
  'an end that comes before the connection': [
    'no',
    async () => {
      const signal = AbortSignal.abort(new Fault('channel_timeout', 'Too slow.'));
      return faultOf(calling('http://127.0.0.1:1'), {}, signal);
    },
  ],
  'an end that comes before the answer': [
    'maybe',
    async () => {
      const ending = new AbortController();
      const route = await plain(() => ending.abort(new Fault('channel_timeout', 'Too slow.')));
      return faultOf(calling(route), {}, ending.signal);
    },
  ],
  'a connection that breaks before the answer': [
    'maybe',
    async () => {
      const server = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
      return faultOf(calling(`http://127.0.0.1:${await listening(server as Server)}`));
    },
  ],
  'an answer that breaks off': [
    'maybe',
    async () => {
      const route = await plain((_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a":');
        setImmediate(() => response.destroy());
      });
      return faultOf(calling(route));
    },
  ],
  'an answer that is too large': [
    'maybe',
    async () => faultOf(calling(await plain((_, response) => response.end('a'.repeat(5000))))),
  ],
  'a refusal': ['yes', async () => faultOf(calling(await answering(401)))],
  'a failure of the host': ['yes', async () => faultOf(calling(await answering(500)))],
  'a limit that was met': ['yes', async () => faultOf(calling(await answering(429)))],
  'an answer that is no JSON': [
    'yes',
    async () => faultOf(calling(await plain((_, response) => response.end('hello')))),
  ],
};

const answering = (status: number) =>
  plain((_, response) => response.writeHead(status).end('{"error":"x"}'));

for (const [name, [sent, fault]] of Object.entries(CASES))
  test(`${name}: sent is ${sent}`, async () => assert.equal((await fault()).sent, sent));

test('what is tried again and then not sent may have been done at the first try', async () => {
  let asked = 0;
  const server = createTcpServer((socket) => {
    asked += 1;
    socket.once('data', () => socket.destroy());
    server.close();
  });
  const route = `http://127.0.0.1:${await listening(server as Server)}`;
  const fault = await faultOf(calling(route), { method: 'GET' });
  assert.deepEqual([asked, fault.code, fault.sent], [1, 'channel_failed', 'maybe']);
});
