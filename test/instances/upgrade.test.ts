// An upgrade under way: the version before the newest step and this one, on one PostgreSQL, with traffic on both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ServiceProcess } from '../chaos/service-process.ts';
import { startReceiver, until } from '../events/house.ts';
import { startPostgres } from '../postgres.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { ask, magicLink, orders, visitor } from './asking.ts';
import { startHouse } from './house.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NEWEST = MIGRATIONS.at(-1)?.name ?? '';
/** Rounds of traffic before, during and after the step. */
const ROUNDS = 3;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The last commit that does not know the newest step; undefined without a history. */
function commitBefore(): string | undefined {
  try {
    const commits = git(
      ...['log', '--reverse', '--first-parent', '--diff-merges=first-parent', '--format=%H'],
      ...[`-S'${NEWEST}'`, '--', 'src/store/migrations.ts'],
    );
    const [added] = commits.trim().split('\n');
    return added ? git('rev-parse', `${added}^`).trim() : undefined;
  } catch {
    return undefined;
  }
}

const before = commitBefore();
if (before === undefined) {
  const missing = 'there is no git history here in which to find the version before';
  console.error(`SKIPPED: an upgrade is not tested: ${missing}`);
  describe('an upgrade', { skip: missing }, () => {});
} else describe('an upgrade', () => it('two versions serve the same data through it', upgrade));

/**
 * The version before, in a folder of its own, with the packages of this one: what only that version
 * needs (`@fastify/swagger`) stays a development package until another step follows.
 */
function checkOut(t: TestContext, commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-before-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // An archive, and no work tree: nothing is written to the repository.
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function upgrade(t: TestContext): Promise<void> {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const databaseUrl = await postgres.fresh();
  const receiver = await startReceiver(t);
  const root = checkOut(t, before ?? '');
  const house = await startHouse({ databaseUrl, instances: [{ root }] });
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
  const young = await house.instance();
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
  // In sandbox mode a start links the demo user anew: the old one must read what the new one wrote.
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
    const told = new Set(receiver.received.map(({ event }) => event.data.execution_id));
    return [...accepted].every((id) => told.has(id));
  }, 'all deliveries');
  for (const instance of [old, young])
    for (const id of accepted) {
      const { status, body } = await ask(
        { origin: instance.origin, token: tokens.new },
        `/Executions/${id}`,
      );
      assert.deepEqual([status, body.status], [200, 'succeeded'], JSON.stringify(body));
    }
  const told = receiver.received.map(({ event }) => event.data.execution_id);
  assert.equal(told.length, accepted.size, 'each told once');

  // At this one upgrade the old one takes newer tables for a mistake when it is started again: that
  // it may is part of the newer version. From this version on it may, unless a step says otherwise.
  await old.stop();
  if (isStrict(root)) await assert.rejects(old.start(), /made by a newer version/);
  else {
    await old.start();
    await traffic(old, tokens.new);
  }
  await traffic(young, tokens.old);
  for (const one of [old, young]) assert.doesNotMatch(one.said(), /"level":[56]0/);
}

function isStrict(root: string): boolean {
  return !readFileSync(join(root, 'src/store/migrate.ts'), 'utf8').includes('_breaking');
}
