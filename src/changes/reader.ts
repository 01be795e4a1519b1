// Does a reading that is due: opens the account, follows what changed, sweeps, and says when it is next due.
import { randomUUID } from 'node:crypto';
import type { Accounts, OpenAccount } from '../accounts/index.ts';
import type { KindOfChanges } from '../channels/changes.ts';
import type { Channel } from '../channels/channel.ts';
import { Fault, type FaultCode } from '../model/faults.ts';
import { MAX_IDS } from '../model/query.ts';
import {
  type ClaimedReading,
  DEADLY,
  type Store,
  StoreUnavailableError,
  type Trouble,
  type WatchedBy,
  type WatchState,
} from '../store/index.ts';
import { limited } from '../unified/deadline.ts';
import type { WorkerRoom } from '../work/worker.ts';
import { type Came, followDates, followEvents, followHints, readHistory } from './follow.ts';
import { createPass, type OnFound, type Pass, TakenOver } from './pass.ts';
import { confirmMissed, EMPTY_AGAIN, type Swept, sweep } from './sweep.ts';
import { horizonOf } from './window.ts';

export interface ReaderDependencies extends Omit<WorkerRoom, 'onTrouble'> {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly accounts: Pick<Accounts, 'open'>;
  readonly store: Pick<Store, 'readings' | 'watches'>;
  readonly onUnexpected: (error: unknown, traceId: string) => void;
  readonly onFound: OnFound;
}

const HOUR = 3600_000;
/** Of each limit of a channel, for all watches together. */
const SHARE = 0.3;
/** What one pass may take before others of the same client have their turn. */
const PAGES = 20;
const NO_PAGE_AFTER = 30_000;
const DEADLINE = 60_000;
/** A reading with more to read goes on so soon. */
const SOON = 50;
/** And so much later where the channel lets no more be read and does not say for how long. */
const PAUSE = 10_000;
const LONGEST_PAUSE = HOUR;
/** A watch whose mark is so far behind, in its own intervals and at least, is said to be behind. */
const BEHIND = 3;
const BEHIND_AT_LEAST = 15 * 60_000;

/** Faults that last until somebody acts. */
const LASTING: ReadonlySet<FaultCode> = new Set([
  'app_refused',
  'channel_not_linked',
  'credential_refused',
  'keys_missing',
  'permission_missing',
  'set_aside',
  'unknown_user',
  'unsupported_channel',
]);

/** Faults by which a channel lets no more be read for a while. */
const PAUSES: ReadonlySet<FaultCode> = new Set(['channel_rate_limited', 'channel_timeout']);

/** A user linked another shop. */
const OTHER_ACCOUNT =
  'Another account was linked: the watch began again with it. What changed in between is not in the log.';

