// The command line: a table of commands.
import { styleText } from 'node:util';
import { backup } from './backup.ts';
import { clients } from './clients.ts';
import { type Command, type Io, sentenceFor } from './command.ts';
import { deliveries } from './deliveries.ts';
import { doctor } from './doctor.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { users } from './users.ts';

const COMMANDS: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  serve: { about: 'run the service (what "npm start" does)', run: serve },
  clients: {
    about: 'create, list, rotate the secret of and delete client applications',
    run: clients,
  },
  users: { about: 'see which channels end users linked, delete end users', run: users },
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
  doctor: { about: 'explain every setting and check the present ones', run: doctor },
};

export async function main(args: string[]): Promise<number> {
  const io: Io = { out: console.log, err: console.error };
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const asked = name === undefined || ['help', '--help', '-h'].includes(name);
    if (!asked) io.err(`There is no command "${name}".`);
    (asked ? io.out : io.err)(usage());
    return asked ? 0 : 2;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    // What the operator can mend is one clear line, not a stack.
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    io.err(sentence);
    return 1;
  }
}

function usage(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(
    ([name, { about }]) => `  ${styleText('bold', name.padEnd(width))}  ${about}`,
  );
  return ['Usage: manifold <command>', '', ...lines].join('\n');
}
