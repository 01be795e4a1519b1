// One shop of the sandbox and its catalogue that changes, in this process: for what a driver reads of it.
import assert from 'node:assert/strict';
import { catalogueOf, lastDaysOf } from '../sandbox/catalogue/index.ts';
import type { Product, Variant } from '../sandbox/catalogue/types.ts';
import { openChanges } from '../sandbox/living/calls.ts';
import { openLiving } from '../sandbox/living/living.ts';
import type { OpenStore, Store, StoreCredential, StoreReply } from '../sandbox/store.ts';
import type {
  Channel,
  Figure,
  Orders,
  Page,
  Products,
  Reading,
  Resource,
  Warning,
} from '../src/channels/channel.ts';
import type { Account, Credential } from '../src/model/credential.ts';
import type { Ask, Call, Pairs, Reply, Signed } from '../src/model/exchange.ts';
import { Fault } from '../src/model/faults.ts';
import { parse } from '../src/net/reply.ts';
import { isAll } from './all.ts';

export const ANCHOR = Date.UTC(2026, 10, 15);

/** What a driver is given to read a shop; its calls go to the store without a network. */
export async function openReading(channel: Channel, store: Store, name: string, now: () => number) {
  const shop = store.shops.find((one) => one.name === name);
  assert.ok(shop, `there is no shop ${name}`);
  const calls: Ask[] = [];
  const notes: Warning[] = [];
  const kept = new Map<string, unknown>();
  let credential = credentialOf(channel, shop.credential);

  async function send(ask: Ask, signed: Signed): Promise<Reply> {
    calls.push(ask);
    const query: Pairs = [...(ask.query ?? []), ...(signed.query ?? [])];
    const { host, pathname, protocol } = new URL(ask.url);
    const answer: StoreReply = await store.handle({
      method: ask.method ?? 'GET',
      host,
      https: protocol === 'https:',
      path: pathname,
      rawQuery: new URLSearchParams(query as [string, string][]).toString(),
      query,
      headers: { 'user-agent': 'Manifold/1.0 (Language=TypeScript)', ...ask.headers, ...signed.headers }, // biome-ignore format: one line
      body: ask.body ?? '',
    });
    const text = String(answer.body ?? '');
    const [body] = await parse(Buffer.from(text), ask, {});
    const reply: Reply = { status: answer.status, headers: answer.headers, text, body };
    if (ask.expect?.includes(reply.status)) return reply;
    const fault = channel.explain?.(reply, ask);
    if (fault) throw fault;
    if (reply.status >= 300) throw new Fault('channel_failed', `${reply.status} ${text}`);
    return reply;
  }
  const call: Call = (ask) => {
    const context = { now: now(), nonce: String(Math.random()).slice(2) };
    return send(ask, channel.sign(ask, credential, context));
  };
  if ((channel.renewal?.endsAt(credential) ?? 1) === 0)
    credential =
      (await channel.renewal?.renew(credential, store.app, (ask) => send(ask, {}), now())) ??
      credential;

  const reading = (): Reading => ({
    account: credential.account,
    version: channel.versions.default,
    now: now(),
    call,
    note: (warning) => notes.push(warning),
    leaveOut: (fault) => {
      throw fault;
    },
    assume: () => {},
    remember: async (key, _seconds, make) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as Awaited<ReturnType<typeof make>>;
    },
  });
  return {
    shop,
    notes,
    reading,
    /** What opens it, renewed where it had to be. */
    credential,
    /** Forgets what the driver remembered. */
    forget: () => kept.clear(),
    /** How many calls the driver made since it was last asked. */
    counted: () => calls.splice(0).length,
  };
}

