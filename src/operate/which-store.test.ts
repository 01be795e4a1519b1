// Which store a command works on: named without secrets, found or refused, never made by accident.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { clients } from '../cli/clients.ts';
import { CommandError, UsageError } from '../cli/declare.ts';
import { loadEnvFile, takeEnvFile } from '../cli/env-file.ts';
import { newKeyEntry } from '../keys/ring.ts';
import { readConfig } from '../serve/config.ts';
import { nameOf, noteServed, requireSameMode, SERVED_FILE } from './which-store.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-which-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command as the command line does, with these settings alone. */
async function call(settings: Record<string, string>, ...args: string[]) {
  const before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (name.startsWith('MANIFOLD_')) delete process.env[name];
  Object.assign(process.env, settings);
  const [out, err]: [string[], string[]] = [[], []];
  try {
    const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
    const code = await clients(args, io);
    return { code, out: out.join('\n'), err };
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

const production = (dataDir: string) => ({
  MANIFOLD_MODE: 'production',
  MANIFOLD_DATA_DIR: dataDir,
  MANIFOLD_BASE_URL: 'https://api.example.com',
  MANIFOLD_KEYS: newKeyEntry('one'),
});

describe('the name of a store', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['postgres://ann:pass@db.example.com/manifold', 'PostgreSQL db.example.com/manifold'],
    [
      'postgres://ann:p%40ss@db.example.com:6432/m?sslmode=require',
      'PostgreSQL db.example.com:6432/m',
    ],
    ['postgresql://[::1]/m', 'PostgreSQL [::1]/m'],
    ['postgres:///m?host=/run/postgresql', 'PostgreSQL /run/postgresql/m'],
    ['postgres://ann:pass@db.example.com', 'PostgreSQL db.example.com'],
    ['postgres://ann:pass@one.example,two.example/m', 'PostgreSQL one.example,two.example/m'],
    ['postgres://ann:pass@[broken/m', 'PostgreSQL'],
  ];
  for (const [databaseUrl, name] of cases)
    it(`is ${name}`, () => {
      const said = nameOf({ mode: 'production', databaseUrl, dataDir: '/x' });
      assert.equal(said, `${name} (production)`);
      assert.doesNotMatch(said, /ann|pass|ss@/);
    });
});

