// Settings: read once, from the environment, checked before anything starts.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { BY_MODE, DECLARED, type Declared, type Name, OF_COMMANDS, SETTINGS } from './settings.ts';

/** 'MANIFOLD_DATA_DIR' is `dataDir` here. */
type KeyOf<N extends string> = N extends `MANIFOLD_${infer Rest}` ? Camel<Rest> : never;
type Camel<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<S>;

/** What a setting is read as: a whole number, one of its choices, or text. */
type ValueOf<S> = S extends { readonly range: unknown }
  ? number | (S extends { readonly fallback: '' } ? undefined : never)
  : S extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : S extends { readonly fallback: '' }
      ? string | undefined
      : string;

type Plain = {
  readonly [N in Exclude<Name, (typeof OF_COMMANDS)[number]> as KeyOf<N>]: ValueOf<Declared[N]>;
};

/** The settings by name, as the table has them; those below are read in ways of their own. */
export interface Config extends Omit<Plain, 'trustProxy' | 'allowedPorts' | 'routes'> {
  /** Proxies whose word on a caller's address is taken: ranges, or how many. */
  readonly trustProxy: readonly string[] | number;
  readonly allowedPorts: readonly string[];
  /** Which origin answers for a host or `*.suffix`. */
  readonly routes: readonly { readonly pattern: string; readonly origin: string }[];
  /** Vendor apps by channel: { shopify: { clientId, clientSecret } }. */
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** When the client secret of such an app ends, by channel, where that was noted. */
  readonly appSecretEnds: Readonly<Record<string, number>>;
}

/** Every wrong setting together, so that no one has to mend them one start at a time. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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

type Env = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Env): Config {
  const wrong: string[] = [];
  const text = (name: Name) => env[name]?.trim() || undefined;
  const plain = readPlain(env, wrong);
  const { mode, port, databaseUrl, keys, keysFile } = plain;

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

  function workerCount(): number {
    const given = text('MANIFOLD_WORKERS') ?? DECLARED.MANIFOLD_WORKERS.fallback;
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
    const { databaseConnections: count } = plain;
    if (workers === 1) return count;
    if (text('MANIFOLD_DATABASE_CONNECTIONS') === undefined)
      return Math.max(count, workers * WORKER_CONNECTIONS);
    if (count < workers * FEWEST_CONNECTIONS)
      wrong.push(
        `MANIFOLD_DATABASE_CONNECTIONS is ${count}, and each of ${workers} workers needs ${FEWEST_CONNECTIONS}: set it to ${workers * FEWEST_CONNECTIONS} at least, or MANIFOLD_WORKERS to ${Math.floor(count / FEWEST_CONNECTIONS)} at most.`,
      );
    return count;
  }

  if (mode === 'production' && text('MANIFOLD_BASE_URL') === undefined)
    wrong.push(
      'MANIFOLD_BASE_URL is required in production: magic links and consents lead there. Set the public address, such as https://api.example.com.',
    );
  const baseUrl = address(
    'MANIFOLD_BASE_URL',
    DECLARED.MANIFOLD_BASE_URL.fallback.replace('<port>', String(port)),
  );
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    wrong.push('MANIFOLD_DATABASE_URL must start with postgres://.');
  const workers = workerCount();
  if (keys && keysFile)
    wrong.push(
      'MANIFOLD_KEYS and MANIFOLD_KEYS_FILE are both set: keep the key ring in one place.',
    );
  if (mode === 'production' && !keys && !keysFile)
    wrong.push(
      'MANIFOLD_KEYS_FILE (or MANIFOLD_KEYS) is required in production: it seals the credentials. "manifold keys new --file" makes the file.',
    );
  const allowedPorts = (plain.allowedPorts?.split(',') ?? []).map((each) => each.trim());
  for (const each of allowedPorts)
    if (!/^\d{1,5}$/.test(each)) wrong.push(`MANIFOLD_ALLOWED_PORTS: "${each}" is not a port.`);

  const config: Config = {
    ...{ ...plain, baseUrl, workers, allowedPorts },
    authUrl: address('MANIFOLD_AUTH_URL', baseUrl),
    consoleUrl: address('MANIFOLD_CONSOLE_URL', consoleFallback(plain, baseUrl)),
    dataDir: resolve(plain.dataDir),
    databaseConnections: connectionCount(workers),
    keysFile: keysFile && resolve(keysFile),
    trustProxy: proxies(plain.trustProxy, wrong),
    routes: routesIn(plain.routes, wrong),
    ...readApps(env, wrong),
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

type ByMode = Readonly<Record<string, Readonly<Record<Plain['mode'], string>>>>;

/** With a port of its own it is on this machine, until an address is set for it. */
const consoleFallback = ({ consolePort }: Plain, baseUrl: string): string =>
  consolePort === undefined ? baseUrl : `http://localhost:${consolePort}`;

