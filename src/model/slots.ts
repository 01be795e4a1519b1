// Slots that many share: no one takes them all, and all who wait are served in turn.

export interface SlotsOptions {
  /** Slots in all; or any other unit of which there is only so much, such as bytes. */
  readonly max: number;
  /** The most one of those who share may hold. */
  readonly each?: number;
  /** How many of one may wait; a further one is refused. */
  readonly line?: number;
  /** Who may take all that is free, such as one who has been alone here for long. */
  readonly whole?: (who: string) => boolean;
}

export type Slots = ReturnType<typeof createSlots>;

/** More of one client wait than may. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

interface Waiter {
  readonly size: number;
  /** Before others of theirs who wait. */
  readonly first: boolean;
  readonly go: (leave: () => void) => void;
}

/**
 * Each may hold as much as is left free for the others, and no more: one alone gets half, two get a
 * third each, and a newcomer always finds room. So what never ends holds up its owner only, without
 * anyone having to be thrown out. Those who wait are served in turn, whatever each has piled up.
 */
export function createSlots(options: SlotsOptions) {
  const { max, each = max, line = 0, whole = () => false } = options;
  const held = new Map<string, number>();
  /** Those with someone waiting, the longest unserved first. */
  const lines = new Map<string, Set<Waiter>>();
  let used = 0;

  const heldBy = (who: string): number => held.get(who) ?? 0;

  function fits(who: string, size: number): boolean {
    const free = max - used;
    const mine = heldBy(who);
    // One thing of any size fits where nothing of theirs is: otherwise it never would.
    return mine === 0
      ? size <= free || used === 0
      : size <= free && mine + size <= Math.min(each, whole(who) ? max : free);
  }

  function give(who: string, size: number): () => void {
    used += size;
    held.set(who, heldBy(who) + size);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      used -= size;
      const rest = heldBy(who) - size;
      if (rest > 0) held.set(who, rest);
      else held.delete(who);
      serve();
    };
  }

  /** Takes a slot if there is one for them now; call what it returns to give it back. */
  function take(who: string, size = 1): (() => void) | undefined {
    // No one passes those of theirs who wait already.
    return lines.has(who) || !fits(who, size) ? undefined : give(who, size);
  }

  /** Goes round until no one who waits can be served. */
  function serve() {
    for (let served = true; served; ) {
      served = false;
      for (const [who, waiting] of lines) {
        const [first] = waiting;
        if (!first || !fits(who, first.size)) continue;
        waiting.delete(first);
        lines.delete(who);
        if (waiting.size > 0) lines.set(who, waiting);
        first.go(give(who, first.size));
        served = true;
      }
    }
  }

  function leaveLine(who: string, waiter: Waiter) {
    const waiting = lines.get(who);
    waiting?.delete(waiter);
    if (waiting?.size === 0) lines.delete(who);
    serve();
  }

  return {
    take,

    /** Waits for one; rejects with the signal's reason, or `LineFull`. `first` passes others of theirs. */
    enter(who: string, signal: AbortSignal, size = 1, first = false): Promise<() => void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const now = take(who, size);
        if (now) return resolve(now);
        const waiting = lines.get(who) ?? new Set();
        if (waiting.size >= line) return reject(new LineFull());
        const abort = () => {
          leaveLine(who, waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          ...{ size, first },
          go(leave) {
            signal.removeEventListener('abort', abort);
            resolve(leave);
          },
        };
        signal.addEventListener('abort', abort, { once: true });
        const behind = first ? [...waiting].filter((one) => !one.first) : [];
        for (const one of behind) waiting.delete(one);
        for (const one of [waiter, ...behind]) waiting.add(one);
        lines.set(who, waiting);
      });
    },

    /** How many more slots they could take now. */
    room(who: string): number {
      const mine = heldBy(who);
      const free = max - used;
      if (whole(who)) return Math.max(0, Math.min(each - mine, free));
      const fair =
        mine === 0
          ? Math.max(Math.min(1, free), Math.floor((free + 1) / 2))
          : Math.floor((free + 1 - mine) / 2);
      return Math.max(0, Math.min(each - mine, fair));
    },
    held: heldBy,
    used: () => used,
  };
}
