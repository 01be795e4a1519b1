// The settings: how each is read, and its value unless set. What it is for is said once, in docs/settings.md.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { LOG_LEVELS } from './log.ts';

export type Mode = 'sandbox' | 'production';

/** A setting as `manifold doctor` shows it. */
export interface Setting {
  readonly name: string;
  /** Its value unless set; in words where that depends on others. */
  readonly fallback: string;
  /** Of a whole number: the least and the most it may be. */
  readonly range?: readonly [least: number, most: number];
  readonly secret?: true;
}

/** Reads what was given, undefined where it is not set; takes what is wrong with it without its name. */
type Read<T> = (given: string | undefined, refuse: (why: string) => void, mode: Mode) => T;
interface Row<T> extends Omit<Setting, 'name' | 'range'> {
  readonly read: Read<T>;
}

const optional = <T>(read: Read<T>): Row<T> => ({ fallback: '', read });
const text = optional((given) => given);
const secret = { ...text, secret: true } as const;
const path = optional((given) => given && resolve(given));
const textOr = (fallback: string): Row<string> => ({ fallback, read: (given = fallback) => given });

const choice = <const C extends string>(
  choices: readonly C[],
  sandbox: C,
  production = sandbox,
): Row<C> => ({
  fallback: sandbox === production ? sandbox : `${sandbox} (sandbox), ${production} (production)`,
  read(given, refuse, mode) {
    const chosen = choices.find((each) => each === given);
    if (given && !chosen) refuse(` must be one of ${choices.join(', ')}, not "${given}".`);
    return chosen ?? (mode === 'production' ? production : sandbox);
  },
});

const whole = (fallback: number, least: number, most: number, or = '') => ({
  fallback: String(fallback),
  range: [least, most] as const,
  read: ((given = String(fallback), refuse) => {
    if (/^\d+$/.test(given) && Number(given) >= least && Number(given) <= most)
      return Number(given);
    refuse(` must be ${or}a whole number from ${least} to ${most}, not "${given}".`);
    return fallback;
  }) satisfies Read<number>,
});

const port = (fallback: number) => whole(fallback, 0, 65_535);
const optionalPort = {
  ...port(0),
  ...optional((given, refuse) => (given === undefined ? given : port(0).read(given, refuse))),
};

const COUNT = whole(1, 1, 256, 'auto or ');
const count = {
  ...COUNT,
  read: (given: string | undefined, refuse: (why: string) => void) =>
    given === 'auto' ? given : COUNT.read(given, refuse),
};

const address = (fallback: string): Row<string | undefined> => ({
  fallback,
  read(given, refuse, mode) {
    const url = URL.parse(given ?? '');
    if (given === undefined) return undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
      refuse(` must be an address such as https://api.example.com, not "${given}".`);
    else if (url.pathname !== '/')
      refuse(
        ` must have no path, since the pages and the API are at the root of their host: write ${url.origin}.`,
      );
    else if (mode === 'production' && url.protocol === 'http:' && !isLocal(url.hostname))
      refuse(
        ' must begin with https:// in production; tokens and keys would travel in the clear. Only localhost may be http.',
      );
    return url?.origin;
  },
});

/** Browsers, and we, take what is sent there for private. */
const isLocal = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

const listed = (given: string | undefined): readonly string[] =>
  given?.split(',').map((each) => each.trim()) ?? [];

const ports = optional((given, refuse) => {
  const all = listed(given);
  for (const each of all) if (!/^\d{1,5}$/.test(each)) refuse(`: "${each}" is not a port.`);
  return all;
});

/** Which origin answers for a host or `*.suffix`: a JSON object. */
const routes = optional((given = '{}', refuse) => {
  let parsed: unknown = {};
  try {
    parsed = JSON.parse(given);
  } catch {
    refuse(' must be JSON, such as {"*.example.com":"http://127.0.0.1:8090"}.');
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    refuse(' must be a JSON object from host to origin.');
    return [];
  }
  return Object.entries(parsed).map(([pattern, origin]) => {
    const url = typeof origin === 'string' ? URL.parse(origin) : null;
    if (!/^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?)$/.test(pattern))
      refuse(`: "${pattern}" is not a host, "*.suffix" or "*".`);
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.username)
      refuse(`: the origin of "${pattern}" must look like http://127.0.0.1:8090.`);
    return { pattern, origin: url?.origin ?? '' };
  });
});

