// Explains every setting, says what it is now, and what is wrong with it.
import { styleText } from 'node:util';
import { channels } from '../channels/index.ts';
import { appSetting, ConfigError, readConfig, SETTINGS, type Setting } from '../config.ts';
import type { Io } from './command.ts';

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
    readConfig(process.env);
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
