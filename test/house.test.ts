// The house: which room may import which, and that every channel's folder looks the same.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { channels } from '../src/channels/index.ts';
import { FAULTS } from '../src/model/faults.ts';
import { SETTINGS } from '../src/serve/settings.ts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * A room, and the rooms and packages its files may import: from the ground up, each stands on those
 * above it. `node:` is free unless said otherwise.
 */
const MAY: Readonly<Record<string, readonly string[]>> = {
  model: ['model', 'typebox', 'lru-cache'],
  // The keeper knows the store by its types.
  keys: ['keys', 'store', 'kysely'],
  settings: ['settings', 'pino'],
  kit: ['model', 'kit', 'channel', 'htmlparser2'],
  channel: ['model', 'channel', 'kit', 'own'],
  registry: ['channel', 'driver'],
  net: ['model', 'net', 'undici'],
  store: ['store', 'keys', 'care', 'work', 'model', 'kysely', 'pg', 'lru-cache'],
  care: ['care', 'work', 'store', 'keys', 'model', 'kysely', 'pg'],
  work: ['work', 'store', 'model', 'kysely'],
  accounts: ['accounts', 'channel', 'net', 'store', 'model'],
  tokens: ['tokens', 'store', 'model'],
  events: ['events', 'work', 'accounts', 'channel', 'net', 'store', 'keys', 'model'],
  link: ['link', 'accounts', 'channel', 'net', 'store', 'keys', 'model'],
  unified: ['unified', 'accounts', 'channel', 'net', 'store', 'keys', 'model', 'jsonata'],
  changes: [
    ...['changes', 'unified', 'accounts', 'events', 'work', 'channel', 'store', 'keys', 'model'],
  ],
  writes: ['writes', 'unified', 'accounts', 'work', 'channel', 'store', 'model'],
  // Every address, and how what stands in one is read.
  paths: ['paths', 'model'],
  pages: [
    'pages',
    'link',
    'channel',
    'model',
    'paths',
    'marked',
    'fastify',
    '@scalar/fastify-api-reference',
  ],
  http: [
    ...['http', 'paths', 'pages', 'unified', 'changes', 'link', 'tokens', 'events', 'model'],
    'fastify',
  ],
  // It knows no room: what they report to it are types of the model.
  observe: ['observe', 'model', 'settings', 'prom-client', '@opentelemetry'],
  operate: [
    ...[
      'operate',
      'registry',
      'accounts',
      'care',
      'work',
      'tokens',
      'events',
      'channel',
      'net',
      'store',
      'keys',
    ],
    ...['observe', 'settings', 'paths', 'model'],
  ],
  // The operators' pages: what they show and do is the operators' room, or a running service's, of
  // whose rooms they know the types.
  console: [
    ...['console', 'operate', 'link', 'changes', 'unified', 'pages', 'paths', 'model'],
    'fastify',
  ],
  // The tools of agents: what they call are the routes' own handlers, and what stands below these.
  mcp: [
    ...['mcp', 'http', 'paths', 'pages', 'unified', 'tokens', 'model'],
    ...['fastify', '@modelcontextprotocol/server'],
  ],
  serve: [
    ...[
      'serve',
      'console',
      'mcp',
      'operate',
      'http',
      'paths',
      'pages',
      'unified',
      'changes',
      'writes',
      'link',
      'tokens',
      'events',
      'accounts',
      'work',
    ],
    ...[
      'channel',
      'kit',
      'registry',
      'net',
      'store',
      'keys',
      'observe',
      'settings',
      'model',
      'sandbox',
    ],
    'fastify',
  ],
  // It stands alone, as those who install it have it.
  client: ['client'],
  // Words, tables, progress: what it shows and does is the operators' room, or a running service's.
  // PostgreSQL as the target of a copy, to which the client writes.
  cli: ['cli', 'client', 'serve', 'operate', 'paths', 'net', 'settings', 'model', 'uqr', 'pg'],
  sandbox: ['sandbox', 'graphql', 'lru-cache'],
};

/** What is read before anything else is there; it stands in `serve`. */
const SETTINGS_FILES = /^src\/serve\/(?:config|settings|log|version|ports|demo-client)\.ts$/;

/** The room a file belongs to. */
function roomOf(file: string): string {
  const path = relative(ROOT, file).replaceAll('\\', '/');
  if (path.startsWith('sandbox/')) return 'sandbox';
  if (path.startsWith('client/')) return 'client';
  if (/^src\/http\/(?:paths|query)\.ts$/.test(path)) return 'paths';
  if (SETTINGS_FILES.test(path)) return 'settings';
  const [, first = '', second = '', third] = path.split('/');
  if (first !== 'channels') return second ? first : first.replace('.ts', '');
  if (second === 'kit') return 'kit';
  if (third !== undefined) return `driver:${second}`;
  return (
    {
      'channel.ts': 'channel',
      'clean.ts': 'channel',
      'changes.ts': 'channel',
      'field.ts': 'channel',
      'lineage.ts': 'channel',
      'reasons.ts': 'channel',
      'mark.ts': 'channel',
      'misplaced.ts': 'channel',
      'hook.ts': 'channel',
      'reading.ts': 'channel',
      'versions.ts': 'channel',
      'way.ts': 'channel',
      'words.ts': 'channel',
      'writing.ts': 'channel',
      'index.ts': 'registry',
    }[second] ?? second
  );
}

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    // What only tests import is named so: a fake vendor, a trial of a store.
    .filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)(fake-[^/]*|trial)\.ts$/.test(name),
    )
    .map((name) => join(ROOT, folder, name));