/** Each setting as the table says: a whole number in its range, one of its choices, or text. */
function readPlain(env: Env, wrong: string[]): Plain {
  const mode = env.MANIFOLD_MODE?.trim() === 'production' ? 'production' : 'sandbox';
  const names: readonly string[] = OF_COMMANDS;
  const own = SETTINGS.filter(({ name }) => !names.includes(name));
  const values = own.map(({ name, fallback: declared, range, choices }) => {
    const fallback = (BY_MODE as ByMode)[name]?.[mode] ?? declared;
    const given = env[name]?.trim() || fallback;
    const [least, most] = range ?? [0, 0];
    const isGood =
      given === '' || (range ? isWhole(given, least, most) : !choices || choices.includes(given));
    if (!isGood && name !== 'MANIFOLD_WORKERS')
      wrong.push(
        range
          ? `${name} must be a whole number from ${least} to ${most}, not "${given}".`
          : `${name} must be one of ${choices?.join(', ')}, not "${given}".`,
      );
    const value = isGood ? given : fallback;
    return [keyOf(name), range && value !== '' ? Number(value) : value || undefined] as const;
  });
  return Object.fromEntries(values) as unknown as Plain;
}

const keyOf = (name: string): string =>
  name
    .replace('MANIFOLD_', '')
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** A JSON object from host pattern to origin. */
function routesIn(json: string | undefined, wrong: string[]): Config['routes'] {
  let parsed: unknown = {};
  try {
    parsed = JSON.parse(json ?? '{}');
  } catch {
    wrong.push('MANIFOLD_ROUTES must be JSON, such as {"*.example.com":"http://127.0.0.1:8090"}.');
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    wrong.push('MANIFOLD_ROUTES must be a JSON object from host to origin.');
    return [];
  }
  return Object.entries(parsed).map(([pattern, origin]) => {
    const url = typeof origin === 'string' ? URL.parse(origin) : null;
    if (!/^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?)$/.test(pattern))
      wrong.push(`MANIFOLD_ROUTES: "${pattern}" is not a host, "*.suffix" or "*".`);
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.username)
      wrong.push(
        `MANIFOLD_ROUTES: the origin of "${pattern}" must look like http://127.0.0.1:8090.`,
      );
    return { pattern, origin: url?.origin ?? '' };
  });
}

/** What is set of the operator's apps at vendors. */
function readApps(env: Env, wrong: string[]): Pick<Config, 'apps' | 'appSecretEnds'> {
  const apps: Record<string, Record<string, string>> = {};
  const appSecretEnds: Record<string, number> = {};
  for (const [name, value] of Object.entries(env)) {
    const [, channel = '', suffix = ''] = APP_SETTING.exec(name) ?? SECRET_ENDS.exec(name) ?? [];
    const [owner, key, day] = [channel.toLowerCase(), APP_KEYS[suffix], value?.trim()];
    if (!owner || !value || !day) continue;
    if (key) {
      apps[owner] = { ...apps[owner], [key]: value };
      continue;
    }
    const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(end) || new Date(end).toISOString().slice(0, 10) !== day)
      wrong.push(`${name} must be a day such as 2027-01-31, not "${day}".`);
    else appSecretEnds[owner] = end;
  }
  return { apps, appSecretEnds };
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
  // Everyone together would let any caller choose the address they are known by.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= (family === 4 ? 32 : 128))
  );
}
