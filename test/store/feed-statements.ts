// What the feed does with the store, as operations: watches, readings, the log, subscriptions at vendors.
import fc from 'fast-check';
import { writeCursor } from '../../src/changes/cursor.ts';
import type { RecordSeal } from '../../src/keys/record-seal.ts';
import type { ClaimedReading, ShownWatch } from '../../src/store/index.ts';
import { START } from './databases.ts';
import { type Known, operation } from './operation.ts';
import {
  amount,
  anyText,
  list,
  orNot,
  orNull,
  text,
  time,
  vendorsTime,
  whole,
} from './statement-values.ts';

const { record, constantFrom, nat, tuple, boolean } = fc;

const nth = nat({ max: 5 });
const client = constantFrom('shop-app', 'shop-app', 'shop-app', "o'hara 💥 %_\\", 'no-one');
const channel = constantFrom('shopify', 'shopify', 'bol', 'a"b\\c');
const resource = constantFrom('orders' as const, 'products' as const);
const account = constantFrom('one.shop', 'one.shop', 'two.shop', "o'three 💥");
const limit = constantFrom(0, 1, 2, 500);
const state = constantFrom(
  'live' as const,
  'catching_up' as const,
  'behind' as const,
  'broken' as const,
);
/** Names of records as they are sealed: any text of letters that keep their order everywhere. */
const name = constantFrom('a', 'b', 'c', 'd', 'e_-9');
const filter = record({
  tpUserId: orNot(constantFrom('u1', 'u2', 'x')),
  channel: orNot(channel),
  resource: orNot(resource),
});
/** One that is there, by its place among those that were made, or one that is not. */
const at = <T>(from: readonly T[], place: number, otherwise: T): T =>
  from.length === 0 ? otherwise : (from[place % from.length] ?? otherwise);

const NO_NAMES = {
  seal: String,
  open: String,
  digest: Number,
  sign: String,
} as unknown as RecordSeal;
const NO_READING: ClaimedReading = {
  ...{ id: '1', number: 1, lockedBy: 'no one', deaths: 0, clientId: 'shop-app', channel: 'bol' },
  ...{ account: '', resource: 'orders', startedAt: 0, progress: null, trouble: null, costs: {} },
  ...{ sweptAt: null, completeUntil: null, readAt: null, watches: [], names: NO_NAMES },
};
const NO_WATCH: ShownWatch = {
  ...{ id: 1, clientId: 'shop-app', userId: '', channel: 'bol', resource: 'orders' },
  ...{ readingId: null, every: 1, since: null, sweep: null, keep: 'nothing', history: null },
  ...{ state: 'live', note: null, createdAt: 0, updatedAt: 0, tpUserId: '', completeUntil: null },
  ...{ readAt: null, dueAt: null, trouble: null, costs: null },
};
const heldAt = ({ readings }: Known, place: number) => at(readings, place, NO_READING);
const watchAt = ({ watches }: Known, place: number) => at(watches, place, NO_WATCH);
const userAt = ({ users }: Known, place: number) =>
  place === 5 ? 'gone' : at(users, place >> 1, 'gone');

const watches = [
  operation(
    'watches.put',
    tuple(
      record({
        ...{ clientId: client, user: nth, channel, resource, account, every: whole },
        ...{ sweep: orNull(whole), since: orNot(time) },
        keep: constantFrom('digests' as const, 'nothing' as const),
      }),
      constantFrom(0, 3, 1000, 1000, 1000),
    ),
    (store, [{ user, ...wish }, most], known) =>
      store.watches.put({ ...wish, userId: userAt(known, user) }, most),
  ),
  operation(
    'watches.list',
    tuple(client, filter, constantFrom(0, 0, 2 ** 51), limit),
    (store, [of, which, after, most]) => store.watches.list(of, which, after, most),
    ({ watches: known }, found) => {
      for (const one of found) if (!known.some(({ id }) => id === one.id)) known.push(one);
    },
  ),
  operation('watches.find', tuple(client, nth), (store, [of, which], known) =>
    store.watches.find(of, watchAt(known, which).id),
  ),
  operation('watches.standing', fc.constant(null), (store) => store.watches.standing()),
  operation('watches.rebind', tuple(nth, account, text), (store, [which, to, note], known) =>
    store.watches.rebind(watchAt(known, which), to, note),
  ),
];

