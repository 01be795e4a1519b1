// One client's calls that never end fill its own share: further ones wait or are refused, no one else notices.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { LINE } from '../../src/http/calls.ts';
import { type Answer, type Service, startService, type Tenant } from '../service.ts';
import { until } from '../until.ts';
import { assertUnharmed } from '../victim.ts';

const MAX = 40;
const EACH = 10;
const BEYOND = 30;

let service: Service;
/** A shop without orders, whose answers come when the test says so. */
const held = new Set<() => void>();
let open = false;
const silent = createServer((_, response) => {
  const answer = () => response.setHeader('content-type', 'application/json').end('[]');
  if (open) answer();
  else held.add(answer);
});
before(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  service = await startService({
    settings: { MANIFOLD_MAX_CALLS: String(MAX), MANIFOLD_CLIENT_CALLS: String(EACH) },
    routes: [{ pattern: '*.silent.example', origin }],
  });
});
after(async () => {
  silent.close();
  silent.closeAllConnections();
  await service.close();
});

/** Each call goes to a shop of its own, since a shop takes only so many calls at the same time. */
let shops = 0;
const ask = (tenant: Tenant, signal: AbortSignal, prefer = 'wait=60') =>
  tenant.orders(
    'woocommerce',
    {
      params: {
        woocommerce: [
          { key: 'baseUrl', value: `https://s${++shops}.silent.example` },
          { key: 'consumerKey', value: `ck_${'0'.repeat(40)}` },
          { key: 'consumerSecret', value: `cs_${'0'.repeat(40)}` },
        ],
      },
    },
    { user: 'unknown', headers: { prefer }, signal },
  );

test('one client with calls that never end holds up its own calls alone', async () => {
  const hog = await service.tenant('hog');
  const going = new AbortController();
  const answers: Answer[] = [];
  await assertUnharmed({
    calls: 6,
    victim: async () => {
      const { status } = await service.orders('shopify', { limit: 1 });
      return status === 200 ? undefined : `status ${status}`;
    },
    attack: async () => {
      const calls = Array.from({ length: EACH + LINE + BEYOND }, async () => {
        const answer = await ask(hog, going.signal).catch(() => undefined);
        if (answer) answers.push(answer);
      });
      await until(() => answers.length >= BEYOND, 'the refusal');
      // Anyone who has no token takes no place.
      const strangers = await Promise.all(
        Array.from({ length: 2 * MAX }, () =>
          fetch(`${service.origin}/api/ServiceClientApp/Unified/Orders`, { method: 'POST' }),
        ),
      );
      assert.ok(strangers.every(({ status }) => status === 401));
      return async () => {
        going.abort();
        await Promise.all(calls);
      };
    },
  });
  assert.equal(held.size, EACH, 'its share is under way');
  assert.equal(answers.length, BEYOND, 'the rest waits, and only what is beyond that is refused');
  for (const { status, headers, body } of answers) {
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.ok('code' in body.Errors);
    assert.equal(body.Errors.code, 'rate_limited');
    assert.match(body.Errors.message ?? '', /own calls under way/);
  }
});

test('places of callers who went away are free again; a call in line is served, and says that it waited', async () => {
  const hog = await service.tenant('patient');
  held.clear();
  const { signal } = new AbortController();
  const calls = Array.from({ length: EACH }, () => ask(hog, signal));
  await until(() => held.size === EACH);
  const queued = ask(hog, signal);
  const hasty = await ask(hog, signal, 'wait=1');
  assert.equal(hasty.status, 429, 'the time in line counts against the deadline');
  assert.match(JSON.stringify(hasty.body.Errors), /waited 1 seconds in line/);
  open = true;
  for (const answer of held) answer();
  for (const { status, text } of await Promise.all(calls)) assert.equal(status, 200, text);
  const { status, body } = await queued;
  assert.equal(status, 200);
  const { TotalEventsTransitDuration: waited, TotalRequestsDuration: all } = body.Report;
  assert.ok(waited > 900 && all >= waited, `${waited} of ${all}`);
});
