// The store and what it stands on: tables, keys, clocks, instances.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal } from '../../keys/seal.ts';
import { TROUBLES } from '../../model/trouble.ts';
import { openSeal, SANDBOX_KEYS } from '../open.ts';
import { sentenceFor } from '../sentence.ts';
import { check, type Finding, sayOf } from './check.ts';

export const writable = check('store', async ({ store, inspection }, { ok, wrong }) => {
  if (!store || !inspection) return undefined;
  const trouble = await store.check();
  return trouble
    ? wrong(TROUBLES[trouble].sentence, 'Repair the database; nothing is lost meanwhile.')
    : ok(`${inspection.server} opens and can be written.`);
});

export const tables = check('tables', ({ inspection }, { ok, warning }) => {
  if (!inspection) return undefined;
  const { missing, newer } = inspection;
  if (newer.length > 0)
    return warning(
      'A later version of Manifold has worked on this database.',
      'Finish the upgrade: run the later version everywhere, and its doctor.',
    );
  if (missing.length === 0) return ok('The tables are those of this version.');
  const steps = missing.length === 1 ? '1 step' : `${missing.length} steps`;
  return warning(
    `The database is older than this version: ${steps} will be made when it is next opened. The rest was not looked at.`,
    'Make a backup, then start this version.',
  );
});

/** What was set aside because the service ended twice while it did it. */
export const setAside = check('set-aside', async ({ store }, { ok, warning }) => {
  if (!store) return undefined;
  const { executions, deliveries, hooks } = await store.setAside();
  if (executions + deliveries + hooks === 0) return ok('No work was set aside.');
  return warning(
    `${executions} executions, ${deliveries} deliveries and ${hooks} hooks were set aside: two processes in a row ended while they did them.`,
    'Look for "work was set aside" and "the event loop stood still" in the log, and report them: no request should hold the service up.',
  );
});

/** What PostgreSQL is set to, against what the service promises and asks of it. */
export const server = check('postgresql', ({ config, inspection }, { ok, warning, wrong }) => {
  const { settings: set, instances = [] } = inspection ?? {};
  if (!set) return undefined;
  const own = config.databaseConnections;
  const all = own * Math.max(1, instances.length);
  const each = all === own ? `${own}` : `${all} (${instances.length} instances, ${own} each)`;
  // A pooler in between gives out more than the server has.
  const ours = Number(URL.parse(config.databaseUrl ?? '')?.port || 5432);
  const say = own > set.connections && (set.port ?? ours) === ours ? wrong : warning;
  const found = [
    !set.fsync &&
      wrong(
        'PostgreSQL runs with fsync off: a crash of its machine can destroy the database.',
        'alter system set fsync = on, then reload it (select pg_reload_conf()).',
      ),
    !set.synchronousCommit &&
      wrong(
        'PostgreSQL runs with synchronous_commit off: a crash of it loses calls and events that were acknowledged.',
        'Set synchronous_commit to on, for the server, the database or the user of the service.',
      ),
    all > set.connections &&
      say(
        `The service may open ${each} connections, and PostgreSQL takes ${set.connections} of them.`,
        'Lower MANIFOLD_DATABASE_CONNECTIONS, raise max_connections of the server, or put a pooler in between.',
      ),
  ];
  return found.some(Boolean)
    ? found
    : ok('PostgreSQL keeps what it acknowledges, and has connections enough.');
});

export const keys = check('keys', ({ config, inspection }, { ok, wrong }) => {
  const own = join(config.dataDir, SANDBOX_KEYS);
  const from = config.keysFile ?? (config.keys ? 'MANIFOLD_KEYS' : own);
  // The sandbox makes its key when it first starts; to look must not make one.
  if (from === own && !existsSync(own)) return undefined;
  try {
    const { ring } = openSeal(config).kept;
    const { fingerprint } = createSeal(ring);
    const used = inspection?.keysInUse ?? [];
    const lost = used.filter(({ id }) => !ring.find(id));
    const others = used.filter(({ id, proof }) => ring.find(id) && fingerprint(id) !== proof);
    const named = (some: typeof used) => some.map(({ id }) => `"${id}"`).join(', ');
    if (lost.length > 0)
      return wrong(
        `What is stored is sealed with ${named(lost)}, which is not in the key ring of ${from}.`,
        'Put that key back into the ring, behind the newest; without it the users’ access is lost.',
      );
    if (others.length > 0)
      return wrong(
        `The key ${named(others)} of ${from} is not the one of that name that sealed what is stored.`,
        'Put the right one in its place, and give a new key a name of its own.',
      );
    const has = inspection ? 'has every key that is in use' : 'can be read';
    return ok(`The key ring of ${from} ${has}.`);
  } catch (error) {
    const why = sentenceFor(error);
    if (why === undefined) throw error;
    return wrong(why, `Correct ${from}; each entry is id:key, newest first.`);
  }
});

/** Without the key of its user a stored credential is of no use. */
export const userKeys = check('user-keys', async ({ store }, { ok, warning }) => {
  if (!store) return undefined;
  const lost = await store.keyless.count();
  if (lost === 0) return ok('Every stored credential has the key of its user.');
  return warning(
    `${lost} stored ${lost === 1 ? 'credential' : 'credentials'} cannot be opened: the keys of their users are not in the store.`,
    'Put the rows of the table user_key back from a backup, or send the users magic links: what they link again works.',
  );
});

/** Milliseconds that may be, and beyond which signatures and leases fail. */
const LITTLE = 2000;
const MUCH = 30_000;
const REMEDY = 'Switch on time synchronisation: timedatectl set-ntp true (or chrony).';

/** What to say of a clock that differs from another by so much. */
function judged(whose: string, ahead: number, others: string): Finding {
  const { ok, warning, wrong } = sayOf('clock');
  const apart = Math.abs(ahead);
  if (apart <= LITTLE) return ok(`${whose} agrees with ${others}.`);
  const spoken = `${(apart / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return (apart > MUCH ? wrong : warning)(`${whose} is ${spoken} ${others}.`, REMEDY);
}

export const clock = check('clock', ({ config, store, clocks }) => {
  if (config.databaseUrl !== undefined)
    return store && judged('This machine’s clock', store.clockAhead(), 'the database’s');
  // An embedded store has no clock but this machine's own.
  const [seen] = clocks;
  return seen && judged('This machine’s clock', seen[1], `that of ${seen[0]}`);
});

export const instances = check('instances', ({ inspection }, { ok, warning }) => {
  if (!inspection) return undefined;
  const { instances: seen } = inspection;
  if (seen.length === 0) return ok('No instance is running, as far as the database knows.');
  const versions = [...new Set(seen.map(({ version }) => version))];
  const many = seen.length === 1 ? '1 instance is running' : `${seen.length} instances are running`;
  const different = `${many}, in different versions: ${versions.join(', ')}.`;
  return [
    ...seen
      .map((each) => judged('The clock of a running instance', each.clockAhead, 'the database’s'))
      .filter(({ state }) => state !== 'ok'),
    versions.length === 1
      ? ok(`${many}, version ${versions[0]}.`)
      : warning(different, 'Finish the upgrade.'),
  ];
});