describe('a command', () => {
  it('makes no store where nothing is set, and says what to set', async (t) => {
    const dataDir = join(folderFor(t), 'data');
    for (const args of [['list'], ['create', 'app']]) {
      const { code, err } = await call({ MANIFOLD_DATA_DIR: dataDir }, ...args);
      assert.equal(code, 1);
      assert.match(
        err.join(),
        /There is no database in .*set MANIFOLD_MODE, and MANIFOLD_DATA_DIR/,
      );
      assert.equal(existsSync(dataDir), false);
    }
  });

  it('makes one in production only by creating a client, and names it before all else', async (t) => {
    const dataDir = join(folderFor(t), 'data');
    const settings = production(dataDir);
    const list = await call(settings, 'list');
    assert.deepEqual([list.code, existsSync(dataDir)], [1, false]);
    const made = await call(settings, 'create', 'app');
    assert.deepEqual(
      [made.code, made.err],
      [0, [`Store: new, the embedded database in ${dataDir} (production)`]],
    );
    const again = await call(settings, 'list');
    assert.deepEqual(again.err, [`Store: the embedded database in ${dataDir} (production)`]);
    assert.match(again.out, /^app /m);
  });

  it('leaves a production store alone that it has not the settings for', async (t) => {
    const dataDir = join(folderFor(t), 'data');
    const settings = production(dataDir);
    await call(settings, 'create', 'app');
    // Before the service noted how it is served, the missing key ring shows it.
    const unnoted = await call({ MANIFOLD_DATA_DIR: dataDir }, 'list');
    assert.equal(unnoted.code, 1);
    assert.match(unnoted.err.join(), /^The key ring of this store is not here/);
    noteServed(readConfig(settings));
    const { code, err } = await call({ MANIFOLD_DATA_DIR: dataDir }, 'list');
    assert.equal(code, 1);
    assert.match(
      err.join(),
      /served in production: set MANIFOLD_MODE=production MANIFOLD_BASE_URL=https:\/\/api\.example\.com MANIFOLD_KEYS,/,
    );
    assert.ok(!readdirSync(dataDir).includes('sandbox-keys'));
  });

  it('does not make a key for a PostgreSQL whose own it does not know', async (t) => {
    const dataDir = join(folderFor(t), 'data');
    const { code, err } = await call(
      { MANIFOLD_DATA_DIR: dataDir, MANIFOLD_DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/m' },
      'list',
    );
    assert.equal(code, 1);
    assert.match(err.join(), /^The key ring of this store is not here/);
    assert.doesNotMatch(err.join(), /canary/);
    assert.equal(existsSync(dataDir), false);
  });
});

describe('the note beside a store', () => {
  it('is for its owner alone, holds no secret, and is left alone while nothing changes', (t) => {
    const dataDir = folderFor(t);
    const config = readConfig({ ...production(dataDir), MANIFOLD_ALLOWED_PORTS: '81' });
    noteServed(config);
    const file = join(dataDir, SERVED_FILE);
    const { mtimeMs, mode } = statSync(file);
    assert.equal(mode & 0o777, 0o600);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      ...{ mode: 'production', baseUrl: 'https://api.example.com', keysFile: null },
    });
    noteServed(config);
    assert.equal(statSync(file).mtimeMs, mtimeMs);
  });

  it('keeps production off the sandbox’s store; half a note says nothing', (t) => {
    const dataDir = folderFor(t);
    const settings = production(dataDir);
    noteServed(readConfig({ MANIFOLD_DATA_DIR: dataDir }));
    assert.throws(() => requireSameMode(readConfig(settings)), /is the sandbox’s/);
    for (const text of ['', '{', 'null', '[]', '{"mode":"x"}', '{"mode":"sandbox"}']) {
      writeFileSync(join(dataDir, SERVED_FILE), text);
      requireSameMode(readConfig(settings));
    }
  });
});

describe('--env-file', () => {
  it('is taken from before or after the command, in both spellings', () => {
    for (const args of [
      ['--env-file', 'a.env', 'clients', 'list'],
      ['--env-file=a.env', 'clients', 'list'],
      ['clients', 'list', '--env-file', 'a.env'],
      ['clients', '--env-file', 'b.env', 'list', '--env-file=a.env'],
    ])
      assert.deepEqual(takeEnvFile(args), { file: 'a.env', rest: ['clients', 'list'] });
    assert.deepEqual(takeEnvFile(['x', '--', '--env-file', 'y']), {
      ...{ file: undefined, rest: ['x', '--', '--env-file', 'y'] },
    });
    for (const args of [['--env-file'], ['--env-file='], ['list', '--env-file']])
      assert.throws(() => takeEnvFile(args), new UsageError('Say which file: --env-file FILE.'));
  });

  it('sets what is not set yet, and says why a file cannot be read', (t) => {
    const file = join(folderFor(t), 'manifold.env');
    writeFileSync(file, '# ours\nMANIFOLD_TEST_A="from file"\nMANIFOLD_TEST_B=from file\n');
    t.after(() => {
      delete process.env.MANIFOLD_TEST_A;
      delete process.env.MANIFOLD_TEST_B;
    });
    process.env.MANIFOLD_TEST_B = 'before';
    loadEnvFile(file);
    const { MANIFOLD_TEST_A, MANIFOLD_TEST_B } = process.env;
    assert.deepEqual([MANIFOLD_TEST_A, MANIFOLD_TEST_B], ['from file', 'before']);
    loadEnvFile(undefined);
    assert.throws(
      () => loadEnvFile(`${file}.none`),
      new CommandError(`The settings in ${file}.none cannot be read: there is no such file.`),
    );
  });
});
