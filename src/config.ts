// Settings: read once, from the environment, checked before anything starts.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { LOG_LEVELS, type LogLevel } from './log.ts';
import { type Count, DECLARED, type Mode, type Name, QUIET } from './settings.ts';

export interface Config {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly sandboxLog: string | undefined;
  readonly sandboxRates: 'vendor' | 'relaxed';
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** Processes that serve on the one port. */
  readonly workers: number;
  /** After how long a process that stands still is replaced; 0: never. */
  readonly watchdogSeconds: number;
  readonly keys: string | undefined;
  /** Where the key ring is kept, in place of `keys`. */
  readonly keysFile: string | undefined;
  readonly routes: string | undefined;
  /** Proxies whose word on a caller's address is taken: ranges, or how many. */
  readonly trustProxy: readonly string[] | number;
  readonly metrics: {
    readonly host: string;
    /** A port of its own; undefined where there is none. */
    readonly port: number | undefined;
    readonly token: string | undefined;
  };
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
  readonly noticeSeconds: number;
  readonly clientResultBytes: number;
  readonly clientResults: number;
  readonly clientRows: number;
  readonly clientTokens: number;
  readonly allowedPorts: readonly string[];
  /** Vendor apps by channel: { shopify: { clientId, clientSecret } }. */
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** When the client secret of such an app ends, by channel, where that was noted. */
  readonly appSecretEnds: Readonly<Record<string, number>>;
}

/** Every setting wrong at once, so that nobody has to mend them one start at a time. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const MIB = 1024 * 1024;
/** Connections to the database of one worker: unless set, and at least. */
const WORKER_CONNECTIONS = 5;
const FEWEST_CONNECTIONS = DECLARED.MANIFOLD_DATABASE_CONNECTIONS.range[0];

/** What an app at a vendor may have; `US_` where the vendor has a second one for North America. */
const APP_KEYS: Readonly<Record<string, string>> = {
  US_CLIENT_ID: 'usClientId',
  US_CLIENT_SECRET: 'usClientSecret',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  APP_ID: 'appId',
  DRAFT: 'draft',
};
// oxlint-disable-next-line expressions/super-linear -- the names of our own settings
const APP_SETTING = new RegExp(`^MANIFOLD_([A-Z_]+?)_(${Object.keys(APP_KEYS).join('|')})$`);

const SECRET_ENDS = /^MANIFOLD_([A-Z_]+?)_SECRET_ENDS$/;

