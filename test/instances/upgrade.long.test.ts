// An upgrade under way: the last release and this version, or this version and one with a step more, on one
// PostgreSQL, with traffic on both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { ProcessOptions, ServiceProcess } from '../chaos/service-process.ts';
import { startReceiver } from '../events/house.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { ask, magicLink, orders, visitor } from './asking.ts';
import { startHouse } from './house.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a version needs to run, beside its packages. */
const PARTS = ['bin', 'client', 'docs', 'sandbox', 'src', 'package.json'];
/** Rounds of traffic before, during and after the step. */
const ROUNDS = 3;

/** The last tag before this commit; undefined where there is none. */
function lastRelease(): string | undefined {
  try {
    const args = ['describe', '--tags', '--abbrev=0', 'HEAD^'];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: [...stdio] }).trim();
  } catch {
    return undefined;
  }
}

/** A version in a folder of its own, with the packages of this one. */
function version(t: TestContext, fill: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-version-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  fill(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** This version with a step more, which changes tables that are in use. */
function withStep(folder: string): void {
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const file = join(folder, 'src/store/migrations.ts');
  const steps = readFileSync(file, 'utf8');
  const step = `{ name: '0999_made_up', up: async (db) => {
    for (const table of ['job', 'delivery', 'credential'])
      await db.schema.alterTable(table).addColumn('made_up', 'text').execute();
  } }];`;
  const changed = steps.replace(/\];\n$/, `, ${step}\n`);
  assert.notEqual(changed, steps);
  writeFileSync(file, changed);
}

interface Scene {
  readonly before: Partial<ProcessOptions>;
  readonly after: Partial<ProcessOptions>;
}

describe('an upgrade', () => {
  it('to a version with one step more: both serve the same data through it', async (t) => {
    await upgrade(t, { before: {}, after: { root: version(t, withStep) } });
  });

  const release = lastRelease();
  if (release === undefined)
    console.error('No release is tagged before this commit: there is none to upgrade from.');
  else
    it(`from ${release}: both serve the same data through it`, async (t) => {
      // An archive, and no work tree: nothing is written to the repository.
      const root = version(t, (folder) =>
        execFileSync('sh', ['-c', `git archive ${release} | tar -x -C "${folder}"`], { cwd: ROOT }),
      );
      await upgrade(t, { before: { root }, after: {} });
    });
});

async function upgrade(t: TestContext, scene: Scene): Promise<void> {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.fresh();
  const receiver = await startReceiver(t);
  const house = await startHouse({ databaseUrl, instances: [scene.before] });
  t.after(() => house.close());
  const [old = assert.fail()] = house.instances;
  const tokens = { old: await getToken(old.origin, DEMO_CLIENT), new: '' };

  /** All that clients do, on one instance, with the token of either; returns what was accepted. */
  const accepted = new Set<string>();
  const traffic = async ({ origin }: ServiceProcess, token: string, user = 'demo-user') => {
    const asking = { origin, token };
    const direct = await orders(asking, 'woocommerce', user, { callback: receiver.url });
    assert.equal(direct.status, 200, JSON.stringify(direct.body));
    const later = await orders(asking, 'woocommerce', user, {
      callback: receiver.url,
      later: true,
    });
    assert.equal(later.status, 202, JSON.stringify(later.body));
    accepted.add(direct.body.Output.execution_id).add(later.body.execution_id);
    const link = await magicLink(asking, `by-${origin}-${accepted.size}`);
    const browser = await visitor(origin, link);
    assert.equal(browser.status, 200);
    assert.equal(await browser.enter(), 303);
    const fresh = await getToken(origin, DEMO_CLIENT);
    assert.equal((await ask({ origin, token: fresh }, '/Executions')).status, 200);
    return link;
  };
  const linkedTimes = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `select version from credential c join "user" u on u.id = c.user_id
       where u.tp_user_id = 'demo-user' and c.channel = 'woocommerce'`,
    );
    await client.end();
    return Number(rows[0]?.version);
  };

  for (let round = 0; round < ROUNDS; round++) await traffic(old, tokens.old);
  assert.equal(await linkedTimes(), 1);

  // The new one brings the tables up to date while the old one serves.
  const young = await house.instance(scene.after);
  let isUp = false;
  const steady = (async () => {
    for (let round = 0; round < ROUNDS || !isUp; round++) await traffic(old, tokens.old);
  })();
  await Promise.all([
    young.start().finally(() => {
      isUp = true;
    }),
    steady,
  ]);
  // In sandbox mode a start links the demo user again: the old one must read what the new one wrote.
  assert.equal(await linkedTimes(), 2);
  tokens.new = await getToken(young.origin, DEMO_CLIENT);

  // Each with the tokens, links, users and executions of the other.
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([traffic(old, tokens.new), traffic(young, tokens.old)]);
    const link = await magicLink({ origin: young.origin, token: tokens.new }, `crossed-${round}`);
    const browser = await visitor(old.origin, link);
    assert.equal(await browser.enter(young.origin), 303);
    assert.equal((await visitor(young.origin, link)).status, 410);
  }
  await until(() => {
    const reported = new Set(receiver.received.map(({ event }) => event.data.execution_id));
    return [...accepted].every((id) => reported.has(id));
  }, 'all deliveries');
  for (const instance of [old, young])
    for (const id of accepted) {
      const { status, body } = await ask(
        { origin: instance.origin, token: tokens.new },
        `/Executions/${id}`,
      );
      assert.deepEqual([status, body.status], [200, 'succeeded'], JSON.stringify(body));
    }
  const reported = receiver.received.map(({ event }) => event.data.execution_id);
  assert.equal(reported.length, accepted.size, 'each reported once');

  // The old one may start again beside newer tables, unless a step says otherwise.
  await old.stop();
  await old.start();
  await traffic(old, tokens.new);
  await traffic(young, tokens.old);
  for (const one of [old, young]) assert.doesNotMatch(one.said(), /"level":[56]0/);
}
