// Settings: read once, from the environment, checked before anything starts.
import { resolve } from 'node:path';
import { LOG_LEVELS, type LogLevel } from './log.ts';

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly sandboxLog: string | undefined;
  readonly sandboxRates: 'vendor' | 'relaxed';
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly keys: string | undefined;
  readonly routes: string | undefined;
  readonly logLevel: LogLevel;
  readonly tokenSeconds: number;
  readonly linkSeconds: number;
  readonly deadlineSeconds: number;
  readonly clientRate: number;
  readonly clientBurst: number;
  readonly maxCalls: number;
  readonly answerBytes: number;
  readonly clientCalls: number;
  readonly drainSeconds: number;
  readonly clientResultMb: number;
  readonly clientResults: number;
  readonly clientRows: number;
  readonly allowedPorts: readonly string[];
  /** Vendor apps by channel: { shopify: { clientId, clientSecret } }. */
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Every setting wrong at once, so that nobody has to mend them one start at a time. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** One line a setting, for `manifold doctor` and the documentation. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
  readonly secret?: true;
}

export const SETTINGS: readonly Setting[] = [
  {
    name: 'MANIFOLD_MODE',
    fallback: 'sandbox',
    about: 'sandbox (demo stores, demo client) or production.',
  },
  { name: 'MANIFOLD_HOST', fallback: '127.0.0.1', about: 'Address to listen on.' },
  { name: 'MANIFOLD_PORT', fallback: '8080', about: 'Port of the service.' },
  {
    name: 'MANIFOLD_SANDBOX_PORT',
    fallback: '8090',
    about: 'Port of the sandbox stores (sandbox mode).',
  },
  {
    name: 'MANIFOLD_SANDBOX_LOG',
    fallback: '',
    about: 'File that receives every exchange with the sandbox as JSON lines.',
  },
  {
    name: 'MANIFOLD_SANDBOX_RATES',
    fallback: 'relaxed',
    about: 'relaxed, or vendor to have the sandbox enforce the vendors’ rate limits.',
  },
  {
    name: 'MANIFOLD_BASE_URL',
    fallback: 'http://localhost:<port>',
    about: 'Public address of the data API.',
  },
  {
    name: 'MANIFOLD_AUTH_URL',
    fallback: 'MANIFOLD_BASE_URL',
    about: 'Public address of the token service.',
  },
  { name: 'MANIFOLD_DATA_DIR', fallback: './data', about: 'Folder of the embedded store.' },
  {
    name: 'MANIFOLD_DATABASE_URL',
    fallback: '',
    about: 'postgres://… for PostgreSQL; absent: the embedded store.',
    secret: true,
  },
  {
    name: 'MANIFOLD_KEYS',
    fallback: '',
    about:
      'Key ring, newest first: id:base64 of 32 bytes, comma-separated. Required in production; "manifold keys new" prints an entry.',
    secret: true,
  },
  {
    name: 'MANIFOLD_ROUTES',
    fallback: '',
    about:
      'JSON from host or *.suffix to origin: who answers for a channel’s host. An explicit permission for a private address.',
  },
  {
    name: 'MANIFOLD_ALLOWED_PORTS',
    fallback: '',
    about: 'Ports of shops beside 80, 443, 8080 and 8443, comma-separated.',
  },
  {
    name: 'MANIFOLD_LOG_LEVEL',
    fallback: 'warn (sandbox), info (production)',
    about: `One of ${LOG_LEVELS.join(', ')}.`,
  },
  {
    name: 'MANIFOLD_TOKEN_SECONDS',
    fallback: '7776000',
    about: 'Validity of an access token; 90 days.',
  },
  {
    name: 'MANIFOLD_LINK_SECONDS',
    fallback: '3600',
    about: 'Validity of a magic link, from 300 (5 minutes) to 604800 (7 days).',
  },
  {
    name: 'MANIFOLD_DEADLINE_SECONDS',
    fallback: '60',
    about: 'Deadline of a data call, up to 300.',
  },
  { name: 'MANIFOLD_CLIENT_RATE', fallback: '50', about: 'Requests a second for one client.' },
  {
    name: 'MANIFOLD_CLIENT_BURST',
    fallback: '100',
    about: 'Requests one client may send at once.',
  },
  {
    name: 'MANIFOLD_MAX_CALLS',
    fallback: '10000',
    about: 'Data calls under way at the same time; further ones get 503 at once.',
  },
  {
    name: 'MANIFOLD_ANSWERS_MB',
    fallback: '512',
    about:
      'Memory for answers of channels under way, in MiB; one client never gets all of it. Give the process about three times as much.',
  },
  {
    name: 'MANIFOLD_CLIENT_CALLS',
    fallback: '2000',
    about:
      'Of these, the most that one client may have, and never more than stays free for the others. 100 more wait; further ones get 429.',
  },
  {
    name: 'MANIFOLD_DRAIN_SECONDS',
    fallback: '20',
    about:
      'How long calls under way may go on when the service is asked to end, up to 300. The orchestrator’s grace period must be 10 seconds longer.',
  },
  {
    name: 'MANIFOLD_CLIENT_RESULT_MB',
    fallback: '256',
    about:
      'MiB kept of one client’s background executions: requests that wait, results of 24 hours.',
  },
  {
    name: 'MANIFOLD_CLIENT_RESULTS',
    fallback: '10000',
    about: 'Background executions kept of one client, waiting or ended less than 24 hours ago.',
  },
  {
    name: 'MANIFOLD_CLIENT_ROWS',
    fallback: '1000000',
    about:
      'Executions, deliveries, access tokens and magic links kept of one client, of each so many; the oldest go first.',
  },
];

