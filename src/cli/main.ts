// The command line: a table of commands.
import { VERSION } from '../app.ts';
import { backup } from './backup.ts';
import { clients } from './clients.ts';
import { type Command, type Io, sentenceFor } from './command.ts';
import { deliveries } from './deliveries.ts';
import { doctor } from './doctor.ts';
import { loadEnvFile, takeEnvFile } from './env-file.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { move } from './move.ts';
import { paint } from './paint.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { users } from './users.ts';

const COMMANDS: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  serve: { about: 'run the service (what "npm start" does)', run: serve },
  clients: {
    about: 'create, list, rotate the secret of and delete client applications',
    run: clients,
  },
  users: { about: 'see which channels end users linked, export and delete end users', run: users },
  events: { about: 'set the addresses where a client wants events about its users', run: events },
  deliveries: {
    about: 'see, replay and test the deliveries of events',
    run: deliveries,
  },
  backup: {
    about: 'copy the embedded store while it runs, prune the keys kept apart',
    run: backup,
  },
  restore: { about: 'put a backup into a data folder', run: restore },
  move: { about: 'carry the embedded store to PostgreSQL', run: move },
  keys: { about: 'make a sealing key, move stored credentials to the newest one', run: keys },
  doctor: { about: 'check everything and say how to mend it; explain every setting', run: doctor },
};

export async function main(args: string[]): Promise<number> {
  const io: Io = { out: console.log, err: console.error };
  try {
    const { file = process.env.MANIFOLD_ENV_FILE, rest } = takeEnvFile(args);
    const [name = 'help', ...words] = rest;
    if (name === '--version' || name === '-v') {
      io.out(VERSION);
      return 0;
    }
    if (HELP.includes(name)) return help(words[0], io);
    const command = find(name);
    if (!command) return help(name, io);
    if (asksForHelp(words)) return help(name, io);
    loadEnvFile(file);
    return await command.run(words, io);
  } catch (error) {
    // What the operator can mend is one clear line, not a stack.
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    io.err(sentence);
    return 1;
  }
}

const HELP = ['help', '--help', '-h'];

const find = (name: string) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined);

/** Anywhere among the words, as long as they are options. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => HELP.slice(1).includes(word));
}

function help(name: string | undefined, io: Io): number {
  if (name === undefined) {
    io.out(overview());
    return 0;
  }
  const command = find(name);
  if (command) {
    io.out(command.run.usage);
    return 0;
  }
  io.err(`There is no command "${name}".`);
  io.err(overview());
  return 2;
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(
    ([name, { about }]) => `  ${paint('bold', name.padEnd(width))}  ${about}`,
  );
  return [
    'Usage: manifold <command> [--env-file <file with settings>]',
    '',
    ...lines,
    '',
    '"manifold <command> --help" says how each is used; "manifold --version" which version this is.',
  ].join('\n');
}
