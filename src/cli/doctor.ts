// Explains every setting, says what it is now, and what is wrong with it or with the apps at vendors.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { channels } from '../channels/index.ts';
import { appSetting, type Config, ConfigError, readConfig } from '../config.ts';
import { SealError } from '../seal.ts';
import { SETTINGS, type Setting } from '../settings.ts';
import { EMBEDDED_FILE, StoreOpenError } from '../store/index.ts';
import type { Io } from './command.ts';
import { openForTool } from './open.ts';

export async function doctor(_: string[], io: Io): Promise<number> {
  const all = [...SETTINGS, ...appSettings()];
  const width = Math.max(...all.map(({ name }) => name.length));
  for (const { name, fallback, about, secret } of all) {
    const given = process.env[name];
    const value = given ? (secret ? '(set)' : given) : fallback || '(none)';
    io.out(`${styleText('bold', name.padEnd(width))}  ${given ? value : styleText('dim', value)}`);
    io.out(`${' '.repeat(width)}  ${about}`);
  }
  io.out('');
  try {
    const config = readConfig(process.env);
    const wrong = [...halfSet(config), ...(await appsMissing(config, io))];
    for (const line of wrong) io.err(line);
    io.out('No vendor was asked: whether an app is accepted shows when it is first used.');
    if (wrong.length > 0) return 1;
    io.out('All settings are good.');
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    io.err(error.message);
    return 1;
  }
}

/** The keys of the operator's own app at each vendor that has a way by consent. */
function appSettings(): Setting[] {
  return Object.entries(channels).flatMap(([channel, { title, ways }]) => {
    const keys = ways.flatMap((way) => (way.kind === 'consent' ? way.needs : []));
    return [...new Set(keys)].map((key) => ({
      name: appSetting(channel, key),
      fallback: '',
      about: `Your own app at ${title}, for linking by consent.`,
      ...(/secret/i.test(key) && { secret: true as const }),
    }));
  });
}

const PAIRS = [
  ['clientId', 'clientSecret'],
  ['usClientId', 'usClientSecret'],
] as const;

/** An id without its secret, or the other way round, opens nothing. */
function halfSet({ apps }: Config): string[] {
  return Object.entries(apps).flatMap(([channel, app]) =>
    PAIRS.flatMap((pair) => {
      const [set, ...both] = pair.filter((key) => app[key]);
      if (set === undefined || both.length > 0) return [];
      const missing = pair.find((key) => key !== set) ?? set;
      return `${appSetting(channel, set)} is set, but ${appSetting(channel, missing)} is not: they belong together.`;
    }),
  );
}

/** So many stored credentials of a channel are looked at; more would say the same. */
const MOST = 1000;

/** Users who linked by consent cannot go on without the operator's app. */
async function appsMissing(config: Config, io: Io): Promise<string[]> {
  // The sandbox brings the apps of its own vendors.
  if (config.mode === 'sandbox') return [];
  const unset = Object.entries(channels).filter(([name, { renewal }]) => {
    const { clientId, clientSecret } = config.apps[name] ?? {};
    return renewal?.byApp && !(clientId && clientSecret);
  });
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, EMBEDDED_FILE))) {
    io.out('There is no database yet, so no stored credential needs an app.');
    return [];
  }
  try {
    const { store } = await openForTool();
    try {
      const wrong: string[] = [];
      for (const [name, { title, renewal }] of unset) {
        const isCounted = renewal?.byApp ?? (() => false);
        const { found, all } = await store.renewals.count(name, isCounted, MOST);
        if (found === 0) continue;
        const names = PAIRS[0].map((key) => appSetting(name, key)).join(' and ');
        const many = `${all ? '' : 'at least '}${found} stored ${found === 1 ? 'credential' : 'credentials'}`;
        wrong.push(
          `${names} must be set: ${many} of ${title} cannot be renewed without them. No user is marked for it.`,
        );
      }
      io.out(
        'The stored credentials were looked at: those that need an app are named if it is not set.',
      );
      return wrong;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreOpenError || error instanceof SealError)) throw error;
    io.out(`The stored credentials were not looked at: ${error.message}`);
    return [];
  }
}
