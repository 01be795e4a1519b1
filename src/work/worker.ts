// A worker on leased work: polls with jitter, wakes when there is something, holds leases while it works.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../model/faults.ts';
import { createSlots } from '../model/slots.ts';
import type { OnSetAside } from '../model/watch.ts';
import {
  type Claimed,
  type Claiming,
  DEADLY,
  type Found,
  type Lane,
  type Lease,
  type Without,
} from './queue.ts';

/** Where the work comes from: deliveries or jobs of the store. */
export interface Source<T extends Claimed> {
  lanes(now: number, without: Without, after?: string): Promise<Found>;
  claim(claiming: Claiming): Promise<readonly T[]>;
  extend(held: readonly Lease[], until: number): Promise<void>;
  putOff(held: Lease, until: number): Promise<void>;
  /** The clock was set back by so much: what waits for its time waits no longer than it was to. */
  clockMovedBack(now: number, by: number): Promise<void>;
  /** For a store that one process alone may serve: whatever is still held, its holder is dead. */
  freeAll(): Promise<void>;
}

/** What every room with a worker is built with. */
export interface WorkerRoom {
  readonly now: () => number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
  /** The store could not be asked; it will be again. */
  readonly onTrouble: (error: unknown) => void;
  readonly onSetAside: OnSetAside;
}

export interface WorkerOptions<T extends Claimed> extends Omit<WorkerRoom, 'onSetAside'> {
  readonly source: Source<T>;
  /** Pieces of work under way at the same time: in this process, and of one client. */
  readonly concurrency: number;
  readonly concurrencyEach: number;
  /** How many more of this lane may begin; absent: as many as of its client. */
  readonly room?: (lane: string) => number;
  /** Lanes that may have no more now. */
  readonly full?: () => ReadonlySet<string>;
  /** Does one piece of work to its end, or breaks it off when the signal comes; must not throw. */
  readonly work: (held: T, lane: string, signal: AbortSignal) => Promise<void>;
  /** Milliseconds that work under way has to its end before a worker that stops breaks it off. */
  readonly patience?: number;
  /** Done at each poll beside the work, such as ending what waited too long. */
  readonly tidy?: () => Promise<void>;
}

/** Work that a process died with is done one piece at a time; the others of its kind wait so long. */
const ONE_AT_A_TIME = 1000;
/** A holder that dies is missed after this long; one that lives extends its leases in time. */
export const LEASE = 10_000;
const EXTEND_EVERY = 3000;
/** Lanes claimed from at the same time: one after another, many would keep a newcomer waiting. */
const AT_A_TIME = 4;
const POLL_EVERY = 1000;
/** Looking for work takes half of the time at most: the rest belongs to the calls of everyone. */
const REST_AFTER_LOOK = 1;
const LONGEST_REST = 100;
/** The clock and the beat of the machine went apart by so much: the clock was set, or all stood still. */
const APART = 1000;

