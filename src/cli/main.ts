// The command line: a table of commands.
import { VERSION } from '../version.ts';
import { type Command, type Io, sentenceFor } from './command.ts';
import { loadEnvFile, takeEnvFile } from './env-file.ts';
import { paint } from './paint.ts';

/** A command is loaded when it is asked for: the others would only take time and memory. */
const COMMANDS: Readonly<
  Record<string, { readonly about: string; readonly load: () => Promise<Command> }>
> = {
  serve: {
    about: 'run the service (what "npm start" does)',
    load: async () => (await import('./serve.ts')).serve,
  },
  clients: {
    about: 'create, list, rotate the secret of and delete client applications',
    load: async () => (await import('./clients.ts')).clients,
  },
  users: {
    about: 'see which channels end users linked, export and delete end users',
    load: async () => (await import('./users.ts')).users,
  },
  events: {
    about: 'set the addresses where a client wants events about its users',
    load: async () => (await import('./events.ts')).events,
  },
  deliveries: {
    about: 'see, replay and test the deliveries of events',
    load: async () => (await import('./deliveries.ts')).deliveries,
  },
  backup: {
    about: 'copy the embedded store while it runs, prune the keys kept apart',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    about: 'put a backup into a data folder',
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {
    about: 'carry the embedded store to PostgreSQL',
    load: async () => (await import('./move.ts')).move,
  },
  keys: {
    about: 'make a sealing key, move stored credentials to the newest one',
    load: async () => (await import('./keys.ts')).keys,
  },
  doctor: {
    about: 'check everything and say how to mend it; explain every setting',
    load: async () => (await import('./doctor.ts')).doctor,
  },
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
    if (HELP.includes(name)) return await help(words[0], io);
    const command = find(name);
    if (!command || asksForHelp(words)) return await help(name, io);
    loadEnvFile(file);
    const run = await command.load();
    return await run(words, io);
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

async function help(name: string | undefined, io: Io): Promise<number> {
  if (name === undefined) {
    io.out(overview());
    return 0;
  }
  const command = find(name);
  if (command) {
    io.out((await command.load()).usage);
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
