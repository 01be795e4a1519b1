// Host names to addresses, by DNS alone: no thread is held, every question ends, none leads inside.
import { Resolver } from 'node:dns/promises';
import { closeSync, openSync } from 'node:fs';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import { createSlots } from '../model/slots.ts';
import { unlessGone } from '../model/unless-gone.ts';
import { isBlocked, isPublicName } from './guard.ts';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Names = ReturnType<typeof createNames>;

export interface NamesOptions {
  /** Name servers by address; those of the machine unless given. */
  readonly servers?: readonly string[];
  /** Milliseconds for one try. */
  readonly timeout?: number;
  /** Questions one client may have open at the same time. */
  readonly perClient?: number;
  /** Seconds an answer is kept: what the zone says, within these bounds. */
  readonly shortest?: number;
  readonly longest?: number;
}

const TIMEOUT = 1500;
const TRIES = 2;
const PER_CLIENT = 8;
const CONCURRENCY = 500;
const MOST_KEPT = 10_000;
const SHORTEST = 5;
const LONGEST = 60;
/** While no name server answers, an older answer is better than none. */
const STALE = 10 * 60_000;
const COME_BACK = 1000;
const LOOK_AGAIN = 10_000;
/** What DNS says when there is no such name, or none with an address. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EFORMERR']);

interface Kept {
  readonly addresses: readonly Address[];
  readonly freshUntil: number;
}

/**
 * Not `dns.lookup`: it waits in a pool of four threads that all tenants share, cannot be ended, and
 * queues without bound, so that a few names no one answers for would stop every call.
 */
export function createNames(options: NamesOptions = {}) {
  const { servers, timeout = TIMEOUT, perClient = PER_CLIENT } = options;
  const { shortest = SHORTEST, longest = LONGEST } = options;
  let resolver = openResolver();
  let openedAt = performance.now();
  const kept = lruCache<Kept>({ max: MOST_KEPT, lifetime: STALE });
  const asking = new Map<string, Promise<readonly Address[]>>();
  const slots = createSlots({ max: CONCURRENCY, each: perClient });

  return {
    /** The addresses of a name; throws a fault where there is none that may be called, or no one answers. */
    async resolve(host: string, client: string | undefined, signal?: AbortSignal) {
      const name = host.toLowerCase().replace(/\.$/, '');
      const known = kept.get(name);
      if (known && known.freshUntil > performance.now()) return known.addresses;
      if (isIP(name) || !isPublicName(name)) throw notAllowed(name);
      const answer = asking.get(name) ?? ask(name, client ?? '', known);
      return await (signal ? unlessGone(answer, signal) : answer);
    },
  };

  function openResolver(): Resolver {
    const made = new Resolver({ timeout, tries: TRIES });
    if (servers) made.setServers(servers);
    return made;
  }

  /** A resolver reads once which name servers the machine has; when no one answers, they may be others. */
  function lookAgainForServers() {
    if (performance.now() - openedAt < LOOK_AGAIN) return;
    resolver = openResolver();
    openedAt = performance.now();
  }

  function ask(name: string, client: string, known: Kept | undefined) {
    const leave = slots.take(client);
    if (!leave)
      throw new Fault(
        'rate_limited',
        'Too many host names are being looked up whose name servers do not answer. Try again in a moment.',
        { retryAfter: COME_BACK },
      );
    const answer = lookUp(name, known).finally(() => {
      asking.delete(name);
      leave();
    });
    asking.set(name, answer);
    // Anyone who asked may be gone by the time it fails.
    answer.catch(() => {});
    return answer;
  }

  async function lookUp(name: string, known: Kept | undefined): Promise<readonly Address[]> {
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const records = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled'
        ? answer.value.map((record) => ({
            ...record,
            family: i === 0 ? (4 as const) : (6 as const),
          }))
        : [],
    );
    if (records.length === 0) {
      const codes = answers.map((answer) =>
        answer.status === 'rejected' ? String((answer.reason as { code?: unknown }).code) : '',
      );
      if (codes.every((code) => ABSENT.has(code) || code === '')) throw unknownHost(name);
      const lack = ownLack();
      // A resolver that cannot read the machine's settings would ask no one from then on.
      if (!lack) lookAgainForServers();
      if (known) return known.addresses;
      throw lack ?? unanswered(name);
    }
    if (records.some(({ address }) => isBlocked(address))) throw notAllowed(name);
    const addresses = records.map(({ address, family }) => ({ address, family }));
    const seconds = Math.min(...records.map(({ ttl }) => ttl));
    const fresh = Math.min(longest, Math.max(shortest, seconds)) * 1000;
    kept.set(name, { addresses, freshUntil: performance.now() + fresh });
    return addresses;
  }
}

/** The resolver says "refused" both for a server that is not there and for a socket it could not open. */
function ownLack(): Fault | undefined {
  try {
    closeSync(openSync(devNull, 'r'));
    return undefined;
  } catch (error) {
    return ranOut(error) ? nothingLeft(error) : undefined;
  }
}

const notAllowed = (host: string) =>
  new Fault(
    'address_not_allowed',
    `${host} cannot be called: its name leads to an address that is not on the public internet.`,
    { reason: 'private_address' },
  );

/** Asking again finds no name either, and no host is to blame for it. */
export const unknownHost = (host: string) =>
  new Fault('channel_failed', `${host} was not found: there is no such host name.`, {
    reason: 'unknown_host',
    retryable: false,
  });

/** No one's fault but the name server's: no breaker hears of it. */
const unanswered = (host: string) =>
  new Fault('channel_failed', `No name server gave an answer for ${host}. Try again in a moment.`, {
    reason: 'name_unanswered',
  });
