// Explains every setting, says what it is now, and what is wrong with it.
import { styleText } from 'node:util';
import { ConfigError, readConfig, SETTINGS } from '../config.ts';
import type { Io } from './command.ts';

export async function doctor(_: string[], io: Io): Promise<number> {
  const width = Math.max(...SETTINGS.map(({ name }) => name.length));
  for (const { name, fallback, about, secret } of SETTINGS) {
    const given = process.env[name];
    const value = given ? (secret ? '(set)' : given) : fallback || '(none)';
    io.out(`${styleText('bold', name.padEnd(width))}  ${given ? value : styleText('dim', value)}`);
    io.out(`${' '.repeat(width)}  ${about}`);
  }
  io.out(`${styleText('bold', 'MANIFOLD_<CHANNEL>_CLIENT_ID'.padEnd(width))}`);
  io.out(
    `${' '.repeat(width)}  With _CLIENT_SECRET (and _APP_ID for amazon): your own app at the vendor, for linking by OAuth.`,
  );
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
