// The service as an operator starts it: what it prints, keeps, refuses, and how it ends.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { channels } from '../src/channels/index.ts';
import { report } from '../src/cli/failures.ts';
import { readConfig } from '../src/serve/config.ts';
import { startService } from '../src/serve/service.ts';
import { isAll } from './all.ts';
import { freePort } from './port.ts';
import { DEMO_CLIENT, getToken } from './token.ts';
import { until } from './until.ts';

const BIN = fileURLToPath(new URL('../bin/manifold.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'manifold-start-'));
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const PORTS = { MANIFOLD_PORT: '', MANIFOLD_SANDBOX_PORT: '' };
let base = '';
before(async () => {
  PORTS.MANIFOLD_PORT = String(await freePort());
  PORTS.MANIFOLD_SANDBOX_PORT = String(await freePort());
  base = `http://localhost:${PORTS.MANIFOLD_PORT}`;
});

function run(args: string[], settings: Record<string, string> = {}) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('MANIFOLD_')),
  );
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...env, MANIFOLD_DATA_DIR: folder, MANIFOLD_NOTICE_SECONDS: '0', ...PORTS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number;
  });
  return { child, printed, ended };
}

/** Starts and waits until it says that it is ready. */
async function start(settings?: Record<string, string>) {
  const service = run(['serve'], settings);
  await Promise.race([
    service.ended.then((code) => assert.fail(`ended with ${code}: ${service.printed.err}`)),
    (async () => {
      while (!service.printed.out.includes('Ctrl-C')) await once(service.child.stdout, 'data');
    })(),
  ]);
  return service;
}

/** The same service in this process, which has loaded it: a process of its own takes two seconds for that. */
const startHere = async (settings?: Record<string, string>) =>
  startService({
    config: readConfig({
      ...{ MANIFOLD_DATA_DIR: folder, MANIFOLD_SANDBOX_READS: 'off' },
      ...{ ...PORTS, ...settings },
    }),
    peers: undefined,
    onOpened: () => {},
  });

/** What a start that fails says, and ends with; with repetitions, a process says the same. */
async function refusal(settings: Record<string, string>) {
  let err = '';
  const io = {
    out: assert.fail,
    err: (line: string) => {
      err += `${line}\n`;
    },
    columns: undefined,
    passing: undefined,
    drained: async () => {},
  };
  const code = await startHere(settings).then(
    () => assert.fail('it started'),
    (error) => report(error, { io, json: false }),
  );
  if (isAll) {
    const { printed, ended } = run(['serve'], settings);
    assert.deepEqual([await ended, printed.err], [code, err]);
  }
  return { code, err };
}

const order = async (token: string, channel: string) =>
  fetch(`${base}/api/ServiceClientApp/Unified/Orders?channel=${channel}&tpUserId=demo-user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"limit":1}',
  });

test('it prints addresses, credentials and commands, serves every channel, and ends cleanly', async () => {
  const { child, printed, ended } = await start();
  for (const text of [
    base,
    `${base}/docs`,
    `:${PORTS.MANIFOLD_SANDBOX_PORT}`,
    'demo-client / demo-secret',
    'demo-user',
    '/connect/token',
    'Unified/Orders',
    'GetTpUserAuthDisposableToken',
  ])
    assert.ok(printed.out.includes(text), text);
  assert.ok(!printed.out.includes('\u001b'), 'no colours where there is no terminal');
  assert.equal(printed.err, '');

  const token = await getToken(base, DEMO_CLIENT);
  for (const channel of Object.keys(channels).filter((name) => channels[name]?.orders)) {
    const response = await order(token, channel);
    assert.equal(response.status, 200, channel);
  }
  for (const [path, type] of [
    ['/openapi.json', /json/],
    ['/docs/', /html/],
    ['/healthz', /json/],
    ['/readyz', /json/],
    ['/metrics', /text\/plain/],
  ] as const) {
    const response = await fetch(base + path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-type') ?? '', type);
  }

  // Those who open the console first see what the sandbox itself reads, in its own name.
  const shows = async (area: string) => (await fetch(`${base}/console/${area}`)).text();
  await until(async () => {
    const page = await shows('executions?client=sandbox');
    return Object.values(channels).every(({ title }) =>
      page.includes(`<td class="short">products</td><td class="long">${title}</td>`),
    );
  }, 'a reading of each channel');
  await until(async () => (await shows('health?client=sandbox')).includes('class="plot"'), 'plots');

  const second = await refusal({
    MANIFOLD_PORT: String(await freePort()),
    MANIFOLD_SANDBOX_PORT: String(await freePort()),
  });
  assert.equal(second.code, 1);
  assert.match(second.err, /^Another Manifold process is already using the data folder [^\n]+\n$/);

  const tool = run(['clients', 'create', 'shop-app']);
  assert.equal(await tool.ended, 0, tool.printed.err);
  const [secret = assert.fail(tool.printed.out)] = /mfs_\S+/.exec(tool.printed.out) ?? [];
  assert.equal(tool.printed.err, `Store: the embedded database in ${folder} (sandbox)\n`);

  child.kill('SIGINT');
  assert.equal(await ended, 0);

  /** Started again, it knows what was made and what it gave. */
  const knows = async () => {
    assert.equal(
      (await order(token, 'woocommerce')).status,
      200,
      'the token of the first run still works',
    );
    const own = await getToken(base, { id: 'shop-app', secret });
    assert.equal((await order(own, 'woocommerce')).status, 404, 'it is linked with no shop');
  };
  const again = await startHere();
  await knows();
  await again.close(0);
  if (!isAll) return;
  const third = await start({ MANIFOLD_SANDBOX_READS: 'off' });
  await knows();
  const list = run(['clients', 'list']);
  await list.ended;
  assert.match(list.printed.out, /shop-app/);
  third.child.kill('SIGTERM');
  assert.equal(await third.ended, 0);
});

// As the first process of a container it would never hear of it, and be killed after the time it has.
test('a signal that comes while modules are loaded is heard', async () => {
  const preload = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      if (url.endsWith('/cli/main.ts')) process.kill(process.pid, 'SIGTERM');
      return next(url, context);
    } });`;
  const { ended, printed } = run(['serve'], {
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(preload)}"`,
  });
  assert.ok([0, 143].includes(await ended), 'not ended by the signal itself');
  assert.deepEqual(printed, { out: '', err: '' });
});

