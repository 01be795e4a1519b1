// Whatever makes a start refuse, the doctor names, in the same words and with a remedy: one table of refusals.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { doctor } from '../src/cli/doctor.ts';
import { settleKey } from '../src/keys/keeper.ts';
import { createLiveRing, newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import type { Finding } from '../src/operate/checks/check.ts';
import { sentenceFor } from '../src/operate/sentence.ts';
import { readConfig } from '../src/serve/config.ts';
import { startService } from '../src/serve/service.ts';
import { openStore } from '../src/store/index.ts';
import { freePort } from './port.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

type Settings = Readonly<Record<string, string>>;

interface Place {
  readonly dataDir: string;
  readonly file: string;
  readonly keys: string;
  /** A database as the service leaves it. */
  fill(): Promise<void>;
}

/** What is arranged, and the settings that differ from good ones. */
type Refusal = (place: Place, t: TestContext) => Promise<Settings> | Settings;

let postgres: TestPostgres;

const EMBEDDED: Readonly<Record<string, Refusal>> = {
  'a setting that is none': () => ({ MANIFOLD_TYPO: '1' }),
  'a value that is out of its range': () => ({ MANIFOLD_WATCHDOG_SECONDS: '601' }),
  'no keys in production': () => ({ MANIFOLD_KEYS: '' }),
  'routes that cannot be read': () => ({ MANIFOLD_ROUTES: '{' }),
  'a key ring that cannot be read': () => ({ MANIFOLD_KEYS: 'a:short' }),
  'a key file that is not there': ({ dataDir }) => ({
    ...{ MANIFOLD_KEYS: '', MANIFOLD_KEYS_FILE: join(dirname(dataDir), 'keys') },
  }),
  'several workers on the embedded store': () => ({ MANIFOLD_WORKERS: '2' }),
  'traces by gRPC': () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  }),
  'a collector without an address': () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }),
  'a sampler that does not exist': () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_TRACES_SAMPLER: 'some',
  }),
  'the folder of the sandbox': async ({ fill, dataDir }) => {
    await fill();
    const served = { mode: 'sandbox', baseUrl: 'http://localhost:8080', keysFile: null };
    writeFileSync(join(dataDir, 'manifold.json'), JSON.stringify(served));
    return {};
  },
  'a database that is gone, whose state file is there': async ({ fill, file }) => {
    await fill();
    rmSync(file);
    return {};
  },
  'a database that is empty, whose state file is there': async ({ fill, file }) => {
    await fill();
    truncateSync(file, 0);
    return {};
  },
  'a database that is cut off': async ({ fill, file }) => {
    await fill();
    truncateSync(file, 8192);
    return {};
  },
  'a file that is no database': async ({ fill, file }) => {
    await fill();
    writeFileSync(file, 'x'.repeat(5000));
    return {};
  },
  'a database that was moved to PostgreSQL': async ({ fill, file }) => {
    await fill();
    writeFileSync(`${file}-state`, JSON.stringify({ state: 'moved', at: '2026-11-01' }));
    return {};
  },
  'a database of a newer version that this one cannot work beside': async ({ fill, file }) => {
    await fill();
    const db = new DatabaseSync(file);
    db.exec("insert into migration values ('0999_later_breaking', 1)");
    db.close();
    rmSync(`${file}-state`);
    return {};
  },
  'a key ring without a key that is in use': async ({ fill }) => {
    await fill();
    return { MANIFOLD_KEYS: newKeyEntry('another') };
  },
  'another key under the name of one in use': async ({ fill }) => {
    await fill();
    return { MANIFOLD_KEYS: newKeyEntry('one') };
  },
  'a file in place of the data folder': ({ dataDir }) => {
    mkdirSync(dirname(dataDir), { recursive: true });
    writeFileSync(dataDir, '');
    return {};
  },
  'a port that another program has': async (_, t) => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close());
    const { port } = other.address() as { port: number };
    return { MANIFOLD_PORT: String(port) };
  },
  'an address that is not this machine’s': () => ({ MANIFOLD_HOST: '192.0.2.1' }),
};

const ON_POSTGRES: Readonly<Record<string, Refusal>> = {
  'a server that does not answer': async () => ({
    MANIFOLD_DATABASE_URL: `postgres://manifold@127.0.0.1:${await freePort()}/manifold`,
  }),
  'a database that does not exist': async () => ({
    MANIFOLD_DATABASE_URL: (await postgres.fresh()).replace(/(\/)[^/?]+(\?|$)/, '$1nowhere$2'),
  }),
  'a database that is not in UTF8': async () => ({
    MANIFOLD_DATABASE_URL: await postgres.fresh("encoding 'LATIN1' locale 'C' template template0"),
  }),
};