const seen = fc.uniqueArray(
  record({ record: name, digest: nat(), at: orNull(time), figure: orNull(nat()) }),
  { maxLength: 4, selector: (one) => one.record },
);
const entry = record({
  record: orNull(name),
  change: constantFrom('created' as const, 'updated' as const, 'deleted' as const),
  ...{ at: time, fault: orNull(text) },
});
const page = record(
  {
    ...{ entries: list(entry), seen, forget: list(name), progress: orNull(text) },
    missed: list(name),
    hints: record({ records: list(name), until: time }),
    met: record({ part: nat({ max: 3 }), records: text }),
  },
  { requiredKeys: ['entries'] },
);
const trouble = record({ code: text, message: anyText, since: time, tries: whole });
const end = record(
  {
    ...{ dueAt: vendorsTime, readAt: orNull(time), completeUntil: orNull(time) },
    ...{
      trouble: orNull(trouble),
      costs: record({ idle: whole, sweep: whole }, { requiredKeys: [] }),
    },
    sweptAt: orNull(time),
  },
  { requiredKeys: ['dueAt', 'readAt'] },
);
const some = list(name).filter((names) => names.length > 0);

const readings = [
  operation(
    'readings.lanes',
    record({ clients: list(client), lanes: fc.constant(new Set<string>()) }),
    async (store, without, known) => {
      const { lanes, next } = await store.readings.lanes(known.now, without);
      return [lanes.map(({ lane }) => lane).sort(), next];
    },
  ),
  operation(
    'readings.claim',
    // All or none: of those due at the same moment, either database may take another first.
    tuple(client, constantFrom(0, 100, 100, 100), time, fc.uuid()),
    async (store, [lane, most, until, by], known) => {
      const claimed = await store.readings.claim({ lane, limit: most, now: known.now, until, by });
      return claimed.map(({ names: _, ...held }) => held).toSorted((a, b) => a.number - b.number);
    },
    (known, claimed) => {
      for (const held of claimed) known.readings.push({ ...held, names: NO_NAMES });
    },
  ),
  operation('readings.extend', tuple(list(nth), time), (store, [which, until], known) =>
    store.readings.extend(
      which.map((place) => heldAt(known, place)),
      until,
    ),
  ),
  operation('readings.putOff', tuple(nth, vendorsTime), (store, [which, until], known) =>
    store.readings.putOff(heldAt(known, which), until),
  ),
  operation(
    'readings.write',
    tuple(nth, page, orNot(orNull(text))),
    (store, [which, found, left], known) => {
      const held = heldAt(known, which);
      const own = held.watches.map(({ id }) => id);
      const [watch] = own;
      const history = watch === undefined || left === undefined ? {} : { history: { watch, left } };
      return store.readings.write(held, { ...found, ...history, watches: own });
    },
  ),
  operation(
    'readings.finish',
    tuple(nth, end, orNot(state), text),
    (store, [which, how, to, code], known) => {
      const held = heldAt(known, which);
      const states = to ? held.watches.map((watch) => ({ watch, state: to, code })) : [];
      return store.readings.finish(held, { ...how, states });
    },
  ),
  operation('readings.known', tuple(nth, list(name)), async (store, [which, names], known) =>
    [...(await store.readings.known(heldAt(known, which).number, names))].sort(),
  ),
  operation('readings.hint', tuple(nth, orNot(name)), async (store, [which, one], known) => {
    const { number, ...rest } = heldAt(known, which);
    const found = await store.readings.which({ id: number, resource: rest.resource });
    // A hint is given for what is there.
    if (found.length > 0) await store.readings.hint(number, one);
  }),
  operation('readings.hints', tuple(nth, limit), async (store, [which, most], known) => {
    const hints = await store.readings.hints(heldAt(known, which).number, most);
    // Which of those of the same moment come first does not matter.
    return most < 500 ? hints.length : hints.toSorted();
  }),
  operation(
    'readings.which',
    tuple(fc.oneof(nth, record({ channel, account })), resource),
    (store, [which, of], known) =>
      store.readings.which(
        typeof which === 'number'
          ? { id: heldAt(known, which).number, resource: of }
          : { ...which, resource: of },
      ),
  ),
  operation(
    'readings.unheard',
    tuple(list(channel), time, constantFrom(0, 2 ** 51), limit),
    async (store, [of, before, after, most]) =>
      (await store.readings.unheard(of, before, after, most)).map((row) => ({ ...row })),
  ),
  operation('readings.isMet', tuple(nth, nat({ max: 3 })), (store, [which, part], known) =>
    store.readings.isMet(heldAt(known, which).number, part),
  ),
  operation('readings.met', nth, (store, which, known) =>
    store.readings.met(heldAt(known, which).number),
  ),
  operation(
    'readings.seenAfter',
    tuple(nth, constantFrom('', 'b'), limit),
    async (store, [which, after, most], known) => {
      const seenThen = await store.readings.seenAfter(heldAt(known, which).number, after, most);
      return seenThen.map((row) => ({ ...row }));
    },
  ),
  operation('readings.endSweep', tuple(nth, some, some), (store, [which, gone, back], known) =>
    store.readings.endSweep(heldAt(known, which), gone, back),
  ),
  operation('readings.missed', tuple(nth, limit), (store, [which, most], known) =>
    store.readings.missed(heldAt(known, which).number, most),
  ),
];

