// How it went over time: calls, errors, latency and limits, from what the store has counted.
import { FIGURES, type Figures, HOUR, MINUTE, noFigures, OK, quantile } from '../model/counts.ts';
import type { House } from './audit.ts';
import { ActError } from './sentence.ts';

export interface SeriesAsked {
  /** Absent: all of them together. */
  readonly channel?: string | undefined;
  readonly client?: string | undefined;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Milliseconds where nothing else is said; null where nothing was counted that could say it. */
export interface HealthPoint {
  /** From when on, milliseconds since 1970. */
  readonly at: number;
  readonly calls: number;
  readonly errors: number;
  /** Of the errors. */
  readonly codes: Readonly<Record<string, number>>;
  readonly mean: number | null;
  /** Estimated from how many calls took at most so long. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Of calls to channels; null where one client is asked about, for whom they are not counted. */
  readonly channel: {
    readonly sent: number;
    readonly mean: number | null;
    readonly limited: number;
    readonly waits: number;
    readonly waited: number;
    readonly refused: number;
    /** Which share of the tightest limit was in use on average, from 0 to 1. */
    readonly used: number | null;
  } | null;
}

/** Minutes are kept for two days. */
const BY_MINUTE = 48 * HOUR;
const LONGEST = 31 * 24 * HOUR;

/** Milliseconds from point to point: a minute for three hours, five for two days, an hour beyond. */
const stepFor = (span: number, age: number): number =>
  age > BY_MINUTE || span > BY_MINUTE ? HOUR : span > 3 * HOUR ? 5 * MINUTE : MINUTE;

export function healthActs({ store }: House) {
  return {
    /** Evenly spaced, the oldest first; zero where nothing happened. Figures are at most a minute late. */
    async series({ channel = '', client = '', from, to }: SeriesAsked) {
      if (!(to > from) || to - from > LONGEST)
        throw new ActError('Ask for a time of at most 31 days.');
      const step = stepFor(to - from, store.now() - from);
      const [first, end] = [from - (from % step), to];
      const span = step === HOUR ? 'hour' : 'minute';
      const asked = { client, channel, span, from: first, to: end, step } as const;
      const rows = Map.groupBy(await store.counts.list(asked), ({ at }) => at);
      const points: HealthPoint[] = [];
      for (let at = first; at < end; at += step)
        points.push(pointOf(at, rows.get(at) ?? [], client !== ''));
      return { step, points };
    },
  };
}

function pointOf(
  at: number,
  rows: readonly (Figures & { readonly code: string })[],
  ofClient: boolean,
): HealthPoint {
  const all = noFigures();
  for (const row of rows) for (const name of FIGURES) all[name] += row[name];
  const failed = rows.filter(({ code }) => code !== OK && code !== '');
  const { calls, sent, limited, waits, waited, refused } = all;
  return {
    ...{ at, calls, errors: failed.reduce((sum, row) => sum + row.calls, 0) },
    codes: Object.fromEntries(failed.map((row) => [row.code, row.calls])),
    mean: ratio(all.ms, calls),
    ...{ p50: quantile(all, 0.5), p95: quantile(all, 0.95) },
    channel: ofClient
      ? null
      : {
          ...{ sent, mean: ratio(all.sent_ms, sent), limited, waits, waited, refused },
          used: all.takes === 0 ? null : all.used / all.takes / 1000,
        },
  };
}

const ratio = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round(sum / count);
