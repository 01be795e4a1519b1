// Settings from a file: "--env-file FILE" before or after any command, or MANIFOLD_ENV_FILE.

import { CommandError } from './declare.ts';

const OPTION = '--env-file';

/** The arguments without the option, and the file it names; throws where it names none. */
export function takeEnvFile(args: readonly string[]): { file: string | undefined; rest: string[] } {
  const end = args.indexOf('--');
  const rest = [...args];
  let file: string | undefined;
  for (let at = 0; at < rest.length && (end < 0 || at < end); ) {
    const word = rest[at] ?? '';
    if (word !== OPTION && !word.startsWith(`${OPTION}=`)) {
      at += 1;
      continue;
    }
    const [, value] = rest.splice(at, word === OPTION ? 2 : 1);
    file = word === OPTION ? value : word.slice(OPTION.length + 1);
    if (!file) throw new CommandError('Say which file: --env-file FILE.');
  }
  return { file, rest };
}

/** Adds the settings of a file to the environment; what is set there already stays. */
export function loadEnvFile(file: string | undefined): void {
  if (file === undefined || file.trim() === '') return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new CommandError(`The settings in ${file} cannot be read: ${why}.`);
  }
}
