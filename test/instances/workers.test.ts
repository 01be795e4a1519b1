// Several processes on one port: all of them serve, a dead one is replaced, they end together and with their primary.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAll } from '../all.ts';
import { freePort } from '../port.ts';
import { until } from '../until.ts';
import { type Cluster, type Ground, startGround } from './cluster.ts';

/** A shop takes so long, unless it is held. */
const SHOP_MS = 100;
const CALLERS = 8;
/** Shops that were asked since their callers called. */
const reached = new Set<string>();

// Starting is most of it, and each start waits for the others no longer than the processors do.
describe('workers', { concurrency: true }, () => {
  let ground: Ground;
  const held = new Map<string, PromiseWithResolvers<void>>();
  before(async () => {
    ground = await startGround(async ({ headers }, response) => {
      const [shop = ''] = headers.host?.split('.') ?? [];
      reached.add(shop);
      if (shop.startsWith('held')) {
        const release = Promise.withResolvers<void>();
        held.set(shop, release);
        await release.promise;
      } else await sleep(SHOP_MS);
      response.setHeader('content-type', 'application/json').end('[]');
    });
  });
  after(() => ground?.stop());

  it('share the port, the metrics and the work, replace one that dies, and drain together', async () => {
    const metricsPort = await freePort();
    const cluster = await ground.start({
      MANIFOLD_WORKERS: '2',
      MANIFOLD_METRICS_PORT: String(metricsPort),
      MANIFOLD_NOTICE_SECONDS: '3',
    });
    assert.match(cluster.out(), /workers +2 processes on one port/);
    assert.equal(cluster.out().match(/is ready/g)?.length, 1, cluster.out());

    // Whichever is asked, on either port, shows what both of them did.
    const asked = await bothServe(cluster);
    const own = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const page of [own, await cluster.metrics(), await cluster.metrics()]) {
      const [first = 0, second = 0] = callsOf(page);
      assert.deepEqual([first > 0, second > 0, first + second], [true, true, asked]);
      assert.match(page, /^manifold_workers_ready 2$/m);
      assert.match(page, /^manifold_worker_deaths_total 0$/m);
      assert.equal(page.match(/^# TYPE manifold_calls_total /gm)?.length, 1);
    }
    assert.equal(new Set(cluster.pids()).size, 2);

    await replaces(cluster);

    // From the signal on, for the time of the notice, all goes on.
    const traffic = startTraffic(cluster);
    await traffic.good(CALLERS);
    cluster.primary.kill('SIGTERM');
    await until(async () => (await cluster.readiness()) === 503, 'the notice');
    await traffic.good(3 * CALLERS);
    assert.equal(cluster.primary.exitCode, null);
    assert.deepEqual(Object.keys(await traffic.stop()), ['200']);
    assert.equal(await cluster.ended, 0, cluster.err());
    for (const pid of cluster.pids()) assert.ok(isGone(pid));
  });

  /** Killed with kill -9 under load, and with a connection that it was given and never took. */
  async function replaces(cluster: Cluster) {
    const [victim = assert.fail(), other] = cluster.pids();
    const traffic = startTraffic(cluster);
    for (;;) {
      await traffic.good(CALLERS);
      process.kill(victim, 'SIGSTOP');
      // The other one goes on, and takes all that come.
      await traffic.good(4 * CALLERS);
      if (traffic.isStuck()) break;
      // It had none in hand.
      process.kill(victim, 'SIGCONT');
    }
    process.kill(victim, 'SIGKILL');
    const seen = await orHangs(traffic.stop());
    // Those that it had are broken off, what it never took goes to the other; no one is turned away.
    const { 200: good = 0, ECONNRESET: broken = 0, ...rest } = seen;
    assert.deepEqual(rest, {});
    assert.ok(good > broken && broken >= 1 && broken <= CALLERS, JSON.stringify(seen));
    await until(() => cluster.pids()[0] !== victim, 'the one that follows');
    assert.equal(cluster.pids()[1], other);
    const { pauseMs, ...reported } = lineWith(cluster.err(), 'a worker ended; another follows');
    assert.deepEqual(
      [reported.worker, reported.pid, reported.code, reported.signal, reported.deaths],
      [1, victim, null, 'SIGKILL', 1],
    );
    assert.ok(Number(pauseMs) > 0);
    const page = await cluster.metrics();
    assert.match(page, /^manifold_worker_deaths_total 1$/m);
    // The new one, too, which began at 0.
    await bothServe(cluster);
  }

  it('say once why they cannot start', async () => {
    const port = await freePort();
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const cluster = await ground.start({ MANIFOLD_WORKERS: '2', MANIFOLD_PORT: String(port) });
    assert.equal(await cluster.ended, 1);
    blocker.close();
    const sentences = cluster.err().trim().split('\n');
    assert.deepEqual(
      sentences.filter((line) => !line.startsWith('{')),
      [`Port ${port} is taken. Stop what uses it, or set MANIFOLD_PORT to another.`],
    );
    assert.equal(cluster.out(), '');
  });

  // The first process of a container loses a signal that it does not listen to.
  it('end when they are asked before they can serve', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const cluster = await ground.start(
      { MANIFOLD_DATABASE_URL: `postgres://manifold@127.0.0.1:${port}/manifold` },
      (primary) => silent.once('connection', () => primary.kill('SIGTERM')),
    );
    assert.equal(await cluster.ended, 0);
    assert.doesNotMatch(`${cluster.out()}${cluster.err()}`, /"level":"error"|is ready/);
    silent.close();
  });

  if (isAll)
    it('end immediately when asked twice, calls under way or not', async () => {
      const cluster = await ground.start({ MANIFOLD_WORKERS: '2' });
      const { shops, calls, release } = await hold(cluster, 'twice');
      const [first, ...others] = calls;
      cluster.primary.kill('SIGTERM');
      // Passed on twice it is still one: a terminal and npm do that.
      cluster.primary.kill('SIGTERM');
      // Anyone who comes as the door is closed is served or turned away, and waits for no one.
      const late = Array.from({ length: 40 }, (_, n) => cluster.call(`late-${n}`));
      for (const one of await orHangs(Promise.all(late)))
        assert.ok([200, 'ECONNRESET', 'ECONNREFUSED'].includes(one), `${one}`);
      await doorClosed(cluster);
      // What is under way still ends well.
      release(shops[0] ?? '');
      assert.equal(await first, 200);
      assert.equal(cluster.primary.exitCode, null);
      // Until it is asked once more, later than one Ctrl-C is passed on.
      await until(
        () => !cluster.primary.kill('SIGTERM') || cluster.primary.exitCode !== null,
        'the end',
      );
      assert.equal(await cluster.ended, 1);
      for (const pid of cluster.pids()) await until(() => isGone(pid), 'the end of the workers');
      for (const other of others) assert.equal(await other, 'ECONNRESET');
      shops.forEach(release);
    });

  if (isAll)
    it('answer what is under way when their primary is killed, and end', async () => {
      const cluster = await ground.start({ MANIFOLD_WORKERS: '2' });
      const { shops, calls, release } = await hold(cluster, 'orphans');
      cluster.primary.kill('SIGKILL');
      await doorClosed(cluster);
      for (const pid of cluster.pids()) assert.ok(!isGone(pid));
      shops.forEach(release);
      for (const call of calls) assert.equal(await call, 200);
      for (const pid of cluster.pids()) await until(() => isGone(pid), 'the end of the workers');
    });

  /** Two calls at least, and one for each worker, to shops that do not answer until they are let. */
  async function hold(cluster: Cluster, name: string) {
    const shops: string[] = [];
    const calls: Promise<number | string>[] = [];
    do {
      const shop = `held-${name}-${shops.length}`;
      shops.push(shop);
      calls.push(cluster.call(shop));
      await until(() => held.has(shop), 'the call');
    } while (
      linesOf(await cluster.metrics(), 'manifold_calls_under_way').some((calls) => calls < 1)
    );
    const release = (shop: string) => held.get(shop)?.resolve();
    return { shops, calls, release };
  }
});

