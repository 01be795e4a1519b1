// What goes wrong below http: a chain that is not whole, and a port that does not speak TLS.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { test } from 'node:test';
import { Fault } from '../model/faults.ts';
import { createSender } from './send.ts';

const pem = (kind: string, text: string) =>
  `-----BEGIN ${kind}-----\n${text.trim()}\n-----END ${kind}-----\n`;

/** For localhost, signed by a root that nobody knows; the root itself is not sent. Good for nothing else. */
const CERT = pem(
  'CERTIFICATE',
  `
MIIBijCCATCgAwIBAgIUdT1k9LjaGKILeICup96X45btzAQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTExNTE4MDc1N1oYDzIxMjYxMDIy
MTgwNzU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASV68DyI2neI1kKs6nrC9NInzCzHurBZeW8f++39J1HU9gDgHHPWG/N
95d4XFsPhIZxndjySkmbmM+1R/OWTVueo14wXDAaBgNVHREEEzARgglsb2NhbGhv
c3SHBH8AAAEwHQYDVR0OBBYEFIeMFWsHyzi1VOlA8gzoaUWrSUq3MB8GA1UdIwQY
MBaAFHY1K928xbqSFNpYO7CzGWqi8A+/MAoGCCqGSM49BAMCA0gAMEUCID9BM56A
O0E2bELBJpc1yn5d5XZ+x3YzIzRSQw5u6dioAiEA7gtI/UnjXDFg8Q6CdEiefqx+
ZKN+Lu9/f6Yn2K2Htgw=
`,
);
const KEY = pem(
  'PRIVATE KEY',
  `
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Qa85jPZKW1AuoYq
ECMR72108uqzIuLA3M1y3gNb4YmhRANCAASV68DyI2neI1kKs6nrC9NInzCzHurB
ZeW8f++39J1HU9gDgHHPWG/N95d4XFsPhIZxndjySkmbmM+1R/OWTVue
`,
);

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
      signal: AbortSignal.timeout(5000),
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