/** What an app at a vendor may have; `US_` where the vendor has a second one for North America. */
const APP_KEYS: Readonly<Record<string, string>> = {
  US_CLIENT_ID: 'usClientId',
  US_CLIENT_SECRET: 'usClientSecret',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  APP_ID: 'appId',
  DRAFT: 'draft',
};
const APP_SETTING = new RegExp(`^MANIFOLD_([A-Z_]+?)_(${Object.keys(APP_KEYS).join('|')})$`);

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;

  function integer(name: string, fallback: number, min: number, max: number): number {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= min && value <= max) return value;
    wrong.push(`${name} must be a whole number from ${min} to ${max}, not "${given}".`);
    return fallback;
  }

  function choice<const C extends string>(name: string, fallback: C, choices: readonly C[]): C {
    const given = text(name);
    if (given === undefined) return fallback;
    if (choices.includes(given as C)) return given as C;
    wrong.push(`${name} must be one of ${choices.join(', ')}, not "${given}".`);
    return fallback;
  }

  function address(name: string, fallback: string): string {
    const given = text(name);
    if (given === undefined) return fallback;
    const url = URL.parse(given);
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
      return url.href.replace(/\/+$/, '');
    wrong.push(`${name} must be an address such as https://api.example.com, not "${given}".`);
    return fallback;
  }

  const mode = choice('MANIFOLD_MODE', 'sandbox', ['sandbox', 'production']);
  const port = integer('MANIFOLD_PORT', 8080, 0, 65535);
  const baseUrl = address('MANIFOLD_BASE_URL', `http://localhost:${port}`);
  const databaseUrl = text('MANIFOLD_DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    wrong.push('MANIFOLD_DATABASE_URL must start with postgres://.');
  const keys = text('MANIFOLD_KEYS');
  if (mode === 'production' && !keys)
    wrong.push(
      'MANIFOLD_KEYS is required in production: it seals the credentials. "manifold keys new" prints an entry.',
    );
  const ports =
    text('MANIFOLD_ALLOWED_PORTS')
      ?.split(',')
      .map((p) => p.trim()) ?? [];
  for (const p of ports)
    if (!/^\d{1,5}$/.test(p)) wrong.push(`MANIFOLD_ALLOWED_PORTS: "${p}" is not a port.`);

  const config: Config = {
    mode,
    host: text('MANIFOLD_HOST') ?? '127.0.0.1',
    port,
    sandboxPort: integer('MANIFOLD_SANDBOX_PORT', 8090, 0, 65535),
    sandboxLog: text('MANIFOLD_SANDBOX_LOG'),
    sandboxRates: choice('MANIFOLD_SANDBOX_RATES', 'relaxed', ['vendor', 'relaxed']),
    baseUrl,
    authUrl: address('MANIFOLD_AUTH_URL', baseUrl),
    dataDir: resolve(text('MANIFOLD_DATA_DIR') ?? './data'),
    databaseUrl,
    keys,
    routes: text('MANIFOLD_ROUTES'),
    logLevel: choice('MANIFOLD_LOG_LEVEL', mode === 'sandbox' ? 'warn' : 'info', LOG_LEVELS),
    tokenSeconds: integer('MANIFOLD_TOKEN_SECONDS', 7_776_000, 60, 315_360_000),
    linkSeconds: integer('MANIFOLD_LINK_SECONDS', 3600, 300, 604_800),
    deadlineSeconds: integer('MANIFOLD_DEADLINE_SECONDS', 60, 1, 300),
    clientRate: integer('MANIFOLD_CLIENT_RATE', 50, 1, 1_000_000),
    clientBurst: integer('MANIFOLD_CLIENT_BURST', 100, 1, 1_000_000),
    maxCalls: integer('MANIFOLD_MAX_CALLS', 10_000, 1, 1_000_000),
    answerBytes: integer('MANIFOLD_ANSWERS_MB', 512, 64, 1_000_000) * 1024 * 1024,
    clientCalls: integer('MANIFOLD_CLIENT_CALLS', 2000, 1, 1_000_000),
    drainSeconds: integer('MANIFOLD_DRAIN_SECONDS', 20, 0, 300),
    clientResultMb: integer('MANIFOLD_CLIENT_RESULT_MB', 256, 1, 1_000_000),
    clientResults: integer('MANIFOLD_CLIENT_RESULTS', 10_000, 1, 1_000_000),
    clientRows: integer('MANIFOLD_CLIENT_ROWS', 1_000_000, 1000, 1_000_000_000),
    allowedPorts: ports,
    apps: readApps(env),
  };
  const known = new Set(SETTINGS.map(({ name }) => name));
  for (const name of Object.keys(env))
    if (name.startsWith('MANIFOLD_') && !known.has(name) && !APP_SETTING.test(name))
      wrong.push(`${name} is not a setting; "manifold doctor" lists them.`);
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
}

function readApps(env: Readonly<Record<string, string | undefined>>): Config['apps'] {
  const apps: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(env)) {
    const match = APP_SETTING.exec(name);
    const [channel, key] = [match?.[1]?.toLowerCase(), APP_KEYS[match?.[2] ?? '']];
    if (!channel || !key || !value) continue;
    apps[channel] ??= {};
    apps[channel][key] = value;
  }
  return apps;
}