export function createWorker<T extends Claimed>(options: WorkerOptions<T>) {
  const { source, now, random, concurrency, concurrencyEach, work, onTrouble } = options;
  const { room = () => Infinity, full = () => new Set(), patience = 0 } = options;
  const slots = createSlots({ max: concurrency, each: concurrencyEach });
  const held = new Map<T, Promise<void>>();
  const holders = new Set<string>();
  let lookAfter = 0;
  /** Where the walk through the lanes goes on. */
  let next: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let extending: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  /** When it was last looked, by the clock and by the machine's beat. */
  let looked: { readonly at: number; readonly beat: number } | undefined;
  let stopped = true;
  let stopping = new AbortController();

  /**
   * A clock that was set makes leases look longer, or over: ours are written again before anybody,
   * ourselves included, takes them for another's.
   */
  async function followClock(): Promise<void> {
    const before = looked;
    looked = { at: now(), beat: performance.now() };
    if (!before) return;
    const jumped = looked.at - before.at - (looked.beat - before.beat);
    if (Math.abs(jumped) < APART) return;
    await source.extend([...held.keys()], looked.at + LEASE);
    if (jumped < 0) await source.clockMovedBack(looked.at, -jumped);
  }

  /** The lanes that may be served now. */
  async function poll(): Promise<readonly Lane[]> {
    const early = lookAfter - performance.now();
    if (early >= 1) await pause(early);
    if (stopped) return [];
    await followClock();
    const clients = [...holders].filter((client) => slots.room(client) === 0);
    const began = performance.now();
    const found = await source.lanes(now(), { clients, lanes: full() }, next);
    next = found.next;
    const ended = performance.now();
    lookAfter = ended + Math.min(LONGEST_REST, REST_AFTER_LOOK * (ended - began));
    return found.lanes;
  }

  /** Takes what may be taken, a few lanes at a time; says whether there may be more. */
  async function take(): Promise<boolean> {
    const lanes = await poll();
    let any = false;
    for (let at = 0; at < lanes.length && !stopped; at += AT_A_TIME) {
      // No other lane waits for one that cannot be claimed from.
      const claims = lanes.slice(at, at + AT_A_TIME).map((lane) => claim(lane).catch(onTrouble));
      any = (await Promise.all(claims)).includes(true) || any;
    }
    return any || next !== undefined;
  }

  async function claim({ lane, client }: Lane): Promise<boolean> {
    const taken = takeSlots(client, room(lane));
    if (taken.length === 0) return false;
    try {
      const time = now();
      const claiming = { lane, limit: taken.length, now: time, until: time + LEASE };
      const claimed = await source.claim({ ...claiming, by: randomUUID() });
      for (const each of claimed) {
        if (isSuspect(each) && [...held.keys()].some(isSuspect))
          await source.putOff(each, now() + ONE_AT_A_TIME * (1 + random()));
        else hold(each, lane, client, taken.pop());
      }
      return claimed.length > 0;
    } finally {
      for (const leave of taken) leave();
    }
  }

  function takeSlots(client: string, most: number): (() => void)[] {
    const taken: (() => void)[] = [];
    while (taken.length < most) {
      const leave = slots.take(client);
      if (!leave) break;
      taken.push(leave);
    }
    return taken;
  }

  function hold(each: T, lane: string, client: string, leave?: () => void) {
    holders.add(client);
    const done = work(each, lane, stopping.signal)
      .catch(onTrouble)
      .finally(() => {
        held.delete(each);
        leave?.();
        if (slots.held(client) === 0) holders.delete(client);
        wake();
      });
    held.set(each, done);
  }

  async function round(): Promise<void> {
    try {
      await options.tidy?.();
      while (!stopped && slots.used() < concurrency && (await take()));
    } catch (error) {
      onTrouble(error);
    }
  }

  /** There may be work now. */
  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        await round();
      }
    })().finally(() => {
      running = undefined;
      if (again) wake();
      else plan();
    });
  }

  function plan() {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(wake, POLL_EVERY * (0.75 + 0.5 * random()));
    timer.unref();
  }

  const breakOff = () => stopping.abort(new Fault('unavailable', 'The service is shutting down.'));

  return {
    async start(): Promise<void> {
      if (!stopped) return;
      await source.freeAll();
      stopped = false;
      stopping = new AbortController();
      extending = setInterval(() => {
        source.extend([...held.keys()], now() + LEASE).catch(onTrouble);
      }, EXTEND_EVERY);
      extending.unref();
      wake();
    },
    wake,
    /** Comes when what is under way is to be broken off. */
    signal: () => stopping.signal,
    /** Takes nothing more and resolves when all that was under way has ended. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      if (patience === 0) breakOff();
      const hurry = setTimeout(breakOff, patience);
      await running;
      await Promise.all(held.values());
      clearTimeout(hurry);
      clearInterval(extending);
    },
  };
}

/**
 * One of many that a process died with is what it died of, at most. Done one after the other, the next
 * death shows which, and the others are not set aside for it.
 */
const isSuspect = ({ deaths }: Claimed): boolean => deaths > 0 && deaths < DEADLY;
