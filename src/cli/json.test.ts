// What --json prints has the keys that the help promises, command by command.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newKeyEntry } from '../keys/ring.ts';
import { openForTool } from '../operate/open.ts';
import { COMMANDS } from './commands.ts';
import { partIn } from './declare.ts';

type Shape = 'any' | { readonly each: Shape } | { readonly fields: Fields; readonly open: boolean };
type Fields = ReadonlyMap<string, { readonly optional: boolean; readonly shape: Shape }>;

/** The shapes that a declaration names: "{ a, b?, c: [{ d }] }" within its words. */
function shapesIn(text: string): Shape[] {
  const shapes: Shape[] = [];
  for (let at = 0; at < text.length; ) {
    if (!'{['.includes(text[at] ?? '')) at += 1;
    else {
      const { shape, end } = shapeAt(text, at);
      shapes.push(shape);
      at = end;
    }
  }
  return shapes;
}

function shapeAt(text: string, from: number): { shape: Shape; end: number } {
  if (text[from] === '[') {
    const { shape, end } = shapeAt(text, from + 1);
    assert.equal(text[end], ']', text);
    return { shape: { each: shape }, end: end + 1 };
  }
  if (text[from] !== '{') {
    const word = /\w+/y;
    word.lastIndex = from;
    assert.ok(word.test(text), text);
    return { shape: 'any', end: word.lastIndex };
  }
  const fields = new Map<string, { optional: boolean; shape: Shape }>();
  let open = false;
  let at = from + 1;
  for (;;) {
    const field = /\s*(?:(…)|(\w+)(\?)?)\s*(:)?\s*/y;
    field.lastIndex = at;
    const [, rest, name = '', optional, more] = field.exec(text) ?? assert.fail(text);
    at = field.lastIndex;
    let shape: Shape = 'any';
    if (more) ({ shape, end: at } = shapeAt(text, at));
    if (rest) open = true;
    else fields.set(name, { optional: optional !== undefined, shape });
    while (text[at] === ' ') at += 1;
    at += 1;
    if (text[at - 1] === '}') return { shape: { fields, open }, end: at };
    assert.equal(text[at - 1], ',', text);
  }
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'any') return true;
  if ('each' in shape) return Array.isArray(value) && value.every((one) => fits(one, shape.each));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  const isKnown = names.every((name) => shape.open || shape.fields.has(name));
  const has = [...shape.fields].every(([name, { optional, shape: inner }]) =>
    names.includes(name) ? fits(value[name as never], inner) : optional,
  );
  return isKnown && has;
}

test('a shape is read as it is written, and holds what it is asked to', () => {
  const [one = 'any', two = 'any'] = shapesIn('{ a, b?, c: [{ d }] }; or [{ e, … }] with --x');
  assert.ok(fits({ a: 1, c: [{ d: 1 }, { d: 2 }] }, one));
  for (const wrong of [{ a: 1 }, { a: 1, c: [{}] }, { a: 1, c: [], x: 1 }, [], null])
    assert.ok(!fits(wrong, one), JSON.stringify(wrong));
  assert.ok(fits([{ e: 1, f: 2 }], two));
  assert.ok(!fits([{ f: 2 }], two));
});

const folder = mkdtempSync(join(tmpdir(), 'manifold-json-'));
const at = (name: string) => join(folder, name);
const kept = { ...process.env };

before(() => {
  writeFileSync(at('keys'), newKeyEntry('k1'), { mode: 0o600 });
  Object.assign(process.env, {
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: 'http://localhost:9',
    MANIFOLD_DATA_DIR: at('data'),
    MANIFOLD_KEYS_FILE: at('keys'),
    MANIFOLD_CONSOLE: 'on',
  });
});
after(() => {
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  Object.assign(process.env, kept);
  rmSync(folder, { recursive: true, force: true });
});

/** What a command prints with --json; its shape was held against what it declares. */
async function printed(typed: string) {
  const [name = '', ...words] = typed.split(' ');
  const command = await COMMANDS[name]?.load();
  assert.ok(command, typed);
  const { word, part } = partIn(command.parts, words);
  const out: string[] = [];
  const err: string[] = [];
  const write = process.stdout.write;
  // An export is too large for lines.
  if (word === 'export') process.stdout.write = (piece) => out.push(String(piece)) > 0;
  try {
    await command([...words, '--json'], {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
    });
  } finally {
    process.stdout.write = write;
  }
  const said: unknown = JSON.parse(out.join('\n') || `"${err.join(' ')}"`);
  const shapes = shapesIn(part?.json ?? '');
  assert.ok(
    shapes.some((shape) => fits(said, shape)),
    `${typed}: ${JSON.stringify(said)} is not ${part?.json}`,
  );
  return { said, part: `${name} ${word}`.trim() };
}

/** Those whose answers are the service's own, and those that need another server. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  copy: 'test/changes/copy.test.ts',
  link: 'test/command-line.test.ts',
  move: 'test/store/move.long.test.ts',
};

test('every command that declares a shape prints it', async () => {
  const seen = new Set<string>();
  // Gives what was printed, for what the next ones need of it.
  const call = async (typed: string) => {
    const { said, part } = await printed(typed);
    seen.add(part);
    return said as Record<string, string>;
  };
  await call('clients create app');
  const { store } = await openForTool();
  const user = (await store.users.ensure('app', 'ada')) ?? assert.fail();
  const key = { userId: user.id, channel: 'stall' };
  const held = { account: { shop: 's' }, secrets: { token: 't' }, expiresAt: null };
  await store.credentials.save({ ...key, ...held });
  await store.credentials.mark(key, 'attention', { code: 'credential_refused', message: 'No.' });
  await store.close();
  for (const typed of [
    ...['clients set app --name App', 'clients list', 'clients rotate-secret app'],
    ...['clients end-old-secret app', 'clients signing-secret app'],
    ...['events list app', 'keys new', `keys new --file ${at('others')}`, 'keys status'],
    ...['users export app ada', 'keys rewrap', 'keys rotate', 'keys forget k9 --yes'],
  ])
    await call(typed);
  assert.deepEqual(await call('users list app'), [
    { tpUserId: 'ada', channels: [{ channel: 'stall', state: 'needs_attention' }] },
  ]);
  const { id } = await call('events add app https://app.example.com/events');
  for (const act of ['set', 'pause', 'resume', 'rotate', 'test'])
    await call(`events ${act} app ${id}${act === 'set' ? ' --types *' : ''}`);
  const { delivery_id: delivery } = await call('deliveries test app https://app.example.com/e');
  for (const typed of [`show app ${delivery}`, 'list app', 'replay app --all-failed'])
    await call(`deliveries ${typed}`);
  for (const typed of [
    ...[`events remove app ${id}`, 'users delete app ada --yes', 'clients delete app --yes'],
    ...[
      'console --role admin --name ada',
      'console end',
      'audit list',
      'doctor',
      'doctor --settings',
      `backup ${at('copy.db')}`,
    ],
  ])
    await call(typed);
  process.env.MANIFOLD_DATA_DIR = at('restored');
  await call(`restore ${at('copy.db')}`);

  for (const [name, { load }] of Object.entries(COMMANDS))
    for (const [word, { json = '' }] of Object.entries((await load()).parts)) {
      const part = `${name} ${word}`.trim();
      // "[execution], as GET …/Executions has them": the reference says what is in it.
      const isNamed = shapesIn(json.replaceAll(/…\/\S*|\[\w+\]/g, '')).length > 0;
      if (isNamed && !(part in ELSEWHERE)) assert.ok(seen.has(part), `${part} was not tried`);
    }
});
