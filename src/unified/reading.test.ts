// A page of unified records read from an account, without a request: cursors, warnings, calls, faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connect } from '../accounts/connect.ts';
import { createAccounts } from '../accounts/index.ts';
import type { Channel, Orders } from '../channels/channel.ts';
import { Fault } from '../model/faults.ts';
import type { Store } from '../store/index.ts';
import { readNatives, readPage } from './reading.ts';

interface Native {
  readonly id: string;
  readonly total?: string | undefined;
}

const ALL: readonly Native[] = ['1', '2', '3', '4', '5'].map((id) => ({ id, total: `${id}.00` }));

/** A shop of five orders whose cursor is how many were read. */
const orders: Orders<Native, number> = {
  filters: {},
  id: { pattern: /^\d+$/, example: '1' },
  idOf: ({ id }) => id,
  async fetch({ limit }, from = 0, { call, note }) {
    await call({ url: `https://shop.nl/orders?from=${from}` });
    note({ code: 'orders_window', message: 'Only some.' });
    const items = ALL.slice(from, from + limit);
    return from + limit < ALL.length ? { items, next: from + limit } : { items };
  },
  transform({ id, total }) {
    if (total === '3.00') throw new TypeError('no total');
    return { id, total_price: total ?? null, currency: 'EUR' };
  },
};

function opened(failure?: Fault) {
  const marks: string[] = [];
  const channels = {
    shop: {
      ...{ title: 'Shop', versions: { default: '1', speaks: { '1': null } } },
      orders,
      refusals: [],
      check: async () => {
        if (failure) throw failure;
        return {};
      },
    } as unknown as Channel,
  };
  let state = 'linked';
  const row = () => ({
    ...{ userId: 'u', channel: 'shop', account: {}, secrets: {}, linkedAt: 1, updatedAt: 0 },
    ...{ version: 1, state, stateCode: null, stateReason: null },
  });
  const store = {
    credentials: {
      findFor: async (_: string, user: string) =>
        user === 'unknown' ? undefined : { userId: 'u', open: user === 'u' ? row : undefined },
      find: async () => row(),
      mark: async (_: unknown, to: string) => {
        state = to;
        marks.push(to);
      },
    },
    renewals: { of: () => undefined },
  } as unknown as Store;
  const connect = ((_: unknown, { recorder }: Parameters<Connect>[1]) => ({
    call: async ({ url }: { url: string }) => {
      recorder?.asked({ method: 'GET', uri: url, tries: 1, waited: 0 })();
      if (failure) throw failure;
      return { status: 200, headers: {}, text: '', body: undefined };
    },
    clean: (error: unknown) => error,
    remember: (__: string, ___: number, make: () => unknown) => make(),
    settle: () => {},
  })) as unknown as Connect;
  const accounts = createAccounts({ channels, store, connect, now: () => 100_000 });
  const open = (tpUserId = 'u') =>
    accounts.open({ client: 'c', tpUserId }, 'shop', {
      ...{ signal: new AbortController().signal, deadline: 160_000 },
    });
  return { open, marks, set: (to: string) => (state = to) };
}

test('a walk gives every record once, each page with the next cursor, its calls and warnings', async () => {
  const ids: unknown[] = [];
  let [cursor, trail]: [unknown, readonly string[]] = [undefined, []];
  let account = await opened().open();
  for (let pages = 0; pages < 3; pages++) {
    account = await opened().open();
    const asked = { operation: 'orders', query: { limit: 2 }, cursor, trail } as const;
    const page = await readPage(account, { ...asked, lenient: true });
    ids.push(...page.records.map(({ id }) => id));
    [cursor, trail] = [page.next, page.trail];
  }
  assert.deepEqual(ids, ['1', '2', '4', '5'], 'the third cannot be read');
  assert.equal(cursor, undefined);
  const { ExtResources, Warnings } = account.journal.report();
  assert.deepEqual(
    ExtResources.map(({ Uri }) => Uri),
    ['https://shop.nl/orders?from=4'],
  );
  assert.deepEqual(
    Warnings.map(({ code }) => code),
    ['orders_window'],
  );
});

test('natives come as they are, a record that cannot be read fails the page, raw is added', async () => {
  const account = await opened().open();
  const query = { limit: 3, include: ['raw'] as const };
  const natives = await readNatives(account, { operation: 'orders', query });
  assert.deepEqual(natives.items, ALL.slice(0, 3));
  await assert.rejects(readPage(account, { operation: 'orders', query }), { record: '3' });
  const [first] = (await readPage(account, { operation: 'orders', query: { ...query, limit: 2 } }))
    .records;
  assert.deepEqual([first?.total_price, first?.raw], ['1.00', ALL[0]]);
});

test('a shop that gives the same cursor again ends the walk', async () => {
  const account = await opened().open();
  const asked = { operation: 'orders', query: { limit: 2 } } as const;
  const { trail } = await readPage(account, asked);
  await assert.rejects(readPage(account, { ...asked, trail }), /given before/);
});

test('who is not there, or not linked, is not read; what the vendor refuses is marked, and heals', async () => {
  const well = opened();
  await assert.rejects(well.open('unknown'), { code: 'unknown_user' });
  await assert.rejects(well.open('other'), { code: 'channel_not_linked' });
  const refused = new Fault('credential_refused', 'No.', { status: 401 });
  const { open, marks } = opened(refused);
  const asked = { operation: 'orders', query: { limit: 2 } } as const;
  await assert.rejects(readNatives(await open(), asked), refused);
  assert.deepEqual(marks, ['attention']);
  await assert.rejects(open(), /no longer accepts the credential/);
  well.set('attention');
  await readNatives(await well.open(), asked);
  assert.deepEqual(well.marks, ['linked']);
});
