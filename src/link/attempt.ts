// Tries a credential on the channel itself, and keeps it only when it works.

import type { Accounts, OpenAccount } from '../accounts/index.ts';
import type { AccountFacts, Channel } from '../channels/channel.ts';
import type { Credential } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import type { WriteScope } from '../model/writes.ts';
import { type Store, StoreUnavailableError, type Visit } from '../store/index.ts';
import { inSlot, type Waiting } from './try-slots.ts';

export interface AttemptDependencies extends Waiting {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'given'>;
  readonly onUnexpected: (error: unknown) => void;
}

/** A page that asks a question waits no longer for a name. */
const NAME_LIMIT_MS = 5000;

type Obtain = (bare: OpenAccount['bare']) => Promise<Credential> | Credential;

/** Undefined: it is linked. */
export type Attempted = Promise<Fault | undefined>;

export type Attempt = ReturnType<typeof createAttempt>;
export type NameOf = ReturnType<typeof createNameOf>;

/** Gets a credential by `obtain`, checks it live, and gives it to `use`. */
function createTry(deps: AttemptDependencies) {
  return async function tryOut(
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
      return await inSlot(deps, visit, async (within) => {
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
  };
}

export interface Agreed {
  readonly way: string;
  readonly writes: readonly WriteScope[];
}

/** Tries a credential and keeps it, with what its user agreed to. Whatever fails, the one stored before stays. */
export function createAttempt(deps: AttemptDependencies) {
  const tryOut = createTry(deps);
  return (
    visit: Visit,
    name: string,
    account: Credential['account'],
    obtain: Obtain,
    { way, writes }: Agreed,
  ): Attempted =>
    tryOut(visit, name, account, obtain, async (channel, credential, facts) => {
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
    });
}

/** What the account of a credential calls itself, where it can be asked; nothing is kept. */
export function createNameOf(deps: AttemptDependencies) {
  const tryOut = createTry({ limitMs: NAME_LIMIT_MS, ...deps });
  return async (
    visit: Visit,
    name: string,
    account: Credential['account'],
    obtain: Obtain,
  ): Promise<string | undefined> => {
    let said: string | undefined;
    await tryOut(visit, name, account, obtain, async (_, __, facts) => {
      said = facts.name;
      return undefined;
    });
    return said;
  };
}

/** When the stored secrets must have been renewed; null where another token can always be had. */
export function endOf({ renewal }: Channel, credential: Credential): number | null {
  if (!renewal?.usesUp(credential)) return null;
  const end = renewal.endsAt(credential);
  return end === undefined || end >= Number.MAX_SAFE_INTEGER ? null : end;
}
