// Places among the calls under way to one host: clients take turns, and no key that was never seen to work holds many.
import type { Caller } from '../model/exchange.ts';
import { createPlaces } from '../model/places.ts';

export interface HostPlaces {
  /** Call what it returns to leave; a promise of it where there is a line to wait in. */
  enter(caller: Caller, signal: AbortSignal): (() => void) | Promise<() => void>;
  /** The host is slow or failing for this client: it gets fewer places until then. */
  strain(client: string, until: number): void;
}

export interface HostPlacesOptions {
  readonly atOnce: number;
  /** Anyone may try keys there, so that one client's wrong ones could stand in another's way. */
  readonly open: boolean;
  readonly clock: () => number;
}

/** Someone who was here this recently may be back: places are left for them. */
const LATELY = 3600_000;

/**
 * A client that is alone at a shop may use all its places; where another works there too, each has
 * its share. Keys that were never seen to work have half of the places at most, whoever sends them,
 * and those who send them are not counted as working there: nobody loses a place to wrong keys.
 * Who sees the host strained gets fewer places itself: whether it fails for others is theirs to see.
 */
export function createHostPlaces({ atOnce, open, clock }: HostPlacesOptions): HostPlaces {
  const strained = new Map<string, number>();
  const places = createPlaces({
    max: atOnce,
    line: Number.POSITIVE_INFINITY,
    whole: (who) => isAlone(who) && !isStrained(who),
  });
  const untried = createPlaces({
    max: Math.max(1, Math.floor(atOnce / 2)),
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

  async function enterUntried(client: string, signal: AbortSignal): Promise<() => void> {
    const leaveUntried = await untried.enter(client, signal);
    try {
      const leave = await places.enter(client, signal);
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
    enter({ client, proven }, signal) {
      if (open && !proven) return enterUntried(client, signal);
      noticed(client);
      // Mostly a place is free: then nothing is waited for.
      const leave = signal.aborted ? undefined : places.take(client);
      return leave ?? places.enter(client, signal);
    },

    strain: (client, until) => void strained.set(client, until),
  };
}

interface Visit {
  readonly who: string;
  readonly at: number;
}

/** The places of a host that keys not yet seen to work may have, where they are numbered. */
export function slotsFor(atOnce: number, isUntried: boolean): readonly number[] {
  const all = Array.from({ length: atOnce }, (_, slot) => slot);
  // Those that work begin at the other end, so that the two meet only when there is no other way.
  return isUntried ? all.slice(0, Math.max(1, Math.floor(atOnce / 2))) : all.reverse();
}
