// The settings: every one with its default, its range and what it is for. `config.ts` reads them.
import { LOG_LEVELS, type LogLevel } from './log.ts';

export type Mode = 'sandbox' | 'production';

/** A setting as `manifold doctor` and the documentation show it, and as it is read below. */
export interface Setting {
  readonly name: string;
  /** Its value unless set; in words where that depends on others. */
  readonly fallback: string;
  /** Of a whole number: the least and the most it may be. */
  readonly range?: readonly [least: number, most: number];
  readonly about: string;
  readonly secret?: true;
}

/** How much is logged unless set. */
export const QUIET: Readonly<Record<Mode, LogLevel>> = { sandbox: 'warn', production: 'info' };

export const DECLARED = {
  MANIFOLD_MODE: {
    fallback: 'sandbox',
    about: 'sandbox (demo stores, demo client) or production.',
  },
  MANIFOLD_ENV_FILE: {
    fallback: '',
    about:
      'File with settings, one NAME=value a line, for every command; --env-file comes first. What is set already stays.',
  },
  MANIFOLD_URL: {
    fallback: 'http://localhost:<port>',
    about:
      'For commands that ask a running service: where it is. The service itself does not read it.',
  },
  MANIFOLD_CLIENT_ID: {
    fallback: '',
    about:
      'For the same commands: the client application; at localhost the demo client unless set.',
  },
  MANIFOLD_CLIENT_SECRET: {
    fallback: '',
    about: 'For the same commands: its secret.',
    secret: true,
  },
  MANIFOLD_HOST: { fallback: '127.0.0.1', about: 'Address to listen on.' },
  MANIFOLD_PORT: { fallback: '8080', range: [0, 65_535], about: 'Port of the service.' },
  MANIFOLD_SANDBOX_PORT: {
    fallback: '8090',
    range: [0, 65_535],
    about: 'Port of the sandbox stores (sandbox mode).',
  },
  MANIFOLD_SANDBOX_LOG: {
    fallback: '',
    about: 'File that receives every exchange with the sandbox as JSON lines.',
  },
  MANIFOLD_SANDBOX_RATES: {
    fallback: 'relaxed',
    about: 'relaxed, or vendor to have the sandbox enforce the vendors’ rate limits.',
  },
  MANIFOLD_BASE_URL: {
    fallback: 'http://localhost:<port>',
    about:
      'Public address of the data API, without a path. Required in production: https, or http on localhost.',
  },
  MANIFOLD_AUTH_URL: {
    fallback: 'MANIFOLD_BASE_URL',
    about: 'Public address of the token service, by the same rules.',
  },
  MANIFOLD_DATA_DIR: { fallback: './data', about: 'Folder of the embedded store.' },
  MANIFOLD_DATABASE_URL: {
    fallback: '',
    about: 'postgres://… for PostgreSQL; absent: the embedded store.',
    secret: true,
  },
  MANIFOLD_DATABASE_CONNECTIONS: {
    fallback: '10',
    range: [2, 1000],
    about:
      'Connections to PostgreSQL that the service may have open; its workers have equal parts, 2 each at least. With workers and unless set: 5 for each, and never less than 10.',
  },
  MANIFOLD_WORKERS: {
    fallback: '1',
    range: [1, 256],
    about:
      'Processes that serve on the one port, or auto: as many as there are processors. More than 1 needs PostgreSQL. One that dies is replaced.',
  },
  MANIFOLD_WATCHDOG_SECONDS: {
    fallback: '10',
    range: [0, 600],
    about:
      'A process that does nothing for so long, because one piece of work holds it up, is ended and replaced. 0: never, and with one worker there is no second process that would replace it.',
  },
  MANIFOLD_KEYS: {
    fallback: '',
    about:
      'Key ring, newest first: id:base64 of 32 bytes, comma-separated. In production this or MANIFOLD_KEYS_FILE is required.',
    secret: true,
  },
  MANIFOLD_KEYS_FILE: {
    fallback: '',
    about:
      'File with the key ring, newest first, one id:key a line, for its owner alone (mode 0600); in place of MANIFOLD_KEYS. "manifold keys new --file" makes it, "manifold keys rotate" adds to it; a running service reads it again when it changes.',
  },
  MANIFOLD_ROUTES: {
    fallback: '',
    about:
      'JSON from host or *.suffix to origin: who answers for a channel’s host. An explicit permission for a private address.',
  },
  MANIFOLD_ALLOWED_PORTS: {
    fallback: '',
    about: 'Ports of shops beside 80, 443, 8080 and 8443, comma-separated.',
  },
  MANIFOLD_TRUST_PROXY: {
    fallback: '',
    about:
      'Proxies whose X-Forwarded-For is believed: addresses or ranges, comma-separated (loopback, 10.0.0.0/8), or how many stand in front. Absent: nobody is, and behind a proxy all visitors share one address.',
  },
  MANIFOLD_METRICS_PORT: {
    fallback: '',
    about: 'Port of its own for /metrics, on MANIFOLD_METRICS_HOST; nobody else should reach it.',
  },
  MANIFOLD_METRICS_HOST: { fallback: '127.0.0.1', about: 'Address to listen on for /metrics.' },
  MANIFOLD_METRICS_TOKEN: {
    fallback: '',
    about:
      'Bearer token for /metrics on the port of the service. In production /metrics is there only with this or with a port of its own.',
    secret: true,
  },
  MANIFOLD_LOG_LEVEL: {
    fallback: `${QUIET.sandbox} (sandbox), ${QUIET.production} (production)`,
    about: `One of ${LOG_LEVELS.join(', ')}.`,
  },
  MANIFOLD_TOKEN_SECONDS: {
    fallback: '7776000',
    range: [60, 315_360_000],
    about: 'Validity of an access token; 90 days.',
  },
  MANIFOLD_LINK_SECONDS: {
    fallback: '3600',
    range: [300, 604_800],
    about: 'Validity of a magic link, from 300 (5 minutes) to 604800 (7 days).',
  },
  MANIFOLD_DEADLINE_SECONDS: {
    fallback: '60',
    range: [1, 300],
    about: 'Deadline of a data call, up to 300.',
  },
  MANIFOLD_CLIENT_RATE: {
    fallback: '50',
    range: [1, 1_000_000],
    about: 'Requests a second for one client, counted by each worker and instance on its own.',
  },
  MANIFOLD_CLIENT_BURST: {
    fallback: '100',
    range: [1, 1_000_000],
    about: 'Requests one client may send at once, counted likewise.',
  },
  MANIFOLD_MAX_CALLS: {
    fallback: '10000',
    range: [1, 1_000_000],
    about:
      'Data calls under way at the same time; further ones get 503 at once. Workers have equal parts.',
  },
  MANIFOLD_ANSWERS_MB: {
    fallback: '512',
    range: [64, 1_000_000],
    about:
      'Memory for answers of channels under way, in MiB; one client never gets all of it. Workers have equal parts, 64 each at least. Give the service about three times as much.',
  },
  MANIFOLD_CLIENT_CALLS: {
    fallback: '2000',
    range: [1, 1_000_000],
    about:
      'Of these, the most that one client may have, and never more than stays free for the others. 100 more wait; further ones get 429. Workers have equal parts.',
  },
  MANIFOLD_DRAIN_SECONDS: {
    fallback: '20',
    range: [0, 300],
    about:
      'How long calls under way may go on when the service is asked to end, up to 300. The orchestrator’s grace period must be 10 seconds longer.',
  },
  MANIFOLD_NOTICE_SECONDS: {
    fallback: '5',
    range: [0, 300],
    about:
      'How much of that the service still takes calls after SIGTERM, while /readyz says 503, so that proxies notice before it closes its door. Ctrl-C closes it at once.',
  },
  MANIFOLD_CLIENT_RESULT_MB: {
    fallback: '256',
    range: [1, 1_000_000],
    about:
      'MiB kept of one client’s background executions: requests that wait, results of 24 hours.',
  },
  MANIFOLD_CLIENT_RESULTS: {
    fallback: '10000',
    range: [1, 1_000_000],
    about: 'Background executions kept of one client, waiting or ended less than 24 hours ago.',
  },
  MANIFOLD_CLIENT_ROWS: {
    fallback: '1000000',
    range: [1000, 1_000_000_000],
    about:
      'Executions, deliveries and magic links kept of one client, of each so many; the oldest go first.',
  },
  MANIFOLD_CLIENT_TOKENS: {
    fallback: '1000',
    range: [10, 1_000_000],
    about: 'Access tokens kept of one client; those that were used longest ago go first.',
  },
} as const satisfies Readonly<Record<string, Omit<Setting, 'name'>>>;

export type Name = keyof typeof DECLARED;
/** Those that are whole numbers. */
export type Count = {
  [N in Name]: (typeof DECLARED)[N] extends { range: unknown } ? N : never;
}[Name];

export const SETTINGS: readonly Setting[] = Object.entries(DECLARED).map(([name, setting]) => ({
  name,
  ...setting,
}));