/** Where the doctor, which only looks, sees more exactly what is wrong than a start that tries. */
const IN_OTHER_WORDS: Readonly<Record<string, RegExp>> = {
  'a key ring without a key that is in use': /sealed with "one", which is not in the key ring/,
  'another key under the name of one in use': /"one" of MANIFOLD_KEYS is not the one of that name/,
};

async function placeFor(t: TestContext): Promise<{ place: Place; settings: Settings }> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'manifold-refusal-')), 'data');
  t.after(() => rmSync(dirname(dataDir), { recursive: true, force: true }));
  const keys = newKeyEntry('one');
  const seal = createSeal(parseKeys(keys));
  const fill = async () => {
    const store = await openStore({ dataDir, role: 'service', seal });
    await settleKey(createLiveRing(parseKeys(keys)), store);
    await store.close();
  };
  const settings = {
    MANIFOLD_MODE: 'production',
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_KEYS: keys,
    MANIFOLD_BASE_URL: 'http://localhost:1',
    MANIFOLD_PORT: String(await freePort()),
  };
  return { place: { dataDir, file: join(dataDir, 'manifold.db'), keys, fill }, settings };
}

/** Runs something with these settings alone. */
async function within<T>(settings: Settings, run: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (/^(MANIFOLD|OTEL)_/.test(name)) delete process.env[name];
  Object.assign(process.env, settings);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The sentence a start ends with; undefined where it does not. */
const refusalOf = (settings: Settings): Promise<string | undefined> =>
  within(settings, async () => {
    try {
      const config = readConfig(process.env);
      const options = { config, peers: undefined, onOpened: () => {} };
      await (await startService(options)).close(0);
      return undefined;
    } catch (error) {
      return sentenceFor(error) ?? assert.fail(`no sentence: ${(error as Error).stack}`);
    }
  });

const findings = (settings: Settings): Promise<readonly Finding[]> =>
  within(settings, async () => {
    const lines: string[] = [];
    const note = (line: string) => lines.push(stripVTControlCharacters(line));
    await doctor(['--json'], { out: note, err: note });
    return JSON.parse(lines.join('\n')).checks;
  });

describe('what a start refuses', () => {
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('is nothing with good settings, and the doctor finds nothing wrong', async (t) => {
    const { place, settings } = await placeFor(t);
    await place.fill();
    const found = await findings(settings);
    assert.deepEqual(
      found.filter(({ state }) => state === 'wrong'),
      [],
    );
    assert.equal(await refusalOf(settings), undefined);
  });

  for (const [name, refusal] of Object.entries({ ...EMBEDDED, ...ON_POSTGRES }))
    it(`the doctor names: ${name}`, async (t) => {
      const { place, settings } = await placeFor(t);
      const all = { ...settings, ...(await refusal(place, t)) };
      // The doctor first: it changes nothing.
      const wrong = (await findings(all)).filter(({ state }) => state === 'wrong');
      const sentence = await refusalOf(all);
      assert.ok(sentence, 'the start refuses it');
      const otherwise = IN_OTHER_WORDS[name];
      assert.ok(
        wrong.some((one) => otherwise?.test(one.sentence) ?? sentence.includes(one.sentence)),
        `${sentence}\n${JSON.stringify(wrong, null, 2)}`,
      );
      for (const { sentence: said, remedy } of wrong) assert.ok(remedy, said);
    });
});

describe('what a start takes and the service fails by later', () => {
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());
  const stateOf = async (settings: Settings, id: string) => {
    const found = (await findings(settings)).filter((one) => one.id === id);
    for (const { state, remedy } of found) assert.ok(state === 'ok' || remedy);
    return found.map(({ state, sentence }) => `${state}: ${sentence}`).join('\n');
  };

  it('a collector that does not answer, and one that does', async (t) => {
    const { settings } = await placeFor(t);
    const traced = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }; // biome-ignore format: one setting
    assert.match(await stateOf(traced, 'traces'), /^warning: .* does not answer/);
    assert.equal(await stateOf(settings, 'traces'), '');
  });

  it('a PostgreSQL that does not keep what it acknowledges, or has too few connections', async (t) => {
    const { settings } = await placeFor(t);
    const on = async (server: TestPostgres) => ({
      ...{ ...settings, MANIFOLD_DATABASE_URL: await server.fresh() },
    });
    const durable = await startPostgres({ durable: true });
    t.after(() => durable.stop());
    const good = await on(durable);
    assert.match(await stateOf(good, 'postgresql'), /^ok/);
    const many = { ...good, MANIFOLD_DATABASE_CONNECTIONS: '1000' };
    assert.match(
      await stateOf(many, 'postgresql'),
      /^wrong: The service may open 1000 connections, and PostgreSQL takes 57 of them\.$/,
    );
    // A server of the tests is quick rather than safe.
    const found = await stateOf(await on(postgres), 'postgresql');
    assert.match(found, /^wrong: PostgreSQL runs with fsync off/m);
    assert.match(found, /^wrong: PostgreSQL runs with synchronous_commit off/m);
  });
});