const feed = [
  operation('feed.ensure', client, (store, of) =>
    store.notices.change(of, async (work) => void (await store.feed.ensure(work, of))),
  ),
  operation('feed.keyFor', fc.constant('shop-app'), async (store, of) => {
    await store.feed.keyFor(of);
  }),
  operation('feed.sealOf', client, async (store, of) => (await store.feed.sealOf(of)) && true),
  operation('feed.heads', list(client), async (store, of) =>
    [...(await store.feed.heads(of))].sort(),
  ),
  operation(
    'feed.entries',
    tuple(client, constantFrom(0, 0, 1, 5, 2 ** 51), limit, filter),
    (store, [of, after, most, which]) => store.feed.entries(of, after, most, which),
  ),
  operation('feed.announce', fc.constant(null), (store) =>
    // Either database has a key of its own: what is signed with it would differ.
    store.feed.announce((_, seq, when) => writeCursor(NO_NAMES, { seq, at: when })),
  ),
];

const subscription = record({
  ...{ id: constantFrom('1', '2', "o'3 💥"), clientId: client, channel, resource, account },
  byApp: boolean(),
});
const shown = (one: { readonly secret: string; readonly handle: string } | undefined) => {
  if (!one) return undefined;
  const { secret, handle, ...rest } = one;
  return { ...rest, isWhole: secret.length === handle.length };
};
const hookSubscriptions = [
  operation('hookSubscriptions.ensure', subscription, async (store, given) =>
    shown(await store.hookSubscriptions.ensure(given)),
  ),
  operation('hookSubscriptions.find', constantFrom('1', '2'), async (store, id) =>
    shown(await store.hookSubscriptions.find(id)),
  ),
  operation(
    'hookSubscriptions.byHandle',
    fc.oneof(constantFrom('1', '2'), anyText),
    async (store, id) => {
      const known = await store.hookSubscriptions.find(id);
      return shown(await store.hookSubscriptions.byHandle(known?.handle ?? id));
    },
  ),
  operation('hookSubscriptions.isShared', constantFrom('1', '2'), (store, id) =>
    store.hookSubscriptions.isShared(id),
  ),
  operation(
    'hookSubscriptions.mark',
    tuple(
      constantFrom('1', '2'),
      constantFrom('new' as const, 'active' as const, 'not_permitted' as const, 'failed' as const),
      orNot(fc.dictionary(constantFrom('k1', 'k2'), anyText)),
    ),
    (store, [id, to, keys]) => store.hookSubscriptions.mark(id, to, keys),
  ),
  operation('hookSubscriptions.remove', constantFrom('1', '2'), (store, id) =>
    store.hookSubscriptions.remove(id),
  ),
  operation('hookSubscriptions.removeOrphans', fc.constant(null), (store) =>
    store.hookSubscriptions.removeOrphans(),
  ),
];

export const following = [...watches, ...readings, ...feed, ...hookSubscriptions];

/** After all else: on PostgreSQL the first two do nothing, by design. */
export const unfollowing = [
  operation('readings.clockMovedBack', amount, (store, by) =>
    store.readings.clockMovedBack(2 ** 53 - 1, by),
  ),
  operation('readings.freeAll', fc.constant(null), async (store, _, known) => {
    await store.readings.extend(known.readings, 0);
    return await store.readings.freeAll();
  }),
  operation('watches.remove', tuple(client, nth), (store, [of, which], known) =>
    store.watches.remove(of, watchAt(known, which).id),
  ),
];

/** Two who watch the same, read once, with an entry each. */
export const FOLLOWED: readonly (readonly [name: string, given: unknown])[] = [
  ...[0, 2].map((user): [string, unknown] => [
    'watches.put',
    [
      {
        ...{ clientId: 'shop-app', user, channel: 'shopify', resource: 'orders' },
        ...{ account: 'one.shop', every: 60, sweep: null, since: START, keep: 'digests' },
      },
      1000,
    ],
  ]),
  ['watches.list', ['shop-app', {}, 0, 500]],
  ['readings.claim', ['shop-app', 100, START + 600_000, 'first']],
  [
    'readings.write',
    [
      0,
      {
        entries: [{ record: 'a', change: 'created', at: START, fault: null }],
        seen: [{ record: 'a', digest: 1, at: START, figure: null }],
      },
      undefined,
    ],
  ],
  ['readings.hint', [0, 'b']],
];
