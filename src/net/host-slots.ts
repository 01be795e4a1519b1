// Slots among the calls under way to one host: clients take turns, and no key that was never seen to work holds many.
import type { Caller } from '../model/exchange.ts';
import { createSlots } from '../model/slots.ts';

export type HostSlots = ReturnType<typeof createHostSlots>;

export interface HostSlotsOptions {
  readonly concurrency: number;
  /** Anyone may try keys there, so that one client's wrong ones could stand in another's way. */
  readonly open: boolean;
  readonly clock: () => number;
}

/** Someone who was here this recently may be back: slots are left for them. */
const LATELY = 3600_000;

/**
 * A client that is alone at a shop may use all its slots; where another works there too, each has
 * its share. Keys that were never seen to work have half of the slots at most, no matter who sends them,
 * and those who send them are not counted as working there: no one loses a slot to wrong keys.
 * Who sees the host strained gets fewer slots itself: whether it fails for others is theirs to see.
 */
export function createHostSlots({ concurrency, open, clock }: HostSlotsOptions) {
  const strained = new Map<string, number>();
  const slots = createSlots({
    max: concurrency,
    line: Number.POSITIVE_INFINITY,
    whole: (who) => isAlone(who) && !isStrained(who),
  });
  const untried = createSlots({
    max: Math.max(1, Math.floor(concurrency / 2)),
    line: Number.POSITIVE_INFINITY,
  });
  /** The last two who worked here. */
  let last: Visit | undefined;
  let before: Visit | undefined;

  function isAlone(who: string): boolean {
    const other = last?.who === who ? before : last;
    return other === undefined || clock() - other.at > LATELY;
  }

  function isStrained(who: string): boolean {
    const until = strained.get(who);
    if (until === undefined) return false;
    if (until > clock()) return true;
    strained.delete(who);
    return false;
  }

  function noticed(who: string) {
    if (last !== undefined && last.who !== who) before = last;
    last = { who, at: clock() };
  }

  async function enterUntried(
    client: string,
    signal: AbortSignal,
    first: boolean,
  ): Promise<() => void> {
    const leaveUntried = await untried.enter(client, signal, 1, first);
    try {
      const leave = await slots.enter(client, signal, 1, first);
      return () => {
        leave();
        leaveUntried();
      };
    } catch (error) {
      leaveUntried();
      throw error;
    }
  }

  return {
    /** Call what it returns to leave; a promise of it where there is a line to wait in. */
    enter(
      { client, proven, first = false }: Caller,
      signal: AbortSignal,
    ): (() => void) | Promise<() => void> {
      if (open && !proven) return enterUntried(client, signal, first);
      noticed(client);
      // Mostly a slot is free: then nothing is waited for.
      const leave = signal.aborted ? undefined : slots.take(client);
      return leave ?? slots.enter(client, signal, 1, first);
    },

    /** The host is slow or failing for this client: it gets fewer slots until then. */
    strain: (client: string, until: number) => void strained.set(client, until),
  };
}

interface Visit {
  readonly who: string;
  readonly at: number;
}

/** The slots of a host that keys not yet seen to work may have, where they are numbered. */
export function slotsFor(concurrency: number, isUntried: boolean): readonly number[] {
  const all = Array.from({ length: concurrency }, (_, slot) => slot);
  // Those that work begin at the other end, so that the two meet only when there is no other way.
  return isUntried ? all.slice(0, Math.max(1, Math.floor(concurrency / 2))) : all.reverse();
}
