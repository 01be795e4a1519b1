// The settings: each with its default and what it may be. What it is for says docs/settings.md, once.
import { LOG_LEVELS } from './log.ts';

export type Mode = 'sandbox' | 'production';

/** A setting as `manifold doctor` shows it and `config.ts` reads it. */
export interface Setting {
  readonly name: string;
  /** Its value unless set; in words where that depends on others. */
  readonly fallback: string;
  /** Of a whole number: the least and the most it may be. */
  readonly range?: readonly [least: number, most: number];
  readonly choices?: readonly string[];
  readonly secret?: true;
}

/** What the mode decides unless set. */
export const BY_MODE = {
  MANIFOLD_LOG_LEVEL: { sandbox: 'warn', production: 'info' },
  MANIFOLD_CONSOLE: { sandbox: 'on', production: 'off' },
} as const satisfies Readonly<Record<string, Readonly<Record<Mode, string>>>>;
const inWords = ({ sandbox, production }: Readonly<Record<Mode, string>>) =>
  `${sandbox} (sandbox), ${production} (production)`;

const PORT = [0, 65_535] as const;
const MILLION = 1_000_000;

export const DECLARED = {
  MANIFOLD_MODE: { fallback: 'sandbox', choices: ['sandbox', 'production'] },
  MANIFOLD_ENV_FILE: { fallback: '' },
  MANIFOLD_URL: { fallback: 'http://localhost:<port>' },
  MANIFOLD_CLIENT_ID: { fallback: '' },
  MANIFOLD_CLIENT_SECRET: { fallback: '', secret: true },
  MANIFOLD_HOST: { fallback: '127.0.0.1' },
  MANIFOLD_PORT: { fallback: '8080', range: PORT },
  MANIFOLD_SANDBOX_PORT: { fallback: '8090', range: PORT },
  MANIFOLD_SANDBOX_LOG: { fallback: '' },
  MANIFOLD_SANDBOX_READS: { fallback: 'on', choices: ['on', 'off'] },
  MANIFOLD_SANDBOX_RATES: { fallback: 'relaxed', choices: ['vendor', 'relaxed'] },
  MANIFOLD_BASE_URL: { fallback: 'http://localhost:<port>' },
  MANIFOLD_AUTH_URL: { fallback: 'MANIFOLD_BASE_URL' },
  MANIFOLD_DATA_DIR: { fallback: './data' },
  MANIFOLD_DATABASE_URL: { fallback: '', secret: true },
  MANIFOLD_DATABASE_CONNECTIONS: { fallback: '10', range: [2, 1000] },
  MANIFOLD_WORKERS: { fallback: '1', range: [1, 256] },
  MANIFOLD_WATCHDOG_SECONDS: { fallback: '10', range: [0, 600] },
  MANIFOLD_KEYS: { fallback: '', secret: true },
  MANIFOLD_KEYS_FILE: { fallback: '' },
  MANIFOLD_ROUTES: { fallback: '' },
  MANIFOLD_ALLOWED_PORTS: { fallback: '' },
  MANIFOLD_TRUST_PROXY: { fallback: '' },
  MANIFOLD_METRICS_PORT: { fallback: '', range: PORT },
  MANIFOLD_METRICS_HOST: { fallback: '127.0.0.1' },
  MANIFOLD_METRICS_TOKEN: { fallback: '', secret: true },
  MANIFOLD_CONSOLE: { fallback: inWords(BY_MODE.MANIFOLD_CONSOLE), choices: ['on', 'off'] },
  MANIFOLD_CONSOLE_URL: { fallback: 'MANIFOLD_BASE_URL' },
  MANIFOLD_CONSOLE_PORT: { fallback: '', range: PORT },
  MANIFOLD_MCP: { fallback: 'on', choices: ['on', 'off'] },
  MANIFOLD_LOG_LEVEL: { fallback: inWords(BY_MODE.MANIFOLD_LOG_LEVEL), choices: LOG_LEVELS },
  MANIFOLD_TOKEN_SECONDS: { fallback: '7776000', range: [60, 315_360_000] },
  MANIFOLD_LINK_SECONDS: { fallback: '3600', range: [300, 604_800] },
  MANIFOLD_DEADLINE_SECONDS: { fallback: '60', range: [1, 300] },
  MANIFOLD_CLIENT_RATE: { fallback: '50', range: [1, MILLION] },
  MANIFOLD_CLIENT_BURST: { fallback: '100', range: [1, MILLION] },
  MANIFOLD_MAX_CALLS: { fallback: '10000', range: [1, MILLION] },
  MANIFOLD_ANSWERS_MB: { fallback: '512', range: [64, MILLION] },
  MANIFOLD_CLIENT_CALLS: { fallback: '2000', range: [1, MILLION] },
  MANIFOLD_DRAIN_SECONDS: { fallback: '20', range: [0, 300] },
  MANIFOLD_NOTICE_SECONDS: { fallback: '5', range: [0, 300] },
  MANIFOLD_CLIENT_RESULT_MB: { fallback: '256', range: [1, MILLION] },
  MANIFOLD_CLIENT_RESULTS: { fallback: '10000', range: [1, MILLION] },
  MANIFOLD_CLIENT_ROWS: { fallback: '1000000', range: [1000, 1_000_000_000] },
  MANIFOLD_CLIENT_WATCHES: { fallback: '10000', range: [1, MILLION] },
  MANIFOLD_CLIENT_TOKENS: { fallback: '1000', range: [10, MILLION] },
} as const satisfies Readonly<Record<string, Omit<Setting, 'name'>>>;

export type Declared = typeof DECLARED;
export type Name = keyof Declared;

/** Of the commands; the service does not read them. */
export const OF_COMMANDS = [
  ...(['MANIFOLD_ENV_FILE', 'MANIFOLD_URL'] as const),
  ...(['MANIFOLD_CLIENT_ID', 'MANIFOLD_CLIENT_SECRET'] as const),
] satisfies readonly Name[];

export const SETTINGS: readonly Setting[] = Object.entries(DECLARED).map(([name, setting]) => ({
  name,
  ...setting,
}));
