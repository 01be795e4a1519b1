// Whether this machine's clock, and those of the running instances, tell the time.
import { type Check, type Finding, ok, warning, wrong } from './check.ts';

/** Milliseconds that may be, and beyond which signatures and leases fail. */
const LITTLE = 2000;
const MUCH = 30_000;
const REMEDY = 'Switch on time synchronisation: timedatectl set-ntp true (or chrony).';

const spoken = (ahead: number): string =>
  `${Math.abs(ahead / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;

/** What to say of a clock that differs from another by so much. */
function judged(whose: string, ahead: number, others: string): Finding {
  const apart = Math.abs(ahead);
  if (apart <= LITTLE) return ok('clock', `${whose} agrees with ${others}.`);
  const sentence = `${whose} is ${spoken(ahead)} ${others}.`;
  return apart > MUCH ? wrong('clock', sentence, REMEDY) : warning('clock', sentence, REMEDY);
}

export const clock: Check = {
  id: 'clock',
  async run({ config, store, clocks }) {
    if (config.databaseUrl !== undefined)
      return store ? [judged('This machine’s clock', store.clockAhead(), 'the database’s')] : [];
    // An embedded store has no clock but this machine's own.
    return [...clocks]
      .slice(0, 1)
      .map(([others, ahead]) => judged('This machine’s clock', ahead, `that of ${others}`));
  },
};

export const instances: Check = {
  id: 'instances',
  async run({ inspection }) {
    if (!inspection) return [];
    const { instances: seen } = inspection;
    if (seen.length === 0)
      return [ok('instances', 'No instance is running, as far as the database knows.')];
    const versions = [...new Set(seen.map(({ version }) => version))];
    const many =
      seen.length === 1 ? '1 instance is running' : `${seen.length} instances are running`;
    const found: Finding[] = seen
      .map(({ clockAhead }) =>
        judged('The clock of a running instance', clockAhead, 'the database’s'),
      )
      .filter(({ state }) => state !== 'ok');
    found.push(
      versions.length === 1
        ? ok('instances', `${many}, version ${versions[0]}.`)
        : warning(
            'instances',
            `${many}, in different versions: ${versions.join(', ')}.`,
            'Finish the upgrade.',
          ),
    );
    return found;
  },
};
