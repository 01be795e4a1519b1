// Answers that unfold: small on the wire, huge in memory. One client's hostile shop must cost no one else.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isAll } from '../all.ts';
import { type Service, startService, type Tenant } from '../service.ts';
import { assertUnharmed } from '../victim.ts';

const MIB = 1024 * 1024;
const filled = (size: number, part: string) => `[${part.repeat((size * MIB) / part.length)}null]`;
const order = () => JSON.stringify({ id: 1, line_items: Array(20_000).fill({}) });

/** What ended the process: twelve answers of 31 MiB together, each of 31 KB on the wire. */
const WORST = { text: () => filled(31, '[],'), concurrency: isAll ? 12 : 3 };
const TOO_MUCH = /more in it than is accepted/;

const BOMBS: Readonly<Record<string, [text: () => string, says: RegExp]>> = {
  'long numbers': [() => filled(8, '1234567890.12345678901234567890123456789,'), TOO_MUCH],
  depth: [() => '['.repeat(8 * MIB), TOO_MUCH],
  'members of one object': [
    () => `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}.5`)}}`,
    TOO_MUCH,
  ],
  'lines of one order': [() => `[${order()}]`, TOO_MUCH],
  'a text': [() => JSON.stringify('x'.repeat(8 * MIB)), TOO_MUCH],
};
/** What all of them together may add to the process's memory: one of them took 2 GB. */
const MOST_ADDED = 900 * MIB;

let body = Buffer.alloc(0);
const evil = createServer((_, response) =>
  response
    .setHeader('content-encoding', 'gzip')
    .setHeader('content-type', 'application/json')
    .end(body),
);
let service: Service;
let hostile: Tenant;

before(async () => {
  evil.listen(0, '127.0.0.1');
  await once(evil, 'listening');
  const address = evil.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  service = await startService({ routes: [{ pattern: 'evil.example', origin }] });
  hostile = await service.tenant('hostile');
});
after(async () => {
  await service.close();
  evil.closeAllConnections();
  evil.close();
});

const params = {
  woocommerce: Object.entries({
    baseUrl: 'https://evil.example',
    consumerKey: 'ck_1',
    consumerSecret: 'cs_1',
  }).map(([key, value]) => ({ key, value })),
};
const attack = () => hostile.orders('woocommerce', { limit: 5, params }, { user: 'u' });

/** Attacks, measures the second client beside it, and looks at every answer that the attacker got. */
async function unharmedBy(text: () => string, concurrency: number, says: RegExp) {
  body = gzipSync(text());
  const before = process.memoryUsage().rss;
  let peak = before;
  await assertUnharmed({
    times: 10,
    calls: 7,
    victim: async () => {
      peak = Math.max(peak, process.memoryUsage().rss);
      const answer = await service.orders('shopify', { limit: 3 });
      return answer.status === 200 ? undefined : answer.text.slice(0, 200);
    },
    attack: async () => {
      const answers = Promise.all(Array.from({ length: concurrency }, attack));
      return async () => {
        for (const { status, body: answered } of await answers) {
          assert.equal(status, 502);
          assert.match(String(answered.Errors.message), says);
        }
      };
    },
  });
  const added = peak - before;
  assert.ok(added < MOST_ADDED, `${Math.round(added / MIB)} MiB more memory`);
}

describe('answers that unfold are refused, and a second client is served beside them', () => {
  test(`31 MiB of empty lists, ${WORST.concurrency} together`, () =>
    unharmedBy(WORST.text, WORST.concurrency, TOO_MUCH));
  // Each kind is found by its own bound; without repetitions the one that took the most.
  for (const [name, [text, says]] of Object.entries(BOMBS).slice(0, isAll ? undefined : 1))
    test(name, () => unharmedBy(text, isAll ? 4 : 2, says));
});
