// Whether the write-ahead log beside the embedded database still holds what was acknowledged.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';

/*
 * SQLite reads its log up to the first frame whose checksum is wrong and takes that for the end: a
 * log with a damaged frame gives an older database, without a word. The index beside it (-shm) tells
 * how far the log went. SQLite writes that only after the log itself is on the disk, so that a log
 * which ends earlier has lost something, after a power cut too. https://sqlite.org/walformat.html
 */

const MAGIC = 0x377f0682;
const VERSION = 3007000;
const HEADER = 32;
const FRAME_HEADER = 24;

/** What is wrong with the log of this database, in a few words. Nobody may have it open. */
export function walDamage(database: string): string | undefined {
  const index = readIndex(`${database}-shm`);
  const file = `${database}-wal`;
  const length = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  // All that was in it is in the database itself.
  const allThere = index === undefined || index.copied >= index.frames;
  if (length <= HEADER)
    return allThere ? undefined : `${existsSync(file) ? 'it is empty' : 'it is missing'}`;
  const descriptor = openSync(file, 'r');
  try {
    const log = readLog(descriptor, length);
    if (log === 'blank') return allThere ? undefined : 'its beginning is blank';
    if (log === 'spoiled') return 'its beginning is spoiled';
    // After a power cut the index may be older than a log that was begun anew.
    if (index?.salt.equals(log.salt)) {
      if (log.committed < index.frames)
        return `only ${log.committed} of its ${index.frames} frames can be read`;
    } else if (log.laterCommits > 1) return `frame ${log.good + 1} is spoiled`;
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

interface Index {
  /** How many frames of the log are committed, and of these how many are in the database already. */
  readonly frames: number;
  readonly copied: number;
  readonly salt: Buffer;
}

/** undefined where it says nothing that can be relied on. */
function readIndex(file: string): Index | undefined {
  if (!existsSync(file)) return undefined;
  const head = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, head, 0, head.length, 0) < head.length) return undefined;
  } finally {
    closeSync(descriptor);
  }
  const little = endianness() === 'LE';
  const number = (at: number) => (little ? head.readUInt32LE(at) : head.readUInt32BE(at));
  const sum = checksum(head.subarray(0, 40), [0, 0], little);
  const good =
    head.subarray(0, 48).equals(head.subarray(48, 96)) &&
    number(0) === VERSION &&
    head[12] === 1 &&
    sum[0] === number(40) &&
    sum[1] === number(44);
  return good ? { frames: number(16), copied: number(96), salt: head.subarray(32, 40) } : undefined;
}

interface Log {
  readonly salt: Buffer;
  /** Frames before the first that is spoiled or of an earlier round, and up to the last commit. */
  readonly good: number;
  readonly committed: number;
  /** Frames beyond them that belong to this round and end a transaction. */
  readonly laterCommits: number;
}

function readLog(descriptor: number, length: number): Log | 'blank' | 'spoiled' {
  const head = Buffer.alloc(HEADER);
  readSync(descriptor, head, 0, HEADER, 0);
  if (head.every((byte) => byte === 0)) return 'blank';
  const magic = head.readUInt32BE(0);
  const little = (magic & 1) === 0;
  const size = head.readUInt32BE(8);
  let sum = checksum(head.subarray(0, 24), [0, 0], little);
  if (
    (magic | 1) !== (MAGIC | 1) ||
    head.readUInt32BE(4) !== VERSION ||
    !same(sum, head, 24) ||
    size < 512 ||
    size > 65_536
  )
    return 'spoiled';
  const salt = head.subarray(16, 24);
  const frame = Buffer.alloc(FRAME_HEADER + size);
  let [at, good, committed, laterCommits] = [HEADER, 0, 0, 0];
  for (let broken = false; at + frame.length <= length; at += frame.length) {
    readSync(descriptor, frame, 0, frame.length, at);
    const belongs = frame.subarray(8, 16).equals(salt);
    const commits = frame.readUInt32BE(4) !== 0;
    if (!broken) {
      const next = checksum(frame.subarray(0, 8), sum, little);
      sum = checksum(frame.subarray(FRAME_HEADER), next, little);
      broken = !belongs || !same(sum, frame, 16);
    }
    if (!broken) {
      good += 1;
      if (commits) committed = good;
    } else if (belongs && commits) laterCommits += 1;
  }
  return { salt, good, committed, laterCommits };
}

const same = (sum: Sum, bytes: Buffer, at: number): boolean =>
  sum[0] === bytes.readUInt32BE(at) && sum[1] === bytes.readUInt32BE(at + 4);

type Sum = readonly [number, number];

/** SQLite's own, over whole pairs of words. */
function checksum(bytes: Buffer, from: Sum, little: boolean): Sum {
  let [first, second] = from;
  for (let at = 0; at < bytes.length; at += 8) {
    const [a, b] = little
      ? [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
      : [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    first = (first + a + second) >>> 0;
    second = (second + b + first) >>> 0;
  }
  return [first, second];
}
