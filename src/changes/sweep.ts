// Sweeps: everything is looked at now and then, for what moves no date and for what is gone.
import { MAX_IDS } from '../model/query.ts';
import type { NewEntry, Seen, Store } from '../store/index.ts';
import { idsOf, isDoubtful, type Pass, type Sweep } from './pass.ts';

export interface Swept {
  /** When the sweep began, where it is whole now. */
  readonly whole?: number;
  /** Channel calls that all of it took. */
  readonly calls?: number;
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** A record is asked for by its identifier so long after it was missed. */
export const MISSED_FOR = 10 * 60_000;
/** A shop that shows nothing at all may be out of order: it is swept so often, and believed after so long. */
export const EMPTY_AGAIN = HOUR;
const EMPTY_FOR = DAY;
/** Records that were met, asked for beside those that were not. */
const CONTROLS = 10;
const MOST_MISSED = MAX_IDS - CONTROLS;
const LOOKED_AT = 1000;
/** A record that cannot be read is found by what reads it. */
const LENIENT = { lenient: true };
/** Bytes of a sealed identifier that are enough to recognise it. */
const MARK = 8;

/** Goes on with a sweep, or begins one, page by page. */
export async function sweep(
  pass: Pass,
  store: Pick<Store, 'readings'>,
  isFirst: boolean,
): Promise<Swept> {
  const { held, now } = pass;
  const begun = pass.progress.sweep;
  // What it met is gone where no watch asked for digests meanwhile.
  const goesOn = begun && (await store.readings.isMet(held.number, begun.part));
  let state: Sweep = goesOn ? begun : { began: now(), part: 0, met: 0, calls: 0 };
  const before = pass.calls() - state.calls;
  for (;;) {
    const page =
      isFirst || !pass.resource.scan
        ? await wholePage(pass, state, isFirst)
        : await scanned(pass, state);
    const { met, found, next, trail, cut } = page;
    const partial = state.partial || cut;
    state = {
      ...{ began: state.began, part: state.part + 1, met: state.met + met.length },
      calls: pass.calls() - before,
      ...(next !== undefined && { cursor: next, trail }),
      ...(partial && { partial }),
    };
    const { sweep: _, ...rest } = pass.progress;
    const records = met.map(markOf);
    await pass.write(found, {
      ...(pass.keeps && {
        met: { part: state.part, records: Buffer.concat(records).toString('base64') },
      }),
      to: { ...rest, sweep: state },
    });
    if (next === undefined) return await end(pass, store, state);
    if (!pass.hasTime()) return {};
  }

  async function end(pass: Pass, store: Pick<Store, 'readings'>, done: Sweep): Promise<Swept> {
    const { sweep: _, emptySince = done.began, ...rest } = pass.progress;
    const isEmpty = done.met === 0;
    const isBelieved = !done.partial && (!isEmpty || now() - emptySince >= EMPTY_FOR);
    const { missed, back } = await unmet(pass, store);
    if (!(await store.readings.endSweep(held, isBelieved ? missed : [], back))) return {};
    await pass.write(
      { how: 'sweep', entries: [], seen: [] },
      { to: isEmpty ? { ...rest, emptySince } : rest },
    );
    return { whole: done.began, calls: done.calls };
  }
}

async function wholePage(pass: Pass, state: Sweep, isFirst: boolean) {
  const page = await pass.page({}, state);
  const found = await pass.compare(isFirst ? 'first sweep' : 'sweep', page);
  const met = idsOf(page).map((id) => pass.held.names.seal(id));
  return { met, found, next: page.next, trail: page.trail, cut: page.cut };
}

/** A cheap look at all; only those whose figure moved are read. */
async function scanned(pass: Pass, state: Sweep) {
  const { account, resource, held } = pass;
  const page = await account.ask((reading) => {
    if (!resource.scan) throw new Error('This channel has no scan.');
    return resource.scan(state.cursor, reading);
  }, LENIENT);
  const { cut } = pass.leftOut();
  const figures = new Map(
    page.items.map(({ id, figure }) => [held.names.seal(id), held.names.digest(figure)]),
  );
  const known = await pass.known([...figures.keys()]);
  const moved = [...figures].filter(([record, figure]) => known.get(record)?.figure !== figure);
  const entries: NewEntry[] = [];
  const seen: Omit<Seen, 'missed'>[] = [];
  for (let at = 0; at < moved.length; at += MAX_IDS) {
    const some = new Map(moved.slice(at, at + MAX_IDS));
    const read = await pass.named([...some.keys()].map((record) => held.names.open(record)));
    const found = await pass.compare('sweep', read, some);
    entries.push(...found.entries);
    seen.push(...found.seen);
  }
  return {
    met: [...figures.keys()],
    found: { how: 'sweep' as const, entries, seen },
    next: page.next,
    trail: [],
    cut,
  };
}

const markOf = (record: string): Buffer => Buffer.from(record, 'base64url').subarray(0, MARK);

/** What was seen and not met, and what was missed and is back. */
async function unmet(pass: Pass, store: Pick<Store, 'readings'>) {
  const { number } = pass.held;
  const met = new Set<string>();
  for (const part of await store.readings.met(number)) {
    const bytes = Buffer.from(part, 'base64').toString('latin1');
    for (let at = 0; at < bytes.length; at += MARK) met.add(bytes.slice(at, at + MARK));
  }
  const missed: string[] = [];
  const back: string[] = [];
  for (let after = ''; ; ) {
    const rows = await store.readings.seenAfter(number, after, LOOKED_AT);
    for (const { record, missed: since } of rows) {
      const isMet = met.has(markOf(record).toString('latin1'));
      if (!isMet) missed.push(record);
      else if (since !== null) back.push(record);
    }
    after = rows.at(-1)?.record ?? '';
    if (rows.length < LOOKED_AT) return { missed, back };
  }
}

export interface Confirmed {
  /** There are others to be asked for now. */
  readonly more: boolean;
  /** When the next are to be asked for, where some are missed since shortly. */
  readonly again?: number;
}

/**
 * Asks for what is missed by its identifier, and for some that are there: an answer that does not show
 * these is not believed about the others. Only then is a record said to be gone.
 */
export async function confirmMissed(
  pass: Pass,
  store: Pick<Store, 'readings'>,
): Promise<Confirmed> {
  const { held, kind, now } = pass;
  const all = await store.readings.missed(held.number, MOST_MISSED);
  const missed = all.filter((one) => dueAt(one) <= now());
  const [later] = all.slice(missed.length);
  const rest = { more: false, ...(later && { again: dueAt(later) }) };
  if (missed.length === 0) return rest;
  const isMissed = new Set(missed.map(({ record }) => record));
  const around = await store.readings.seenAfter(held.number, missed[0]?.record ?? '', LOOKED_AT);
  const first = await store.readings.seenAfter(held.number, '', LOOKED_AT);
  const controls = [
    ...new Set(
      [...around, ...first].flatMap(({ record, missed: since }) =>
        since === null ? [record] : [],
      ),
    ),
  ].slice(0, CONTROLS);
  const page = await pass.named(
    [...isMissed, ...controls].map((record) => held.names.open(record)),
  );
  const there = new Set(idsOf(page).map((id) => held.names.seal(id)));
  const isProven =
    controls.length > 0
      ? controls.some((record) => there.has(record))
      : now() - (pass.progress.emptySince ?? now()) >= EMPTY_FOR;
  if (isDoubtful(page) || !isProven) return rest;
  const found = await pass.compare('named', page);
  const shownUntil = kind.window ? now() - (kind.window.days - 1) * DAY : undefined;
  const gone = missed.filter(({ record }) => !there.has(record));
  const entries = gone.map(
    ({ record, at }): NewEntry => ({
      ...{ record, at: now(), fault: null },
      change:
        shownUntil !== undefined && at !== null && at < shownUntil ? 'left_window' : 'deleted',
    }),
  );
  await pass.write(
    { how: 'sweep', entries: [...found.entries, ...entries], seen: found.seen },
    { forget: gone.map(({ record }) => record) },
  );
  return { ...rest, more: missed.length === MOST_MISSED };
}

const dueAt = ({ missed }: Seen): number => (missed ?? 0) + MISSED_FOR;
