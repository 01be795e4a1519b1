// What the service does by itself, now and then; most of it by one instance alone.
import { writeInstant } from '../model/time.ts';
import type { AuditEntry } from '../store/index.ts';
import { createChores } from '../work/chores.ts';
import type { House } from './house.ts';
import type { Services } from './services.ts';

const SWEEP_EVERY = 10 * 60_000;
const SWEEP_ROWS = 1000;
const TRIM_EVERY = 60 * 60_000;
const RENEW_EVERY = 60_000;
const BUILD_EVERY = 60_000;
const KEYS_EVERY = 10_000;
const REWRAP_EVERY = 60_000;
const NOTIFY_EVERY = 60 * 60_000;
const AUDIT_EVERY = 5000;
const ANNOUNCE_EVERY = 5000;
/** So much of what was counted is lost when the process is killed. */
const COUNT_EVERY = 20_000;
const HINTS_EVERY = 60 * 60_000;
const ACTS_AT_A_TIME = 100;

export function startChores(house: House, { renewDue, foresight, changes }: Services) {
  const { config, store, log, observe, keeper, isClosing } = house;
  const chores = createChores({
    rows: store.chores,
    random: Math.random,
    onFailure: (name, error) => log.warn({ reason: String(error) }, `the ${name} failed`),
  });

  chores.singleton(TRIM_EVERY, 'trimming', async () => {
    const bounds = { rows: config.clientRows, tokens: config.clientTokens };
    const rows = await store.trim(bounds, isClosing);
    if (rows > 0) log.warn({ rows }, 'the oldest rows of clients that had too many were removed');
  });
  // In bounded steps, with room for requests between two.
  chores.singleton(SWEEP_EVERY, 'sweep', async () => {
    for (let more = true; more && !isClosing(); ) {
      const swept = await store.sweep(SWEEP_ROWS);
      more = Object.values(swept).some((count) => count === SWEEP_ROWS);
    }
  });
  chores.singleton(BUILD_EVERY, 'building of indexes', async () => {
    for (const index of await store.buildIndexes(isClosing))
      log.info({ index }, 'an index was built');
  });
  chores.singleton(RENEW_EVERY, 'renewals', renewDue);
  chores.singleton(ANNOUNCE_EVERY, 'announcement of changes', changes.announce);
  chores.singleton(HINTS_EVERY, 'check of vendors’ hooks', () => changes.checkHints(isClosing));
  chores.singleton(NOTIFY_EVERY, 'expiry notices', async () => {
    for (const { what, channel, soonest } of await foresight.notify(isClosing))
      log.warn(
        { what, channel, ends: writeInstant(soonest) },
        'something that belongs to the operator expires',
      );
  });
  chores.singleton(NOTIFY_EVERY, 'search for credentials without a key', async () => {
    const credentials = await store.keyless.mark(isClosing);
    if (credentials > 0)
      log.error({ credentials }, 'credentials cannot be opened: the keys of their users are gone');
  });
  chores.every(AUDIT_EVERY, 'writing the acts of the command line to the log', async () => {
    const logAct = ({ at, by, act, client, facts }: AuditEntry) => {
      const whose = client === null ? {} : { client };
      observe.audit({ act, facts: { ...whose, ...facts, by, at: writeInstant(at) } });
    };
    while (!isClosing() && (await store.audit.drain(logAct, ACTS_AT_A_TIME)) === ACTS_AT_A_TIME);
  });
  chores.every(COUNT_EVERY, 'saving of counts', () => observe.tallies.flush(store.counts.add));
  if (keeper) {
    chores.every(KEYS_EVERY, 'check of the key ring', keeper.poll);
    chores.singleton(REWRAP_EVERY, 'rewrapping', () => keeper.rewrap(isClosing));
  }
  return chores;
}