/** The name of the setting that notes when the client secret of an app ends. */
export const secretEndsSetting = (channel: string): string =>
  `MANIFOLD_${channel.toUpperCase()}_SECRET_ENDS`;

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
    if (isWhole(given, least, most)) return Number(given);
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
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
      wrong.push(`${name} must be an address such as https://api.example.com, not "${given}".`);
    else if (url.pathname !== '/')
      wrong.push(
        `${name} must have no path, since the pages and the API are at the root of their host: write ${url.origin}.`,
      );
    else if (mode === 'production' && url.protocol === 'http:' && !isLocal(url.hostname))
      wrong.push(
        `${name} must begin with https:// in production; tokens and keys would travel in the clear. Only localhost may be http.`,
      );
    return url ? url.origin : fallback;
  }

  function optionalPort(name: Name): number | undefined {
    const given = text(name);
    if (given === undefined) return undefined;
    if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
    wrong.push(`${name} must be a port from 0 to 65535, not "${given}".`);
    return undefined;
  }

  function workerCount(): number {
    const given = textOr('MANIFOLD_WORKERS');
    const [least, most] = DECLARED.MANIFOLD_WORKERS.range;
    if (given !== 'auto' && !isWhole(given, least, most))
      wrong.push(
        `MANIFOLD_WORKERS must be auto or a whole number from ${least} to ${most}, not "${given}".`,
      );
    else if (given === 'auto' || Number(given) > 1) {
      if (mode === 'production' && databaseUrl !== undefined)
        return given === 'auto' ? Math.min(most, availableParallelism()) : Number(given);
      wrong.push(
        mode === 'sandbox'
          ? `MANIFOLD_WORKERS is ${given}, and sandbox mode is one process: its fake stores are in its memory. Leave it at 1.`
          : `MANIFOLD_WORKERS is ${given}, and the embedded store is for one process alone: it has one writer, and how fast each shop may be called is counted in that process. Leave it at 1, or set MANIFOLD_DATABASE_URL to a PostgreSQL ("manifold move" carries the data there).`,
      );
    }
    return 1;
  }

  /** Those of all workers together. */
  function connectionCount(workers: number): number {
    const count = integer('MANIFOLD_DATABASE_CONNECTIONS');
    if (workers === 1) return count;
    if (text('MANIFOLD_DATABASE_CONNECTIONS') === undefined)
      return Math.max(count, workers * WORKER_CONNECTIONS);
    if (count < workers * FEWEST_CONNECTIONS)
      wrong.push(
        `MANIFOLD_DATABASE_CONNECTIONS is ${count}, and each of ${workers} workers needs ${FEWEST_CONNECTIONS}: set it to ${workers * FEWEST_CONNECTIONS} at least, or MANIFOLD_WORKERS to ${Math.floor(count / FEWEST_CONNECTIONS)} at most.`,
      );
    return count;
  }

  const mode = choice('MANIFOLD_MODE', ['sandbox', 'production'], DECLARED.MANIFOLD_MODE.fallback);
  const port = integer('MANIFOLD_PORT');
  if (mode === 'production' && text('MANIFOLD_BASE_URL') === undefined)
    wrong.push(
      'MANIFOLD_BASE_URL is required in production: magic links and consents lead there. Set the public address, such as https://api.example.com.',
    );
  const baseUrl = address(
    'MANIFOLD_BASE_URL',
    DECLARED.MANIFOLD_BASE_URL.fallback.replace('<port>', String(port)),
  );
  const databaseUrl = text('MANIFOLD_DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    wrong.push('MANIFOLD_DATABASE_URL must start with postgres://.');
  const workers = workerCount();
  const keys = text('MANIFOLD_KEYS');
  const keysFile = text('MANIFOLD_KEYS_FILE');
  if (keys && keysFile)
    wrong.push(
      'MANIFOLD_KEYS and MANIFOLD_KEYS_FILE are both set: keep the key ring in one place.',
    );
  if (mode === 'production' && !keys && !keysFile)
    wrong.push(
      'MANIFOLD_KEYS_FILE (or MANIFOLD_KEYS) is required in production: it seals the credentials. "manifold keys new --file" makes the file.',
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
    databaseConnections: connectionCount(workers),
    workers,
    watchdogSeconds: integer('MANIFOLD_WATCHDOG_SECONDS'),
    keys,
    keysFile: keysFile && resolve(keysFile),
    routes: text('MANIFOLD_ROUTES'),
    trustProxy: proxies(text('MANIFOLD_TRUST_PROXY'), wrong),
    metrics: {
      host: textOr('MANIFOLD_METRICS_HOST'),
      port: optionalPort('MANIFOLD_METRICS_PORT'),
      token: text('MANIFOLD_METRICS_TOKEN'),
    },
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
    noticeSeconds: integer('MANIFOLD_NOTICE_SECONDS'),
    clientResultBytes: integer('MANIFOLD_CLIENT_RESULT_MB') * MIB,
    clientResults: integer('MANIFOLD_CLIENT_RESULTS'),
    clientRows: integer('MANIFOLD_CLIENT_ROWS'),
    clientTokens: integer('MANIFOLD_CLIENT_TOKENS'),
    allowedPorts: ports,
    apps: readApps(env),
    appSecretEnds: readSecretEnds(env, wrong),
  };
  for (const name of Object.keys(env))
    if (
      name.startsWith('MANIFOLD_') &&
      !Object.hasOwn(DECLARED, name) &&
      !APP_SETTING.test(name) &&
      !SECRET_ENDS.test(name)
    )
      wrong.push(`${name} is not a setting; "manifold doctor" lists them.`);
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
}

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

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

function readSecretEnds(
  env: Readonly<Record<string, string | undefined>>,
  wrong: string[],
): Config['appSecretEnds'] {
  const ends: Record<string, number> = {};
  for (const [name, value] of Object.entries(env)) {
    const channel = SECRET_ENDS.exec(name)?.[1]?.toLowerCase();
    const day = value?.trim();
    if (!channel || !day) continue;
    const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(end) || new Date(end).toISOString().slice(0, 10) !== day)
      wrong.push(`${name} must be a day such as 2027-01-31, not "${day}".`);
    else ends[channel] = end;
  }
  return ends;
}

/** Browsers, and we, take what is sent there for private. */
const isLocal = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Names for ranges that proxies are often in, as the server understands them. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function proxies(given: string | undefined, wrong: string[]): Config['trustProxy'] {
  if (given === undefined) return [];
  if (/^[1-9]\d?$/.test(given)) return Number(given);
  const ranges = given.split(',').map((range) => range.trim());
  for (const range of ranges)
    if (!NAMED_RANGES.includes(range) && !isRange(range))
      wrong.push(
        `MANIFOLD_TRUST_PROXY: "${range}" is neither an address, a range such as 10.0.0.0/8, ${NAMED_RANGES.join(', ')}, nor, alone, how many proxies stand in front (1 to 99).`,
      );
  return ranges;
}

function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  // Everyone at once would let any caller choose the address they are known by.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= (family === 4 ? 32 : 128))
  );
}
