// One pass of a reading with its account open: pages read, compared and written, as long as there is time.
import type { OpenAccount } from '../accounts/index.ts';
import { largestPage } from '../accounts/resource.ts';
import type { KindOfChanges } from '../channels/changes.ts';
import { OPERATION_TABLE, type Query } from '../model/operations.ts';
import type { ClaimedReading, PageFound, Store } from '../store/index.ts';
import { readPage, resourceIn } from '../unified/reading.ts';
import { type Compared, compare, type Found, type Unread } from './compare.ts';
import type { Window } from './window.ts';

/** What of a reading is half done. */
export interface Progress {
  /** What is being read by date of change. */
  readonly window?: Window;
  /** Where the vendor's sequence of events goes on. */
  readonly sequence?: unknown;
  readonly sweep?: Sweep;
  /** Since when every sweep has met nothing at all. */
  readonly emptySince?: number;
}

export interface Sweep {
  readonly began: number;
  /** How many of its pages are written. */
  readonly part: number;
  readonly met: number;
  readonly calls: number;
  readonly cursor?: unknown;
  readonly trail?: readonly string[];
  /** The channel did not show everything: what was not met is not missed. */
  readonly partial?: boolean;
}

/** Another has the reading now: whatever is found here is theirs to find. */
export class TakenOver extends Error {}

/** Hears of new entries: of which records, how they were found, and how many. */
export type OnFound = (channel: string, resource: string, how: Found, count: number) => void;

export interface PassOptions {
  readonly held: ClaimedReading;
  readonly account: OpenAccount;
  readonly kind: KindOfChanges;
  readonly store: Pick<Store, 'readings'>;
  readonly now: () => number;
  readonly onFound: OnFound;
  /** Pages that may be read in one pass, and until when another is begun. */
  readonly pages: number;
  readonly until: number;
}

/** A page in hand, with what its channel left out. */
export interface PageInHand {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly unread: readonly Unread[];
  readonly next: unknown;
  readonly trail: readonly string[];
  /** The channel pages no further, though there may be more. */
  readonly cut: boolean;
}

type Shown = Pick<PageInHand, 'records' | 'unread' | 'cut'>;

/** The records of a page, those among them that cannot be read. */
export const idsOf = ({ records, unread }: Shown): readonly string[] => [
  ...records.map(({ id }) => String(id)),
  ...unread.flatMap(({ id }) => id ?? []),
];

/** A record without a name may be any of those that were asked for. */
export const isDoubtful = ({ unread, cut }: Shown): boolean =>
  cut || unread.some(({ id }) => id === undefined);

export type Pass = ReturnType<typeof createPass>;

/** Failures in a row after which a walk begins again. */
const STUCK = 3;

/** Leaves out what names records that are there, though the channel does not show them. */
const THERE = new Set(['record_unreadable', 'record_not_shown', 'id_refused']);

