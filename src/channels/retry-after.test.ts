// How long a vendor asks to be left alone (RFC 9110, 10.2.3) is understood alike for every channel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Reply } from '../model/exchange.ts';
import { plain, settled } from '../net/reply.ts';
import { channels } from './index.ts';

const NOW = Date.UTC(2026, 10, 15, 12);

const WRITTEN: readonly (readonly [header: string, milliseconds: number])[] = [
  ['7', 7000],
  ['0.5', 500],
  ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
];

for (const [name, channel] of Object.entries(channels))
  test(`${name}: seconds, fractions and dates`, () => {
    const account = { baseUrl: 'https://shop.example', endpoint: 'https://api.example' };
    const [host = ''] = channel.hosts({ ...account, cluster: 'eu1' });
    for (const status of [429, 503])
      for (const [header, milliseconds] of WRITTEN) {
        const reply: Reply = {
          status,
          headers: { 'retry-after': header },
          text: '',
          body: undefined,
        };
        const ask: Ask = { url: `https://${host}/orders`, operation: 'orders' };
        const found = channel.explain?.(reply, ask) ?? plain(reply, new URL(ask.url), NOW);
        assert.ok(found, `${status}`);
        const fault = settled(found, reply, NOW);
        assert.equal(fault.retryAfter, milliseconds, `${status} ${header}`);
      }
  });
