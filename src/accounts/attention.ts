// Keys that a vendor refuses: noticed by one check, tried once a minute, well again when a call works.

import { endsAfter } from '../model/ends-after.ts';
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import type { Execution } from '../net/call.ts';
import { REFUSED_LATELY } from '../net/standing.ts';
import type { Reason, Store, StoredCredential } from '../store/index.ts';
import { attentionBy, type Connect, isVendorsWord, type Opening } from './connect.ts';

export interface AttentionDependencies {
  readonly store: Pick<Store, 'credentials'>;
  readonly connect: Connect;
  readonly now: () => number;
}

/** A dead key is not hammered, and a key that works again is soon noticed. */
const PAUSE_MS = 60_000;
/** A caller whose key is refused is not kept waiting for longer. */
const CHECK_MS = 10_000;
const MOST = 50_000;

export function createAttention({ store, connect, now }: AttentionDependencies) {
  const tried = lruCache<number>({ max: MOST });
  const checks = new Map<string, Promise<void>>();

  /** Once a minute for a credential, counted from `since` if that is later; taken by asking. */
  function mayTry(identity: string, since = 0): boolean {
    const at = now();
    if ([tried.get(identity) ?? 0, since].some((last) => last <= at && at - last < PAUSE_MS))
      return false;
    tried.set(identity, at);
    return true;
  }

  async function mark(
    link: StoredCredential,
    state: 'linked' | 'attention',
    reason: Reason | null,
  ): Promise<void> {
    const current = await store.credentials.find(link);
    // Another than the one that the user linked again.
    if (current?.linkedAt !== link.linkedAt || current.state === state) return;
    await store.credentials.mark(link, state, reason, current.version);
  }

  /** What the channel's own check says of the credential; undefined if it has nothing against it. */
  async function verdict(
    opening: Opening,
    refusal: Fault,
    { deadline, recorder, client }: Execution,
  ): Promise<Fault | undefined> {
    const { channel, credential } = opening;
    const limit = Math.min(CHECK_MS, deadline - now());
    if (limit <= 0) return undefined;
    // Others wait for it too: it does not end with the call that began it.
    const signal = endsAfter(limit);
    const opened = connect(opening, { signal, deadline: now() + limit, recorder, client });
    try {
      const version = channel.versions.default;
      await channel.check(credential.account, { call: opened.call, now: now(), version });
      return undefined;
    } catch (error) {
      const fault = opened.clean(error);
      if (isVendorsWord(fault)) return fault;
      // Refused so often, without a success in between, that it is not even sent: the vendor's word.
      return fault instanceof Fault && fault.reason === REFUSED_LATELY ? refusal : undefined;
    }
  }

  async function decide(
    opening: Opening,
    link: StoredCredential,
    refusal: Fault,
    execution: Execution,
  ) {
    const current = await store.credentials.find(link);
    // A renewal that was refused has marked it already.
    if (current?.state !== 'linked' || current.linkedAt !== link.linkedAt) return;
    const fault = await verdict(opening, refusal, execution);
    if (!fault) return;
    await mark(link, 'attention', attentionBy(fault, opening.channel));
  }

  return {
    mayTry,

    /** A call failed: where the vendor refused the credential itself, one check decides. */
    async failed(
      opening: Opening,
      link: StoredCredential,
      error: unknown,
      execution: Execution,
    ): Promise<void> {
      const { identity } = opening;
      if (link.state === 'attention' || !isVendorsWord(error)) return;
      let underWay = checks.get(identity);
      if (!underWay) {
        if (!mayTry(identity)) return;
        underWay = decide(opening, link, error, execution).finally(() => checks.delete(identity));
        checks.set(identity, underWay);
      }
      await underWay;
    },

    /** A call worked: a credential that needed attention does so no longer. */
    async worked(link: StoredCredential): Promise<void> {
      if (link.state === 'attention') await mark(link, 'linked', null);
    },
  };
}