test('the data folder is for its owner alone', () => {
  assert.equal(statSync(join(folder, 'sandbox-keys')).mode & 0o077, 0);
  assert.equal(statSync(join(folder, 'manifold.db')).mode & 0o077, 0);
});

test('a taken port is one clear line', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const port = String(address && typeof address === 'object' ? address.port : 0);
  const names = ['MANIFOLD_SANDBOX_PORT', 'MANIFOLD_PORT', 'MANIFOLD_METRICS_PORT'];
  for (const name of names) {
    const { code, err } = await refusal({ [name]: port });
    assert.equal(code, 1);
    assert.equal(err, `Port ${port} is taken. Stop what uses it, or set ${name} to another.\n`);
  }
});

test('production refuses to start without keys, and every wrong setting is named', async () => {
  const { printed, ended } = run(['serve'], { MANIFOLD_MODE: 'production' });
  assert.equal(await ended, 1);
  assert.match(
    printed.err,
    /^MANIFOLD_BASE_URL is required in production.*\nMANIFOLD_KEYS_FILE \(or MANIFOLD_KEYS\) is required in production/,
  );
  const wrong = await refusal({ MANIFOLD_PORT: 'x', MANIFOLD_MODE: 'y', MANIFOLD_KEYS: 'z' });
  assert.equal(wrong.code, 1);
  assert.equal(wrong.err.trim().split('\n').length, 2);
  const keys = await refusal({ MANIFOLD_KEYS: 'a:short' });
  assert.equal(keys.code, 1);
  assert.doesNotMatch(keys.err, /short/);
});

test('within the cluster of another program a start that fails ends all the same', () => {
  const primary = `const cluster = require('node:cluster');
    cluster.setupPrimary({ exec: ${JSON.stringify(BIN)}, args: ['serve'], execArgv: [] });
    cluster.fork().on('exit', (code) => process.exit(code ?? 9));`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', primary], {
    env: { MANIFOLD_PORT: 'x' },
    encoding: 'utf8',
    timeout: 900_000,
  });
  assert.equal(stderr, 'MANIFOLD_PORT must be a whole number from 0 to 65535, not "x".\n');
  assert.equal(status, 1);
});

test('the command line says what it can do', async () => {
  const help = run([]);
  assert.equal(await help.ended, 0);
  for (const command of ['serve', 'clients', 'users', 'keys', 'doctor'])
    assert.match(help.printed.out, new RegExp(command));
  const unknown = run(['nonsense']);
  assert.equal(await unknown.ended, 2);
  assert.match(unknown.printed.err, /There is no command "nonsense"/);
  const doctor = run(['doctor']);
  assert.equal(await doctor.ended, 0, doctor.printed.out);
  assert.match(doctor.printed.out, /All is good/);
  assert.ok(!doctor.printed.out.includes('\u001b'), 'no colours where there is no terminal');
  const asked = [['clients', 'create', '-h'], ['help', 'clients', 'create'], ['--version']].map(
    (args) => run(args),
  );
  assert.deepEqual(await Promise.all(asked.map(({ ended }) => ended)), [0, 0, 0]);
  const [usage, same, version] = asked.map(({ printed }) => printed.out);
  assert.match(usage ?? '', /\nUsage:\n {2}manifold clients create <client id>/);
  assert.equal(same, usage);
  assert.match(version ?? '', /^\d+\.\d+\.\d+\n$/);
});
