// Settings: read once, from the environment, checked before anything starts.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { DECLARED, type Declared } from './settings.ts';

/** 'MANIFOLD_DATA_DIR' is `dataDir` here. */
type KeyOf<N extends string> = N extends `MANIFOLD_${infer Rest}` ? Camel<Rest> : never;
type Camel<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<S>;

/** Each setting as its row of the table reads it. */
type Plain = {
  readonly [N in keyof Declared as KeyOf<N>]: ReturnType<Declared[N]['read']>;
};

/** What depends on several of them is worked out. */
export interface Config extends Omit<Plain, 'baseUrl' | 'authUrl' | 'consoleUrl' | 'workers'> {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly consoleUrl: string;
  readonly workers: number;
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
  const plain = readPlain(env, wrong);
  const { mode, databaseUrl, keys, keysFile, consolePort } = plain;
  if (mode === 'production' && !env.MANIFOLD_BASE_URL?.trim())
    wrong.push(
      'MANIFOLD_BASE_URL is required in production: magic links and consents lead there. Set the public address, such as https://api.example.com.',
    );
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    wrong.push('MANIFOLD_DATABASE_URL must start with postgres://.');
  if (keys && keysFile)
    wrong.push(
      'MANIFOLD_KEYS and MANIFOLD_KEYS_FILE are both set: keep the key ring in one place.',
    );
  if (mode === 'production' && !keys && !keysFile)
    wrong.push(
      'MANIFOLD_KEYS_FILE (or MANIFOLD_KEYS) is required in production: it seals the credentials. "manifold keys new --file" makes the file.',
    );

  function workerCount(): number {
    const { workers } = plain;
    if (workers === 1) return 1;
    if (mode === 'production' && databaseUrl !== undefined)
      return workers === 'auto'
        ? Math.min(DECLARED.MANIFOLD_WORKERS.range[1], availableParallelism())
        : workers;
    wrong.push(
      mode === 'sandbox'
        ? `MANIFOLD_WORKERS is ${workers}, and sandbox mode is one process: its fake stores are in its memory. Leave it at 1.`
        : `MANIFOLD_WORKERS is ${workers}, and the embedded store is for one process alone: it has one writer, and how fast each shop may be called is counted in that process. Leave it at 1, or set MANIFOLD_DATABASE_URL to a PostgreSQL ("manifold move" carries the data there).`,
    );
    return 1;
  }

  /** Those of all workers together. */
  function connectionCount(workers: number): number {
    const { databaseConnections: count } = plain;
    if (workers === 1) return count;
    if (!env.MANIFOLD_DATABASE_CONNECTIONS?.trim())
      return Math.max(count, workers * WORKER_CONNECTIONS);
    if (count < workers * FEWEST_CONNECTIONS)
      wrong.push(
        `MANIFOLD_DATABASE_CONNECTIONS is ${count}, and each of ${workers} workers needs ${FEWEST_CONNECTIONS}: set it to ${workers * FEWEST_CONNECTIONS} at least, or MANIFOLD_WORKERS to ${Math.floor(count / FEWEST_CONNECTIONS)} at most.`,
      );
    return count;
  }

  const workers = workerCount();
  const localhost = (port: number) => `http://localhost:${port}`;
  const { baseUrl = localhost(plain.port) } = plain;
  const config: Config = {
    ...{ ...plain, workers, baseUrl, authUrl: plain.authUrl ?? baseUrl },
    // With a port of its own it is on this machine, until an address is set for it.
    consoleUrl: plain.consoleUrl ?? (consolePort === undefined ? baseUrl : localhost(consolePort)),
    dataDir: resolve(plain.dataDir),
    databaseConnections: connectionCount(workers),
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

function readPlain(env: Env, wrong: string[]): Plain {
  const mode = env.MANIFOLD_MODE?.trim() === 'production' ? 'production' : 'sandbox';
  const values = Object.entries(DECLARED).map(([name, { read }]) => {
    const given = env[name]?.trim() || undefined;
    return [keyOf(name), read(given, (why) => wrong.push(name + why), mode)] as const;
  });
  return Object.fromEntries(values) as unknown as Plain;
}

const keyOf = (name: string): string =>
  name
    .replace('MANIFOLD_', '')
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

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
