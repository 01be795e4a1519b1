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
  readonly clientResultBytes: number;
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

const MIB = 1024 * 1024;
/** How much is logged unless set. */
const QUIET: Readonly<Record<Config['mode'], LogLevel>> = { sandbox: 'warn', production: 'info' };

const DECLARED = {
  MANIFOLD_MODE: {
    fallback: 'sandbox',
    about: 'sandbox (demo stores, demo client) or production.',
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
    about: 'Public address of the data API.',
  },
  MANIFOLD_AUTH_URL: {
    fallback: 'MANIFOLD_BASE_URL',
    about: 'Public address of the token service.',
  },
  MANIFOLD_DATA_DIR: { fallback: './data', about: 'Folder of the embedded store.' },
  MANIFOLD_DATABASE_URL: {
    fallback: '',
    about: 'postgres://… for PostgreSQL; absent: the embedded store.',
    secret: true,
  },
  MANIFOLD_KEYS: {
    fallback: '',
    about:
      'Key ring, newest first: id:base64 of 32 bytes, comma-separated. Required in production; "manifold keys new" prints an entry.',
    secret: true,
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
    about: 'Requests a second for one client.',
  },
  MANIFOLD_CLIENT_BURST: {
    fallback: '100',
    range: [1, 1_000_000],
    about: 'Requests one client may send at once.',
  },
  MANIFOLD_MAX_CALLS: {
    fallback: '10000',
    range: [1, 1_000_000],
    about: 'Data calls under way at the same time; further ones get 503 at once.',
  },
  MANIFOLD_ANSWERS_MB: {
    fallback: '512',
    range: [64, 1_000_000],
    about:
      'Memory for answers of channels under way, in MiB; one client never gets all of it. Give the process about three times as much.',
  },
  MANIFOLD_CLIENT_CALLS: {
    fallback: '2000',
    range: [1, 1_000_000],
    about:
      'Of these, the most that one client may have, and never more than stays free for the others. 100 more wait; further ones get 429.',
  },
  MANIFOLD_DRAIN_SECONDS: {
    fallback: '20',
    range: [0, 300],
    about:
      'How long calls under way may go on when the service is asked to end, up to 300. The orchestrator’s grace period must be 10 seconds longer.',
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
      'Executions, deliveries, access tokens and magic links kept of one client, of each so many; the oldest go first.',
  },
} as const satisfies Readonly<Record<string, Omit<Setting, 'name'>>>;

type Name = keyof typeof DECLARED;
/** Those that are whole numbers. */
type Count = { [N in Name]: (typeof DECLARED)[N] extends { range: unknown } ? N : never }[Name];

export const SETTINGS: readonly Setting[] = Object.entries(DECLARED).map(([name, setting]) => ({
  name,
  ...setting,
}));

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

/** The name of the setting that holds a key of an operator's app at a vendor. */
export function appSetting(channel: string, key: string): string {
  const [suffix] = Object.entries(APP_KEYS).find(([, known]) => known === key) ?? [];
  if (suffix === undefined) throw new Error(`no setting holds the key ${key} of an app`);
  return `MANIFOLD_${channel.toUpperCase()}_${suffix}`;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const text = (name: Name) => env[name]?.trim() || undefined;
  const textOr = (name: Name) => text(name) ?? DECLARED[name].fallback;

  function integer(name: Count): number {
    const fallback = Number(DECLARED[name].fallback);
    const [least, most] = DECLARED[name].range;
    const given = textOr(name);
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    wrong.push(`${name} must be a whole number from ${least} to ${most}, not "${given}".`);
    return fallback;
  }

  function choice<const C extends string>(name: Name, choices: readonly C[], fallback: C): C {
    const given = text(name);
    const chosen = given === undefined ? fallback : choices.find((each) => each === given);
    if (chosen !== undefined) return chosen;
    wrong.push(`${name} must be one of ${choices.join(', ')}, not "${given}".`);
    return fallback;
  }

  function address(name: Name, fallback: string): string {
    const given = text(name);
    if (given === undefined) return fallback;
    const url = URL.parse(given);
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
      return url.href.replace(/\/+$/, '');
    wrong.push(`${name} must be an address such as https://api.example.com, not "${given}".`);
    return fallback;
  }

  const mode = choice('MANIFOLD_MODE', ['sandbox', 'production'], DECLARED.MANIFOLD_MODE.fallback);
  const port = integer('MANIFOLD_PORT');
  const baseUrl = address(
    'MANIFOLD_BASE_URL',
    DECLARED.MANIFOLD_BASE_URL.fallback.replace('<port>', String(port)),
  );
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
    host: textOr('MANIFOLD_HOST'),
    port,
    sandboxPort: integer('MANIFOLD_SANDBOX_PORT'),
    sandboxLog: text('MANIFOLD_SANDBOX_LOG'),
    sandboxRates: choice(
      'MANIFOLD_SANDBOX_RATES',
      ['vendor', 'relaxed'],
      DECLARED.MANIFOLD_SANDBOX_RATES.fallback,
    ),
    baseUrl,
    authUrl: address('MANIFOLD_AUTH_URL', baseUrl),
    dataDir: resolve(textOr('MANIFOLD_DATA_DIR')),
    databaseUrl,
    keys,
    routes: text('MANIFOLD_ROUTES'),
    logLevel: choice('MANIFOLD_LOG_LEVEL', LOG_LEVELS, QUIET[mode]),
    tokenSeconds: integer('MANIFOLD_TOKEN_SECONDS'),
    linkSeconds: integer('MANIFOLD_LINK_SECONDS'),
    deadlineSeconds: integer('MANIFOLD_DEADLINE_SECONDS'),
    clientRate: integer('MANIFOLD_CLIENT_RATE'),
    clientBurst: integer('MANIFOLD_CLIENT_BURST'),
    maxCalls: integer('MANIFOLD_MAX_CALLS'),
    answerBytes: integer('MANIFOLD_ANSWERS_MB') * MIB,
    clientCalls: integer('MANIFOLD_CLIENT_CALLS'),
    drainSeconds: integer('MANIFOLD_DRAIN_SECONDS'),
    clientResultBytes: integer('MANIFOLD_CLIENT_RESULT_MB') * MIB,
    clientResults: integer('MANIFOLD_CLIENT_RESULTS'),
    clientRows: integer('MANIFOLD_CLIENT_ROWS'),
    allowedPorts: ports,
    apps: readApps(env),
  };
  for (const name of Object.keys(env))
    if (name.startsWith('MANIFOLD_') && !Object.hasOwn(DECLARED, name) && !APP_SETTING.test(name))
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