/** The same with a catalogue that changes by the sandbox's own calls. */
export async function openLivingShop(channel: Channel, open: OpenStore, name = 'demo') {
  const clock = { now: ANCHOR + 43_200_000 };
  const whole = catalogueOf(ANCHOR);
  // As many days show every trait; how long a scan goes on is not what is shown here.
  const living = openLiving(isAll ? whole : lastDaysOf(whole, 45));
  const { catalogue, onChange } = living;
  const store = open({ catalogue, now: () => clock.now, rates: 'relaxed', onChange });
  const changes = openChanges(living, [store], () => clock.now);
  return {
    ...(await openReading(channel, store, name, () => clock.now)),
    clock,
    catalogue,
    living,
    store,
    changes,
    change(method: 'POST' | 'DELETE', path: string, body: object = {}) {
      const request = { method, path: `/_sandbox/${path}`, query: [], body: JSON.stringify(body) };
      const reply = changes.reply(request);
      assert.ok(reply && reply.status < 300, `${path}: ${reply?.body}`);
      return JSON.parse(String(reply.body));
    },
  };
}

export type LivingShop = Awaited<ReturnType<typeof openLivingShop>>;

function credentialOf(
  { fields, accept }: Channel,
  { account, secrets }: StoreCredential,
): Credential {
  const keys = new Set(fields.map(({ key }) => key));
  const all = Object.entries({ ...account, ...secrets });
  const given = accept(Object.fromEntries(all.filter(([key]) => keys.has(key))));
  const extra = Object.entries(account).filter(([key, value]) => !keys.has(key) && typeof value === 'string'); // biome-ignore format: one line
  return { ...given, account: { ...(Object.fromEntries(extra) as Account), ...given.account } };
}

type Scans = Pick<Resource<never, never, never>, 'scan'>;

/** Every figure of a scan to its end, each record once. */
export async function scanned(
  { scan }: Scans,
  shop: Pick<Awaited<ReturnType<typeof openReading>>, 'reading' | 'forget'>,
): Promise<Map<string, string>> {
  assert.ok(scan, 'there is a scan');
  shop.forget();
  const figures = new Map<string, string>();
  let cursor: unknown;
  for (let pages = 1; ; pages++) {
    const page: Page<Figure, unknown> = await scan(cursor, shop.reading());
    for (const { id, figure } of page.items) {
      assert.ok(!figures.has(id), `${id} comes twice`);
      figures.set(id, figure);
    }
    if (page.next === undefined) return figures;
    assert.ok(pages < 500, 'the scan does not end');
    // As it is kept between two pages.
    cursor = JSON.parse(JSON.stringify(page.next));
  }
}

/** Those that differ, that came or that went between two scans. */
export const moved = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .sort();

/** Every product as a client would get it, by its identifier. */
export async function productsOf(
  { fetch, transform }: Products<unknown, unknown>,
  shop: Pick<LivingShop, 'reading' | 'forget'>,
): Promise<Map<string, string>> {
  shop.forget();
  const all = new Map<string, string>();
  let cursor: unknown;
  do {
    const reading = shop.reading();
    const { items, next } = await fetch({ limit: 100 }, cursor, reading);
    for (const one of items) {
      const draft = transform(one, reading);
      all.set(String(draft.id), JSON.stringify(draft));
    }
    cursor = next;
  } while (cursor !== undefined);
  return all;
}

/** Puts a product with other variants in its place, as what moves no date does. */
export function quietly(
  { living }: Pick<LivingShop, 'living'>,
  product: Product,
  edit: (variant: Variant) => Partial<Variant>,
  at = 0,
): void {
  const variants = product.variants.map((one, index) => (index === at ? { ...one, ...edit(one) } : one)); // biome-ignore format: one line
  living.putProduct({ ...product, variants });
}

/** Every order likewise. */
export async function ordersOf(
  { fetch, transform }: Orders<unknown, unknown>,
  shop: Pick<LivingShop, 'reading' | 'forget'>,
): Promise<Map<string, string>> {
  shop.forget();
  const all = new Map<string, string>();
  let cursor: unknown;
  do {
    const reading = shop.reading();
    const { items, next } = await fetch({ limit: 100, status: 'any' }, cursor, reading);
    for (const one of items) {
      const draft = transform(one, reading);
      all.set(String(draft.id), JSON.stringify(draft));
    }
    cursor = next;
  } while (cursor !== undefined);
  return all;
}
