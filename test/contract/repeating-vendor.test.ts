// A vendor that repeats all it was sent, in every place where one has its words: no secret comes out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';

const STATUSES = [400, 401, 403, 404, 422, 200];
let status = 200;
let repeated = 0;

const vendor = createServer(async (request, response) => {
  const body = await request.toArray().then((pieces) => Buffer.concat(pieces).toString());
  const { url = '', rawHeaders } = request;
  const words = [url, decodeURIComponent(url), ...rawHeaders, body].join(' ');
  repeated++;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...{ error: words, error_description: words, message: words, code: words },
      ...{ detail: words, title: words, status: words, violations: [{ reason: words }] },
      errors: [{ message: words, code: words, detail: words, title: words }],
    }),
  );
});

let service: Service;
before(async () => {
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  const address = vendor.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  service = await startService({ between: origin });
});
after(async () => {
  await service.close();
  vendor.closeAllConnections();
  vendor.close();
});

/** A secret plain, in an address, in base64, and what its own base64 holds. */
function formsOf(secret: string): string[] {
  const held = Buffer.from(secret, 'base64').toString();
  const pair = /^[\x20-\x7e]{8,}$/.test(held) ? held.split(':') : [];
  const packed = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [secret, encodeURIComponent(secret), packed, ...pair].filter((form) => form.length >= 8);
}

for (const [name, channel] of shownOn(channels, 3))
  test(name, async () => {
    repeated = 0;
    for (status of STATUSES)
      for (const kind of ['orders', 'products'] as const) {
        if (!channel[kind]) continue;
        // Linked again, nothing is remembered and no token is at hand.
        await service.link(name, 'demo');
        const answer = await service[kind](name, { limit: 1 });
        assert.notEqual(answer.status, 500, answer.text.slice(0, 300));
        for (const secret of Object.values(service.shop(name).credential.secrets))
          for (const form of formsOf(secret)) {
            const said = `${kind}, status ${status}: a secret stands in`;
            assert.ok(!answer.text.includes(form), `${said} the answer`);
            assert.ok(!service.logged().includes(form), `${said} the log`);
          }
      }
    assert.ok(repeated > 0, 'the vendor was asked');
  });
