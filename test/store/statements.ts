// Every method of the store as an operation with generated arguments, for tests of all statements.
import { text as readAll } from 'node:stream/consumers';
import fc from 'fast-check';
import { ATTENTION_CODES } from '../../src/model/attention.ts';
import type { Started } from '../../src/model/execution.ts';
import { notice } from '../../src/model/notices.ts';
import type {
  Claimed,
  Claiming,
  CredentialKey,
  Delivery,
  Exported,
  LinkStep,
  Store,
  Visit,
  Without,
} from '../../src/store/index.ts';
import { sessionOf } from '../../src/store/link-steps.ts';
import { START } from './databases.ts';
import { FOLLOWED, following, unfollowing } from './feed-statements.ts';
import { forget, house } from './house-statements.ts';
import { type Known, type Leased, type Operation, operation } from './operation.ts';
import {
  amount,
  anyLength,
  anyText,
  list,
  longText,
  orNot,
  orNull,
  text,
  time,
  vendorsTime,
  whole,
} from './statement-values.ts';
import { locking, writing } from './write-statements.ts';

const { record, constantFrom, nat, tuple, boolean } = fc;

// Few names, so that operations meet each other's rows; some that are never there.
const client = fc.oneof(
  { weight: 8, arbitrary: fc.constant('shop-app') },
  { weight: 2, arbitrary: constantFrom("o'hara 💥 %_\\", 'מלצר', 'no-one') },
);
const tpUser = fc.oneof(
  { weight: 3, arbitrary: constantFrom('u1', 'u2') },
  { weight: 1, arbitrary: anyText },
);
const channel = constantFrom('shopify', 'shopify', 'shopify', 'bol', 'a"b\\c');
const hash = constantFrom('h1', 'h1', 'h2', "h'3 💥");
/** One of these, or once in a while what no one made. */
const orOther = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: anyText });
const nth = nat({ max: 5 });
const limit = constantFrom(0, 1, 2, 500, 100_000);
const scopes = list(text);
const url = constantFrom(
  'https://app.example/hook?token=a%20b',
  'http://[::1]:8080/x',
  'https://xn--bcher-kva.example/é',
);
const pick = <T>(from: readonly T[], at: number, otherwise: T): T =>
  from.length === 0 ? otherwise : (from[at % from.length] ?? otherwise);
const userAt = ({ users }: Known, at: number) => (at === 5 ? 'gone' : pick(users, at >> 1, 'gone'));
const keyed = { user: nth, channel };
const keyOf = (known: Known, { user, channel }: { user: number; channel: string }) => ({
  userId: userAt(known, user),
  channel,
});

const secrets = list(record({ id: text, hash: text, createdAt: time, expiresAt: orNull(time) }));
const branding = fc.dictionary(constantFrom('accent', 'privacyUrl', 'supportUrl'), text);
const shown = {
  name: anyLength,
  scopes,
  redirectOrigins: list(text),
  logoUrl: orNull(anyLength),
  branding,
};

const clients = [
  operation(
    'clients.create',
    record({ id: client, secrets, tokenSeconds: orNull(whole), ...shown }),
    (store, given) => store.clients.create(given),
  ),
  operation('clients.find', fc.oneof(client, anyText), (store, id) => store.clients.find(id)),
  operation('clients.list', fc.constant(null), (store) => store.clients.list()),
  operation('clients.replaceSecrets', tuple(client, secrets), async (store, [id, fresh]) => {
    const seen = await store.clients.find(id);
    return seen && (await store.clients.replaceSecrets(seen, fresh));
  }),
  operation(
    'clients.update',
    record({ id: fc.oneof(client, anyText), version: text, ...shown }),
    (store, given) => store.clients.update(given),
  ),
  operation('clients.holdings', fc.oneof(client, anyText), (store, id) =>
    store.clients.holdings(id),
  ),
];

const tokens = [
  operation(
    'tokens.add',
    record({
      ...{ hash, clientId: client, secretId: text, scopes },
      ...{ createdAt: time, expiresAt: time },
    }),
    (store, given) => store.tokens.add(given),
  ),
  operation('tokens.find', hash, (store, given) => store.tokens.find(given)),
  operation('tokens.findWithClient', hash, (store, given) => store.tokens.findWithClient(given)),
  operation('tokens.noteUses', tuple(list(hash), time), (store, [hashes, since]) =>
    store.tokens.noteUses(hashes, since),
  ),
  operation('tokens.trim', tuple(client, constantFrom(0, 1, 3, 2 ** 53 - 1)), (store, [of, most]) =>
    store.tokens.trim(of, most),
  ),
  operation('tokens.revoke', hash, (store, given) => store.tokens.revoke(given)),
  operation('tokens.revokeIssuedWith', tuple(client, list(text)), (store, [id, from]) =>
    store.tokens.revokeIssuedWith(id, from),
  ),
];

