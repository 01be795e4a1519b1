// The log: one JSON line an event, with everything that could be a secret left out by name.
import { type DestinationStream, pino } from 'pino';

export type Log = pino.Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What requests and the service's own tokens carry; the channels' secrets are named by them. */
const OWN_SECRETS = [
  'authorization',
  'secrets',
  'secret',
  'token',
  'password',
  'cookie',
  'client_secret',
  'access_token',
  'refresh_token',
  'params',
  'body',
];

export interface LogOptions {
  /** Keys that the channels declare as secret. */
  readonly secretKeys: readonly string[];
  readonly destination?: DestinationStream;
}

/** Whoever logs an object with a secret member by mistake still leaks nothing. */
export function createLog(level: LogLevel, { secretKeys, destination }: LogOptions): Log {
  const names = [...new Set([...OWN_SECRETS, ...secretKeys])];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '***',
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** Name, message and stack of an error, and nothing it may carry beside them. */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
