// What goes wrong below http: a chain that is not whole, and a port that does not speak TLS.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { test } from 'node:test';
import { CERT, KEY } from '../../test/fake-certificate.ts';
import { Fault } from '../model/faults.ts';
import { createSender } from './send.ts';

async function faultOf(server: Server) {
  const sender = createSender({ maxBytes: 1000 });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  try {
    await sender.send({
      method: 'GET',
      url: new URL('https://shop.nl/'),
      route: `https://127.0.0.1:${port}`,
      headers: {},
      body: undefined,
      signal: AbortSignal.timeout(60_000),
    });
  } catch (error) {
    assert.ok(error instanceof Fault);
    return error;
  } finally {
    await sender.close();
    server.close();
  }
  return assert.fail('it was reached');
}

test('a certificate chain that is not whole is named as such', async () => {
  const fault = await faultOf(createTlsServer({ cert: CERT, key: KEY }));
  assert.deepEqual(
    [fault.code, fault.reason, fault.retryable],
    ['channel_failed', 'bad_certificate', false],
  );
  assert.match(fault.message, /^shop\.nl sends an incomplete certificate chain/);
});

test('a port that answers in plain http is named as such', async () => {
  const fault = await faultOf(createServer((_, response) => response.end('hello')));
  assert.deepEqual(
    [fault.code, fault.reason, fault.retryable],
    ['channel_failed', 'unreachable', false],
  );
  assert.match(fault.message, /^shop\.nl does not speak https at this port/);
});
