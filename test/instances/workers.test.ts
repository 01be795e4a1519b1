// Several processes on one port: all of them serve, a dead one is replaced, they end together and with their primary.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../chaos/service-process.ts';
import { until } from '../events/house.ts';
import { type Crew, type Ground, startGround } from './crew.ts';

/** A shop takes so long, unless it is held. */
const SHOP_MS = 30;
const CALLERS = 8;

describe('workers', () => {
  let ground: Ground;
  let held = 0;
  let release = Promise.withResolvers<void>();
  before(async () => {
    ground = await startGround(async ({ headers }, response) => {
      if (headers.host?.startsWith('held')) {
        held += 1;
        await release.promise;
      } else await sleep(SHOP_MS);
      response.setHeader('content-type', 'application/json').end('[]');
    });
  });
  after(() => ground?.stop());

  it('share the port, the metrics and the work, replace one that dies, and drain together', async () => {
    const metricsPort = await freePort();
    const crew = await ground.start({
      MANIFOLD_WORKERS: '2',
      MANIFOLD_METRICS_PORT: String(metricsPort),
      MANIFOLD_NOTICE_SECONDS: '1',
    });
    assert.match(crew.out(), /workers +2 processes on one port/);
    assert.equal(crew.out().match(/is ready/g)?.length, 1, crew.out());

    // Whoever is asked, on either port, shows what both of them did.
    for (let n = 0; n < 10; n++) assert.equal(await crew.call('shop'), 200);
    const own = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const page of [own, await crew.metrics(), await crew.metrics()]) {
      assert.deepEqual(callsOf(page), [5, 5]);
      assert.match(page, /^manifold_workers_ready 2$/m);
      assert.match(page, /^manifold_worker_deaths_total 0$/m);
      assert.equal(page.match(/^# TYPE manifold_calls_total /gm)?.length, 1);
    }
    assert.equal(new Set(crew.pids()).size, 2);

    await replaces(crew);

    // From the signal on, for the time of the notice, all goes on.
    const traffic = startTraffic(crew);
    await sleep(200);
    crew.primary.kill('SIGTERM');
    await sleep(500);
    assert.equal(crew.primary.exitCode, null);
    assert.deepEqual(Object.keys(await traffic()), ['200']);
    assert.equal(await crew.ended, 0, crew.err());
    for (const pid of crew.pids()) assert.ok(isGone(pid));
  });

  /** Killed with kill -9 under load, and with a connection that it was given and never took. */
  async function replaces(crew: Crew) {
    const [victim = assert.fail(), other] = crew.pids();
    const traffic = startTraffic(crew);
    await sleep(200);
    process.kill(victim, 'SIGSTOP');
    await sleep(100);
    process.kill(victim, 'SIGKILL');
    const seen = await Promise.race([traffic(), sleep(20_000, undefined, { ref: false })]);
    assert.ok(seen, 'no call hangs');
    // Those that it had are broken off; nobody is turned away.
    const { 200: good = 0, ECONNRESET: broken = 0, ...rest } = seen;
    assert.deepEqual(rest, {});
    assert.ok(good > broken && broken >= 1 && broken <= CALLERS, JSON.stringify(seen));
    await until(() => crew.pids()[0] !== victim, 'the one that follows');
    assert.equal(crew.pids()[1], other);
    const { pauseMs, ...told } = lineWith(crew.err(), 'a worker ended; another follows');
    assert.deepEqual(
      [told.worker, told.pid, told.code, told.signal, told.deaths],
      [1, victim, null, 'SIGKILL', 1],
    );
    assert.ok(Number(pauseMs) > 0);
    const page = await crew.metrics();
    assert.match(page, /^manifold_worker_deaths_total 1$/m);
    for (let n = 0; n < 4; n++) assert.equal(await crew.call('shop'), 200);
    assert.ok((callsOf(await crew.metrics())[0] ?? 0) >= 2, 'the new one serves');
  }

  it('say once why they cannot start', async () => {
    const port = await freePort();
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const crew = await ground.start({ MANIFOLD_WORKERS: '2', MANIFOLD_PORT: String(port) });
    assert.equal(await crew.ended, 1);
    blocker.close();
    const sentences = crew.err().trim().split('\n');
    assert.deepEqual(
      sentences.filter((line) => !line.startsWith('{')),
      [`Port ${port} is taken. Stop what uses it, or set MANIFOLD_PORT to another.`],
    );
    assert.equal(crew.out(), '');
  });

  it('end at once when asked twice, calls under way or not', async () => {
    const crew = await ground.start({ MANIFOLD_WORKERS: '2' });
    const { calls } = await hold(crew);
    crew.primary.kill('SIGTERM');
    // Passed on twice it is still one: a terminal and npm do that.
    crew.primary.kill('SIGTERM');
    // Whoever comes as the door is closed is served or turned away, and waits for nobody.
    const late = Promise.all(Array.from({ length: 40 }, () => crew.call('shop')));
    const seen = await Promise.race([late, sleep(10_000, undefined, { ref: false })]);
    assert.ok(seen, 'no call hangs');
    for (const one of seen) assert.ok([200, 'ECONNRESET', 'ECONNREFUSED'].includes(one), `${one}`);
    await sleep(700);
    assert.equal(crew.primary.exitCode, null);
    crew.primary.kill('SIGTERM');
    assert.equal(await crew.ended, 1);
    for (const pid of crew.pids()) await until(() => isGone(pid), 'the end of the workers');
    assert.deepEqual(await calls, ['ECONNRESET', 'ECONNRESET']);
    release.resolve();
  });

  it('answer what is under way when their primary is killed, and end', async () => {
    const crew = await ground.start({ MANIFOLD_WORKERS: '2' });
    const { calls } = await hold(crew);
    crew.primary.kill('SIGKILL');
    await until(async () => (await crew.call('shop')) === 'ECONNREFUSED', 'the door');
    for (const pid of crew.pids()) assert.ok(!isGone(pid));
    release.resolve();
    assert.deepEqual(await calls, [200, 200]);
    for (const pid of crew.pids()) await until(() => isGone(pid), 'the end of the workers');
  });

  /** One call for each worker, to shops that do not answer until they are let. */
  async function hold(crew: Crew) {
    held = 0;
    release = Promise.withResolvers();
    const calls = Promise.all([crew.call('held-1'), crew.call('held-2')]);
    await until(() => held === 2, 'the calls');
    return { calls };
  }
});

/** Callers who ask again and again, each time on a new connection; the end counts what they saw. */
function startTraffic(crew: Crew): () => Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  let over = false;
  const loops = Array.from({ length: CALLERS }, async (_, n) => {
    while (!over) {
      const answer = await crew.call(`shop-${n}`);
      seen[answer] = (seen[answer] ?? 0) + 1;
    }
  });
  return async () => {
    over = true;
    await Promise.all(loops);
    return seen;
  };
}

/** Calls that ended well, by worker. */
const callsOf = (page: string): readonly number[] =>
  ['1', '2'].map((worker) => {
    const line = page
      .split('\n')
      .find(
        (line) =>
          line.startsWith('manifold_calls_total{') &&
          line.includes('outcome="ok"') &&
          line.includes(`worker="${worker}"`),
      );
    return Number(line?.split(' ').at(-1) ?? 0);
  });

function lineWith(log: string, message: string): Record<string, unknown> {
  const line = log.split('\n').find((line) => line.includes(`"${message}"`));
  return JSON.parse(line ?? assert.fail(log));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
