// What the channels declare that no date shows, made to happen in the sandbox and looked for by the drivers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SILENT, type SilentAct } from '../../sandbox/living/silent.ts';
import { channels } from '../../src/channels/index.ts';
import { shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

/** Longer than anything that a driver remembers, and than Amazon keeps a change back. */
const WHILE = 15 * 60_000;

/** What the sandbox does not play, and why. */
const NOT_PLAYED: Readonly<Record<string, string>> = {
  'amazon products texts': 'Its stores have the merchant’s own texts.',
  'bigcommerce products visibility': 'Its stores have one sales channel.',
  'bol products images': 'Pictures of the catalogue do not change.',
  'magento products categories': 'A record does not show them.',
  'magento products texts': 'Names of attributes and their options do not change.',
  'woocommerce products categories': 'A record does not show them.',
};

/** The driver keeps it for a minute by the machine's own clock: it is looked at afterwards only. */
const KEPT = 'bol: stock in bol’s warehouse';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

test('the sandbox plays all that channels declare, and nothing else', () => {
  const declared = Object.entries(channels).flatMap(([name, { changes }]) =>
    (['orders', 'products'] as const).flatMap((kind) => {
      const said = changes[kind]?.undated.map(({ what }) => what) ?? [];
      return [...said, ...(changes[kind] ? ['deletion'] : [])].map(
        (what) => `${name} ${kind} ${what}`,
      );
    }),
  );
  const played = SILENT.map(({ channel, resource, what }) => `${channel} ${resource} ${what}`);
  assert.deepEqual(
    [...new Set([...played, ...Object.keys(NOT_PLAYED)])].sort(),
    [...declared].sort(),
  );
});

const SHOWN = new Set(shownOn(channels, 2).map(([name]) => name));

for (const act of SILENT.filter(({ channel }) => SHOWN.has(channel)))
  test(`${act.name}: no list by date of change has it`, async () => {
    const { channel, shop, resource, what, name } = act;
    const { changes } = service.sandbox;
    const { filters } = service.channel(channel)[resource] ?? {};
    const asking = shop === 'demo' ? {} : { user: await service.link(channel, shop) };
    const read = async (body: object) =>
      (await service.walk(resource, channel, body, asking)).items;
    const named = (ids: readonly string[]) =>
      read({ ids: ids.join(','), ...(resource === 'orders' && { status: 'any' }) });
    // The shop of posts holds few orders, and none of them can still be edited.
    if (shop === 'legacy') makeOrder();
    const isOfProduct = resource === 'orders' && what === 'products';
    const isUnread = isOfProduct || name === KEPT;
    const old = isUnread ? [] : await named([changes.recordFor(name)]);
    assert.equal(old.length, isUnread ? 0 : 1, 'it is there before');

    service.forward(WHILE);
    const since = new Date(Math.floor(service.now() / 1000) * 1000).toISOString();
    const listed = idsIn(act);
    const made = changes.silently(name).filter((entry) => entry.resource === resource);
    const ids = made.map(({ id }) => id).filter((id) => listed.has(id));
    const [first] = made;
    assert.ok(first && ids.length > 0, 'it is in the journal');
    service.forward(WHILE);

    if (filters?.updated_at_min) {
      const all = resource === 'orders' ? everything(service, channel) : {};
      const found = await read({ ...all, updated_at_min: since });
      const shown = found.map(({ id }) => String(id)).filter((id) => ids.includes(id));
      assert.deepEqual(shown, [], 'no date shows it');
    }
    const now = await named(ids.slice(-20));
    if (isOfProduct) assert.ok(now.some(hasLost), 'a line has lost its product');
    else if (name === KEPT) assert.deepEqual(now.map(piecesOf), [stockAtBol(first.id)]);
    else if (first.act === 'orphan') assert.equal(now.length, 1, 'only its id finds it');
    else if (first.change === 'deleted') assert.deepEqual(now, [], 'it is gone');
    else assert.notDeepEqual(now, old, 'it is changed');
  });

const hasLost = ({ line_items }: Readonly<Record<string, unknown>>): boolean =>
  (line_items as readonly { readonly product_exists: boolean }[]).some(
    ({ product_exists }) => !product_exists,
  );

const piecesOf = ({ variants }: Readonly<Record<string, unknown>>): unknown =>
  (variants as readonly { readonly inventory_quantity: number }[])[0]?.inventory_quantity;

function stockAtBol(id: string): number | undefined {
  const [store, { products }] = [service.store('bol'), service.shop('bol')];
  const product = products.find((one) => store.productId(one) === id);
  return product?.variants[0]?.stock.levels[0]?.available;
}

/** What the shop lists, as its vendor calls it. */
function idsIn({ channel, shop: name, resource }: SilentAct): ReadonlySet<string> {
  const [store, shop] = [service.store(channel), service.shop(channel, name)];
  return new Set(
    resource === 'orders'
      ? shop.orders.map((order) => store.orderId(order))
      : shop.products.map((product) => store.productId(product)),
  );
}

function makeOrder(): void {
  const call = { method: 'POST', path: '/_sandbox/orders', query: [], body: '{"paid":false}' };
  assert.equal(service.sandbox.changes.reply(call)?.status, 201);
}
