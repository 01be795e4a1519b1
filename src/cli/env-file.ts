// Settings from a file: "--env-file FILE" before or after any command, or MANIFOLD_ENV_FILE.
import { parseArgs } from 'node:util';
import { CommandError, UsageError } from './declare.ts';

/** The arguments without the option, and the file it names; throws where it names none. */
export function takeEnvFile(args: readonly string[]): { file: string | undefined; rest: string[] } {
  const { tokens } = parseArgs({
    ...{ args: [...args], options: { 'env-file': { type: 'string' } } },
    ...{ strict: false, allowPositionals: true, tokens: true },
  });
  const rest: (string | undefined)[] = [...args];
  let file: string | undefined;
  for (const token of tokens) {
    if (token.kind !== 'option' || token.rawName !== '--env-file') continue;
    if (!token.value) throw new UsageError('Say which file: --env-file FILE.');
    file = token.value;
    rest.fill(undefined, token.index, token.index + (token.inlineValue ? 1 : 2));
  }
  return { file, rest: rest.filter((word) => word !== undefined) };
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
