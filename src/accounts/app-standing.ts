// How the operator's own apps stand with their vendors: reported once when one is refused, and once when it works again.
import type { Fault } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';

export interface AppStandingOptions {
  /** By channel, those that are set: whether all of their keys are. */
  readonly set: Readonly<Record<string, boolean>>;
  /** The app is refused, or cannot be used for want of its keys; or, if undefined, is well again. */
  readonly onChange: (channel: string, fault: Fault | undefined) => void;
}

export type AppStanding = ReturnType<typeof createAppStanding>;

/**
 * After so many refusals in a row an app rests: it would be sent again for every user, and vendors
 * block those who do so. By host, since where each shop has its own, what one says must not keep the
 * others waiting.
 */
const FREE = 5;
const REST_MS = 10_000;
/** Hosts that disagree must not fill the log. */
const QUIET_MS = 10 * 60_000;
const MOST_HOSTS = 10_000;

/** Refusals of one host, one after another. */
interface Row {
  readonly fault: Fault;
  readonly at: number;
  readonly count: number;
}

export function createAppStanding({ set, onChange }: AppStandingOptions) {
  const known = new Map(Object.entries(set));
  const troubles = new Map<string, { readonly reason: string; readonly reported: boolean }>();
  const reportedAt = new Map<string, number>();
  const rows = lruCache<Row>({ max: MOST_HOSTS });
  const place = (channel: string, host: string) => JSON.stringify([channel, host]);

  return {
    /** Throws what the host said, where it refused the app again and again until a moment ago. */
    check(channel: string, host: string, now: number): void {
      const row = rows.get(place(channel, host));
      if (row && row.count >= FREE && isWithin(REST_MS, row.at, now))
        throw row.fault.with({ sent: 'no' });
    },

    /** `host` where it was the vendor that refused it. */
    refused(channel: string, fault: Fault, now: number, host?: string): void {
      if (host !== undefined) {
        const at = place(channel, host);
        rows.set(at, { fault, at: now, count: (rows.get(at)?.count ?? 0) + 1 });
      }
      known.set(channel, false);
      const { reason = fault.code } = fault;
      const before = troubles.get(channel);
      if (before?.reason === reason) return;
      const cause = JSON.stringify([channel, reason]);
      const last = reportedAt.get(cause);
      const reports = last === undefined || !isWithin(QUIET_MS, last, now);
      troubles.set(channel, { reason, reported: reports || before?.reported === true });
      if (!reports) return;
      reportedAt.set(cause, now);
      onChange(channel, fault);
    },

    worked(channel: string, host: string): void {
      rows.delete(place(channel, host));
      known.set(channel, true);
      const trouble = troubles.get(channel);
      troubles.delete(channel);
      if (trouble?.reported) onChange(channel, undefined);
    },

    /** By channel, of those that are set or were needed. */
    usable: (): ReadonlyMap<string, boolean> => known,
  };
}

/** Not where the clock was set back since. */
const isWithin = (span: number, then: number, now: number): boolean =>
  then <= now && now - then < span;
