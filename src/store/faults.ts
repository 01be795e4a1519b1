// What can go wrong with the store, as the rooms above are to see it.
import { Fault } from '../model/faults.ts';
import { ranOut } from '../model/ran-out.ts';
import { TROUBLES, type Trouble } from '../model/trouble.ts';

/** The store could not be opened as it stands; the message is one sentence for the operator. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

/** Another service process works on the same data folder. */
export class FolderInUseError extends StoreOpenError {
  readonly folder: string;

  constructor(folder: string) {
    super(`Another Manifold process is already using the data folder ${folder}.`);
    this.folder = folder;
  }
}

const COME_BACK = 2000;

/**
 * The database cannot be reached or cannot take the work now; the same call may succeed later. What
 * is wrong with it is the operator's business: callers learn no more than when to come back.
 */
export class StoreUnavailableError extends Fault {
  override readonly name = 'StoreUnavailableError';
  readonly trouble: Trouble;

  constructor(cause: unknown, trouble: Trouble = 'unreachable') {
    super('unavailable', 'The store cannot be reached at the moment. Try again soon.', {
      retryAfter: COME_BACK,
      cause,
    });
    this.trouble = trouble;
  }

  get sentence(): string {
    return TROUBLES[this.trouble].sentence;
  }
}

/** SQLite's primary result codes. */
const SQLITE: Readonly<Record<number, Trouble>> = {
  5: 'busy',
  6: 'busy', // locked
  8: 'read_only',
  10: 'failing', // error of the disk
  11: 'damaged', // corrupt
  13: 'full',
  14: 'unreachable', // cannot open
  26: 'damaged', // not a database
};

/** What a database, or the network below it, calls an error. */
export function codeOf(error: unknown): unknown {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return (cause as { code?: unknown } | null | undefined)?.code;
}

/** What another's transaction was preferred to: a serialization failure, a deadlock. */
const LOST_RACE = /^(40001|40P01)$/;

/** Whether the very same work, begun again, may well succeed immediately. */
export const lostRace = (error: unknown): boolean => LOST_RACE.test(String(codeOf(error)));

/** Node's codes of the network, PostgreSQL's codes and classes; the first that fits. */
const CODES: readonly (readonly [code: RegExp, trouble: Trouble])[] = [
  [/^(ECONN(ABORTED|REFUSED|RESET)|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/, 'unreachable'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'unreachable'],
  [LOST_RACE, 'busy'],
  // Ran out of time: a statement, the wait for a lock, a transaction that did nothing.
  [/^(57014|55P03|25P03|25P04)/, 'busy'],
  [/^53300/, 'crowded'],
  [/^53100/, 'full'],
  // Out of memory, an error of the disk.
  [/^(53200|58030)/, 'failing'],
  // A standby that cannot write.
  [/^25006/, 'read_only'],
  [/^XX00[12]/, 'damaged'],
  // The user, the password, the database, what they may do; and what stands for our certificate.
  [/^(28|3D000|42501)/, 'refused'],
  [/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|HOSTNAME_MISMATCH)/, 'refused'],
  // Connection, other resources, operator intervention.
  [/^(08|53|57P)/, 'unreachable'],
];

// pg gives these without a code.
const PG_SENTENCES: readonly (readonly [sentence: RegExp, trouble: Trouble])[] = [
  // All of ours are in use: that says nothing of the database.
  [/^timeout exceeded/, 'busy'],
  [/^The server does not support SSL|^SASL/, 'refused'],
  [/^(Connection terminated|timeout expired|Query read timeout)/, 'unreachable'],
  [/^Client (has encountered a connection error|was closed)/, 'unreachable'],
];

/** The typed error for a trouble of the store, or the error itself. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const trouble = troubleOf(error);
  return trouble ? new StoreUnavailableError(error, trouble) : error;
}

function troubleOf(error: Error): Trouble | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return SQLITE[errcode & 0xff];
  const known = CODES.find(([pattern]) => pattern.test(String(code)));
  if (known) return known[1];
  const said = PG_SENTENCES.find(([pattern]) => pattern.test(error.message));
  if (said) return said[1];
  return ranOut(error) ? 'unreachable' : undefined;
}

/** The row points to one that is not there (any more). */
export function isMissingParent(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === '23503' || errcode === 787;
}

/** What the operating system calls what an operator can mend. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'there is a file in its place',
  EFBIG: 'a file may not grow that large',
  EIO: 'the disk fails',
  EISDIR: 'there is a folder in its place',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is a file in its place',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
};

export function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  const known = typeof code === 'string' ? SYSTEM[code] : undefined;
  return known ?? (error instanceof Error ? error.message : String(error));
}
