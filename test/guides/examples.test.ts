// The examples of the guides, run as they stand against the service as "npm start" runs it. A block
// that cannot be run says so, and is counted.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Compile } from 'typebox/compile';
import { writeState } from '../../client/src/sync-state.ts';
import { channels } from '../../src/channels/index.ts';
import { CompletionEvent } from '../../src/model/event.ts';
import { NOTICES } from '../../src/model/notices.ts';
import { groupsOf } from '../../src/pages/guides/pages.ts';
import { isAll } from '../all.ts';
import { COMPILED, type ServiceProcess, serviceProcess } from '../chaos/service-process.ts';
import { connect } from '../mcp/agent.ts';
import { freePort } from '../port.ts';
import { PYTHON, PYTHON_ENV, python, withoutPython } from '../python/interpreter.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { type Block, ROOT, readMarkdown } from './files.ts';

const run = promisify(execFile);

const named = Object.entries(channels).map(([name, { title }]) => ({ name, title }));
const files = groupsOf(named).flatMap(({ guides }) => guides.map(({ file }) => file));
const blocks = files.flatMap((file) => readMarkdown(file).blocks);

/** What is run or held against something, by the words behind the fence. */
const RUN: readonly RegExp[] = [
  /^sh$/,
  /^js$/,
  /^js example$/,
  /^python( pandas)?$/,
  /^http( \d{3})?$/,
  /^json (orders|products) channel=\w+$/,
  /^json (event|answer|lines|mcp)$/,
];

/**
 * What is not run, and how many there are: a block more must be counted here, with its reason.
 * `by-hand`: needs an operator's machine, a vendor or a file of one's own.
 */
const SHOWN: Readonly<Record<string, number>> = {
  'sh by-hand': 36,
  'http by-hand': 1,
  // A part of a test.
  'ts fragment': 1,
  // test/events/receiver.test.ts runs the whole that one is from; the other names a database of one's own.
  'js fragment': 2,
  // test/link/embed.test.ts opens it in a browser.
  html: 1,
  // Drawings and answers.
  text: 3,
  sql: 1,
  yaml: 1,
};

/** What stands on pages that are written from the code, and are held against it by a test of their own. */
const HELD: Readonly<Record<string, string>> = { console: 'docs/command-line.md' };

test('every block of code says what it is; what is not run is counted', () => {
  const unknown = blocks.filter(
    ({ kind, file }) =>
      !(kind in SHOWN) && HELD[kind] !== file && !RUN.some((pattern) => pattern.test(kind)),
  );
  assert.deepEqual(
    unknown.map(({ where, kind }) => `${where} "${kind}"`),
    [],
    'say what it is behind the fence',
  );
  const counted = Object.fromEntries(
    Object.keys(SHOWN).map((kind) => [kind, blocks.filter((one) => one.kind === kind).length]),
  );
  assert.deepEqual(counted, SHOWN);
});

test('every channel has an example of its keys', () => {
  for (const [name, { orders }] of Object.entries(channels)) {
    const kind = `json ${orders ? 'orders' : 'products'} channel=${name}`;
    const found = blocks.filter(
      (block) => block.kind === kind && block.file === `src/channels/${name}/README.md`,
    );
    assert.equal(found.length, 1, name);
    assert.ok(Object.hasOwn(JSON.parse(found[0]?.text ?? '').params, name));
  }
});

/** Programs that run others, one after another, each as the main one that it is. */
const EACH_JS = `let ran = 0;
for (const name of NAMES) { await import(name); ran++; }
console.log(ran + ' ran');`;
const EACH_PYTHON = `import runpy
ran = [runpy.run_path(name, run_name='__main__') for name in NAMES]
print(len(ran), 'ran')`;

