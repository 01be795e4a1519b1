// The same search over real sockets, against shops that answer as the vendors do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { stores } from '../../sandbox/stores/index.ts';
import { createSearch } from '../../src/accounts/search.ts';
import { channels } from '../../src/channels/index.ts';
import { createLocate } from '../../src/link/locate.ts';
import { createTrySlots } from '../../src/link/try-slots.ts';
import { createBreaker } from '../../src/net/breaker.ts';
import { HOST_RESTS } from '../../src/net/call.ts';
import { createIntake } from '../../src/net/intake.ts';
import { createBudgets } from '../../src/net/pace.ts';
import { createRoutes } from '../../src/net/route.ts';
import { createSender } from '../../src/net/send.ts';
import { createStanding } from '../../src/net/standing.ts';
import type { Visit } from '../../src/store/index.ts';

const visit = { userId: 'u', clientId: 'c' } as unknown as Visit;
const sender = createSender({ maxBytes: 32 * 1024 * 1024 });
let sandbox: Sandbox;
let locate: ReturnType<typeof createLocate>;

before(async () => {
  sandbox = await startSandbox({ port: 0, relaxed: true, stores });
  const { origin } = sandbox;
  const hosts = sandbox.stores.flatMap((store) => store.hosts);
  const search = createSearch({
    sender,
    routes: createRoutes(hosts.map((pattern) => ({ pattern, origin }))),
    budgets: createBudgets(Date.now),
    breaker: createBreaker({ ...HOST_RESTS, random: Math.random }),
    intake: createIntake(64 * 1024 * 1024),
    standing: createStanding(),
    now: Date.now,
    random: Math.random,
    userAgent: 'test',
    allowedPorts: new Set(),
  });
  locate = createLocate({ channels, search, takeSlot: createTrySlots(), now: Date.now });
});
after(async () => {
  await sender.close();
  await sandbox.close();
});

/** What was found, or the reason why nothing was. */
async function outcome(name: string, baseUrl: string): Promise<unknown> {
  const [way] = channels[name]?.ways ?? [];
  assert.ok(way);
  return await locate(visit, name, way, { baseUrl }).then(
    (located) => located?.given.baseUrl,
    (error: { readonly reason?: string }) => error.reason,
  );
}

async function all(name: string, table: Readonly<Record<string, string>>) {
  for (const [typed, wanted] of Object.entries(table))
    assert.equal(await outcome(name, typed), wanted, typed);
}

test('shops on WordPress, good ones and odd ones', () =>
  all('woocommerce', {
    'demo.woo.example/product/fiets': 'https://demo.woo.example',
    'http://demo.woo.example/shop/': 'https://demo.woo.example',
    'folder.woo.example/winkel/nl/': 'https://folder.woo.example/winkel',
    'http://plain.woo.example/winkelwagen': 'http://plain.woo.example',
    'plain.woo.example': 'unreachable',
    'bare.woo.example': 'woocommerce_inactive',
    'plain-permalinks.woo.example': 'https://plain-permalinks.woo.example',
    'updating.woo.example': 'maintenance',
    'members.woo.example': 'login_wall',
    'looping.woo.example': 'redirect_loop',
    'demo.magento.example': 'other_kind_magento',
    'demo.brand.example': 'other_kind_shopify',
  }));

test('shops on Magento', () =>
  all('magento', {
    'demo.magento.example/fietsen.html': 'https://demo.magento.example',
    'folder.magento.example/winkel/nl': 'https://folder.magento.example/winkel',
    'no-rewrites.magento.example': 'https://no-rewrites.magento.example',
    'views.magento.example/nl/': 'https://views.magento.example',
    'maintenance.magento.example': 'maintenance',
    'demo.brand.example': 'other_kind_shopify',
    'demo.woo.example': 'not_magento',
  }));

test('shops at Shopify, by every name they have', () =>
  all('shopify', {
    demo: 'https://demo.myshopify.com',
    'www.demo.myshopify.com.': 'https://demo.myshopify.com',
    'https://demo.brand.example/products/fiets': 'https://demo.myshopify.com',
    'no-such-shop': 'shop_unknown',
    'demo.magento.example': 'other_kind_magento',
    'demo.woo.example': 'not_shopify',
  }));