const users = [
  operation(
    'users.ensure',
    tuple(client, tpUser),
    (store, [id, user]) => store.users.ensure(id, user),
    ({ users: known }, made) => {
      if (made && !known.includes(made.id)) known.push(made.id);
    },
  ),
  operation('users.find', tuple(client, tpUser), (store, [id, user]) => store.users.find(id, user)),
  operation('users.byId', tuple(client, nth), (store, [id, user], known) =>
    store.users.byId(id, userAt(known, user)),
  ),
  operation(
    'users.page',
    tuple(
      client,
      record({
        after: orNot(text),
        limit: constantFrom(1, 2, 500),
        channel: orNot(channel),
        state: orNot(constantFrom('linked', 'attention')),
      }),
    ),
    (store, [id, ask]) => store.users.page(id, ask),
  ),
];

/** What names an account: any text, as long as anybody likes. */
const account = fc.oneof(constantFrom('one.shop', 'two.shop'), anyText, longText);
const strings = fc.dictionary(constantFrom('baseUrl', 'region', 'token'), anyText);
const credential = {
  ...keyed,
  account: strings,
  secrets: strings,
  expiresAt: orNull(vendorsTime),
  grantEndsAt: fc.oneof(orNot(vendorsTime), fc.constant(null)),
};
const reason = record({ code: constantFrom(...ATTENTION_CODES), message: anyText });
const credentials = [
  operation(
    'credentials.save',
    record({
      ...credential,
      name: orNot(anyText),
      accountKey: account,
      way: orNot(text),
    }),
    (store, { user, ...given }, known) =>
      store.credentials.save({ ...given, userId: userAt(known, user) }),
  ),
  operation(
    'credentials.replaceIf',
    tuple(constantFrom(1, 1, 2, 3, 2 ** 53 - 1), record(credential)),
    (store, [version, { user, ...given }], known) =>
      store.credentials.replaceIf(version, { ...given, userId: userAt(known, user) }),
  ),
  operation('credentials.find', record(keyed), (store, given, known) =>
    store.credentials.find(keyOf(known, given)),
  ),
  operation(
    'credentials.findFor',
    tuple(client, tpUser, channel),
    async (store, [of, user, on]) => {
      const found = await store.credentials.findFor(of, user, on);
      return found && { userId: found.userId, stored: found.open?.() };
    },
  ),
  operation('credentials.list', nth, (store, user, known) =>
    store.credentials.list(userAt(known, user)),
  ),
  operation(
    'credentials.mark',
    tuple(
      record(keyed),
      constantFrom('linked' as const, 'attention' as const),
      orNull(reason),
      orNot(constantFrom(1, 2)),
    ),
    (store, [given, state, why, version], known) =>
      store.credentials.mark(keyOf(known, given), state, why, version),
  ),
];

const links = [
  operation(
    'links.add',
    record({
      ...{ hash, clientId: client, user: nth, scopes, redirectUrl: orNull(anyLength) },
      ...{ userName: orNull(anyLength), createdAt: time, expiresAt: time },
    }),
    (store, { user, ...given }, known) =>
      store.links.add({ ...given, userId: userAt(known, user) }),
  ),
  operation('links.find', hash, (store, given) => store.links.find(given)),
  operation('links.redeem', hash, (store, given) => store.links.redeem(given)),
];

const visitId = constantFrom('v1', 'v1', 'v2');
const visits = [
  operation(
    'visits.open',
    tuple(hash, visitId, constantFrom(0, 60_000, 86_400_000)),
    (store, [link, id, least]) => store.visits.open(link, id, least),
  ),
  operation('visits.find', visitId, (store, id) => store.visits.find(id)),
  operation('visits.findByLink', hash, (store, link) => store.visits.findByLink(link)),
  operation('visits.goesOn', hash, (store, link) => store.visits.goesOn(link)),
  operation('visits.addLinked', tuple(visitId, text), (store, [id, name]) =>
    store.visits.addLinked(id, name),
  ),
  operation('visits.dropLinked', tuple(visitId, text), (store, [id, name]) =>
    store.visits.dropLinked(id, name),
  ),
];
const session = constantFrom(...['h1', 'h2'].map(sessionOf));
const stepFilter = record({
  ...{ client: orNot(client), channel: orNot(channel), from: time, to: time },
});
const stepOf = ({ id: _, userId: __, ...step }: LinkStep) => step;
const linkSteps = [
  operation(
    'linkSteps.add',
    tuple(hash, client, nth, constantFrom('opened' as const, 'refused' as const), channel, text),
    (store, [linkHash, clientId, user, step, name, code], known) =>
      store.linkSteps.add({ linkHash, clientId, userId: userAt(known, user) }, step, name, code),
  ),
  operation('linkSteps.of', session, async (store, given) =>
    (await store.linkSteps.of(given)).map(stepOf),
  ),
  operation('linkSteps.counts', stepFilter, (store, given) => store.linkSteps.counts(given)),
  operation('linkSteps.lastSteps', stepFilter, (store, given) => store.linkSteps.lastSteps(given)),
  operation('linkSteps.recent', stepFilter, async (store, given) =>
    (await store.linkSteps.recent(given)).map(stepOf),
  ),
];
const operator = record({
  ...{ login: text, role: constantFrom('read' as const, 'admin' as const) },
});
/** The tokens themselves are made up by the store: what they open is the same on both. */
const consoles = [
  operation('console.invite', operator, async (store, given) => {
    const token = await store.console.invite(given, 60_000);
    return await store.console.invited(token);
  }),
  operation('console.invited', anyText, (store, token) => store.console.invited(token)),
  operation('console.accept', operator, async (store, given) => {
    const token = await store.console.invite(given, 60_000);
    const { token: _, ...stay } = (await store.console.accept(token, 60_000)) ?? {};
    return [stay, await store.console.accept(token, 60_000)];
  }),
  operation('console.open', operator, async (store, given) => {
    const token = await store.console.open(given, 60_000);
    return await store.console.find(token);
  }),
  operation('console.find', anyText, (store, token) => store.console.find(token)),
  operation('console.end', operator, async (store, given) => {
    const token = await store.console.open(given, 60_000);
    return [await store.console.end(token), await store.console.find(token)];
  }),
  operation('console.endAll', fc.constant(null), (store) => store.console.endAll()),
];
/** Last of the link pages: nothing can be changed afterwards. */
const finish = operation(
  'visits.finish',
  tuple(visitId, constantFrom('completed' as const, 'cancelled' as const)),
  async (store, [id, status]) => {
    const visit: Visit | undefined = await store.visits.find(id);
    return visit && (await store.visits.finish(visit, status));
  },
);