export function createPass(options: PassOptions) {
  const { held, account, kind, store, now } = options;
  const operation = held.resource;
  const resource = resourceIn(account, operation);
  const limit = largestPage(resource, account.channel.versions.default);
  const keeps = held.watches.some(({ keep }) => keep === 'digests');
  const watches = held.watches.map(({ id }) => id);
  const isStuck = (held.trouble?.tries ?? 0) >= STUCK;
  let progress = againFrom(held.progress ? JSON.parse(held.names.open(held.progress)) : {});
  let written = held.progress;
  let pages = 0;
  let wrote = false;
  /** Warnings of the account's journal that were dealt with, by how often they were met. */
  const dealtWith = new Map<string, number>();

  /** Filters by which the channel would leave something out, lifted. */
  const lifted = Object.fromEntries(
    Object.keys(resource.defaults ?? {})
      .filter((name) => OPERATION_TABLE[operation].any.has(name))
      .map((name) => [name, 'any']),
  );

  /** A vendor may have forgotten its own cursor: after some failures in a row, a walk begins again. */
  function again({ cursor, trail, ...rest }: Window): Window {
    return isStuck ? rest : { ...rest, cursor, ...(trail && { trail }) };
  }

  function againFrom({ window, sweep, ...rest }: Progress): Progress {
    return {
      ...rest,
      ...(window && { window: again(window) }),
      ...(sweep && !isStuck && { sweep }),
    };
  }

  /** What the journal has of records left out that it had not before. */
  function leftOut(): { readonly unread: readonly Unread[]; readonly cut: boolean } {
    const unread: Unread[] = [];
    let cut = false;
    for (const { code, message, ids = [], count } of account.journal.report().Warnings) {
      const key = `${code} ${message}`;
      const fresh = count - (dealtWith.get(key) ?? 0);
      if (fresh <= 0) continue;
      dealtWith.set(key, count);
      cut ||= code === 'paging_limit';
      if (!THERE.has(code)) continue;
      const named = ids.slice(-Math.min(fresh, ids.length));
      for (const id of named) unread.push({ id, code });
      for (let n = named.length; n < fresh; n++) unread.push({ id: undefined, code });
    }
    return { unread, cut };
  }

  async function page(
    query: Omit<Query, 'limit'>,
    at: { readonly cursor?: unknown; readonly trail?: readonly string[] },
  ): Promise<PageInHand> {
    pages += 1;
    const read = await readPage(account, {
      ...{ operation, lenient: true, cursor: at.cursor, trail: at.trail ?? [] },
      query: { ...lifted, ...query, limit },
    });
    return { ...read, ...leftOut() };
  }

  const known = (records: readonly string[]) =>
    keeps ? store.readings.known(held.number, records) : Promise.resolve(new Map());

  async function write(
    found: Compared,
    rest: Omit<PageFound, 'watches' | 'entries' | 'seen'> & {
      readonly watches?: readonly number[];
      readonly to?: Progress;
    },
  ): Promise<void> {
    const { to, ...more } = rest;
    if (to) progress = to;
    const text =
      Object.keys(progress).length === 0 ? null : held.names.seal(JSON.stringify(progress));
    const isMoved = to !== undefined && text !== written;
    const seen = keeps ? found.seen : [];
    // Where nothing is new, nothing is written.
    if (!isMoved && found.entries.length + seen.length === 0 && Object.keys(more).length === 0)
      return;
    const kept = await store.readings.write(held, {
      ...{ watches, entries: found.entries, seen, ...more },
      ...(isMoved && { progress: text }),
    });
    if (!kept) throw new TakenOver();
    wrote = true;
    const count = found.entries.length * (more.watches ?? watches).length;
    if (count > 0) options.onFound(held.channel, held.resource, found.how, count);
    if (isMoved) written = text;
  }

  return {
    ...{ held, account, kind, resource, keeps, now, page, leftOut, known, write, again },
    get progress() {
      return progress;
    },
    /** Whether another page may be begun. */
    hasTime: () => pages < options.pages && now() < options.until,
    wrote: () => wrote,
    calls: () => account.journal.report().ExtResources.length,
    compare: (
      how: Found,
      found: Pick<PageInHand, 'records' | 'unread'>,
      figures?: Map<string, number>,
    ) => compare(held, kind, how, found, known, now(), figures),
    /** The records of these identifiers, as many pages as it takes. */
    async named(ids: readonly string[]): Promise<Omit<PageInHand, 'next' | 'trail'>> {
      const records: Readonly<Record<string, unknown>>[] = [];
      const unread: Unread[] = [];
      let [cursor, trail, cut]: [unknown, readonly string[], boolean] = [undefined, [], false];
      do {
        const one = await page({ ids }, { cursor, trail });
        records.push(...one.records);
        unread.push(...one.unread);
        [cursor, trail, cut] = [one.next, one.trail, cut || one.cut];
      } while (cursor !== undefined);
      return { records, unread, cut };
    },
  };
}