const doorClosed = (cluster: Cluster) =>
  until(async () => (await cluster.call('late')) === 'ECONNREFUSED', 'the closed door');

/** Fails where it would wait for ever. */
async function orHangs<T>(calls: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(120_000);
  const hung = once(timeout, 'abort').then(() => assert.fail('a call hangs'));
  return await Promise.race([calls, hung]);
}

/** Callers who ask again and again, each time on a new connection; the end counts what they saw. */
function startTraffic(cluster: Cluster) {
  const seen: Record<string, number> = {};
  const answered = new EventEmitter();
  /** How many good answers there were when each caller began to wait. */
  const since: number[] = [];
  let over = false;
  const loops = Array.from({ length: CALLERS }, async (_, n) => {
    while (!over) {
      since[n] = seen[200] ?? 0;
      const shop = `shop-${n}`;
      reached.delete(shop);
      const answer = await cluster.call(shop);
      seen[answer] = (seen[answer] ?? 0) + 1;
      answered.emit('one');
    }
  });
  return {
    /** Waits for so many good answers more. */
    async good(count: number): Promise<void> {
      const enough = (seen[200] ?? 0) + count;
      while ((seen[200] ?? 0) < enough) await once(answered, 'one');
    },
    /** Whether a caller waits whose shop was asked, while all others were answered several times. */
    isStuck: () =>
      since.some((at, n) => at + 3 * CALLERS <= (seen[200] ?? 0) && reached.has(`shop-${n}`)),
    async stop(): Promise<Readonly<Record<string, number>>> {
      over = true;
      await Promise.all(loops);
      return seen;
    },
  };
}

/** Asks until each of them has answered, and returns how many calls that took. */
async function bothServe(cluster: Cluster): Promise<number> {
  for (let asked = 0; ; ) {
    const answers = Array.from({ length: CALLERS }, () => cluster.call('shop'));
    for (const answer of await Promise.all(answers)) assert.equal(answer, 200);
    asked += CALLERS;
    if (callsOf(await cluster.metrics()).every((calls) => calls > 0)) return asked;
    assert.ok(asked < 100 * CALLERS, 'one of them does not serve');
  }
}

/** Calls that ended well, by worker. */
const callsOf = (page: string): readonly number[] =>
  linesOf(page, 'manifold_calls_total', 'outcome="ok"');

/** The value of a family's line, by worker. */
const linesOf = (page: string, family: string, label = ''): readonly number[] =>
  ['1', '2'].map((worker) => {
    const line = page
      .split('\n')
      .find(
        (line) =>
          line.startsWith(`${family}{`) &&
          line.includes(label) &&
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
