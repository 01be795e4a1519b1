// The command line: a table of commands.
import { styleText } from 'node:util';
import { ConfigError } from '../config.ts';
import { KeyRingError } from '../seal.ts';
import { StoreOpenError } from '../store/index.ts';
import { clients } from './clients.ts';
import { doctor } from './doctor.ts';
import { keys } from './keys.ts';
import { serve } from './serve.ts';
import { users } from './users.ts';

/** Where a command writes: results to `out`, complaints to `err`. */
export interface Io {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

interface Command {
  readonly name: string;
  readonly about: string;
  readonly run: (args: string[], io: Io) => Promise<number>;
}

const COMMANDS: readonly Command[] = [
  { name: 'serve', about: 'run the service (what "npm start" does)', run: serve },
  {
    name: 'clients',
    about: 'create, list, rotate-secret, delete client applications',
    run: clients,
  },
  {
    name: 'users',
    about: 'list and delete end users, and see which channels they linked',
    run: users,
  },
  {
    name: 'keys',
    about: 'new: print a fresh sealing key; rewrap: move stored credentials to it',
    run: keys,
  },
  { name: 'doctor', about: 'explain every setting and check the present ones', run: doctor },
];

export async function main(args: string[]): Promise<number> {
  const io: Io = { out: console.log, err: console.error };
  const [name, ...rest] = args;
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    const asked = name === undefined || name === 'help' || name === '--help' || name === '-h';
    if (!asked) io.err(`There is no command "${name}".\n`);
    (asked ? io.out : io.err)(usage());
    return asked ? 0 : 1;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    // What the operator can mend is one clear line, not a stack.
    const known =
      error instanceof ConfigError ||
      error instanceof KeyRingError ||
      error instanceof StoreOpenError;
    if (!known) throw error;
    io.err(error.message);
    return 1;
  }
}

function usage(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(
    ({ name, about }) => `  ${styleText('bold', name.padEnd(width))}  ${about}`,
  );
  return ['Usage: manifold <command>', '', ...lines].join('\n');
}
