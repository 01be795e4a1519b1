// The table of commands. Each is loaded when it is asked for: the others would only take time and memory.
import type { Commands, Entry } from './declare.ts';

const RUN = 'Run it';
const USE = 'Use a running service';
const KEEP = 'Clients, users and events';
const CARE = 'Take care of it';

export const COMMANDS: Commands = {
  serve: {
    about: 'run the service (what "npm start" does)',
    group: RUN,
    load: async () => (await import('./serve.ts')).serve,
  },
  sandbox: {
    about: 'run the fake stores alone; change their orders and products',
    group: RUN,
    load: async () => (await import('./sandbox-command.ts')).sandbox,
  },
  link: {
    about: 'make a magic link, where a user links their channels',
    group: USE,
    load: async () => (await import('./link.ts')).link,
  },
  orders: {
    about: 'read orders: a table, JSON lines or CSV',
    group: USE,
    load: async () => (await import('./orders.ts')).orders,
  },
  products: {
    about: 'read products likewise',
    group: USE,
    load: async () => (await import('./products.ts')).products,
  },
  executions: {
    about: 'see the data calls of the last 30 days, and how each went',
    group: USE,
    load: async () => (await import('./executions.ts')).executions,
  },
  channels: {
    about: 'see what each channel can be asked, and which keys it takes',
    group: USE,
    load: async () => (await import('./channels.ts')).channels,
  },
  clients: {
    about: 'create, list, rotate the secret of and delete client applications',
    group: KEEP,
    load: async () => (await import('./clients.ts')).clients,
  },
  users: {
    about: 'see which channels end users linked, export and delete end users',
    group: KEEP,
    load: async () => (await import('./users.ts')).users,
  },
  events: {
    about: 'set the addresses where a client wants events about its users',
    group: KEEP,
    load: async () => (await import('./events.ts')).events,
  },
  deliveries: {
    about: 'see, replay and test the deliveries of events',
    group: KEEP,
    load: async () => (await import('./deliveries.ts')).deliveries,
  },
  keys: {
    about: 'make a sealing key, move stored credentials to the newest one',
    group: CARE,
    load: async () => (await import('./keys.ts')).keys,
  },
  backup: {
    about: 'copy the embedded store while it runs',
    group: CARE,
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    about: 'put a backup into a data folder',
    group: CARE,
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {
    about: 'carry the embedded store to PostgreSQL',
    group: CARE,
    load: async () => (await import('./move.ts')).move,
  },
  doctor: {
    about: 'check everything and say how to mend it; explain every setting',
    group: CARE,
    load: async () => (await import('./doctor.ts')).doctor,
  },
};

export const findCommand = (name: string): Entry | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
