// Keeping a copy: whatever moves while it is read, and wherever a run is killed, the copy ends as the truth.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Manifold, type ManifoldError } from '../../client/src/index.ts';
import { runs } from '../all.ts';
import { chance, type Item, openShop } from './shop.ts';

const WHO = { resource: 'orders', channel: 'shopify', user: 'demo' } as const;
const SERVICE = { url: 'https://api.example.com', clientId: 'app', clientSecret: 'secret' };

/** `SYNC_RUNS=5000 node --test test/client/sync.test.ts` looks longer. */
const RUNS = Number(process.env.SYNC_RUNS ?? runs(120));

/** The application's own database: records and state change together, or not at all. */
interface Copy {
  readonly records: Map<string, number>;
  state: string | undefined;
}

const recordOf = (value: object): Item => value as Item;

describe('sync', () => {
  it('ends with the truth, whatever moves meanwhile and wherever it is killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = chance(seed);
        const settle = Math.floor(random() * 200);
        const overlap = Math.floor(random() * 900);
        const shop = openShop({ random, late: (settle + overlap) * 1000 });
        const manifold = new Manifold({ ...SERVICE, fetch: shop.fetch, now: shop.now });
        const copy: Copy = { records: new Map(), state: undefined };
        for (let count = random() * 60; count > 0; count -= 1) shop.live();

        const run = async (mayBeKilled: boolean) => {
          const limit = 1 + Math.floor(random() * 7);
          const asking = { ...WHO, state: copy.state, settle, overlap, limit };
          for await (const { records, state } of manifold.sync(asking)) {
            if (mayBeKilled && random() < 0.1) return; // before it was kept
            for (const record of records) {
              const { id, version } = recordOf(record);
              copy.records.set(id, version);
            }
            copy.state = state;
            shop.live();
            if (mayBeKilled && random() < 0.1) return; // after it was kept
          }
        };

        for (let runs = 1 + Math.floor(random() * 8); runs > 0; runs -= 1) {
          await run(true);
          // Immediately, after a while, or when page tokens have run out.
          const dice = random();
          shop.pass(dice < 0.4 ? 0 : dice < 0.8 ? random() * 3_600_000 : 25 * 3_600_000);
          shop.live();
        }
        shop.rest();
        shop.pass((settle + overlap + 1) * 1000);
        await run(false);

        const truth = new Map(shop.truth().map(({ id, version }) => [id, version]));
        for (const [id, version] of truth)
          assert.equal(copy.records.get(id), version, `record ${id} of seed ${seed}`);
        const extra = [...copy.records.keys()].filter((id) => !truth.has(id));
        const gone = await Array.fromAsync(manifold.gone({ ...WHO, ids: copy.records.keys() }));
        const found = gone.map(({ id, answer }) => `${id} ${answer}`);
        const expected = extra.map((id) => `${id} gone`);
        assert.deepEqual(found.sort(), expected.sort(), 'deletions are found by their ids');
      }),
      { numRuns: RUNS },
    );
  });

  it('reads nothing again where nothing can be new', async () => {
    const shop = openShop({ random: chance(1), late: 0 });
    shop.rest();
    const manifold = new Manifold({ ...SERVICE, fetch: shop.fetch, now: () => 1_000_000_000_000 });
    let state: string | undefined;
    for await (const batch of manifold.sync(WHO)) state = batch.state;
    assert.ok(state);
    assert.deepEqual(await Array.fromAsync(manifold.sync({ ...WHO, state })), []);
  });

  it('refuses a state that is damaged, or another’s, and says how to go on', async () => {
    const shop = openShop({ random: chance(7), late: 0 });
    const manifold = new Manifold({ ...SERVICE, fetch: shop.fetch, now: shop.now });
    const [first] = await Array.fromAsync(manifold.sync(WHO));
    const state = first?.state ?? '';
    const refuses = async (query: {
      state: string;
      user?: string;
      channel?: string;
      resource?: 'products';
    }) =>
      assert.rejects(
        () => Array.fromAsync(manifold.sync({ ...WHO, ...query })),
        (error: ManifoldError) => {
          assert.equal(error.code, 'invalid_state');
          assert.match(error.message, /Start again without a state/);
          return true;
        },
      );
    for (let length = 1; length < state.length; length += 1)
      await refuses({ state: state.slice(0, length) });
    await refuses({ state: 'not a state' });
    await refuses({ state, user: 'another' });
    await refuses({ state, channel: 'amazon' });
    await refuses({ state, resource: 'products' });
  });

  it('begins a window again when other fields are asked for in the middle of it', async () => {
    const asked: Record<string, unknown>[] = [];
    const manifold = new Manifold({
      ...SERVICE,
      now: () => 1_000_000_000_000,
      fetch: async (url, init) => {
        if (url.endsWith('/connect/token'))
          return Response.json({ access_token: 't', expires_in: 9000 });
        asked.push(JSON.parse(String(init.body)));
        const next_page_token = `page-${asked.length}`;
        return Response.json({ Errors: {}, Output: { result: [], next_page_token }, Report: {} });
      },
    });
    const first = async (fields: readonly ('id' | 'email')[], kept?: string) => {
      for await (const { state } of manifold.sync({ ...WHO, fields, state: kept })) return state;
      throw new Error('nothing came');
    };
    const state = await first(['id']);
    await first(['id'], state);
    await first(['id', 'email'], state);
    assert.deepEqual(
      asked.map(({ fields, next_page_token }) => [fields, next_page_token]),
      [
        ['id', undefined],
        ['id', 'page-1'],
        ['id,email', undefined],
      ],
    );
  });

  it('says how far the copy is whole, and never too much', async () => {
    const shop = openShop({ random: chance(3), late: 0 });
    for (let count = 0; count < 30; count += 1) shop.live();
    shop.rest();
    const manifold = new Manifold({ ...SERVICE, fetch: shop.fetch, now: shop.now });
    const run = (state?: string) =>
      Array.fromAsync(manifold.sync({ ...WHO, state, settle: 60, limit: 2, overlap: 1e9 }));
    const horizon = () => Math.floor(shop.now() / 1000 - 60) * 1000;
    let last: number | undefined;
    let state: string | undefined;
    for (let runs = 0; runs < 2; runs += 1) {
      const end = horizon();
      const batches = await run(state);
      assert.ok(batches.length > 2);
      for (const { completeUntil } of batches.slice(0, -1))
        assert.equal(completeUntil?.getTime(), last);
      last = batches.at(-1)?.completeUntil?.getTime();
      assert.equal(last, end);
      state = batches.at(-1)?.state;
    }
  });

  it('refuses times that cannot be', async () => {
    const manifold = new Manifold(SERVICE);
    for (const query of [{ settle: -1 }, { overlap: Number.NaN }])
      await assert.rejects(() => Array.fromAsync(manifold.sync({ ...WHO, ...query })), RangeError);
  });
});