describe('as they stand', { timeout: 1_200_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-guides-'));
  let service: ServiceProcess;
  let sandbox: string;
  let token: string;
  before(async () => {
    const port = await freePort();
    sandbox = `http://127.0.0.1:${port}`;
    const settings = { MANIFOLD_SANDBOX_PORT: String(port) };
    service = await serviceProcess({ dataDir: folder, settings });
    await service.start();
    token = await getToken(service.origin, DEMO_CLIENT);
  });
  after(async () => {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** On the ports of this run. */
  const here = (text: string) =>
    text
      .replaceAll('http://localhost:8080', service.origin)
      .replaceAll('http://localhost:8090', sandbox);
  const of = (pattern: RegExp) => blocks.filter(({ kind }) => pattern.test(kind));

  async function send(method: string, path: string, headers: object, body: string) {
    const response = await fetch(service.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: here(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  test('bodies of data calls are answered with records', async () => {
    const found = of(/^json (orders|products)/);
    assert.ok(found.length >= 15);
    for (const { kind, text, where } of found) {
      const [, operation, channel = ''] = /^json (\w+) channel=(\w+)$/.exec(kind) ?? [];
      const path = operation === 'orders' ? 'Orders' : 'Products';
      const query = new URLSearchParams({ channel, tpUserId: 'demo-user' });
      const at = `/api/ServiceClientApp/Unified/${path}?${query}`;
      const answer = await send('POST', at, {}, text);
      assert.equal(answer.status, 200, `${where}: ${answer.text.slice(0, 500)}`);
    }
  });

  test('requests are answered as they say', async () => {
    const found = of(/^http( \d+)?$/);
    assert.ok(found.length >= 4);
    for (const { kind, text, where } of found) {
      const [head = '', ...body] = text.split('\n\n');
      const [, method = '', path = ''] = /^([A-Z]+) (\/\S+)/.exec(head) ?? [];
      const lines = head.split('\n').slice(1);
      const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)));
      const answer = await send(method, path, headers, body.join('\n\n'));
      const status = Number(kind.split(' ')[1] ?? 200);
      assert.equal(answer.status, status, `${where}: ${answer.text.slice(0, 500)}`);
    }
  });

  test('an agent connects by its file', async () => {
    const found = of(/^json mcp$/);
    assert.equal(found.length, 1);
    for (const { text, where } of found) {
      const { url, headers } = JSON.parse(here(text)).mcpServers.manifold;
      assert.equal(headers.Authorization, 'Bearer ACCESS_TOKEN', where);
      const agent = await connect(url.replace(/\/mcp$/, ''), token);
      assert.ok((await agent.tools()).includes('read_orders'), where);
      await agent.close();
    }
  });

  test('programs run, those of a page as one', async () => {
    await runPages(process.execPath, 'mjs', EACH_JS, of(/^js$/));
  });

  test('programs in Python run, those of a page as one', { skip: withoutPython }, async () => {
    if (!isAll) goOnWithCopy();
    const hasPandas = isAll && spawnSync(python, ['-c', 'import pandas']).status === 0;
    await runPages(python, 'py', EACH_PYTHON, of(hasPandas ? /^python( pandas)?$/ : /^python$/));
  });

  /** The copy in Python goes on from what was made in JavaScript: all orders once more would take seconds. */
  function goOnWithCopy() {
    const copy = new DatabaseSync(join(folder, 'copy.sqlite'));
    copy.exec(`attach '${join(folder, 'copy.db')}' as made;
      create table orders (id text primary key, record text);
      insert into orders select id, record from made.orders;
      create table state (name text primary key, value text)`);
    const until = Math.floor(Date.now() / 1000) - 30 * 86_400;
    const owner = { resource: 'orders', channel: 'shopify', user: 'demo-user' };
    copy.prepare("insert into state values ('orders', ?)").run(writeState({ until }, owner));
    copy.close();
  }

  async function runPages(program: string, ending: string, all: string, found: readonly Block[]) {
    const pages = [...Map.groupBy(found, ({ file }) => file).values()];
    assert.ok(pages.length >= 2);
    const texts = pages.map((page) => here(page.map(({ text }) => text).join('\n')));
    // Each by itself, as a reader would run it, and all in one process, which takes half as long.
    for (const some of isAll ? texts.map((text) => [text]) : [texts])
      await runAll(program, ending, all, some);
  }

  test('programs of the reference run, each as it stands', async () => {
    const { paths } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { 'x-codeSamples'?: { lang: string; source: string }[] }>
      >;
    };
    const samples = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .flatMap((operation) => operation['x-codeSamples'] ?? []);
    assert.ok(samples.length >= 20);
    const runSamples = async (lang: string, program: string, ending: string, all: string) => {
      const own = samples.filter((sample) => sample.lang === lang);
      assert.ok(own.length >= 10, lang);
      const texts = own.map(({ source }) => source);
      await runAll(program, ending, all, texts);
    };
    await runSamples('javascript', process.execPath, 'mjs', EACH_JS);
    if (PYTHON !== undefined) await runSamples('python', PYTHON, 'py', EACH_PYTHON);
  });

  /** In one process for all of a language, as a start takes longer than most of them. */
  async function runAll(program: string, ending: string, all: string, texts: readonly string[]) {
    const names = texts.map((text, at) => {
      const name = join(folder, `example-${at}.${ending}`);
      writeFileSync(name, withClient(text));
      return name;
    });
    const file = join(folder, `all.${ending}`);
    writeFileSync(file, all.replace('NAMES', JSON.stringify(names)));
    const { stdout } = await run(program, [file], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...COMPILED, ...PYTHON_ENV },
      maxBuffer: 2 ** 26,
    }).catch((error) => assert.fail(`${error}`));
    assert.ok(stdout.endsWith(`${texts.length} ran\n`), stdout.slice(-600));
  }

  test('commands run, page by page, and every call of theirs is answered well', async () => {
    const found = of(/^sh$/);
    assert.ok(found.length >= 10);
    const pages = Map.groupBy(found, ({ file }) => file);
    // What plays a removal of the app takes the shop away from those that come after.
    const ends = (file: string) => pages.get(file)?.some(({ text }) => text.includes('/hooks'));
    const order = [...pages.keys()].sort((a, b) => Number(ends(a)) - Number(ends(b)));
    for (const file of order) await runPage(pages.get(file) ?? []);
  });

  /** One shell for a page, as a reader would have it. */
  async function runPage(page: readonly Block[]) {
    const script = [
      'set -eo pipefail',
      'curl() { command curl --fail-with-body --silent --show-error --max-time 60 "$@"; }',
      ...page.flatMap(({ text, where }) => [`echo "at ${where}" >&2`, here(text), 'echo']),
    ].join('\n');
    try {
      await run('bash', ['--norc', '-c', script], {
        env: { PATH: process.env.PATH, TOKEN: token },
      });
    } catch (error) {
      const { stderr, stdout } = error as { readonly stderr: string; readonly stdout: string };
      assert.fail(`${stderr}\n${stdout.slice(-600)}`);
    }
  }
});

/** The client from its source, in place of the package that a reader installs. */
const withClient = (text: string) =>
  text.replaceAll(
    "from '@manifold-commerce/client'",
    `from '${join(ROOT, 'client/src/index.ts')}'`,
  );

test('what is called an example is a file of examples/, which has a test of its own', () => {
  const found = blocks.filter(({ kind }) => kind.endsWith(' example'));
  assert.ok(found.length >= 1);
  const examples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(ROOT, 'examples', name), 'utf8').trimEnd());
  for (const { text, where } of found)
    assert.ok(examples.includes(text), `${where} is in none of the examples`);
});

test('events are as their schemas say, answers and lines of the log are JSON', () => {
  const schemas = { 'execution.completed': CompletionEvent, ...NOTICES };
  for (const { kind, text, where } of blocks) {
    if (kind === 'json event') {
      const event = JSON.parse(text);
      const validator = Compile(schemas[event.type as keyof typeof schemas]);
      assert.deepEqual([...validator.Errors(event)], [], where);
    }
    if (kind === 'json answer') assert.doesNotThrow(() => JSON.parse(text), where);
    if (kind === 'json lines')
      for (const line of text.split('\n')) assert.doesNotThrow(() => JSON.parse(line), where);
  }
});
