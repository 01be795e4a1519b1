// What commands share: the settings, the key ring, the store.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAddresses } from '../http/paths.ts';
import { keyFileChanges, readKeyFile } from '../keys/file.ts';
import { type KeptRing, settleKey } from '../keys/keeper.ts';
import { createLiveRing, newKeyEntry, parseKeys } from '../keys/ring.ts';
import { createSeal, type Seal } from '../keys/seal.ts';
import { type Config, ConfigError, readConfig } from '../serve/config.ts';
import { openStore, prepareFolder, reasonOf } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';

export type Opened = Awaited<ReturnType<typeof openForTool>>;

/** The key ring that the sandbox makes for itself, beside its data. */
export const SANDBOX_KEYS = 'sandbox-keys';

export interface ToolOptions {
  /** Keys are known to be lost: that the ring lacks some is no reason to refuse. */
  readonly someKeysLost?: boolean;
}

/** Opens the store beside a running service, for one command, which closes it. */
export async function openForTool(options: ToolOptions = {}) {
  const config = readConfig(process.env);
  const { seal, kept } = openSeal(config);
  const { databaseUrl, dataDir } = config;
  const helpOf = createAddresses(config.baseUrl).error;
  const store = await openStore({ databaseUrl, dataDir, role: 'tool', seal, helpOf, ...options });
  const tokens = createTokens({ store, now: store.now, tokenSeconds: config.tokenSeconds });
  try {
    await settleKey(kept.ring, store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return { config, store, tokens };
}

/** The operator's key ring; in sandbox mode one is made and kept with the data. */
export function openSeal(config: Config): { readonly seal: Seal; readonly kept: KeptRing } {
  const { keys, keysFile } = config;
  const ring = createLiveRing(
    keysFile !== undefined ? readKeyFile(keysFile) : parseKeys(keys ?? sandboxKeys(config.dataDir)),
  );
  const changes = keysFile === undefined ? () => undefined : keyFileChanges(keysFile);
  return { seal: createSeal(ring), kept: { ring, changes } };
}

function sandboxKeys(folder: string): string {
  const file = join(prepareFolder(folder), SANDBOX_KEYS);
  try {
    // Fails when it is there already, so that two starts at the same time agree on one key.
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
