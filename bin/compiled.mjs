// Where what Node compiled is kept from one start to the next: stripped of types and as byte code, it is
// loaded in little more than half the time. Plain JavaScript, so that any Node can read it.
import { mkdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

export const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * Where it cannot be written or trusted, everything is compiled again. A folder that NODE_COMPILE_CACHE names Node
 * took before this is read: who set it answers for who may write there.
 */
export function keepCompiled() {
  if (module.getCompileCacheDir() === undefined && isOurs(COMPILED))
    module.enableCompileCache({ directory: COMPILED, portable: true });
}

/** Byte code is run unseen: no one but us, and root, may have been able to put it there. */
function isOurs(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // It may be there all the same, in an installation that is only read.
  }
  const { uid, mode } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  if (uid === undefined) return false;
  // Windows knows neither; a folder there has the permissions of the one it is in.
  if (process.getuid === undefined) return true;
  return (uid === process.getuid() || uid === 0) && (mode & 0o022) === 0;
}
