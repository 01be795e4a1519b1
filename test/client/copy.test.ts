// A copy that is kept by the guide's own code, run as it stands: it ends as the truth and never loses
// what the channel still has, whatever the vendor hides, breaks or leaves out meanwhile.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Manifold, type ManifoldOptions, mergeLeftOut } from '../../client/src/index.ts';
import { runs } from '../all.ts';
import { chance, type Item, openShop } from './shop.ts';

const RUNS = Number(process.env.SYNC_RUNS ?? runs(60));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The blocks of the guide: how a run is made, and how deletions are found. */
const GUIDE = readFileSync(new URL('../../docs/keep-a-copy.md', import.meta.url), 'utf8');
const [KEEP = '', DELETE = ''] = [...GUIDE.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) =>
  String(code).replaceAll(/^import .*$/gm, ''),
);

type Program = (...given: readonly unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => Program;
const program = (code: string) =>
  new AsyncFunction('DatabaseSync', 'Manifold', 'mergeLeftOut', 'console', code);
const keep = program(KEEP);
const keepAndDelete = program(KEEP + DELETE);

/** The end of the process, at a moment of its own choosing. */
class Killed extends Error {}

describe('a copy kept as the guide says', () => {
  it('is one with the truth, and has all that lives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.record(
          {
            window: fc.constant(3 * DAY),
            broken: fc.constant(true),
            hidden: fc.constant(true),
            images: fc.integer({ min: 0, max: 3 }),
            page: fc.integer({ min: 1, max: 9 }),
          },
          { requiredKeys: ['page'] },
        ),
        async (seed, odd) => {
          const random = chance(seed);
          const late = 720_000; // as much as the guide promises
          const shop = openShop({ random, late, odd });
          const db = new DatabaseSync(':memory:');
          db.exec('create table orders (id text primary key, record text)');
          let mayBeKilled = true;

          // The database of the guide, and a process that may end before or after a transaction.
          const opened = {
            prepare: (sql: string) => db.prepare(sql),
            exec(sql: string) {
              if (mayBeKilled && random() < 0.04) throw new Killed();
              db.exec(sql);
              if (sql === 'commit') shop.live();
            },
          };
          const service = { fetch: shop.fetch, now: shop.now };
          class ThisService extends Manifold {
            constructor(options: ManifoldOptions) {
              super({ ...options, ...service });
            }
          }
          function Opened() {
            return opened;
          }
          const run = async (code: Program) => {
            try {
              await code(Opened, ThisService, mergeLeftOut, { warn: () => {} });
            } catch (error) {
              if (db.isTransaction) db.exec('rollback');
              if (!(error instanceof Killed)) throw error;
            }
          };
          const copy = () =>
            new Map(
              db
                .prepare('select record from orders')
                .all()
                .map(({ record }) => JSON.parse(String(record)) as Item)
                .map((item) => [item.id, item]),
            );
          /** Nothing that lives leaves the copy, nor do its images. */
          const losesNothing = async (code: Program) => {
            const before = copy();
            await run(code);
            const after = copy();
            const living = new Set(shop.truth().map(({ id }) => id));
            for (const [id, { images }] of before) {
              if (!living.has(id)) continue;
              const now = after.get(id);
              assert.ok(now, `${id} lives and was deleted`);
              if (images.length > 0) assert.ok(now.images.length > 0, `${id} lost its images`);
            }
          };

          for (let count = random() * 60; count > 0; count -= 1) shop.live();
          for (let runs = 1 + Math.floor(random() * 8); runs > 0; runs -= 1) {
            await losesNothing(random() < 0.3 ? keepAndDelete : keep);
            const dice = random();
            shop.pass(dice < 0.4 ? 0 : dice < 0.8 ? random() * HOUR : 25 * HOUR);
            shop.live();
          }
          // All is listed before the oldest leaves the window, and what was broken is mended.
          shop.rest();
          shop.pass(late + 1000);
          mayBeKilled = false;
          await losesNothing(keep);
          await losesNothing(keepAndDelete);

          const found = copy();
          const truth = new Map(shop.truth().map((one) => [one.id, one]));
          for (const { id, version, isListed } of truth.values())
            if (isListed) assert.equal(found.get(id)?.version, version, `record ${id}`);
          // What is still there may only be old or hidden; anything younger is proven gone.
          for (const id of found.keys())
            if (!truth.has(id) && (odd.window === undefined || shop.ageOf(id) < DAY))
              assert.fail(`${id} is gone and still in the copy`);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
