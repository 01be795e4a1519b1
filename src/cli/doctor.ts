// The doctor: checks settings, store, keys, clock, files, addresses, vendors, and says how to mend each.

import { existsSync } from 'node:fs';
import { channels } from '../channels/index.ts';
import { appSetting, type Config, ConfigError, readConfig, secretEndsSetting } from '../config.ts';
import { readRoutes } from '../net/route.ts';
import { SETTINGS, type Setting } from '../settings.ts';
import { type Inspection, inspectStore, prepareFolder, type Store } from '../store/index.ts';
import { VERSION } from '../version.ts';
import { address } from './checks/address.ts';
import { apps } from './checks/apps.ts';
import { type Check, type Finding, ok, runAll, type Scene, wrong } from './checks/check.ts';
import { clock, instances } from './checks/clock.ts';
import { expiry } from './checks/expiry.ts';
import { demo, metrics, proxies } from './checks/exposure.ts';
import { disk, files } from './checks/files.ts';
import { keys, userKeys } from './checks/keys.ts';
import { ports, traces } from './checks/start.ts';
import { server, setAside, tables, writable } from './checks/store.ts';
import { vendors } from './checks/vendors.ts';
import { command, part } from './command.ts';
import { openForTool } from './open.ts';
import { paint } from './paint.ts';
import { sentenceFor } from './sentence.ts';
import { show } from './show-findings.ts';
import { isThere, nameOf, requireOwnKeys, requireSameMode } from './which-store.ts';

/** In the sandbox nothing is public and no vendor real. */
const ALWAYS: readonly Check[] = [
  ...[writable, tables, server, keys, userKeys, setAside, ports, traces],
];
const PRODUCTION: readonly Check[] = [
  ...[instances, address, proxies, metrics, demo, apps, vendors, expiry],
];

const examineAll = part({
  about:
    'check the settings, the store, the keys, the clock, the files, the public address and the apps at vendors',
  details: [
    'Under each thing that is wrong it says how to mend it. It changes nothing, and ends with 0 if nothing is wrong (warnings alone are no fault), with 1 otherwise.',
  ],
  options: {
    live: { about: 'Also ask the vendors: whether they can be reached and accept your apps.' },
    settings: { about: 'List every setting, its present value and what it is for.' },
  },
  examples: [
    ['doctor', 'Before the first start, and after each change'],
    ['--env-file /etc/manifold/manifold.env doctor --live', 'With the settings of the service'],
    ['doctor --settings', 'What can be set'],
  ],
  json: '{ ok, version, mode, store, checks: [{ id, state, sentence, remedy? }] }; state is ok, warning or wrong. With --settings: [{ name, value, default, about }], secrets masked',
  async run({ options: { live, settings }, io, json, answer }) {
    if (settings) {
      answer(
        allSettings().map(({ name, shown, fallback, about }) => ({
          name,
          value: shown ?? null,
          default: fallback,
          about,
        })),
        settingLines(),
      );
      return 0;
    }
    const read = readSettings();
    const findings =
      'config' in read
        ? [ok('settings', 'All settings are good.'), ...(await examine(read.config, live))]
        : read.findings;
    const isWrong = findings.some(({ state }) => state === 'wrong');
    const config = 'config' in read ? read.config : undefined;
    if (json) {
      const about = config && { mode: config.mode, store: nameOf(config) };
      answer({ ok: !isWrong, version: VERSION, ...about, checks: findings }, []);
    } else show({ findings, config, version: VERSION, live, io });
    return isWrong ? 1 : 0;
  },
});

export const doctor = command('doctor', { '': examineAll });

function readSettings(): { config: Config } | { findings: Finding[] } {
  try {
    const config = readConfig(process.env);
    if (config.routes !== undefined) readRoutes(config.routes);
    return { config };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof TypeError)) throw error;
    const findings = error.message
      .split('\n')
      .map((line) =>
        wrong('settings', line, '"manifold doctor --settings" says what each is for.'),
      );
    return { findings };
  }
}

async function examine(config: Config, live: boolean): Promise<readonly Finding[]> {
  const bare = { config, inspection: undefined, store: undefined, live, clocks: new Map() };
  // Before the store is opened, which puts some modes right.
  const ofFiles = await runAll([files, disk], bare);
  const { inspection, store, findings } = await openStore(config);
  const scene: Scene = { ...bare, inspection, store };
  try {
    const checks = [...ALWAYS, ...(config.mode === 'production' ? PRODUCTION : [])];
    const found = [...findings, ...(await runAll(checks, scene))];
    // Others find out what it can be compared with.
    return inOrder([...found, ...ofFiles, ...(await runAll([clock], scene))]);
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

interface Opening {
  readonly inspection?: Inspection | undefined;
  readonly store?: Store | undefined;
  readonly findings: readonly Finding[];
}

const REMEDY =
  'Mend it as the sentence says, or restore a backup: manifold restore <file>. No service starts before.';
const POSTGRES_REMEDY =
  'Check MANIFOLD_DATABASE_URL, and that the server runs and takes its user. No service starts before.';

/** Opens the store only where that changes nothing in it. */
async function openStore(config: Config): Promise<Opening> {
  let inspection: Inspection | undefined;
  try {
    requireSameMode(config);
    if (!isThere(config)) {
      // What is in its place is in the way of the first start, too.
      if (existsSync(config.dataDir)) prepareFolder(config.dataDir);
      return { findings: [ok('store', 'There is no database yet; the first start makes it.')] };
    }
    requireOwnKeys(config);
    inspection = await inspectStore(config);
    if (inspection.missing.length > 0) return { inspection, findings: [] };
    const { store } = await openForTool();
    return { inspection, store, findings: [] };
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    const remedy = config.databaseUrl === undefined ? REMEDY : POSTGRES_REMEDY;
    return { inspection, findings: [wrong('store', sentence, remedy)] };
  }
}

/** Every setting, with its present value unless that is nobody's business. */
const allSettings = () =>
  [...SETTINGS, ...appSettings()].map((setting) => {
    const given = process.env[setting.name];
    return { ...setting, shown: given ? (setting.secret ? '(set)' : given) : undefined };
  });

function settingLines(): string[] {
  const all = allSettings();
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.flatMap(({ name, shown, fallback, about }) => [
    `${paint('bold', name.padEnd(width))}  ${shown ?? paint('dim', fallback || '(none)')}`,
    `${' '.repeat(width)}  ${about}`,
  ]);
}

/** The keys of the operator's own app at each vendor that has a way by consent. */
function appSettings(): Setting[] {
  return Object.entries(channels).flatMap(([channel, { title, ways, appSecretDays }]) => {
    const needed = ways.flatMap((way) => (way.kind === 'consent' ? way.needs : []));
    const settings: Setting[] = [...new Set(needed)].map((key) => ({
      name: appSetting(channel, key),
      fallback: '',
      about: `Your own app at ${title}, for linking by consent.`,
      ...(/secret/i.test(key) && { secret: true as const }),
    }));
    if (appSecretDays !== undefined)
      settings.push({
        name: secretEndsSetting(channel),
        fallback: '',
        about: `The day its client secret ends (${appSecretDays} days after it was made), YYYY-MM-DD; told ahead of time.`,
      });
    return settings;
  });
}
