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
      const points = [];
      for (let at = first; at < end; at += step)
        points.push(pointOf(at, rows.get(at) ?? [], client !== ''));
      return { step, points };
    },
  };
}

/** Times are milliseconds; what nothing was counted for is null. */
function pointOf(
  at: number,
  rows: readonly (Figures & { readonly code: string })[],
  ofClient: boolean,
) {
  const all = noFigures();
  for (const row of rows) for (const name of FIGURES) all[name] += row[name];
  const failed = rows.filter(({ code }) => code !== OK && code !== '');
  const { calls, sent, limited, waits, waited, refused } = all;
  return {
    /** From when on, since 1970. */
    at,
    calls,
    errors: failed.reduce((sum, row) => sum + row.calls, 0),
    /** Of the errors. */
    codes: Object.fromEntries(failed.map((row) => [row.code, row.calls])),
    mean: ratio(all.ms, calls),
    /** Estimated from how many calls took at most so long. */
    ...{ p50: quantile(all, 0.5), p95: quantile(all, 0.95) },
    /** Of calls to channels, which are not counted for one client. */
    channel: ofClient
      ? null
      : {
          ...{ sent, mean: ratio(all.sent_ms, sent), limited, waits, waited, refused },
          /** Which share of the tightest limit was in use on average, from 0 to 1. */
          used: all.takes === 0 ? null : all.used / all.takes / 1000,
        },
  };
}

const ratio = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round(sum / count);
