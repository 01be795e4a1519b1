// Tests of logos: only images, only from public https addresses, byte by byte, and asked for once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Received, Sending } from '../net/send.ts';
import { createLogos } from './logo.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x80]);

function logos(logoUrl: string | null, answer: Partial<Received>) {
  const asked: Sending[] = [];
  const logoOf = createLogos({
    store: { clients: { find: async () => ({ logoUrl }) } } as never,
    sender: {
      send: async (sending) => {
        asked.push(sending);
        return { status: 200, headers: {}, bytes: PNG, ...answer };
      },
      close: async () => {},
    },
    routes: () => undefined,
    now: () => 0,
  });
  return { logoOf, asked };
}

test('an image comes back as it was, and is kept', async () => {
  const png = { headers: { 'content-type': 'image/png; charset=binary' } };
  const { logoOf, asked } = logos('https://app.example.com/logo.png', png);
  assert.deepEqual(await logoOf('c'), { type: 'image/png', bytes: PNG });
  assert.deepEqual(await logoOf('c'), { type: 'image/png', bytes: PNG });
  assert.equal(asked.length, 1);
});

test('anything else is no logo', async () => {
  const html = { headers: { 'content-type': 'text/html' } };
  assert.equal(await logos('https://app.example.com/', html).logoOf('c'), undefined);
  assert.equal(await logos(null, {}).logoOf('c'), undefined);
  const missing = { status: 404, headers: { 'content-type': 'image/png' } };
  assert.equal(await logos('https://app.example.com/', missing).logoOf('c'), undefined);
  for (const address of [
    'https://127.0.0.1/x.png',
    'https://intranet/x.png',
    'http://a.com/x.png',
  ]) {
    const { logoOf, asked } = logos(address, {});
    assert.equal(await logoOf('c'), undefined);
    assert.deepEqual(asked, [], address);
  }
});
