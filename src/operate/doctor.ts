// The doctor: checks settings, store, keys, clock, files, addresses, vendors, and says how to mend each.

import { existsSync, readFileSync } from 'node:fs';
import { type Inspection, inspectStore } from '../care/inspect.ts';
import { channels } from '../channels/index.ts';
import {
  appSetting,
  type Config,
  ConfigError,
  readConfig,
  secretEndsSetting,
} from '../serve/config.ts';
import { SETTINGS, type Setting } from '../serve/settings.ts';
import { prepareFolder } from '../store/index.ts';
import { type Check, type Finding, runAll, type Scene, sayOf } from './checks/check.ts';
import { address, demo, metrics, ports, proxies, traces } from './checks/doors.ts';
import { disk, files } from './checks/files.ts';
import {
  clock,
  instances,
  keys,
  server,
  setAside,
  tables,
  userKeys,
  writable,
} from './checks/store.ts';
import { apps, expiry, vendors } from './checks/vendors.ts';
import { openForTool } from './open.ts';
import { sentenceFor } from './sentence.ts';
import { isThere, requireOwnKeys, requireSameMode } from './which-store.ts';

/** In the sandbox nothing is public and no vendor real. */
const ALWAYS: readonly Check[] = [
  ...[writable, tables, server, keys, userKeys, setAside, ports, traces],
];
const PRODUCTION: readonly Check[] = [
  ...[instances, address, proxies, metrics, demo, apps, vendors, expiry],
];

export type Examined = Awaited<ReturnType<typeof examine>>;

/** Changes nothing; vendors are asked only if it is `live`. Without a `config` the settings are wrong. */
export async function examine(live: boolean) {
  const { ok, wrong } = sayOf('settings');
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = '"manifold doctor --settings" says what each is for.';
    const findings = error.message.split('\n').map((line) => wrong(line, remedy));
    return { config: undefined, findings };
  }
  return { config, findings: [ok('All settings are good.'), ...(await look(config, live))] };
}

async function look(config: Config, live: boolean): Promise<readonly Finding[]> {
  const bare = { config, inspection: undefined, store: undefined, live, clocks: new Map() };
  // Before the store is opened, which puts some modes right.
  const ofFiles = await runAll([files, disk], bare);
  const { inspection, store, found = [] } = await openStore(config);
  const scene: Scene = { ...bare, inspection, store };
  try {
    const checks = [...ALWAYS, ...(config.mode === 'production' ? PRODUCTION : [])];
    const others = await runAll(checks, scene);
    // Last, since others find out what it can be compared with.
    return inOrder([...found, ...others, ...ofFiles, ...(await runAll([clock], scene))]);
  } finally {
    await store?.close();
  }
}

const ORDER = [
  ...['store', 'tables', 'postgresql', 'keys', 'user-keys'],
  ...['files', 'disk', 'clock', 'instances'],
];

/** What the service stands on comes first. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ id }: Finding) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

const REMEDY =
  'Fix it as the sentence says, or restore a backup: manifold restore <file>. No service starts until then.';
const POSTGRES_REMEDY =
  'Check MANIFOLD_DATABASE_URL, and that the server runs and takes its user. No service starts until then.';

/** Opens the store only where that changes nothing in it. */
async function openStore(config: Config) {
  const { ok, wrong } = sayOf('store');
  let inspection: Inspection | undefined;
  try {
    requireSameMode(config);
    if (!isThere(config)) {
      // What is in its place is in the way of the first start, too.
      if (existsSync(config.dataDir)) prepareFolder(config.dataDir);
      return { found: [ok('There is no database yet; the first start makes it.')] };
    }
    requireOwnKeys(config);
    inspection = await inspectStore(config);
    if (inspection.missing.length > 0) return { inspection };
    const { store } = await openForTool();
    return { inspection, store };
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    const remedy = config.databaseUrl === undefined ? REMEDY : POSTGRES_REMEDY;
    return { inspection, found: [wrong(sentence, remedy)] };
  }
}

/** Every setting, with its present value unless that is a secret, and what the documentation says. */
export function listSettings() {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const ofPage = new Map(
    page.split('\n').map((line) => {
      const [, name = '', , about = ''] = line.split('|').map((cell) => cell.trim());
      return [name.replaceAll('`', ''), about.replaceAll(/[`[]|\]\([^)]{0,200}\)/g, '')];
    }),
  );
  const plain = SETTINGS.map((each) => ({ ...each, about: ofPage.get(each.name) ?? '' }));
  return [...plain, ...appSettings()].map(({ name, fallback, about, secret }) => {
    const given = process.env[name];
    const value = given ? (secret ? '(set)' : given) : null;
    return { name, value, default: fallback, about };
  });
}

/** The keys of the operator's own app at each vendor that has a way by consent. */
const appSettings = (): (Setting & { readonly about: string })[] =>
  Object.entries(channels).flatMap(([channel, { title, ways, appSecretDays }]) => {
    const needed = ways.flatMap((way) => (way.kind === 'consent' ? way.needs : []));
    const ofApp = [...new Set(needed)].map((key) => ({
      ...{ name: appSetting(channel, key), fallback: '' },
      about: `Your own app at ${title}, for linking by consent.`,
      ...(/secret/i.test(key) && { secret: true as const }),
    }));
    if (appSecretDays === undefined) return ofApp;
    const about = `The day its client secret ends (${appSecretDays} days after it was made), YYYY-MM-DD; announced ahead of time.`;
    return [...ofApp, { name: secretEndsSetting(channel), fallback: '', about }];
  });
