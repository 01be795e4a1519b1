// Where a service of a test keeps its data: in memory where there is room, since every write waits for the
// disk. What the store itself does on a disk, the tests of the store show on one.
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory as a folder, as Linux has it; in containers often too small. */
const MEMORY = '/dev/shm';
const ENOUGH = 2 ** 31;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}

/** A new folder, which is its caller's to remove. */
export const quickFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix));
