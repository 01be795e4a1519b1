// The log: one JSON line an event, with everything that could be a secret left out by name.
import { type DestinationStream, pino } from 'pino';

export type Log = pino.Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whoever logs an object with such a member by mistake still leaks nothing. */
const SECRET_NAMES = [
  'authorization',
  'secrets',
  'secret',
  'token',
  'password',
  'cookie',
  'client_secret',
  'clientSecret',
  'access_token',
  'refresh_token',
  'params',
  'body',
];

export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
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
