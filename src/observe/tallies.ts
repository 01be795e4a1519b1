// Counts what happens, minute by minute, until the store has it, and what is under way at this moment.
import {
  type Count,
  type Figure,
  latencyOf,
  MINUTE,
  NO_CHANNEL,
  noFigures,
} from '../model/counts.ts';
import type { HoldUp } from '../model/watch.ts';

/** While the store is away, what is counted is bounded; beyond that nothing new is begun. */
const MOST_ROWS = 50_000;

/** Calls to channels under way now, and those that wait for a limit or a place. */
export interface UnderWay {
  readonly client: string;
  readonly channel: string;
  readonly calls: number;
}

export function createTallies(now: () => number) {
  let rows = new Map<string, Count>();
  const flying = new Map<string, Map<string, number>>();
  const held = new Map<string, number>();

  function add(
    client: string,
    channel: string,
    code: string,
    figures: Partial<Record<Figure, number>>,
    at = minuteOf(now()),
  ) {
    const key = `${at} ${code} ${channel} ${client}`;
    let row = rows.get(key) as (Record<Figure, number> & Count) | undefined;
    if (!row) {
      if (rows.size >= MOST_ROWS) return;
      row = { client, channel, at, code, ...noFigures() };
      rows.set(key, row);
    }
    for (const name in figures) row[name as Figure] += figures[name as Figure] ?? 0;
  }

  return {
    /** A data call ended; without milliseconds where it was turned away before it began. */
    call(client: string, channel = NO_CHANNEL, code: string, ms?: number) {
      const figure = ms === undefined ? undefined : latencyOf(ms);
      const figures = { calls: 1, ms: Math.round(ms ?? 0), ...(figure && { [figure]: 1 }) };
      for (const whose of client === '' ? [''] : ['', client])
        for (const which of ['', channel]) add(whose, which, code, figures);
    },

    /** A try of a call to a channel begins; call what it returns when it ended. */
    sent(channel: string, client = '') {
      const began = performance.now();
      const own = flying.get(client) ?? new Map<string, number>();
      flying.set(client, own.set(channel, (own.get(channel) ?? 0) + 1));
      return (status: number | undefined) => {
        const left = (own.get(channel) ?? 1) - 1;
        if (left > 0) own.set(channel, left);
        else own.delete(channel);
        if (own.size === 0 && flying.get(client) === own) flying.delete(client);
        const sent_ms = Math.round(performance.now() - began);
        const figures = { sent: 1, sent_ms, limited: status === 429 ? 1 : 0 };
        for (const which of ['', channel]) add('', which, '', figures);
      };
    },

    waiting(channel: string, why: HoldUp) {
      if (why !== 'budget' && why !== 'place') return () => {};
      const began = performance.now();
      held.set(channel, (held.get(channel) ?? 0) + 1);
      return () => {
        held.set(channel, Math.max(0, (held.get(channel) ?? 1) - 1));
        const waited = Math.round(performance.now() - began);
        if (waited > 0) for (const which of ['', channel]) add('', which, '', { waits: 1, waited });
      };
    },

    spent(channel: string, left: number) {
      const used = Math.round(1000 * (1 - left));
      for (const which of ['', channel]) add('', which, '', { takes: 1, used });
    },

    refused(channel: string) {
      for (const which of ['', channel]) add('', which, '', { refused: 1 });
    },

    /** Hands what was counted to `keep`; what that does not take is counted with what comes next. */
    async flush(keep: (counts: readonly Count[]) => Promise<unknown>): Promise<void> {
      const taken = [...rows.values()];
      rows = new Map();
      if (taken.length === 0) return;
      try {
        await keep(taken);
      } catch (error) {
        for (const { client, channel, code, at, ...figures } of taken)
          add(client, channel, code, figures, at);
        throw error;
      }
    },

    /** What is under way to channels, by client; an empty one is the service itself. */
    underWay: (): readonly UnderWay[] =>
      [...flying].flatMap(([client, own]) =>
        [...own].map(([channel, calls]) => ({ client, channel, calls })),
      ),
    /** What waits for a limit or a place, by channel. */
    waitingNow: (): Readonly<Record<string, number>> =>
      Object.fromEntries([...held].filter(([, count]) => count > 0)),
  };
}

const minuteOf = (time: number): number => time - (time % MINUTE);
