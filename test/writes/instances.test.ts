// Writes on several instances of one database: callers wait for each other, and a right that ends is none.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Order } from '../../src/model/order.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { isAll } from '../all.ts';
import { ask } from '../instances/asking.ts';
import { linkUser } from '../instances/house.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { DAYS } from '../service.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { openKilling } from './killing.ts';
import { write } from './writing.ts';

const CHANNEL = 'shopify';
const AS = { channel: CHANNEL, user: 'merchant' } as const;
const READS = SCOPES.filter((scope) => !scope.endsWith('.write'));

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.stop());

async function house(t: TestContext, databaseUrl: string | undefined, count: number) {
  const killing = await openKilling(CHANNEL, databaseUrl, isAll ? undefined : DAYS);
  const opened: Awaited<ReturnType<typeof killing.survivor>>[] = [];
  for (let each = 0; each < count; each++) opened.push(await killing.survivor());
  t.after(async () => {
    for (const { app } of opened) await app.close();
    await killing.close();
  });
  const [first = assert.fail()] = opened;
  await first.app.tokens.clients.create({ ...DEMO_CLIENT, name: 'Writes', scopes: SCOPES });
  const store = killing.sandbox.stores.find((one) => one.channel === CHANNEL);
  const shop = store?.shops.find(({ name }) => name === 'writable') ?? assert.fail();
  await linkUser(first.app.store, AS.user, CHANNEL, shop);
  const token = await getToken(first.origin, DEMO_CLIENT);
  const at = opened.map(({ origin }) => ({ origin, token }));
  const written = () => killing.sandbox.changes.written(CHANNEL).length;
  return { ...killing, first, token, at, written };
}

/** An order that can be shipped. */
async function shippable(asking: { readonly origin: string; readonly token: string }) {
  const { body } = await ask(asking, `/Unified/Orders?channel=${CHANNEL}&tpUserId=${AS.user}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ limit: 20 }),
  });
  const items = (body.Output.result as Order[]).map(({ id: order_id }) => ({
    ...{ order_id, tracking_company: 'postnl', tracking_numbers: ['ONE PARCEL'] },
  }));
  const dry = await write(asking, 'fulfillments', items, { ...AS, more: { dry_run: true } });
  const { index } = dry.result.find(({ outcome }) => outcome === 'accepted') ?? assert.fail();
  return items[index] ?? assert.fail();
}

it('two callers at one order wait for each other on two instances, and it leaves once', async (t) => {
  const { at, written } = await house(t, await postgres.fresh(), 2);
  const item = await shippable(at[0] ?? assert.fail());
  const answers = await Promise.all(
    [...at, ...at].map((each) => write(each, 'fulfillments', [item], AS)),
  );
  assert.deepEqual(
    answers.map(({ result }) => result[0]?.outcome).sort(),
    ['confirmed', 'unchanged', 'unchanged', 'unchanged'],
    answers.map(({ text }) => text).join('\n'),
  );
  assert.equal(written(), 1);
});

for (const database of isAll ? ['the embedded database', 'PostgreSQL'] : ['PostgreSQL'])
  describe(`a right that is taken away, on ${database}`, () => {
    for (const moment of ['in the queue', 'between reading and writing'] as const)
      it(`ends a write ${moment}: nothing of it is sent`, async (t) => {
        const databaseUrl = database === 'PostgreSQL' ? await postgres.fresh() : undefined;
        const { first, at, watch, written } = await house(t, databaseUrl, 1);
        const [asking = assert.fail()] = at;
        const item = await shippable(asking);
        const [begun, revoked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        let asked = 0;
        watch({
          async arrived() {
            asked++;
            begun.resolve();
            await revoked.promise;
            return undefined;
          },
        });
        const { store } = first.app;
        if (moment === 'in the queue') {
          t.mock.method(store.jobs, 'claim', async () => []);
          begun.resolve();
        }
        const sent = await write(asking, 'fulfillments', [item], {
          ...{ ...AS, prefer: 'respond-async' },
        });
        assert.equal(sent.status, 202, sent.text);
        await begun.promise;
        await first.app.tokens.clients.update(DEMO_CLIENT.id, { scopes: READS });
        t.mock.restoreAll();
        revoked.resolve();
        const ended = await until(
          () => store.executions.find(DEMO_CLIENT.id, sent.executionId),
          'its end',
          (seen) => seen !== undefined && seen.outcome !== 'running',
        );
        assert.deepEqual([ended?.outcome, ended?.code], ['failed', 'insufficient_scope']);
        assert.equal(written(), 0);
        if (moment === 'in the queue') assert.equal(asked, 0, 'the channel was not even read');
        assert.deepEqual(await store.writes.ofExecution(DEMO_CLIENT.id, sent.executionId), []);
      });
  });