const tripId = constantFrom('t1', 't1', 't2');
const state = constantFrom('s1', 's1', 's2');
const trips = [
  operation(
    'trips.begin',
    record({
      ...{ id: tripId, visitId, channel, way: text, stateHash: state, expiresAt: time },
      pendingState: record({
        ...{ state: anyText, verifier: anyText, url: anyLength, account: strings },
        writes: fc.constantFrom([], ['orders.write' as const]),
      }),
    }),
    (store, given) => store.trips.begin(given),
  ),
  operation('trips.find', tripId, (store, id) => store.trips.find(id)),
  operation('trips.findByState', state, (store, given) => store.trips.findByState(given)),
  operation('trips.depart', tripId, (store, id) => store.trips.depart(id)),
  operation(
    'trips.arrive',
    tuple(tripId, record({ query: strings, at: time })),
    (store, [id, brought]) => store.trips.arrive(id, brought),
  ),
  operation('trips.claim', tripId, (store, id) => store.trips.claim(id)),
  operation('trips.claimByState', state, (store, given) => store.trips.claimByState(given)),
  operation(
    'trips.end',
    tuple(tripId, fc.oneof(fc.constant({ linked: true as const }), record({ draft: anyText }))),
    (store, [id, outcome]) => store.trips.end(id, outcome),
  ),
];

const draftId = constantFrom('d1', 'd2');
const drafts = [
  operation(
    'drafts.add',
    record({
      ...{ id: draftId, visitId, channel, way: text, expiresAt: time },
      given: strings,
    }),
    (store, given) => store.drafts.add(given),
  ),
  operation('drafts.find', tuple(visitId, draftId), (store, [visit, id]) =>
    store.drafts.find(visit, id),
  ),
  operation('drafts.forget', tuple(visitId, channel), (store, [visit, of]) =>
    store.drafts.forget(visit, of),
  ),
];

const grant = record({
  account: strings,
  secrets: strings,
  endsAt: vendorsTime,
  grantEndsAt: vendorsTime,
});
const renewals = [
  operation(
    'renewals.renew',
    tuple(record(keyed), boolean(), grant, boolean()),
    async (store, [given, isHeld, fresh, ahead], known) => {
      const key = keyOf(known, given);
      const held = isHeld ? await store.credentials.find(key) : undefined;
      return store.renewals.renew(key, held ?? fresh, async () => fresh, { ahead });
    },
  ),
  operation(
    'renewals.of',
    tuple(record(keyed), constantFrom(1, 2, 3), grant),
    (store, [given, version, fresh], known) =>
      store.renewals
        .of(keyOf(known, given), version)
        .renew(fresh, async () => fresh, { ahead: true }),
  ),
  operation('renewals.due', tuple(time, limit), async (store, [until, most]) => {
    const due = await store.renewals.due(until, most);
    // Which of those that end together come first does not matter.
    return most < 500 ? due.length : sortKeys(due);
  }),
  operation('renewals.count', tuple(channel, constantFrom(0, 1, 500)), (store, [of, most]) =>
    store.renewals.count(of, () => true, most),
  ),
  operation('renewals.postpone', tuple(record(keyed), amount), (store, [given, ms], known) =>
    store.renewals.postpone(keyOf(known, given), ms),
  ),
];
const sortKeys = (keys: readonly CredentialKey[]) =>
  keys.map(({ userId, channel: name }) => `${userId} ${name}`).sort();

const accounts = [
  operation(
    'accounts.holders',
    tuple(channel, account, text, limit),
    (store, [of, key, after, most]) => store.accounts.holders(of, key, after, most),
  ),
  // Which of them does not matter.
  operation('accounts.some', channel, async (store, of) => (await store.accounts.some(of)) && true),
  operation('accounts.wayOf', record(keyed), (store, given, known) =>
    store.accounts.wayOf(keyOf(known, given)),
  ),
  operation('accounts.formerClients', tuple(channel, account), (store, [of, key]) =>
    store.accounts.formerClients(of, key),
  ),
  operation(
    'accounts.forgetFormer',
    tuple(channel, account, list(client)),
    (store, [of, key, whose]) => store.accounts.forgetFormer(of, key, whose),
  ),
  operation(
    'accounts.eraseResults',
    record({
      ...{ ...keyed, clientId: client, tpUserId: constantFrom('u1', 'u2') },
      ...{ linkedAt: time, way: orNull(text) },
    }),
    (store, { user, ...holder }, known) =>
      store.accounts.eraseResults({ ...holder, userId: userAt(known, user) }),
  ),
];

