// What vendors forbid in words, beside their schemas: the sandbox refuses it, and every call that a driver makes has its row.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Store, StoreCredential, StoreRequest } from '../../sandbox/store.ts';
import type { Channel, Products } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import type { ByConsent } from '../../src/channels/way.ts';
import { fieldsOf } from '../../src/link/form.ts';
import type { Account } from '../../src/model/credential.ts';
import type { Ask } from '../../src/model/exchange.ts';
import { isAll, shownOn } from '../all.ts';
import { FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { visitBy } from '../link/visiting.ts';
import { openReading, scanned } from '../living-shop.ts';
import { everything } from './expected.ts';
import { iso } from './instants.ts';
import { CONTRACTS, type Rule } from './words.ts';

/** A call as a driver made it; those that differ only in values are kept once. */
interface Call {
  readonly store: Store;
  readonly handle: Store['handle'];
  readonly shop: string;
  readonly request: StoreRequest;
  readonly status: number;
}

type Followed = Pick<Products<unknown, unknown>, 'scan' | 'events'>;

const shown = shownOn(channels, 0).map(([name]) => name);
const contracts = Object.entries(CONTRACTS).filter(([name]) => shown.includes(name));
const calls = new Map<string, Call>();
let place: Place;
/** The shop that is walked. */
let shop = 'demo';

before(async () => {
  place = await openPlace(isAll ? { days: Infinity } : {});
  for (const store of place.sandbox.stores) record(store);
  for (const name of shown) {
    await walk(name);
    await subscribe(name);
  }
});
after(() => place.close());

function record(store: Store) {
  const handle = store.handle.bind(store);
  Object.assign(store, {
    async handle(request: StoreRequest) {
      const reply = await handle(request);
      const names = request.query.map(([name]) => name).sort();
      const key = [store.channel, shop, request.host, operationOf(store.channel, request), reply.status, ...names].join(' '); // biome-ignore format: one thought
      if (!reply.isPage && !calls.has(key))
        calls.set(key, { store, handle, shop, request, status: reply.status });
      return reply;
    },
  });
}

/** The row of a call; where there is none, what was called. */
function operationOf(channel: string, { method, path, body }: StoreRequest): string {
  const isGraphql = path.endsWith('/graphql.json');
  const called =
    (isGraphql && /(?:query|mutation) (\w+)/.exec(JSON.parse(body).query)?.[1]) ||
    `${method} ${path}`;
  const rows = Object.keys(CONTRACTS[channel]?.operations ?? {});
  return rows.find((one) => patternOf(one).test(called)) ?? called;
}

/** `*` stands for any beginning, `{…}` for one part of the path. */
const patternOf = (operation: string): RegExp =>
  new RegExp(`^${operation.replaceAll(/[.]/g, '\\.').replace(' *', ' .*').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`); // biome-ignore format: one thought

/** Shops are asked alike: without repetitions those that every row and rule needs one of. */
const FEW = ['demo', 'ancient', 'hollow', 'marketplace', 'bearer', 'capped', 'limited', 'views', 'websites']; // biome-ignore format: one thought
/** What only the feed asks of these it asks of the demo shop. */
const LIKE_DEMO = ['ancient', 'hollow', 'bearer', 'capped', 'limited', 'views', 'websites'];
/** Records of a page: calls are alike whatever comes back. */
const SIZE = isAll ? undefined : 20;
const isWalked = ({ name }: { readonly name: string }): boolean => isAll || FEW.includes(name);

/** Everything that a driver does: linking by each way, reading each shop, each filter, the check after a refusal. */
async function walk(name: string) {
  const channel = place.channel(name);
  const store = place.store(name);
  shop = 'demo';
  for (const way of channel.ways) {
    const entry = FORMS[name]?.[way.id];
    if (way.kind === 'consent') await come(way, store);
    if (way.kind === 'consent' || entry === undefined) continue;
    const visitor = await visitBy(place, `${name} ${way.id}`);
    const keys = fieldsOf(way, channel).map(({ key }) => key);
    await visitor.post(`/channels/${name}/${way.id}`, typedFor(entry, place.shop(name, entry.shop), keys)); // biome-ignore format: one thought
  }
  for (const kind of ['orders', 'products'] as const) {
    const resource = channel[kind];
    if (!resource) continue;
    const include = Object.keys(resource.includes ?? {}).join() || undefined;
    const all = kind === 'orders' ? everything(place, name) : {};
    for (const { name: own } of store.shops.filter(isWalked)) {
      shop = own;
      const asking = { user: await place.link(name, own) };
      const ask = (body: object) => place[kind](name, body, asking);
      const { body, status } = await ask({ ...all, limit: SIZE ?? 100, include });
      if (status !== 200) continue;
      const { next_page_token } = (await ask({ ...all, limit: SIZE })).body.Output;
      if (next_page_token) await ask({ next_page_token });
      await ask({ limit: 2 });
      const id = String(body.Output.result[0]?.id ?? '');
      if (id === '') continue;
      const another = id.replace(/\d/, (digit) => String(9 - Number(digit)));
      await ask({ ...all, ids: `${id},${another}` });
      for (const api_version of Object.keys(channel.versions.speaks))
        for (const ids of [undefined, id]) await ask({ ...all, api_version, limit: 2, ids });
      if (isAll || !LIKE_DEMO.includes(own)) await follow(channel, store, own, resource);
    }
    shop = 'demo';
    for (const filter of Object.keys(resource.filters)) {
      const value = { since_id: '1', status: 'open' }[filter] ?? iso(place.now() - 9 * 86_400_000);
      await place[kind](name, { ...all, [filter]: value, limit: 2 });
    }
    place.sandbox.faults.plant({ kind: '401', channel: name, times: 1 });
    await place[kind](name, { limit: 1 });
  }
}

/** What the vendor is asked to report is asked for, put right after it was switched off, and ended. */
async function subscribe(name: string) {
  const { hints } = place.store(name);
  if (!hints) return;
  shop = name === 'woocommerce' ? 'writable' : 'demo';
  const user = await place.app.store.users.ensure(place.id, await place.link(name, shop));
  const { subscriptions } = place.app;
  const userId = user?.id ?? '';
  const one = { id: name, clientId: place.id, account: shop, resource: 'orders', userId, channel: name } as const; // biome-ignore format: one thought
  await subscriptions.keep(one);
  // Shopify has no switch: what asks for too much is put right.
  for (const each of hints.list()) Object.assign(each, { includeFields: [] });
  if (name !== 'shopify') hints.switchOff();
  await subscriptions.keep(one);
  await subscriptions.end(one);
}

/** What only the feed of changes asks for. */
async function follow(channel: Channel, store: Store, own: string, resource: Followed) {
  if (!resource.scan && !resource.events) return;
  const reads = await openReading(channel, store, own, place.now);
  if (resource.scan) await scanned(resource, reads);
  const begun = await resource.events?.(undefined, reads.reading());
  await resource.events?.(begun?.next, reads.reading());
  await resource.events?.({ after: 1 }, reads.reading());
}

/** The browser is back from the vendor, with a code that the vendor does not know. */
async function come(way: ByConsent, store: Store) {
  const account: StoreCredential['account'] = store.shops[0]?.credential.account ?? {};
  const query = { code: 'x', context: `stores/${account.store_hash}`, scope: 'x' };
  const trip = { app: store.app ?? {}, state: 'x', returnUrl: 'https://x.example/', receiveUrl: '', verifier: '', challenge: '', appName: '', writes: [], now: 0 }; // biome-ignore format: one thought
  const call = async ({ url, method = 'GET', headers = {}, body = '' }: Ask): Promise<never> => {
    const { host, pathname: path } = new URL(url);
    await store.handle({ method, host, https: true, path, rawQuery: '', query: [], headers, body: String(body) }); // biome-ignore format: one thought
    throw new Error('no code');
  };
  await way.finish?.({ query, account: account as Account }, trip, call).catch(() => undefined);
}

/** Made only where Amazon refuses identifiers that are read together, which the sandbox never does. */
const RARE = ['amazon: GET /orders/v0/orders/{id}'];

test('every call of a driver has its row', () => {
  const named = ({ store: { channel }, request }: Call) => `${channel}: ${operationOf(channel, request)}`; // biome-ignore format: one thought
  const made = [...new Set([...calls.values()].map(named))];
  const rows = contracts.flatMap(([channel, { operations }]) => Object.keys(operations).map((one) => `${channel}: ${one}`)); // biome-ignore format: one thought
  const [unknown, unmade] = [made.filter((one) => !rows.includes(one)), rows.filter((one) => !made.includes(one))]; // biome-ignore format: one thought
  assert.deepEqual(
    { unknown, unmade },
    { unknown: [], unmade: shown.includes('amazon') ? RARE : [] },
  );
});

for (const [channel, { operations, status, body }] of contracts)
  describe(channel, () => {
    for (const [operation, { source, rules }] of Object.entries(operations))
      test(`${operation}: ${rules.length === 0 ? 'nothing beyond its schema' : rules.map(({ words }) => words).join('; ')} (${source})`, async () => {
        for (const rule of rules) {
          const call = callFor(channel, operation, rule);
          if (rule.later !== undefined) place.forward(rule.later);
          else if (!operation.startsWith('POST '))
            assert.equal((await call.handle(call.request)).status, call.status, 'unchanged');
          const reply = await call.handle(changed(call.request, operation, rule.change));
          const text = String(reply.body ?? '');
          assert.equal(reply.status, rule.status ?? status, `${rule.words}: ${text.slice(0, 300)}`);
          assert.match(text, rule.says, rule.words);
          // Gateways, and the services that give tokens, have answers of their own.
          const isOwn = /json/.test(reply.headers['content-type'] ?? '');
          if (isOwn && !operation.startsWith('POST ')) assert.match(text, body, rule.words);
        }
      });
  });

/** One that was answered, where there is one. */
function callFor(channel: string, operation: string, { words, needs, ...rule }: Rule): Call {
  const found = [...calls.values()].filter(
    ({ store, request, shop: own }) =>
      store.channel === channel &&
      operationOf(channel, request) === operation &&
      (rule.shop ?? own) === own &&
      (needs === undefined || request.query.some(([name]) => name === needs)),
  );
  const call = found.find(({ status }) => status < 300) ?? found[0];
  assert.ok(call, `no call could break: ${words}`);
  return call;
}

function changed(request: StoreRequest, operation: string, change: Rule['change']): StoreRequest {
  const query = new Map(request.query);
  const headers = new Map(Object.entries(request.headers));
  let { path, body, https } = request;
  for (const [name, value] of Object.entries(change)) {
    const member = name.slice(1);
    if (name === 'https') https = value === true;
    else if (name.startsWith('@')) put(headers, member, value);
    else if (name.startsWith('$')) body = withMember(body, ['variables', member], value);
    else if (name.startsWith('#')) body = withMember(body, [member], value);
    else if (name.startsWith('{'))
      path = withPart(path, operation, name.slice(1, -1), String(value));
    else if (name.endsWith('*')) {
      for (const one of query.keys()) if (one.startsWith(name.slice(0, -1))) query.delete(one);
    } else put(query, name, value);
  }
  const rawQuery = new URLSearchParams([...query]).toString();
  return { ...request, path, rawQuery, query: [...query], headers: Object.fromEntries(headers), body, https }; // biome-ignore format: one thought
}

const put = (into: Map<string, string>, name: string, value: unknown) =>
  value === null ? into.delete(name) : into.set(name, String(value));

/** In JSON, or in a form. */
function withMember(body: string, [first, second]: readonly [string, string?], value: unknown) {
  if (!body.startsWith('{')) {
    const form = new URLSearchParams(body);
    form.set(first, String(value));
    return form.toString();
  }
  const sent = JSON.parse(body);
  const more = second === undefined ? value : { ...sent[first], [second]: value };
  return JSON.stringify({ ...sent, [first]: more });
}

function withPart(path: string, operation: string, name: string, value: string): string {
  const found = patternOf(operation.slice(operation.indexOf(' ') + 1)).exec(path)?.groups?.[name];
  assert.ok(found, `${operation} has no ${name}`);
  return path.replace(`/${found}`, `/${value}`);
}
