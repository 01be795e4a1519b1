// The house: which room may import which, and that every channel's folder looks the same.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { channels } from '../src/channels/index.ts';
import { FAULTS } from '../src/model/faults.ts';
import { SETTINGS } from '../src/settings.ts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** A room, and the rooms and packages its files may import. `node:` is free unless said otherwise. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  model: ['model', 'typebox', 'lru-cache'],
  'key-ring': [],
  version: [],
  'key-keeper': ['key-ring', 'store'],
  seal: ['key-ring'],
  log: ['pino'],
  settings: ['log'],
  config: ['settings', 'log'],
  kit: ['model', 'kit', 'channel', 'htmlparser2'],
  channel: ['model', 'channel', 'kit', 'own'],
  connect: ['model', 'channel', 'net'],
  search: ['model', 'channel', 'net'],
  foresight: ['model', 'channel', 'store'],
  chores: ['store'],
  net: ['model', 'net', 'undici'],
  store: ['store', 'seal', 'model', 'kysely', 'pg', 'lru-cache'],
  tokens: ['tokens', 'store', 'model'],
  events: ['events', 'store', 'net', 'seal', 'model'],
  link: ['link', 'channel', 'connect', 'search', 'net', 'store', 'seal', 'model'],
  // Its work is leased and tried again as that of events is.
  hooks: ['hooks', 'events', 'channel', 'connect', 'store', 'model'],
  unified: ['unified', 'channel', 'connect', 'net', 'store', 'seal', 'model', 'jsonata'],
  paths: [],
  http: [
    'http',
    'paths',
    'unified',
    'link',
    'tokens',
    'events',
    'hooks',
    'model',
    'fastify',
    '@scalar/fastify-api-reference',
    'marked',
  ],
  // It knows no room: what they tell it are types of the model.
  observe: ['observe', 'model', 'log', 'prom-client', '@opentelemetry'],
  registry: ['channel', 'driver'],
  app: [
    'http',
    'paths',
    'unified',
    'link',
    'tokens',
    'events',
    'hooks',
    'channel',
    'connect',
    'search',
    'foresight',
    'chores',
    'net',
    'store',
    'key-keeper',
    'observe',
    'seal',
    'config',
    'log',
    'model',
    'version',
    'fastify',
  ],
  // It stands alone, as whoever installs it has it.
  client: ['client'],
  cli: [
    'cli',
    'client',
    'uqr',
    'app',
    'paths',
    'registry',
    'channel',
    'foresight',
    'net',
    'store',
    'tokens',
    'events',
    'key-keeper',
    'key-ring',
    'seal',
    'config',
    'settings',
    'log',
    'observe',
    'sandbox',
    'model',
    'version',
  ],
  sandbox: ['sandbox', 'graphql', 'lru-cache'],
};

/** The room a file belongs to. */
function roomOf(file: string): string {
  const path = relative(ROOT, file).replaceAll('\\', '/');
  if (path.startsWith('sandbox/')) return 'sandbox';
  if (path.startsWith('client/')) return 'client';
  if (path === 'src/http/paths.ts') return 'paths';
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
      'mark.ts': 'channel',
      'misplaced.ts': 'channel',
      'hook.ts': 'channel',
      'versions.ts': 'channel',
      'way.ts': 'channel',
      'words.ts': 'channel',
      'index.ts': 'registry',
    }[second] ?? second
  );
}

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    // What only tests import is named so: a fake vendor, a trial of a store, a channel's losses.
    .filter(
      (name) =>
        name.endsWith('.ts') && !/\.test\.ts$|(^|\/)(fake-[^/]*|trial|losses)\.ts$/.test(name),
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
  for (const file of ['main', 'serve', 'service']) load(join(ROOT, `src/cli/${file}.ts`));
  // And undici, by src/net/undici.ts. Whatever is added makes every start slower and every instance
  // larger, by some hundred files at times: see docs/decisions/0036-start.md.
  assert.deepEqual([...packages].sort(), [
    ...['fastify', 'kysely', 'lru-cache', 'pino', 'prom-client'],
  ]);
  const files = [...seen].map((file) => relative(ROOT, file));
  for (const late of ['cli/doctor.ts', 'cli/backup.ts', 'store/postgres.ts', 'store/move.ts'])
    assert.ok(!files.includes(`src/${late}`), late);
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

test('only net opens sockets, only store writes SQL, no driver reads the clock or the environment', () => {
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
    if (room !== 'store') bad(/from 'kysely'|from 'pg'/, 'writes SQL');
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
