// What commands share: the settings, the key ring, the store.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createAddresses } from '../http/paths.ts';
import { createSeal, newKeyEntry, parseKeys, type Seal } from '../seal.ts';
import { openStore, prepareFolder, reasonOf, type Store } from '../store/index.ts';
import { createTokens, type Tokens } from '../tokens/index.ts';

export interface Opened {
  readonly config: Config;
  readonly store: Store;
  readonly tokens: Tokens;
}

/** Opens the store beside a running service, for one command, which closes it. */
export async function openForTool(): Promise<Opened> {
  const config = readConfig(process.env);
  const seal = openSeal(config);
  const { databaseUrl, dataDir } = config;
  const helpOf = createAddresses(config.baseUrl).error;
  const store = await openStore({ databaseUrl, dataDir, role: 'tool', seal, helpOf });
  const tokens = createTokens({ store, now: store.now, tokenSeconds: config.tokenSeconds });
  return { config, store, tokens };
}

/** The operator's key ring; in sandbox mode one is made and kept with the data. */
export function openSeal(config: Config): Seal {
  if (config.keys !== undefined) return createSeal(parseKeys(config.keys));
  return createSeal(parseKeys(readKeyFile(config.dataDir)));
}

function readKeyFile(folder: string): string {
  const file = join(prepareFolder(folder), 'sandbox-keys');
  try {
    // Fails when it is there already, so that two starts at once agree on one key.
    writeFileSync(file, newKeyEntry('sandbox'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // Half a key would be taken for a wrong one by the next start.
      rmSync(file, { force: true });
      throw new ConfigError(`The data folder ${folder} cannot be written: ${reasonOf(error)}.`);
    }
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`The key file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}