const executionId = constantFrom('e1', 'e2', 'e3', 'e4', 'e5', 'e6');
const started: fc.Arbitrary<Started> = record({
  ...{ id: executionId, client, operation: constantFrom('orders' as const, 'products' as const) },
  ...{ traceId: text, channel: orNot(channel), tpUserId: orNot(tpUser) },
  ...{ startedAt: time, callback: orNot(url) },
});
const details = record({
  request: record({
    query: fc.dictionary(text, anyLength),
    body: orNot(fc.dictionary(text, text)),
  }),
  stages: fc.dictionary(text, amount, { maxKeys: 4 }),
  calls: list(
    record({
      ...{ method: text, uri: url, tries: whole, waited: amount, start: amount, duration: amount },
      ...{ status: orNot(whole), bytes: orNot(whole), fault: orNot(text) },
    }),
  ),
  warnings: list(record({ code: text, message: anyLength, count: whole })),
  faults: list(record({ code: constantFrom('unavailable' as const), message: anyLength })),
});
const finished = tuple(
  started,
  record({
    user: orNot(nth),
    ...{ finishedAt: time, isSuccess: boolean(), nextPageToken: orNot(text) },
    stage: constantFrom('validate' as const, 'authorize' as const, 'transform' as const),
    errors: fc.constantFrom({}, { code: 'unavailable', message: "it's away" }),
    ...{ resultCount: whole, overrideCount: whole, calls: whole },
    durations: record({
      ...{ TotalExtResourcesDuration: amount, TotalEventsTransitDuration: amount },
      ...{ TotalTransformationsDuration: amount, TotalRequestsDuration: amount },
    }),
    warnings: list(record({ code: text, field: text, count: whole })),
    details: orNot(details),
  }),
).map(([begun, ended]) => ({ ...begun, ...ended }));
type Finished = Parameters<Store['executions']['record']>[0][number]['finished'];
const finishedOf = (known: Known, { user, ...made }: { readonly user: number | undefined }) =>
  ({ ...made, userId: user === undefined ? undefined : userAt(known, user) }) as Finished;

const deliveryId = constantFrom('m1', 'm2', 'm3', 'm4', 'm5', 'm6');
/** An event, which says whom or which account it is about. */
const body = record({
  type: anyLength,
  data: record({ tpUserId: orNot(tpUser), channel, shop: orNot(account) }),
}).map((event) => JSON.stringify(event));
const delivery = record({
  ...{ id: deliveryId, clientId: client, executionId: orNull(executionId), type: text },
  ...{ address: orNull(nth), url, body, createdAt: time, giveUpAt: time },
  ...{ user: orNull(nth), deleteWhenSent: boolean(), traceparent: orNot(text) },
});
const deliveryOf = (
  known: Known,
  made: (typeof delivery)['generate'] extends (...args: never) => {
    readonly value: infer T;
  }
    ? T
    : never,
) => {
  const { address, user, ...rest } = made;
  return {
    ...rest,
    addressId: address === null ? null : pick(known.addresses, address, 'ea_x'),
    userId: user === null ? null : userAt(known, user),
  };
};
const after = orNot(record({ at: time, id: text }));
const tried = record({
  ...{ at: time, duration: amount, status: constantFrom(200, 500), error: text },
});

/** Without a row of the same name: what a second one does is shown by its error, on both. */
const executions = [
  operation(
    'executions.record',
    fc.uniqueArray(tuple(finished, orNot(delivery)), {
      maxLength: 3,
      selector: ([{ id }]) => id,
    }),
    (store, endings, known) =>
      store.executions.record(
        endings.map(([made, sent]) => ({
          finished: finishedOf(known, made),
          delivery: sent && deliveryOf(known, sent),
        })),
      ),
  ),
  operation('executions.find', tuple(client, orOther(executionId)), (store, [of, id]) =>
    store.executions.find(of, id),
  ),
  operation('executions.open', orOther(executionId), (store, id) => store.executions.open(id)),
  operation(
    'executions.list',
    tuple(
      orNot(client),
      record({
        channel: orNot(channel),
        operation: orNot(constantFrom('orders', 'x')),
        outcome: orNot(constantFrom('failed', 'running')),
        code: orNot(constantFrom('unavailable', 'x')),
        tpUserId: orNot(constantFrom('u1', 'u2')),
        from: orNot(time),
        to: orNot(time),
      }),
      after,
      limit,
    ),
    // A user is a client's.
    (store, [of, { tpUserId, ...filter }, from, most]) =>
      store.executions.list(of, { ...filter, tpUserId: of && tpUserId }, from, most),
  ),
];

const joined = (...parts: readonly fc.Arbitrary<string>[]) =>
  tuple(...parts).map((all) => all.join(' '));
