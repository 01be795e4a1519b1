// The keys of users as a backup keeps them: a file of its own, one JSON object a line, behind a line that says how many.
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { reasonOf, StoreOpenError } from './faults.ts';

export interface KeptKey {
  readonly user: string;
  readonly sealed: string;
  readonly created: number;
}

interface Heading {
  readonly manifold: 'user keys';
  readonly made: string;
  readonly keys: number;
}

/** Lines are gathered to this many characters before they are written. */
const GATHER = 256 * 1024;

/** Writes a new file, for its owner alone, and makes it last. */
export async function writeKeys(
  file: string,
  made: string,
  keys: number,
  from: Iterable<KeptKey> | AsyncIterable<KeptKey>,
): Promise<void> {
  const heading: Heading = { manifold: 'user keys', made, keys };
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    let gathered = `${JSON.stringify(heading)}\n`;
    for await (const { user, sealed, created } of from) {
      gathered += `${JSON.stringify({ user, sealed, created })}\n`;
      if (gathered.length < GATHER) continue;
      writeSync(descriptor, gathered);
      gathered = '';
    }
    writeSync(descriptor, gathered);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface KeyFile {
  /** When the backup was made that it belongs to. */
  readonly made: string;
  readonly keys: number;
}

/**
 * Goes through the file, however large, in bounded memory. Throws a StoreOpenError, with one sentence
 * for the operator, where it is no such file or does not hold what its first line says.
 */
export async function readKeys(
  file: string,
  work: (keys: readonly KeptKey[]) => Promise<void>,
  atOnce = 500,
): Promise<KeyFile> {
  const wrong = (why: string) => new StoreOpenError(`The file ${file} cannot be used: ${why}.`);
  const input = createReadStream(file, 'utf8');
  let heading: Heading | undefined;
  let [count, batch]: [number, KeptKey[]] = [0, []];
  try {
    for await (const line of linesOf(input)) {
      const value = parsed(line);
      if (!heading) {
        if (!isHeading(value)) throw wrong('it is no file with the keys of users');
        heading = value;
        continue;
      }
      if (!isKey(value)) throw wrong(`line ${count + 2} is damaged`);
      count += 1;
      batch.push(value);
      if (batch.length < atOnce) continue;
      await work(batch);
      batch = [];
    }
    if (!heading) throw wrong('it is empty');
    if (count !== heading.keys) throw wrong(`it has ${count} of its ${heading.keys} keys`);
    if (batch.length > 0) await work(batch);
    return { made: heading.made, keys: count };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw wrong('it is not there');
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw wrong(reasonOf(error));
    throw error;
  } finally {
    input.destroy();
  }
}

/** Ended by a line feed and nothing else, unlike those of `readline`. */
async function* linesOf(input: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isHeading = (value: unknown): value is Heading =>
  isRecord(value) &&
  value.manifold === 'user keys' &&
  typeof value.made === 'string' &&
  Number.isSafeInteger(value.keys);

const isKey = (value: unknown): value is KeptKey =>
  isRecord(value) &&
  typeof value.user === 'string' &&
  typeof value.sealed === 'string' &&
  Number.isSafeInteger(value.created);
