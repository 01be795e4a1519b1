// What runs now and what needs a person: of all instances and clients, each with the act that mends it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { actsOn } from '../../src/operate/index.ts';
import { readConfig } from '../../src/serve/config.ts';
import { newDelivery } from '../../src/store/index.ts';
import { createTokens } from '../../src/tokens/index.ts';
import { eachDatabase, openRaw, SOME_CLIENT, START } from '../store/databases.ts';
import { ended } from '../store/ended.ts';

const ADA = { by: 'command line', login: 'ada' } as const;
const BEAT = { version: '1.0', keys: [], startedAt: START, clockAhead: 7 };

eachDatabase((database) => {
  it('adds up what instances have in hand, and shows what only a person can mend', async (t) => {
    const { store, place } = await database.store(t);
    const tokens = createTokens({ store, now: store.now, tokenSeconds: 60 });
    const { now } = actsOn({ config: readConfig({}), store, tokens }, ADA);
    const quiet = await now();
    assert.deepEqual(
      quiet.needs.map(({ what, count }) => [what, count]),
      [
        ['attention', 0],
        ['watches', 0],
        ['writes', 0],
        ['deliveries', 0],
      ],
    );
    assert.deepEqual([quiet.instances, quiet.under_way, quiet.apps_refused], [[], [], []]);

    const flying = (client: string, calls: number) => ({ client, channel: 'bol', calls });
    const busy = { waiting: { bol: 2 }, appsRefused: ['shopify'] };
    await store.instances.beat({
      ...BEAT,
      id: 'i1',
      busy: { ...busy, underWay: [flying('a', 2)] },
    });
    const two = [flying('a', 3), flying('', 1)];
    await store.instances.beat({ ...BEAT, id: 'i2', busy: { ...busy, underWay: two } });
    await store.clients.create(SOME_CLIENT);
    const { id: userId } = (await store.users.ensure(SOME_CLIENT.id, 'u')) ?? assert.fail();
    const link = { userId, channel: 'bol', account: {}, secrets: {}, expiresAt: null };
    await store.credentials.save(link);
    const db = await openRaw(place, t);
    await sql`update credential set state = 'attention', state_code = 'refused'`.execute(db);
    const delivery = newDelivery(
      { clientId: SOME_CLIENT.id, url: 'https://a.example' },
      { type: 'x' },
      START,
    );
    await store.executions.record([{ finished: ended('e'), delivery }]);
    await sql`update delivery set state = 'failed'`.execute(db);

    const found = await now();
    assert.deepEqual(
      found.instances.map(({ id, busy: has, clockAhead }) => [id, has.underWay, clockAhead]),
      [
        ['i1', [flying('a', 2)], 7],
        ['i2', two, 7],
      ],
    );
    assert.deepEqual(found.under_way, [flying('a', 5), flying('', 1)]);
    assert.deepEqual(found.waiting, { bol: 4 });
    assert.deepEqual(found.apps_refused, ['shopify']);
    assert.deepEqual(Object.keys(found.queues), ['jobs', 'deliveries', 'hooks', 'writes']);
    const [attention, , , deliveries] = found.needs;
    const [shop] = attention?.rows ?? [];
    assert.deepEqual(
      [attention?.count, shop?.client, shop?.user, shop?.channel, shop?.code],
      [1, SOME_CLIENT.id, 'u', 'bol', 'refused'],
    );
    assert.deepEqual(
      [deliveries?.count, deliveries?.rows[0]?.id, deliveries?.rows[0]?.code],
      [1, delivery.id, 'x'],
    );
  });
}, true);