/** The address that is there from the beginning. */
const FIRST_ADDRESS = `ea_${'0'.repeat(12)}70008${'0'.repeat(14)}3`;
const receiver = constantFrom(FIRST_ADDRESS, 'https://app.example');
const lanesOf: Readonly<Record<Leased, fc.Arbitrary<string>>> = {
  jobs: client,
  deliveries: joined(client, receiver),
  hooks: joined(channel, constantFrom('one.shop', 'two.shop')),
  writes: client,
};
const claiming = (of: Leased): fc.Arbitrary<Omit<Claiming, 'now'>> =>
  record({
    // All or none: of work that is due at the same moment, either database may take another first.
    ...{ lane: lanesOf[of], limit: constantFrom(0, 100, 100, 100), until: time },
    by: fc.uuid(),
  });
const without = (of: Leased) =>
  record({ clients: list(client), lanes: list(lanesOf[of]) }).map(
    (made): Without => ({ clients: made.clients, lanes: new Set(made.lanes) }),
  );

/** What every kind of leased work has. */
const leased = (of: Leased) => [
  operation(`${of}.lanes`, tuple(without(of), text), async (store, [not, from], known) => {
    const found = await store[of].lanes(known.now, not, from);
    // Of lanes that are due at the same moment, which comes first does not matter.
    return { ...found, lanes: found.lanes.map((one) => `${one.client} ${one.lane}`).sort() };
  }),
  operation(
    `${of}.claim`,
    claiming(of),
    async (store, given, known) => {
      const claimed: readonly Claimed[] = await store[of].claim({
        ...given,
        now: known.now,
      });
      return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
    (known, claimed) => void known.leases[of].push(...claimed),
  ),
  operation(`${of}.extend`, tuple(list(nth), time), (store, [which, until], known) =>
    store[of].extend(
      which.map((at) => pick(known.leases[of], at, NO_LEASE)),
      until,
    ),
  ),
];
const NO_LEASE: Claimed = { id: 'gone', lockedBy: 'no-one', deaths: 0 };
const release = (of: Leased) =>
  operation(`${of}.release`, nth, (store, at, known) =>
    store[of].release(pick(known.leases[of], at, NO_LEASE)),
  );
const putOff = (of: Leased) =>
  operation(`${of}.putOff`, tuple(nth, time), (store, [at, until], known) =>
    store[of].putOff(pick(known.leases[of], at, NO_LEASE), until),
  );
/** On PostgreSQL it does nothing, by design: here, where nothing is to be moved, on neither. */
const clockMovedBack = (of: Leased) =>
  operation(`${of}.clockMovedBack`, amount, (store, by) =>
    store[of].clockMovedBack(2 ** 53 - 1, by),
  );
/** On PostgreSQL it does nothing, by design: no one's leases are known to be dead there. */
const freeAll = (of: Leased) =>
  operation(`${of}.freeAll`, fc.constant(null), async (store, _, known) => {
    await store[of].extend(known.leases[of], 0);
    return await store[of].freeAll();
  });

const quota = record({
  bytes: constantFrom(0, 200, 1e15, 2 ** 53 - 1),
  rows: constantFrom(0, 2, 2 ** 53 - 1),
});
const request = record({
  request: record({ query: strings, body: record({ params: strings, note: anyLength }) }),
}).map((asked) => JSON.stringify(asked));
const jobs = [
  operation('jobs.begin', tuple(started, request, quota), async (store, [given, asked, most]) =>
    unsized(await store.jobs.begin(given, asked, most)),
  ),
  ...leased('jobs'),
  release('jobs'),
  putOff('jobs'),
  operation(
    'jobs.finish',
    tuple(nth, client, finished, fc.oneof(anyText, longText), orNot(delivery), time, orNot(quota)),
    async (store, [at, clientId, made, result, sent, expiresAt, most], known) => {
      const held = { ...pick(known.leases.jobs, at, NO_LEASE), clientId, request: '', deaths: 0 };
      const end = {
        ...{ finished: finishedOf(known, made), result, expiresAt },
        delivery: sent && deliveryOf(known, sent),
      };
      return unsized(await store.jobs.finish(held, end, most));
    },
  ),
  operation('jobs.result', tuple(client, orOther(executionId)), async (store, [of, id]) => {
    const found = await store.jobs.result(of, id);
    return found && { ...found, result: await readAll(found.result) };
  }),
];
/** Sizes hang on the random part of what is sealed by a byte or two. */
const unsized = (gave: unknown) =>
  typeof gave === 'object' && gave !== null && 'bytes' in gave ? { ...gave, bytes: 0 } : gave;

const kind = orNot(constantFrom('calls' as const, 'notices' as const));
const leaseOf = (known: Known, at: number) => ({
  ...EMPTY_DELIVERY,
  ...pick(known.leases.deliveries, at, NO_LEASE),
});
const EMPTY_DELIVERY: Delivery & { readonly deaths: number } = {
  ...{ id: '', clientId: '', executionId: null, addressId: null, type: '', url: '', body: '' },
  ...{
    userId: null,
    deleteWhenSent: false,
    createdAt: 0,
    giveUpAt: 0,
    state: 'waiting',
    attempts: 0,
    deaths: 0,
    tries: [],
    nextTryAt: 0,
  },
  finishedAt: null,
};
const deliveries = [
  operation('deliveries.add', delivery, (store, given, known) =>
    store.deliveries.add(deliveryOf(known, given)),
  ),
  ...leased('deliveries'),
  release('deliveries'),
  putOff('deliveries'),
  operation('deliveries.hold', nth, (store, at, known) =>
    store.deliveries.hold(leaseOf(known, at)),
  ),
  operation(
    'deliveries.endWaiting',
    tuple(client, nth, text, constantFrom(0, 500)),
    (store, [of, at, why, most], known) =>
      store.deliveries.endWaiting(of, pick(known.addresses, at, 'ea_x'), why, most),
  ),
  operation(
    'deliveries.finishTry',
    tuple(
      nth,
      record({
        ...{ state: constantFrom('waiting' as const, 'failed' as const), tried },
        nextTryAt: vendorsTime,
      }),
    ),
    (store, [at, outcome], known) => store.deliveries.finishTry(leaseOf(known, at), outcome),
  ),
  operation('deliveries.giveUp', constantFrom(0, 500), (store, most) =>
    store.deliveries.giveUp(most),
  ),
  operation('deliveries.find', tuple(client, orOther(deliveryId), kind), (store, [of, id, which]) =>
    store.deliveries.find(of, id, which),
  ),
  operation(
    'deliveries.list',
    tuple(
      client,
      record({
        kind,
        state: orNot(constantFrom('waiting' as const, 'failed' as const)),
        type: orNot(text),
        addressId: orNot(constantFrom('ea_x')),
      }),
      after,
      limit,
    ),
    (store, [of, filter, from, most]) => store.deliveries.list(of, filter, from, most),
  ),
  operation(
    'deliveries.replay',
    tuple(client, orOther(deliveryId), time),
    (store, [of, id, until]) => store.deliveries.replay(of, id, until),
  ),
  operation(
    'deliveries.replayFailed',
    tuple(client, time, constantFrom(1, 500), kind),
    (store, [of, until, most, which]) => store.deliveries.replayFailed(of, until, most, which),
  ),
];

const hooks = [
  operation(
    'hooks.add',
    record({
      ...{ channel, id: anyText, about: account },
      content: anyLength,
    }),
    (store, given) => store.hooks.add(given),
  ),
  ...leased('hooks'),
  release('hooks'),
  putOff('hooks'),
  operation('hooks.finish', nth, (store, at, known) =>
    store.hooks.finish(pick(known.leases.hooks, at, NO_LEASE)),
  ),
  operation('hooks.retry', tuple(nth, vendorsTime), (store, [at, then], known) =>
    store.hooks.retry(pick(known.leases.hooks, at, NO_LEASE), then),
  ),
];

const signingSecrets = list(record({ secret: anyText, createdAt: time, expiresAt: orNull(time) }));
const signing = [
  operation('signing.find', client, async (store, of) => {
    const found = await store.signing.find(of);
    return found && { ...found, sealed: found.sealed === null };
  }),
  operation('signing.replace', tuple(client, signingSecrets), async (store, [of, fresh]) => {
    const seen = await store.signing.find(of);
    return seen && (await store.signing.replace(seen, fresh));
  }),
  operation('addressSigning.find', nth, async (store, at, known) => {
    const found = await store.addressSigning.find(pick(known.addresses, at, 'ea_x'));
    return found && { ...found, sealed: found.sealed === null };
  }),
  operation(
    'addressSigning.replace',
    tuple(nth, signingSecrets),
    async (store, [at, fresh], known) => {
      const seen = await store.addressSigning.find(pick(known.addresses, at, 'ea_x'));
      return seen && (await store.addressSigning.replace(seen, fresh));
    },
  ),
];

const wishes = {
  url,
  types: fc.oneof(fc.constant(['*']), list(text)),
  paused: boolean(),
};
const eventAddresses = [
  operation(
    'eventAddresses.change',
    tuple(client, boolean(), list(record({ ...wishes, secret: anyText }))),
    (store, [of, keep, wanted]) =>
      store.eventAddresses.change(of, (current) => [
        ...(keep ? current.map((one) => ({ ...one, paused: !one.paused })) : []),
        ...wanted,
      ]),
    (known, gave) => {
      for (const { id } of gave?.addresses ?? [])
        if (!known.addresses.includes(id)) known.addresses.push(id);
    },
  ),
  operation('eventAddresses.list', client, (store, of) => store.eventAddresses.list(of)),
  operation(
    'eventAddresses.find',
    tuple(client, fc.oneof(nth, anyText)),
    (store, [of, id], known) =>
      store.eventAddresses.find(of, typeof id === 'number' ? pick(known.addresses, id, 'x') : id),
  ),
];

const about = record({ tpUserId: anyText, channel });
const notices = [
  operation(
    'notices.change',
    tuple(
      ...([client, about, time] as const),
      record({ once: orNot(text), user: orNot(nth), deleteWhenSent: orNot(boolean()) }),
    ),
    (store, [of, whose, at, { user, ...options }], known) =>
      store.notices.change(
        of,
        async (_, emit) => {
          emit(notice('channel.linked', at, whose));
          return 'done';
        },
        { ...options, userId: user === undefined ? undefined : userAt(known, user) },
      ),
  ),
  operation('notices.changeOf', tuple(nth, time), (store, [user, at], known) =>
    store.notices.changeOf(userAt(known, user), async (_, emit, subject) => {
      emit(notice('channel.linked', at, { ...subject, channel: 'shopify' }));
      return subject;
    }),
  ),
  operation(
    'notices.add',
    tuple(client, about, time, orNot(anyText)),
    (store, [of, whose, at, once]) =>
      store.notices.add(of, notice('channel.linked', at, whose), once),
  ),
];

const within = fc.oneof(constantFrom(0, 86_400_000, 86_400_000.5, 1e15), amount);
const expiring = [
  operation('expiring.grants', within, (store, given) => store.expiring.grants(given)),
  operation('expiring.secrets', within, (store, given) => store.expiring.secrets(given)),
  operation('expiring.clientsOf', tuple(channel, text, limit), (store, [of, from, most]) =>
    store.expiring.clientsOf(of, from, most),
  ),
  operation('expiring.notify', tuple(within, constantFrom(0, 500)), (store, [given, most]) =>
    store.expiring.notify(given, most),
  ),
];

const resource = constantFrom('orders' as const, 'products' as const);
const overrides = [
  operation(
    'overrides.put',
    tuple(
      client,
      record({
        ...{ channel, resource },
        rules: list(record({ field: anyText, expression: anyLength })),
      }),
    ),
    (store, [of, set]) => store.overrides.put(of, set),
  ),
  operation('overrides.list', client, (store, of) => store.overrides.list(of)),
  operation(
    'overrides.switchOff',
    tuple(client, record({ channel, resource, updatedAt: time }), text, text),
    (store, [of, set, field, why]) => store.overrides.switchOff(of, set, field, why),
  ),
];

/** A number stands for the budget of that user's credential. */
const bucket = fc.oneof(constantFrom('b1', 'b2', "b'3 💥"), nth);
const bucketOf = (known: Known, key: string | number) =>
  typeof key === 'string' ? key : `💥/linked/${userAt(known, key)}/x`;
const rate = record({ every: amount, burst: amount });
const holder = constantFrom('a', 'b');
const budgets = [
  operation(
    'budgets.spend',
    tuple(bucket, rate, amount, amount),
    (store, [key, of, share, wait], known) =>
      store.budgets.spend(bucketOf(known, key), of, share, wait),
  ),
  operation('budgets.giveBack', tuple(bucket, amount), (store, [key, ms], known) =>
    store.budgets.giveBack(bucketOf(known, key), ms),
  ),
  operation(
    'budgets.learn',
    tuple(
      bucket,
      record({
        published: rate,
        every: orNot(amount),
        burst: orNot(amount),
        ahead: fc.oneof(amount, fc.constant(Number.POSITIVE_INFINITY)),
        pause: fc.oneof(amount, fc.constant(Number.POSITIVE_INFINITY)),
      }),
    ),
    (store, [key, news], known) => store.budgets.learn(bucketOf(known, key), news),
  ),
  operation('budgets.resume', tuple(bucket, rate), (store, [key, of], known) =>
    store.budgets.resume(bucketOf(known, key), of),
  ),
  operation(
    'budgets.claim',
    tuple(bucket, fc.uniqueArray(nat({ max: 3 })), holder, amount),
    async (store, [key, slots, by, lease], known) => {
      // Chance says which of them is taken first; held for no time at all, the same again and again.
      const some = lease < 1 ? slots.slice(0, 1) : slots;
      const taken: (number | undefined)[] = [];
      for (let left = some.length; left >= 0; left -= 1)
        taken.push(await store.budgets.claim(bucketOf(known, key), some, by, lease));
      return taken.sort();
    },
  ),
  operation('budgets.extend', tuple(holder, amount), (store, [by, lease]) =>
    store.budgets.extend(by, lease),
  ),
  operation(
    'budgets.leave',
    tuple(bucket, nat({ max: 3 }), holder),
    (store, [key, slot, by], known) => store.budgets.leave(bucketOf(known, key), slot, by),
  ),
];

const chore = record({ key: constantFrom('chore/sweep', "chore/o'clock"), holder });
const chores = [
  operation('chores.take', tuple(chore, amount, amount), (store, [which, lease, longest]) =>
    store.chores.take({ ...which, lease, longest }),
  ),
  operation('chores.keep', tuple(chore, amount), (store, [which, lease]) =>
    store.chores.keep(which, lease),
  ),
];

/** One table after another; in which order the rows of one come does not matter. */
async function rowsOf(exported: AsyncIterable<Exported>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { table, row, result } of exported) {
    const { size: _, ...rest } = row;
    const found = result && (await readAll(result));
    all.push(JSON.stringify([table, Object.entries(rest).sort(), found]));
  }
  return all.sort();
}
/** After all else, when most is kept of users. */
const people = [
  operation('users.kept', tuple(client, tpUser), (store, [of, user]) => store.users.kept(of, user)),
  operation('users.export', tuple(client, tpUser), (store, [of, user]) =>
    rowsOf(store.users.export(of, user)),
  ),
];

