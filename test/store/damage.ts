// Damages copies of a real embedded database at random and sees what a start makes of each.
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newKeyEntry, parseKeys } from '../../src/key-ring.ts';
import { createSeal } from '../../src/seal.ts';
import { openStore, StoreOpenError } from '../../src/store/index.ts';

const seal = createSeal(parseKeys(newKeyEntry('damage')));
const NAME = 'manifold.db';

export interface Trial {
  readonly damage: string;
  /** The sentence of the refusal; undefined if the store was opened. */
  readonly refused: string | undefined;
  /** What else came of it, which must not be: a stack, or rows that are not as they were stored. */
  readonly wrong: string | undefined;
}

export interface Image {
  readonly folder: string;
  readonly rows: string;
}

/** A folder with a store that was closed, or copied in the middle as a killed process leaves it. */
export async function makeImage(end: 'closed' | 'killed'): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-damage-'));
  const live = join(folder, 'live');
  const store = await openStore({ dataDir: live, role: 'service', now: Date.now, seal });
  const db = new DatabaseSync(join(live, NAME), { timeout: 5000 });
  db.exec('pragma foreign_keys=on');
  const client = db.prepare('insert into client values (?, ?, ?, ?, ?, null, null, ?, null, null)');
  const user = db.prepare('insert into user values (?, ?, ?, ?, ?)');
  const credential = db.prepare(
    `insert into credential (user_id, channel, account, secrets, state, linked_at, updated_at, version)
     values (?, ?, ?, ?, 'linked', ?, ?, ?)`,
  );
  const fill = (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      client.run(`client-${n}`, `Name ${n}`, '[]', '["orders"]', '[]', 1_000 + n);
      for (let u = 0; u < 5; u++) {
        const id = `user-${n}-${u}`;
        user.run(id, `client-${n}`, `their-${n}-${u}`, 2_000 + u, 3_000 + u);
        const long = 'ü'.repeat((n * 997 + u * 101) % 7_000);
        credential.run(id, 'some', `{"shop":"${long}"}`, `sealed ${n} ${u}`, 1, 2, n);
      }
    }
  };
  db.exec('begin');
  fill(0, 40);
  db.exec('commit; pragma wal_checkpoint(truncate)');
  // Several transactions that are in the log alone.
  if (end === 'killed') for (let n = 40; n < 50; n++) fill(n, n + 1);
  const rows = dump(db);
  const kept = join(folder, 'kept');
  if (end === 'killed') cpSync(live, kept, { recursive: true });
  db.close();
  await store.close();
  if (end === 'closed') cpSync(live, kept, { recursive: true });
  return { folder, rows };
}

/** Every row of every table that is not written at a start. */
function dump(db: DatabaseSync): string {
  return ['client', 'user', 'credential', 'execution', 'job', 'delivery']
    .map((table) => JSON.stringify(db.prepare(`select * from "${table}" order by 1, 2`).all()))
    .join('\n');
}

/** Spoils one file of a copy, starts on it, and says what came of it. */
export async function tryDamage(image: Image, file: string, spoil: Spoil): Promise<Trial> {
  const dataDir = join(image.folder, 'try');
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(join(image.folder, 'kept'), dataDir, { recursive: true });
  const at = join(dataDir, file);
  const damage = `${file}: ${spoil.what}`;
  spoil.on(at);
  const same =
    statSync(at, { throwIfNoEntry: false }) &&
    readFileSync(at).equals(readFileSync(join(image.folder, 'kept', file)));
  try {
    const store = await openStore({ dataDir, role: 'service', now: Date.now, seal });
    const db = new DatabaseSync(join(dataDir, NAME), { timeout: 5000 });
    let wrong: string | undefined;
    try {
      if (dump(db) !== image.rows) wrong = 'the rows are not as they were stored';
    } catch (error) {
      wrong = `the rows cannot be read: ${String(error)}`;
    }
    db.close();
    await store.close();
    return { damage, refused: undefined, wrong };
  } catch (error) {
    if (!(error instanceof StoreOpenError))
      return { damage, refused: undefined, wrong: String(error) };
    const { message } = error;
    const clear =
      /^The database in \S+ cannot be opened: manifold\.db\S* is .*restore it from a backup/;
    return {
      damage,
      refused: message,
      wrong: same
        ? `refused although nothing was changed: ${message}`
        : clear.test(message) && !message.includes('\n')
          ? undefined
          : message,
    };
  }
}

export interface Spoil {
  readonly what: string;
  readonly on: (file: string) => void;
}

/** A damage somewhere in a file of that length. */
export function randomSpoil(random: () => number): Spoil {
  const kind = Math.floor(random() * 6);
  const place = random();
  const seed = Math.floor(random() * 256);
  const change = (what: string, work: (bytes: Buffer, at: number) => void): Spoil => ({
    what: `${what} at ${place.toFixed(4)} of it`,
    on(file) {
      const bytes = readFileSync(file);
      if (bytes.length > 0) work(bytes, Math.floor(place * bytes.length));
      writeFileSync(file, bytes);
    },
  });
  const page = (at: number) => at - (at % 4096);
  if (kind === 0)
    return change('one bit flipped', (bytes, at) => {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
    });
  if (kind === 1)
    return change('a page of zeros', (bytes, at) => bytes.fill(0, page(at), page(at) + 4096));
  if (kind === 2)
    return change('a page of noise', (bytes, at) => {
      for (let n = page(at); n < Math.min(page(at) + 4096, bytes.length); n++)
        bytes[n] = (n * 31 + seed) % 256;
    });
  if (kind === 3) return change('eight other bytes', (bytes, at) => bytes.fill(seed, at, at + 8));
  if (kind === 4)
    return change('one page in place of another', (bytes, at) =>
      bytes.copy(bytes, page(at), 0, 4096),
    );
  return {
    what: `cut to ${place.toFixed(4)} of it`,
    on: (file) => truncateSync(file, Math.floor(place * statSync(file).size)),
  };
}

/** The same numbers for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `npm run damage [count]`: as many as wanted, with a line for each that went wrong. */
if (import.meta.main) {
  const count = Number(process.argv[2] ?? 300);
  const random = chance(Number(process.argv[3] ?? Date.now()));
  const totals = { refused: 0, unharmed: 0, wrong: 0 };
  for (const [end, files] of [
    ['closed', [NAME]],
    ['killed', [`${NAME}-wal`, `${NAME}-shm`]],
  ] as const) {
    const image = await makeImage(end);
    for (let n = 0; n < count; n++) {
      const file = files[n % files.length] ?? NAME;
      const { damage, refused, wrong } = await tryDamage(image, file, randomSpoil(random));
      if (wrong !== undefined) console.log(`${end}, ${damage}: ${wrong}`);
      totals[wrong !== undefined ? 'wrong' : refused ? 'refused' : 'unharmed'] += 1;
    }
    rmSync(image.folder, { recursive: true, force: true });
    console.log(end, totals);
  }
  process.exitCode = totals.wrong > 0 ? 1 : 0;
}