/** Names for ranges that proxies are often in, as the server understands them. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Proxies whose word on a caller's address is taken: ranges, or how many. */
const proxies = optional((given, refuse): readonly string[] | number => {
  if (given && /^[1-9]\d?$/.test(given)) return Number(given);
  const ranges = listed(given);
  for (const range of ranges)
    if (!NAMED_RANGES.includes(range) && !isRange(range))
      refuse(
        `: "${range}" is neither an address, a range such as 10.0.0.0/8, ${NAMED_RANGES.join(', ')}, nor, alone, how many proxies stand in front (1 to 99).`,
      );
  return ranges;
});

/** Everyone together, a range of no bits, would let any caller choose the address they are known by. */
function isRange(range: string): boolean {
  const [given = '', bits = '32', ...rest] = range.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(given)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
}

const onOff = ['on', 'off'] as const;
const MILLION = 1_000_000;

export const DECLARED = {
  MANIFOLD_MODE: choice<Mode>(['sandbox', 'production'], 'sandbox'),
  MANIFOLD_ENV_FILE: text,
  MANIFOLD_URL: textOr('http://localhost:<port>'),
  MANIFOLD_CLIENT_ID: text,
  MANIFOLD_CLIENT_SECRET: secret,
  MANIFOLD_HOST: textOr('127.0.0.1'),
  MANIFOLD_PORT: port(8080),
  MANIFOLD_SANDBOX_PORT: port(8090),
  MANIFOLD_SANDBOX_LOG: text,
  MANIFOLD_SANDBOX_READS: choice(onOff, 'on'),
  MANIFOLD_SANDBOX_RATES: choice(['vendor', 'relaxed'], 'relaxed'),
  MANIFOLD_BASE_URL: address('http://localhost:<port>'),
  MANIFOLD_AUTH_URL: address('MANIFOLD_BASE_URL'),
  MANIFOLD_DATA_DIR: textOr('./data'),
  MANIFOLD_DATABASE_URL: secret,
  MANIFOLD_DATABASE_CONNECTIONS: whole(10, 2, 1000),
  MANIFOLD_WORKERS: count,
  MANIFOLD_WATCHDOG_SECONDS: whole(10, 0, 600),
  MANIFOLD_KEYS: secret,
  MANIFOLD_KEYS_FILE: path,
  MANIFOLD_ROUTES: routes,
  MANIFOLD_ALLOWED_PORTS: ports,
  MANIFOLD_TRUST_PROXY: proxies,
  MANIFOLD_METRICS_PORT: optionalPort,
  MANIFOLD_METRICS_HOST: textOr('127.0.0.1'),
  MANIFOLD_METRICS_TOKEN: secret,
  MANIFOLD_CONSOLE: choice(onOff, 'on', 'off'),
  MANIFOLD_CONSOLE_URL: address('MANIFOLD_BASE_URL'),
  MANIFOLD_CONSOLE_PORT: optionalPort,
  MANIFOLD_MCP: choice(onOff, 'on'),
  MANIFOLD_LOG_LEVEL: choice(LOG_LEVELS, 'warn', 'info'),
  MANIFOLD_TOKEN_SECONDS: whole(7_776_000, 60, 315_360_000),
  MANIFOLD_LINK_SECONDS: whole(3600, 300, 604_800),
  MANIFOLD_DEADLINE_SECONDS: whole(60, 1, 300),
  MANIFOLD_CLIENT_RATE: whole(50, 1, MILLION),
  MANIFOLD_CLIENT_BURST: whole(100, 1, MILLION),
  MANIFOLD_MAX_CALLS: whole(10_000, 1, MILLION),
  MANIFOLD_ANSWERS_MB: whole(512, 64, MILLION),
  MANIFOLD_CLIENT_CALLS: whole(2000, 1, MILLION),
  MANIFOLD_DRAIN_SECONDS: whole(20, 0, 300),
  MANIFOLD_NOTICE_SECONDS: whole(5, 0, 300),
  MANIFOLD_CLIENT_RESULT_MB: whole(256, 1, MILLION),
  MANIFOLD_CLIENT_RESULTS: whole(10_000, 1, MILLION),
  MANIFOLD_CLIENT_ROWS: whole(1_000_000, 1000, 1_000_000_000),
  MANIFOLD_CLIENT_WATCHES: whole(10_000, 1, MILLION),
  MANIFOLD_CLIENT_TOKENS: whole(1000, 10, MILLION),
} as const satisfies Readonly<Record<string, Row<unknown>>>;

export type Declared = typeof DECLARED;

export const SETTINGS: readonly Setting[] = Object.entries(DECLARED).map(([name, setting]) => ({
  name,
  ...setting,
}));
