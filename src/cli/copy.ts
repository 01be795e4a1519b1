// The command "manifold copy": keeps a copy of a client's orders and products in a database.
import { type CopyStep, ManifoldError, postgresTarget, sqliteTarget } from '../../client/src/index.ts'; // biome-ignore format: one line
import { command, part } from './command.ts';
import { CommandError, type Io, UsageError } from './declare.ts';
import { exitCode } from './exits.ts';
import { SERVICE, withService } from './reach.ts';
import { clean, many, paint } from './text.ts';

const TO = '"--to" is sqlite:file, or an address such as postgres://user@host/database.';

/** `onLost` is called where a connection breaks while nothing is asked of it. */
async function openTarget(to: string, onLost: (error: Error) => void) {
  const [, file] = /^sqlite:(?:\/\/)?(.+)$/.exec(to) ?? [];
  if (file !== undefined) {
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(file);
    return { ...sqliteTarget(db), close: async () => db.close() };
  }
  if (!/^postgres(ql)?:\/\//.test(to)) throw new UsageError(TO);
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    ...{ connectionString: to, application_name: 'manifold copy', keepAlive: true },
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', onLost);
  await client.connect();
  return { ...postgresTarget(client), close: () => client.end() };
}

/** What a database says, as a sentence; where it is known to be the database's, it need have no code. */
const sentenceOf = (
  error: Error & { readonly code?: unknown },
  isKnown = 'code' in error,
): Error =>
  !isKnown || error instanceof ManifoldError || error instanceof CommandError
    ? error
    : new CommandError(`The database of the copy: ${error.message || String(error.code)}.`);

const copying = part({
  about: 'keep a copy of all orders and products in PostgreSQL or SQLite',
  details: [
    'It makes the watches that it needs, loads everything once, and then follows what changes, until it is stopped. Stopped anywhere, also by force, it goes on from there when it is started again. Records that are deleted are marked, and never removed.',
    'The tables are orders, order_lines, products and variants; the guide "Keep a copy" has their columns.',
  ],
  options: {
    'to <database>':
      'Where to: sqlite:file, or postgres://user@host/database. Leave its password to PGPASSWORD or a password file.',
    'user <tpUserId>...': 'Only of this user.',
    'channel <channel>...': 'Only of this channel.',
    'resource <orders|products>': 'Only orders, or only products.',
    'every <seconds>': 'Of watches that it makes: seconds between two readings.',
    'sweep <hours>':
      'Of watches that it makes: hours between two looks at everything, which find what is deleted; 0 for none. By default products every 24 hours, orders never.',
    once: 'Stop when the copy is up to date.',
    ...SERVICE,
  },
  examples: {
    'copy --to sqlite:copy.db': 'All of it, and from then on whatever changes',
    'copy --to postgres://warehouse@db/shop --resource orders --once': 'For a schedule of your own',
  },
  json: '{ step, … } for each step, one a line',
  async run({ options, io, json }) {
    const { to, user: users, channel: channels, resource, every, sweep, once } = options;
    if (to === undefined) throw new UsageError(TO);
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    const onLost = (error: Error) => stopping.abort(sentenceOf(error, true));
    const target = await openTarget(to, onLost).catch((error: Error) =>
      Promise.reject(sentenceOf(error, true)),
    );
    try {
      return await withService({ options, io, json }, async ({ manifold, answered }) => {
        const steps = manifold.copy({
          ...{ to: target, users, channels, every, sweep, once, signal: stopping.signal },
          ...(resource && { resources: [resource] }),
        });
        const say = json ? (step: CopyStep) => io.out(JSON.stringify(step)) : createSay(io, once);
        let missing = 0;
        for await (const step of steps) {
          answered();
          say(step);
          if (step.step === 'up_to_date') missing = step.missing.length;
        }
        return missing > 0 ? exitCode('channel') : 0;
      });
    } catch (error) {
      const { aborted, reason } = stopping.signal;
      if (aborted && !(reason instanceof CommandError)) return 0;
      throw aborted ? reason : sentenceOf(error as Error);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
      await target.close().catch(() => {});
    }
  },
});

/** Lines for a person: what is new is a line, how far it is changes in place. */
function createSay(io: Io, once: boolean) {
  const passing = io.passing ?? (() => {});
  const warned = new Map<string, string>();
  let said = '';
  let isUpToDate = false;
  const line = (text: string) => {
    passing('');
    if (text !== said) io.out(clean(text));
    said = text;
  };
  return (step: CopyStep): void => {
    if (step.step === 'loading')
      passing(`${step.records} ${step.resource} of ${step.tpUserId} on ${step.channel} so far`);
    else if (step.step === 'loaded')
      line(`Loaded ${step.records} ${step.resource} of ${step.tpUserId} on ${step.channel}.`);
    else if (step.step === 'changed')
      line(`${many(step.records, 'record')} changed, ${step.marked} marked.`);
    else if (step.step === 'trouble') {
      const { tpUserId, channel, resource } = step;
      const where = tpUserId === undefined ? '' : `${tpUserId}, ${channel}, ${resource}: `;
      // It comes again with every look until it is over.
      if (warned.get(where) === step.message) return;
      warned.set(where, step.message);
      passing('');
      io.err(`${paint('yellow', 'Warning:')} ${clean(`${where}${step.message}`)} (${step.code})`);
    } else {
      const { completeUntil, unread, missing } = step;
      const until = completeUntil ? `, complete until ${completeUntil.toISOString()}` : '';
      const rest = [
        unread > 0 ? `; ${many(unread, 'record')} could not be read (table copy_unread)` : '',
        missing.length > 0 ? `; ${missing.length} not loaded yet` : '',
      ].join('');
      // Later ones go by on a terminal, and fill no log.
      (once || !isUpToDate ? line : passing)(`Up to date${until}${rest}.`);
      isUpToDate = true;
    }
  };
}

export const copy = command('copy', { '': copying });