const removals = [
  forget,
  operation('credentials.remove', tuple(record(keyed), orNot(time)), (store, [given, at], known) =>
    store.credentials.remove(keyOf(known, given), 'by_user', at),
  ),
  operation('users.remove', tuple(client, tpUser), (store, [of, user]) =>
    store.users.remove(of, user),
  ),
  operation('clients.remove', fc.oneof(client, anyText), (store, id) => store.clients.remove(id)),
];

/** In an order in which most of them find what those before made. */
export const OPERATIONS: readonly Operation[] = [
  ...clients,
  ...tokens,
  ...users,
  ...eventAddresses,
  ...credentials,
  ...links,
  ...visits,
  ...linkSteps,
  ...consoles,
  ...trips,
  ...drafts,
  finish,
  ...renewals,
  ...accounts,
  ...executions,
  ...jobs,
  ...deliveries,
  ...hooks,
  ...writing,
  ...locking,
  ...leased('writes'),
  release('writes'),
  putOff('writes'),
  ...signing,
  ...notices,
  ...expiring,
  ...overrides,
  ...budgets,
  ...chores,
  ...following,
  ...house,
  ...people,
  ...(['jobs', 'deliveries', 'hooks', 'writes'] as const).flatMap((of) => [
    clockMovedBack(of),
    freeAll(of),
  ]),
  ...unfollowing,
  ...removals,
];

