// Who may use the console.
import { createAddresses } from '../http/paths.ts';
import type { ConsoleRole, Store } from '../store/index.ts';
import type { House } from './audit.ts';
import { ActError } from './sentence.ts';

export type { ConsoleRole, Operator } from '../store/index.ts';
export type Stays = Store['console'];

const INVITATION_MS = 15 * 60_000;
const LONGEST_LOGIN = 60;

export function consoleActs({ store, config, audited }: House) {
  return {
    /** The address where one browser signs in, once. */
    invite(name: string, role: ConsoleRole) {
      if (config.console === 'off')
        throw new ActError(
          'The console is off. Set MANIFOLD_CONSOLE=on for the service and for this command.',
        );
      if (name.length > LONGEST_LOGIN)
        throw new ActError(`A name has ${LONGEST_LOGIN} characters at most.`);
      return audited('console.invite', { name, role }, async () => {
        const token = await store.console.invite({ login: name, role }, INVITATION_MS);
        return {
          address: createAddresses(config.consoleUrl).console(token),
          expires_at: new Date(store.now() + INVITATION_MS).toISOString(),
        };
      });
    },

    /** Everyone has to sign in again; says how many stays and invitations there were. */
    endAll: () =>
      audited('console.end_all', {}, async (note) => {
        const { count } = note({ count: await store.console.endAll() });
        return count;
      }),

    /** What only the running service can do, with its row of the audit. */
    does: audited,

    /** Notes that somebody looked at what may hold a buyer's data. */
    show: <T>(what: string, facts: Readonly<Record<string, string>>, work: () => Promise<T>) =>
      audited('console.show', { what, ...facts }, work),
  };
}