export function createReader(deps: ReaderDependencies) {
  const { channels, accounts, store, now } = deps;

  /** Does what is due; throws only where the store is away. */
  return async function read(held: ClaimedReading, stopping: AbortSignal): Promise<void> {
    const trace = { id: randomUUID().replaceAll('-', ''), from: undefined, span: undefined };
    const began = now();
    if (held.deaths >= DEADLY) {
      deps.onSetAside('reading', { id: held.id, client: held.clientId, channel: held.channel });
      const why = new Fault('set_aside', 'The service ended twice while reading this.');
      return await end(held, began, { fault: why });
    }
    const late = () => new Fault('channel_timeout', 'The channel took too long.');
    const limit = limited(stopping, DEADLINE, late);
    try {
      const kind = channels[held.channel]?.changes[held.resource];
      if (!kind) throw new Fault('unsupported_channel', 'There is no such channel any more.');
      const open = { signal: limit.signal, deadline: began + DEADLINE, client: held.clientId };
      const account = await openOne(held, { ...open, share: SHARE, trace });
      // All who watched it watch something else now.
      if (!account) return;
      await end(held, began, { done: await doAll(held, account, kind, began) });
    } catch (error) {
      if (error instanceof TakenOver) return;
      // It comes back when its lease ends.
      if (error instanceof StoreUnavailableError) throw error;
      const isOurs = stopping.aborted;
      if (!(error instanceof Fault)) deps.onUnexpected(error, trace.id);
      const fault =
        error instanceof Fault ? error : new Fault('unexpected', 'This service made a mistake.');
      // Broken off because this process ends: another goes on with it.
      await end(held, began, isOurs ? {} : { fault });
    } finally {
      limit.end();
    }
  };

  /** The account, opened by the first of the watching users who can. */
  async function openOne(
    held: ClaimedReading,
    options: Parameters<Accounts['open']>[2],
  ): Promise<OpenAccount | undefined> {
    let failed: unknown;
    for (const watch of held.watches) {
      const { tpUserId } = watch;
      try {
        const user = { client: held.clientId, tpUserId };
        const account = await accounts.open(user, held.channel, options);
        if (account.key === held.account) return account;
        await store.watches.rebind(watch, account.key, OTHER_ACCOUNT);
      } catch (error) {
        failed = error;
      }
    }
    if (failed !== undefined) throw failed;
    return undefined;
  }

  interface Done extends Came {
    readonly sweptAt?: number | undefined;
    readonly costs?: ClaimedReading['costs'] | undefined;
    /** When it is due even where its interval is longer. */
    readonly again?: number | undefined;
    /** Milliseconds before there can be more. */
    readonly pause?: number | undefined;
    /** What changed is not all read yet. */
    readonly isBehind: boolean;
    /** Watches whose time before they began is not read yet. */
    readonly catchingUp: ReadonlySet<number>;
  }

  /** Done, or failed; neither where it was broken off by us. */
  interface Ended {
    readonly done?: Done;
    readonly fault?: Fault;
  }

  async function doAll(
    held: ClaimedReading,
    account: OpenAccount,
    kind: KindOfChanges,
    began: number,
  ): Promise<Done> {
    const until = began + NO_PAGE_AFTER;
    const pass = createPass({
      ...{ held, account, kind, store, now, pages: PAGES, until, onFound: deps.onFound },
    });
    try {
      return await go(pass, began);
    } catch (error) {
      // The channel lets no more be read now, but something was.
      if (!(error instanceof Fault && PAUSES.has(error.code) && pass.wrote())) throw error;
      const catchingUp = new Set(
        held.watches.flatMap(({ id, history }) => (history === null ? [] : id)),
      );
      return { more: true, isBehind: true, catchingUp, pause: error.retryAfter ?? PAUSE };
    }
  }

  async function go(pass: Pass, began: number): Promise<Done> {
    const { held, kind } = pass;
    const hints = await store.readings.hints(held.number, MAX_IDS);
    if (hints.length > 0) await followHints(pass, hints, began);
    const missing = pass.keeps ? await confirmMissed(pass, store) : { more: false };
    const beforeLive = pass.calls();
    const isFirst = held.sweptAt === null;
    let swept: Swept = kind.by === 'list' ? await sweep(pass, store, isFirst) : {};
    const came = await follow(pass, swept);
    const idle = pass.calls() - beforeLive;
    const catchingUp = new Set<number>();
    for (const watch of held.watches) {
      if (watch.history === null) continue;
      if (came.more || !pass.hasTime() || !(await readHistory(pass, watch)))
        catchingUp.add(watch.id);
    }
    let more = came.more || missing.more || hints.length === MAX_IDS || catchingUp.size > 0;
    let isBehind = came.more;
    if (!more && pass.keeps && kind.by !== 'list' && isSweepDue(pass)) {
      if (pass.hasTime()) swept = await sweep(pass, store, isFirst);
      more = swept.whole === undefined;
      // Before the first look at everything, what moves no date cannot be seen.
      isBehind ||= isFirst && more;
    }
    return {
      ...{ more, isBehind, catchingUp, mark: came.mark, sweptAt: swept.whole },
      // What was missed a little while ago is asked for again before the next interval, if the channel allows.
      again: missing.again && Math.max(missing.again, began + kind.floor.seconds * 1000),
      costs: costsOf(held, kind, idle, swept.calls, more),
    };
  }

  async function follow(pass: Pass, { whole }: Swept): Promise<Came> {
    const { kind, held } = pass;
    if (kind.by === 'events') return await followEvents(pass);
    if (kind.by === 'updated_at')
      return await followDates(pass, held.completeUntil ?? held.startedAt);
    return whole === undefined ? { more: true } : { mark: horizonOf(kind, whole), more: false };
  }

  function isSweepDue({ held, kind, progress }: Pass): boolean {
    if (progress.sweep) return true;
    const asked = held.watches.flatMap(({ sweep }) => sweep ?? kind.sweep ?? []);
    const hours = Math.min(...asked.filter((each) => each > 0));
    if (!Number.isFinite(hours)) return false;
    if (held.sweptAt === null) return true;
    const pause =
      progress.emptySince !== undefined ? Math.min(EMPTY_AGAIN, hours * HOUR) : hours * HOUR;
    return now() >= held.sweptAt + pause;
  }

  /** Puts it back, with what became of it. */
  async function end(held: ClaimedReading, began: number, ended: Ended): Promise<void> {
    const { done, fault } = ended;
    const every = Math.min(...held.watches.map((watch) => watch.every)) * 1000;
    const trouble = fault ? troubleOf(fault, held.trouble, now()) : null;
    const behind = now() - (done?.mark ?? held.completeUntil ?? held.startedAt);
    const isLate = behind > Math.max(BEHIND * every, BEHIND_AT_LEAST);
    const states = held.watches.flatMap((watch) => {
      const state = stateOf(watch, ended, isLate);
      return state === watch.state ? [] : [{ watch, state, code: fault?.code ?? '' }];
    });
    const isNews = (trouble !== null || held.trouble !== null) && (fault || done);
    await store.readings.finish(held, {
      ...{ dueAt: nextDue(began, every, ended, trouble?.tries), states },
      readAt: done ? now() : held.readAt,
      ...{ completeUntil: done?.mark, sweptAt: done?.sweptAt, costs: done?.costs },
      trouble: isNews ? trouble : undefined,
    });
  }

  function nextDue(began: number, every: number, { done, fault }: Ended, tries = 1): number {
    const time = now();
    if (!fault && done && !done.more)
      return Math.min(began + every * (1 - 0.05 * deps.random()), done.again ?? Infinity);
    if (!fault) return time + Math.min(LONGEST_PAUSE, done?.pause ?? SOON);
    if (LASTING.has(fault.code)) return time + LONGEST_PAUSE * (0.9 + 0.1 * deps.random());
    const pause = Math.max(fault.retryAfter ?? 0, every * 2 ** Math.min(10, tries - 1) * 0.5);
    return time + Math.min(LONGEST_PAUSE, pause) * (0.9 + 0.1 * deps.random());
  }

  function stateOf(watch: WatchedBy, { done, fault }: Ended, isLate: boolean): WatchState {
    if (fault && LASTING.has(fault.code)) return 'broken';
    if (fault) return isLate ? 'behind' : watch.state;
    if (!done) return watch.state;
    return done.catchingUp.has(watch.id) || done.isBehind ? 'catching_up' : 'live';
  }
}

/** What a day of it costs is worked out from these; written only where they changed. */
function costsOf(
  { costs, readAt }: ClaimedReading,
  kind: KindOfChanges,
  idle: number,
  sweepCalls: number | undefined,
  more: boolean,
): ClaimedReading['costs'] | undefined {
  const isIdle = idle > 0 && !more && sweepCalls === undefined && kind.by !== 'list';
  const next = {
    ...costs,
    ...(isIdle && (costs.idle === undefined || idle < costs.idle || readAt === null) && { idle }),
    ...(sweepCalls !== undefined &&
      (kind.by === 'list' ? { idle: sweepCalls } : { sweep: sweepCalls })),
  };
  return JSON.stringify(next) === JSON.stringify(costs) ? undefined : next;
}

const troubleOf = (fault: Fault, before: Trouble | null, at: number): Trouble => ({
  code: fault.code,
  message: fault.message,
  since: before?.code === fault.code ? before.since : at,
  tries: (before?.tries ?? 0) + 1,
});
