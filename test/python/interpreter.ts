// The Python of this machine, where there is one: Debian's own, or another of 3.9 and later.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url));

const fits = (program: string): boolean =>
  spawnSync(program, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

export const PYTHON = ['/usr/bin/python3', 'python3'].find(fits);
/** Not a word less than this where there is none. */
export const withoutPython =
  PYTHON === undefined &&
  'NOT TESTED: there is no Python 3.9 on this machine (Debian: apt-get install python3)';
/** Undefined where a test is skipped. */
export const python = PYTHON ?? '';
/** From the source, and without leaving anything beside it. */
export const PYTHON_ENV = { PYTHONPATH: CLIENT_FOLDER, PYTHONDONTWRITEBYTECODE: '1' };