const CREATED = { createdAt: START, expiresAt: START + 86_400_000 };
const OWN = { clientId: 'shop-app', user: 0 };
const LEASE = { limit: 100, until: START + 600_000, by: 'first' };
const SENT = {
  ...{ id: 'm1', clientId: 'shop-app', executionId: 'e1', type: 'execution.completed' },
  ...{ address: null, user: 0, url: 'https://app.example/', body: '{}', deleteWhenSent: false },
  ...{ createdAt: START, giveUpAt: CREATED.expiresAt },
};
const ENDED = {
  ...{ id: 'e1', client: 'shop-app', operation: 'orders', traceId: '', channel: 'shopify' },
  ...{ tpUserId: 'u1', user: 0, startedAt: START, finishedAt: START, isSuccess: true },
  ...{ stage: 'transform', errors: {}, resultCount: 1, overrideCount: 0, calls: 1, warnings: [] },
  durations: {},
};
const RATE = { every: 1000 / 3, burst: 0.5 };

/** What is there before anything is generated, so that most operations find something. */
export const BEGINNING: readonly (readonly [name: string, given: unknown])[] = [
  [
    'clients.create',
    {
      ...{ id: 'shop-app', name: 'Shop', secrets: [], scopes: [], tokenSeconds: null },
      ...{ redirectOrigins: [], logoUrl: null, branding: {} },
    },
  ],
  ['tokens.add', { ...CREATED, hash: 'h1', clientId: 'shop-app', secretId: '', scopes: [] }],
  ['users.ensure', ['shop-app', 'u1']],
  ['users.ensure', ['shop-app', 'u2']],
  [
    'eventAddresses.change',
    [
      'shop-app',
      true,
      [{ url: 'https://app.example/', types: ['*'], paused: false, secret: 'whsec_' }],
    ],
  ],
  ...['shopify', 'bol'].map((channel): [string, unknown] => [
    'credentials.save',
    {
      ...{ user: 0, channel, account: {}, secrets: {}, accountKey: 'one.shop' },
      expiresAt: START + 60_000.5,
      grantEndsAt: START + 86_400_000.001,
    },
  ]),
  ...['h1', 'h2'].map((hash): [string, unknown] => [
    'links.add',
    { ...CREATED, ...OWN, hash, scopes: [], redirectUrl: null, userName: null },
  ]),
  ['visits.open', ['h1', 'v1', 86_400_000]],
  [
    'trips.begin',
    {
      ...{ id: 't1', visitId: 'v1', channel: 'bol', way: '', stateHash: 's1', pendingState: {} },
      expiresAt: CREATED.expiresAt,
    },
  ],
  ...['e1', 'e2', 'e3'].map((id): [string, unknown] => [
    'jobs.begin',
    [
      {
        ...{ id, client: 'shop-app', operation: 'orders', traceId: '', channel: 'shopify' },
        ...{ tpUserId: 'u1', startedAt: START, callback: undefined },
      },
      '{"request":{"query":{},"body":{}}}',
      { bytes: 1e15, rows: 1e15 },
    ],
  ]),
  ['hooks.add', { channel: 'shopify', id: '1', about: 'one.shop', content: '{}' }],
  ['jobs.claim', { ...LEASE, lane: 'shop-app' }],
  ['jobs.finish', [0, 'shop-app', ENDED, '{}', SENT, CREATED.expiresAt, undefined]],
  ['executions.record', [[{ ...ENDED, id: 'e4' }, undefined]]],
  ['deliveries.add', { ...SENT, id: 'm2', executionId: 'e4', address: 0 }],
  ['hooks.claim', { ...LEASE, lane: 'shopify one.shop' }],
  ['deliveries.claim', { ...LEASE, lane: `shop-app ${FIRST_ADDRESS}` }],
  ['budgets.spend', ['b1', RATE, 1 / 3, 1e-9]],
  ['budgets.learn', ['b1', { published: RATE, every: 0.001, burst: 1 / 3, ahead: 0.1, pause: 0 }]],
  ...FOLLOWED,
];
