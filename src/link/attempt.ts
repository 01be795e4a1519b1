// Tries a credential on the channel itself, and keeps it only when it works.

import type { OpenAccount } from '../accounts/index.ts';
import type { AccountFacts, Channel } from '../channels/channel.ts';
import type { Credential } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import type { WriteScope } from '../model/writes.ts';
import { StoreUnavailableError, type Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { inSlot, type Waiting } from './try-slots.ts';

/** A page that asks a question waits no longer for a name. */
const NAME_LIMIT_MS = 5000;

export type Obtain = (bare: OpenAccount['bare']) => Promise<Credential> | Credential;

/** Undefined: it is linked. */
type Attempted = Promise<Fault | undefined>;

interface Agreed {
  readonly way: string;
  readonly writes: readonly WriteScope[];
}

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(
  deps: Waiting & From<'channels' | 'store' | 'accounts' | 'onUnexpected'>,
) {
  /** Gets a credential by `obtain`, checks it live, and gives it to `use`. */
  async function tryOut(
    waiting: Waiting,
    visit: Visit,
    name: string,
    account: Credential['account'],
    obtain: Obtain,
    use: (channel: Channel, credential: Credential, facts: AccountFacts) => Attempted,
  ): Attempted {
    const channel = deps.channels[name];
    if (!channel) return new Fault('unsupported_channel', 'There is no such channel.');
    let opened: OpenAccount | undefined;
    try {
      return await inSlot(waiting, visit, async (within) => {
        // Without secrets anyone could name the account: its budgets are this client's own.
        const unsigned = () =>
          deps.accounts.given(name, { account, secrets: {} }, within, `unsigned/${visit.clientId}`);
        const credential = await obtain((ask) => unsigned().bare(ask));
        opened = deps.accounts.given(name, credential, within);
        const facts = await opened.check();
        return await use(channel, credential, facts);
      });
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const cleaned = opened ? opened.clean(error) : error;
      if (cleaned instanceof Fault) return cleaned;
      deps.onUnexpected(error);
      return new Fault('unexpected', 'Something went wrong here.', { cause: error });
    }
  }

  return {
    /** Tries a credential and keeps it, with what its user agreed to. Whatever fails, the one stored before stays. */
    link: (
      visit: Visit,
      name: string,
      account: Credential['account'],
      obtain: Obtain,
      { way, writes }: Agreed,
    ): Attempted =>
      tryOut(deps, visit, name, account, obtain, async (channel, credential, facts) => {
        const whole = { ...credential.account, ...facts.account };
        const granted = facts.granted ?? credential.granted ?? writes;
        const kept = await deps.store.credentials.save({
          userId: visit.userId,
          channel: name,
          account: whole,
          accountKey: channel.accountName?.(whole),
          ...{ way, writes: writes.filter((scope) => granted.includes(scope)) },
          secrets: credential.secrets,
          expiresAt: endOf(channel, credential),
          grantEndsAt: channel.renewal?.grantEndsAt?.(credential) ?? null,
          name: facts.name,
        });
        if (!kept) return new Fault('unknown_user', 'The user was removed meanwhile.');
        await deps.store.visits.addLinked(visit.id, name);
        await deps.store.linkSteps.add(visit, 'linked', name);
        return undefined;
      }),

    /** What the account of a credential calls itself, where it can be asked; nothing is kept. */
    async nameOf(visit: Visit, name: string, account: Credential['account'], obtain: Obtain) {
      let said: string | undefined;
      const waiting = { limitMs: NAME_LIMIT_MS, ...deps };
      await tryOut(waiting, visit, name, account, obtain, async (_, __, facts) => {
        said = facts.name;
        return undefined;
      });
      return said;
    },
  };
}

/** When the stored secrets must have been renewed; null where another token can always be had. */
export function endOf({ renewal }: Channel, credential: Credential): number | null {
  if (!renewal?.usesUp(credential)) return null;
  const end = renewal.endsAt(credential);
  return end === undefined || end >= Number.MAX_SAFE_INTEGER ? null : end;
}
