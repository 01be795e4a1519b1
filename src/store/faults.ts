// What can go wrong with the store, in types that the rooms above can tell apart.

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

/** The database cannot be reached or cannot take the work now; the same call may succeed later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super('The database cannot be reached at the moment.', { cause });
  }
}

// SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open.
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);

// Errors of the network below PostgreSQL, as Node names them.
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

// PostgreSQL's classes 08 (connection), 53 (resources), 57P (operator intervention), a serialization
// failure or deadlock, a statement that ran out of time, and a standby that cannot write.
const POSTGRES = /^(08|53|57P|40001|40P01|57014|25006)/;

// pg gives these without a code.
const PG_SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded|Client has encountered a connection error|Client was closed)/;

/** The typed error for a passing trouble, or the error itself. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const passing =
    (typeof errcode === 'number' && SQLITE_UNAVAILABLE.has(errcode & 0xff)) ||
    (typeof code === 'string' && (NETWORK.has(code) || POSTGRES.test(code))) ||
    PG_SENTENCES.test(error.message);
  return passing ? new StoreUnavailableError(error) : error;
}

/** The row points to one that is not there (any more). */
export function isMissingParent(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === '23503' || errcode === 787;
}
