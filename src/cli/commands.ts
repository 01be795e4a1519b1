// The table of commands. Each is loaded when it is asked for: the others would only take time and memory.
import type { Command } from './declare.ts';

export interface Entry {
  readonly about: string;
  /** Under which heading it stands. */
  readonly group: string;
  readonly load: () => Promise<Command>;
}

const GROUPS = {
  'Run it': {
    serve: 'run the service (what "npm start" does)',
    sandbox: 'run the fake stores alone; change their orders and products',
  },
  'Use a running service': {
    link: 'make a magic link, where a user links their channels',
    orders: 'read orders: a table, JSON lines or CSV; report what has left',
    products: 'read products likewise',
    stock: 'set how many of a variant can be sold, one or many',
    prices: 'set what a variant costs, one or many',
    copy: 'keep a copy of all orders and products in a database',
    executions: 'see the data calls of the last 30 days, and how each went',
    channels: 'see what each channel can be asked, and which keys it takes',
  },
  'Clients, users and events': {
    clients: 'create, list, rotate the secret of and delete client applications',
    users: 'see which channels end users linked, export and delete end users',
    events: 'set the addresses where a client wants events about its users',
    deliveries: 'see, replay and test the deliveries of events',
  },
  'Take care of it': {
    keys: 'make a sealing key, move stored credentials to the newest one',
    console: 'sign in to the console in a browser, where all of this is seen and done',
    audit: 'see who changed what, and when',
    backup: 'copy the embedded store while it runs',
    restore: 'put a backup into a data folder',
    move: 'carry the embedded store to PostgreSQL',
    doctor: 'check everything and say how to fix it; explain every setting',
  },
} as const;

/** The file of each exports it by its name, and is called like it but for these. */
const FILES: Readonly<Record<string, string>> = {
  ...{ orders: 'records', products: 'records' },
  ...{ stock: 'writes', prices: 'writes' },
  ...{ restore: 'backup', move: 'backup' },
};

async function load(name: string): Promise<Command> {
  const file: Readonly<Record<string, Command>> = await import(`./${FILES[name] ?? name}.ts`);
  return file[name] as Command;
}

export const COMMANDS: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, lines]) =>
    Object.entries(lines).map(([name, about]) => [name, { about, group, load: () => load(name) }]),
  ),
);

export const findCommand = (name: string): Entry | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
