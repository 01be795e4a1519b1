// The log: one JSON line an event, with everything that could be a secret left out by name.
import { type DestinationStream, pino } from 'pino';

export type Log = pino.Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What requests and the service's own tokens carry; the channels' secrets are named by them. */
const OWN_SECRETS = [
  ...['authorization', 'secrets', 'secret', 'token', 'password', 'cookie'],
  ...['client_secret', 'access_token', 'refresh_token', 'params', 'body'],
];

const CENSORED = '***';
/** Members of members of members are looked at. */
const DEPTH = 3;
/** What several processes write to one pipe stays whole up to here: POSIX has it so, Linux for this much. */
const WHOLE = 4096;

export interface LogOptions {
  /** Keys that the channels declare as secret. */
  readonly secretKeys: readonly string[];
  /** The number of this process, where several write to the same place; every line has it. */
  readonly worker?: number | undefined;
  readonly destination?: DestinationStream;
}

/** Anyone who logs an object with a secret member by mistake still leaks nothing. */
export function createLog(level: LogLevel, { secretKeys, worker, destination }: LogOptions): Log {
  const names = new Set([...OWN_SECRETS, ...secretKeys]);
  return pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        // Not by the library's own paths: with wildcards they cost twenty times the line itself.
        log: (facts) => withoutSecrets(facts, names, DEPTH),
      },
    },
    destination ??
      pino.destination({ fd: 2, sync: false, ...(worker !== undefined && { maxWrite: WHOLE }) }),
  );
}

/** The same facts, or a copy with whatever has the name of a secret made unreadable. */
function withoutSecrets<T extends object>(facts: T, names: ReadonlySet<string>, depth: number): T {
  if (ArrayBuffer.isView(facts)) return facts;
  let copy: T | undefined;
  for (const [name, held] of Object.entries(facts)) {
    const isDeeper = depth > 1 && typeof held === 'object' && held !== null;
    const inside = isDeeper ? withoutSecrets(held, names, depth - 1) : held;
    const shown = names.has(name) ? CENSORED : inside;
    if (shown === held) continue;
    copy ??= (Array.isArray(facts) ? [...facts] : { ...facts }) as T;
    Object.assign(copy, { [name]: shown });
  }
  return copy ?? facts;
}

/** Name, message and stack of an error, and nothing it may carry beside them. */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