const IMPORT =
  /^(?:import|export)\b[^;']*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );

const all = [...files('src'), ...files('sandbox')];

test('no file imports what its room may not', () => {
  const wrong: string[] = [];
  for (const file of all) {
    const room = roomOf(file);
    const driver = room.startsWith('driver:');
    const may = MAY[driver ? 'channel' : room];
    assert.ok(may, `${relative(ROOT, file)} is in no known room (${room})`);
    for (const wanted of importsOf(file)) {
      if (wanted.startsWith('node:')) {
        const allowed = !driver || (wanted === 'node:crypto' && /auth|link/.test(file));
        if (!allowed) wrong.push(`${relative(ROOT, file)} imports ${wanted}`);
        continue;
      }
      const target = wanted.startsWith('.') ? roomOf(resolve(dirname(file), wanted)) : wanted;
      const same = target === room;
      const ok = same
        ? driver || may.includes(room) || room === 'channel'
        : may.includes(target) ||
          (room === 'registry' && target.startsWith('driver:')) ||
          (!wanted.startsWith('.') &&
            may.some((name) => target === name || target.startsWith(`${name}/`)));
      if (!ok) wrong.push(`${relative(ROOT, file)} (${room}) imports ${wanted} (${target})`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** Without types, and without what is loaded when it is first needed. */
const LOADED = /^(?:import|export)(?! type\b)\b[^;']*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

test('a start loads these packages, and no other', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      const wanted = from ?? bare ?? '';
      if (wanted.startsWith('.')) load(resolve(dirname(file), wanted));
      else if (!wanted.startsWith('node:')) packages.add(wanted);
    }
  };
  for (const file of ['cli/main', 'cli/serve', 'serve/service']) load(join(ROOT, `src/${file}.ts`));
  // And undici, by src/net/undici.ts. Whatever is added makes every start slower and every instance
  // larger, by some hundred files at times: see docs/decisions/0036-start.md.
  assert.deepEqual([...packages].sort(), [
    ...['fastify', 'kysely', 'lru-cache', 'pino', 'prom-client'],
  ]);
  const files = [...seen].map((file) => relative(ROOT, file));
  for (const late of ['cli/doctor.ts', 'cli/backup.ts', 'store/postgres.ts', 'care/move.ts'])
    assert.ok(!files.includes(`src/${late}`), late);
});

/**
 * Lines that the files of a room may have, tests apart. A budget is changed in a commit of its own,
 * which says why.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  model: 6146,
  keys: 981,
  store: 7370,
  care: 982,
  work: 862,
  net: 2917,
  accounts: 1204,
  unified: 2934,
  changes: 1487,
  writes: 1227,
  tokens: 833,
  events: 1651,
  'link/words': 1550,
  link: 2378,
  console: 3054,
  operate: 2132,
  pages: 2529,
  http: 5005,
  mcp: 438,
  observe: 889,
  serve: 1781,
  cli: 3995,
};
/** All of them but channels. */
const CORE = 52_345;

test('no room has more lines than its budget', () => {
  const lines = new Map<string, number>();
  for (const file of files('src')) {
    const [, room = '', second = ''] = relative(ROOT, file).split('/');
    if (room === 'channels') continue;
    const key = `${room}/${second}` in BUDGETS ? `${room}/${second}` : room;
    const count = readFileSync(file, 'utf8').split('\n').length - 1;
    lines.set(key, (lines.get(key) ?? 0) + count);
  }
  const over = [...lines].filter(([room, count]) => count > (BUDGETS[room] ?? 0));
  assert.deepEqual(over, []);
  const all = [...lines.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(all <= CORE, `${all} lines`);
});

test('there is no circle among files, types included', () => {
  const graph = new Map(
    all.map((file) => [
      file,
      importsOf(file)
        .filter((wanted) => wanted.startsWith('.'))
        .map((wanted) => resolve(dirname(file), wanted)),
    ]),
  );
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push(
        [...path.slice(path.indexOf(file)), file].map((name) => relative(ROOT, name)).join(' -> '),
      );
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of all) visit(file, []);
  assert.deepEqual(circles, []);
});

test('only net opens sockets, only store, keys, care and work write SQL, no driver reads the clock or the environment', () => {
  const wrong: string[] = [];
  for (const file of files('src')) {
    const room = roomOf(file);
    const text = readFileSync(file, 'utf8').replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
    const bad = (pattern: RegExp, what: string) => {
      if (pattern.test(text)) wrong.push(`${relative(ROOT, file)} ${what}`);
    };
    if (room !== 'net')
      bad(
        /(?:await|return|=>?|\()\s*fetch\(|globalThis\.fetch|from 'undici'|node:https?'/,
        'opens a socket',
      );
    if (!['store', 'keys', 'care', 'work'].includes(room))
      bad(/from 'kysely'|from 'pg'/, 'writes SQL');
    if (room.startsWith('driver:') || room === 'kit' || room === 'model')
      bad(
        /\bDate\.now\(|\bnew Date\(\)|\bprocess\.|Math\.random|setTimeout/,
        'reads the clock, the environment or chance',
      );
    bad(/\brequest\.(ips?|host|hostname|protocol)\b/, 'takes a proxy for the caller, or its word');
    if (!file.endsWith('model/ends-after.ts'))
      bad(/AbortSignal\.timeout/, 'ends after a time that may be a fraction: use endsAfter');
    bad(/parseFloat\(|\.toFixed\((?!1\))/, 'uses binary floats near money');
  }
  assert.deepEqual(wrong, []);
});

test('every channel has the same files', () => {
  for (const name of Object.keys(channels)) {
    const folder = join(ROOT, 'src/channels', name);
    for (const file of ['index.ts', 'auth.ts', 'native.ts', 'link.ts', 'README.md', 'samples'])
      assert.ok(existsSync(join(folder, file)), `${name} lacks ${file}`);
    for (const kind of ['orders', 'products'] as const)
      assert.equal(
        existsSync(join(folder, `${kind}.ts`)),
        channels[name]?.[kind] !== undefined,
        `${name} ${kind}.ts`,
      );
  }
});

/** What a channel is called: its identifier, its title, the parts of that, and its first word. */
const namesOf = (name: string, title: string): string[] => {
  const parts = title.split(/ \/ | \(/).map((part) => part.replace(')', ''));
  const [first = title] = title.split(' ');
  return [name, title, first, ...parts];
};
const NAMES = Object.entries(channels).flatMap(([name, { title }]) => namesOf(name, title));
const NAMED = new RegExp(
  `(?<![A-Za-z0-9])(${NAMES.map((name) => name.replaceAll(/\W/g, '\\$&')).join('|')})(?![A-Za-z0-9])`,
  'i',
);

const TEXT_OR_COMMENT =
  /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`)|\/\/.*|\/\*[\s\S]*?\*\//g;
/** Without its comments; what looks like one inside a text stays. */
const codeOf = (text: string): string => text.replaceAll(TEXT_OR_COMMENT, '$1');

test('shared code names no channel, in no sentence', () => {
  const wrong: string[] = [];
  for (const file of files('src')) {
    const room = roomOf(file);
    if (room.startsWith('driver:') || room === 'registry') continue;
    for (const line of codeOf(readFileSync(file, 'utf8')).split('\n')) {
      const named = NAMED.exec(line)?.[1];
      if (named) wrong.push(`${relative(ROOT, file)} names ${named}: ${line.trim()}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('a channel is found wherever it is named, and nowhere else', () => {
  const finds = (text: string) => NAMED.test(codeOf(text));
  for (const text of [
    "'shopify'",
    '`With _APP_ID for amazon: your own app`',
    '"https://example.com // bol"',
    "'One API over lightspeed_c and others'",
    "'MANIFOLD_AMAZON_APP_ID'",
    "'Sign in at Adobe Commerce.'",
    "'Lightspeed'",
    "// free\nconst x = 'Mirakl';",
    "const a = 'it\\'s'; const b = 'bol';",
  ])
    assert.ok(finds(text), text);
  for (const text of [
    'typeof key === "symbol"',
    "'boolean'",
    "// as Shopify does\nconst x = 'https://x';",
    '/* bol, amazon */ 1',
    "'amazonite'",
  ])
    assert.ok(!finds(text), text);
});

test('paths of routes stand in one table', () => {
  const wrong = files('src').filter(
    (file) =>
      roomOf(file) !== 'paths' &&
      /['"`}](\/api\/ServiceClientApp|\/connect\/|\/hooks\b|\/link\b(?!-)|\/docs\b|\/openapi)/.test(
        codeOf(readFileSync(file, 'utf8')).replaceAll(/from '[^']+'/g, ''),
      ),
  );
  assert.deepEqual(
    wrong.map((file) => relative(ROOT, file)),
    [],
  );
});

test('the documentation names every setting and every fault', () => {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'))
    .join('\n');
  const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
  for (const { name, fallback, range } of SETTINGS) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.ok(row, `docs/settings.md has no row for ${name}`);
    if (range) assert.equal(row.split('|')[2]?.trim(), fallback, `the default of ${name}`);
  }
  for (const code of Object.keys(FAULTS))
    assert.ok(docs.includes(`\`${code}\``), `docs do not name ${code}`);
});

test('every file begins by saying what it is for', () => {
  for (const file of all)
    assert.match(readFileSync(file, 'utf8'), /^(#!.*\n)?(\/\/|\/\*\*)/, relative(ROOT, file));
});
