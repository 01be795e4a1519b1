// The command line: finds the command, shows help, and lets nothing end in a stack that a person can mend.
import { once } from 'node:events';
import { didYouMean } from '../model/nearest.ts';
import { VERSION } from '../serve/version.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { asksForJson, type Io, optionsIn, partIn, UsageError } from './declare.ts';
import { loadEnvFile, takeEnvFile } from './env-file.ts';
import { clean } from './text.ts';

export async function main(args: string[]): Promise<number> {
  const io = terminal();
  try {
    const { file = process.env.MANIFOLD_ENV_FILE, rest } = takeEnvFile(args);
    const [name = 'help', ...words] = rest;
    if (name === '--version' || name === '-v') {
      io.out(VERSION);
      return 0;
    }
    if (HELP.includes(name)) return await help(words, io);
    const command = findCommand(name);
    if (!command) throw noCommand(name);
    if (asksForHelp(words)) return await help([name, ...words], io);
    if (name !== 'serve') endWithReader();
    loadEnvFile(file);
    const run = await command.load();
    return await run(words, io);
  } catch (error) {
    const { report } = await import('./failures.ts');
    return report(error, { io, json: asksForJson(args) });
  }
}

const HELP = ['help', '--help', '-h'];

const noCommand = (name: string): UsageError =>
  new UsageError(
    `There is no command "${name}"${didYouMean(name, Object.keys(COMMANDS), '; "manifold help" lists them.')}`,
  );

/** Anywhere among the words, as long as they are options. */
const asksForHelp = (words: readonly string[]): boolean =>
  optionsIn(words).some((word) => HELP.slice(1).includes(word));

/** "help", "help clients", "help clients create": what there is under these words. */
async function help([name, ...words]: readonly string[], io: Io): Promise<number> {
  const { helpOfCommand, helpOfPart, overview } = await import('./help.ts');
  if (name === undefined || HELP.includes(name)) {
    io.out(overview(COMMANDS, io.columns));
    return 0;
  }
  const entry = findCommand(name);
  if (!entry) throw noCommand(name);
  const command = await entry.load();
  const { word, part } = partIn(command.parts, words);
  // It says what there is instead.
  if (!part && /^\w/.test(word)) return await command(words, io);
  io.out(
    word !== '' && part
      ? helpOfPart(name, word, part, io.columns)
      : helpOfCommand(command, entry.about, io.columns),
  );
  return 0;
}

function terminal(): Io {
  const { stdout, stderr } = process;
  return {
    out: console.log,
    err: console.error,
    columns: stdout.isTTY ? stdout.columns : undefined,
    // Written over in one piece, to the end of the line, so that nothing flickers.
    passing: stderr.isTTY ? (line) => stderr.write(`\r${clean(line)}\u001b[K`) : undefined,
    drained: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
  };
}

/** The reader has enough ("| head"): nothing is wrong, and there is no one to write for. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    console.error(`The output cannot be written: ${error.message}.`);
    process.exit(1);
  });
}
