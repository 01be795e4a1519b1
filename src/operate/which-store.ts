// Which store a command works on: named before it is opened, and never made by accident.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../serve/config.ts';
import { EMBEDDED_FILE, reasonOf } from '../store/index.ts';
import { type Opened, openForTool, SANDBOX_KEYS, type ToolOptions } from './open.ts';

/** The note that the service leaves beside an embedded store: how it is served, and no secret. */
export const SERVED_FILE = 'manifold.json';

interface Served {
  readonly mode: Config['mode'];
  readonly baseUrl: string;
  readonly keysFile: string | null;
}

/** Commands that are right before the first start; any other has nothing to find in a new store. */
const MAY_MAKE = ['clients create'];

/** Opens the store of the settings for a command such as "clients list", and says on the way which one it is. */
export async function openNamed(
  command: string,
  say: (line: string) => void,
  options?: ToolOptions,
): Promise<Opened> {
  const config = readConfig(process.env);
  requireSameMode(config);
  const isNew = !isThere(config);
  if (isNew && (config.mode === 'sandbox' || !MAY_MAKE.includes(command)))
    throw new ConfigError(nothingThere(config));
  requireOwnKeys(config);
  say(`Store: ${isNew ? 'new, ' : ''}${nameOf(config)}`);
  return await openForTool(options);
}

/** Such as "the embedded database in /srv/manifold/data (production)"; never a user's name or password. */
export function nameOf(config: Pick<Config, 'mode' | 'databaseUrl' | 'dataDir'>): string {
  const { mode, databaseUrl, dataDir } = config;
  const where =
    databaseUrl === undefined
      ? `the embedded database in ${dataDir}`
      : `PostgreSQL${placeOf(databaseUrl)}`;
  return `${where} (${mode})`;
}

/** Host and database of an address; nothing where it has another form than most. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  const host = url.searchParams.get('host') ?? decoded(url.host);
  return ` ${host || 'localhost'}/${decoded(url.pathname.slice(1))}`.replace(/\/$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether there is a database to open, or was one; of PostgreSQL that is asked when it is opened. */
export const isThere = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined ||
  ['', '-state'].some((end) => existsSync(join(dataDir, EMBEDDED_FILE) + end));

/** What to do where a command finds no database. */
function nothingThere({ dataDir, mode }: Config): string {
  const missing = `There is no database in ${dataDir}. Commands need the settings of the service`;
  const file = 'or name the file that has them: --env-file FILE';
  return mode === 'production'
    ? `${missing}: set MANIFOLD_DATA_DIR or MANIFOLD_DATABASE_URL as it has them, ${file}. "manifold clients create" makes a new one.`
    : `${missing}: set MANIFOLD_MODE, and MANIFOLD_DATA_DIR or MANIFOLD_DATABASE_URL, ${file}. The sandbox makes its own when it starts: npm start.`;
}

/** Throws where the store is served in another mode than the settings say. */
export function requireSameMode(config: Config): void {
  const { mode, databaseUrl, dataDir } = config;
  const served = databaseUrl === undefined ? readServed(dataDir) : undefined;
  if (!served || served.mode === mode) return;
  if (mode === 'production')
    throw new ConfigError(
      `The store in ${dataDir} is the sandbox’s, with a client whose secret everybody knows: set MANIFOLD_DATA_DIR to another folder for production.`,
    );
  const keys = served.keysFile ? `MANIFOLD_KEYS_FILE=${served.keysFile}` : 'MANIFOLD_KEYS';
  throw new ConfigError(
    `The store in ${dataDir} is served in production: set MANIFOLD_MODE=production MANIFOLD_BASE_URL=${served.baseUrl} ${keys}, or name the file with the settings: --env-file FILE.`,
  );
}

/** In sandbox mode the first start makes a key; a command that made one would seal with a wrong one. */
export function requireOwnKeys({ mode, keys, keysFile, dataDir }: Config): void {
  const isGiven = mode === 'production' || keys !== undefined || keysFile !== undefined;
  if (isGiven || existsSync(join(dataDir, SANDBOX_KEYS))) return;
  throw new ConfigError(
    'The key ring of this store is not here: set MANIFOLD_MODE=production and MANIFOLD_KEYS_FILE (or MANIFOLD_KEYS) as the service has them, or name the file with its settings: --env-file FILE.',
  );
}

function readServed(dataDir: string): Served | undefined {
  try {
    const read = JSON.parse(readFileSync(join(dataDir, SERVED_FILE), 'utf8')) as Partial<Served>;
    const { mode, baseUrl, keysFile = null } = read;
    return mode && baseUrl ? { mode, baseUrl, keysFile } : undefined;
  } catch {
    // None yet, or half a note: it is written again at the next start.
    return undefined;
  }
}

/** Notes beside an embedded store how it is served, for the commands that come later. */
export function noteServed({ mode, baseUrl, keysFile, databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined) return;
  const served: Served = { mode, baseUrl, keysFile: keysFile ?? null };
  const text = `${JSON.stringify(served, null, 2)}\n`;
  const file = join(dataDir, SERVED_FILE);
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
    // Whole or not at all, whatever happens in between.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new ConfigError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}
