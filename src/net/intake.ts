// How much of answers may be in memory at the same time: in all, and with a share for each client.
import { Fault } from '../model/faults.ts';
import { createSlots, LineFull, type Slots } from '../model/slots.ts';

/** What one execution takes in, from the first byte until its own answer is out. */
export interface Taking {
  /** Counts bytes, or what was made of them; undefined where there is room, otherwise resolves once there is. */
  add(bytes: number, signal: AbortSignal): Promise<void> | undefined;
  close(): void;
}

export type Intake = ReturnType<typeof createIntake>;

const MIB = 1024 * 1024;
/** Up to where an execution is small, and up to where it is large; beyond it is huge. */
const SMALL = MIB;
const LARGE = 32 * MIB;
/** No execution takes in more than this. */
const HUGE = 128 * MIB;
/**
 * Room is taken ahead, for so many times what has come: what is made of an answer, and the answers to
 * what it leads to, then find theirs. Otherwise all would wait for a little more while they hold much.
 */
const AHEAD = 3;
const LINE = 1000;
const COME_BACK = 2000;

/**
 * Small executions share bytes. One that finds no room waits for some to come back, or
 * for a slot among the large ones, whichever is first; one that is not small waits for such a slot,
 * and once more for one among the huge ones. Anyone who waits holds slots of lower steps only, and those
 * of the highest step wait for nothing: so all of them get on.
 */
export function createIntake(bytes: number) {
  // What waits here is a call under way, of which there are only so many.
  const small = createSlots({ max: bytes / 4, line: Number.POSITIVE_INFINITY });
  const large = createSlots({ max: Math.max(2, Math.floor(bytes / 2 / LARGE)), line: LINE });
  const huge = createSlots({ max: Math.max(2, Math.floor(bytes / 4 / HUGE)), line: LINE });

  return {
    open(client = ''): Taking {
      let total = 0;
      /** Bytes for which it has room among the small ones. */
      let room = 0;
      let most = SMALL;
      let growing: Promise<void> | undefined;
      let closed = false;
      const leaving: (() => void)[] = [];
      const keep = (leave: () => void) => (closed ? leave() : leaving.push(leave));

      const missing = () => Math.min(SMALL, AHEAD * total) - room;

      function fits(): boolean {
        if (most > SMALL) return total <= most;
        if (total <= room) return true;
        const count = missing();
        const leave = total <= SMALL ? small.take(client, count) : undefined;
        if (!leave) return false;
        keep(leave);
        room += count;
        return true;
      }

      /** Several calls of one execution may bring more at the same time: it grows once for all. */
      async function grow(signal: AbortSignal) {
        do {
          if (total <= SMALL) await roomOrSlot(missing(), signal);
          else {
            const [slots, upTo] =
              total > LARGE ? ([huge, HUGE] as const) : ([large, LARGE] as const);
            keep(await entered(slots, client, signal));
            most = upTo;
          }
        } while (most > SMALL ? total > most : total > room);
      }

      /**
       * The room comes back as others end, and the slot is what gets on those who wait for one another.
       * Too many in the line for slots do no harm here: they are the ones who get on.
       */
      async function roomOrSlot(count: number, signal: AbortSignal) {
        const over = new AbortController();
        const until = AbortSignal.any([signal, over.signal]);
        const both = [
          small.enter(client, until, count).then((leave) => ({ leave, isRoom: true })),
          large.enter(client, until).then((leave) => ({ leave, isRoom: false })),
        ];
        try {
          const { leave, isRoom } = await Promise.any(both);
          keep(leave);
          if (isRoom) room += count;
          else most = LARGE;
          over.abort();
          // The other may have come at the same moment.
          for (const one of both)
            one.then(
              (got) => got.leave !== leave && got.leave(),
              () => {},
            );
        } catch {
          throw isLate(signal.reason) ? full() : signal.reason;
        }
      }

      return {
        add(count, signal) {
          total += count;
          if (total > HUGE) throw tooMuch();
          if (!growing && fits()) return undefined;
          growing ??= grow(signal).finally(() => {
            growing = undefined;
          });
          return growing;
        },
        close() {
          closed = true;
          for (const leave of leaving.splice(0)) leave();
        },
      };
    },
  };
}

async function entered(slots: Slots, client: string, signal: AbortSignal): Promise<() => void> {
  try {
    return await slots.enter(client, signal);
  } catch (error) {
    throw error instanceof LineFull || isLate(error) ? full() : error;
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'channel_timeout';

const tooMuch = () =>
  new Fault(
    'channel_invalid_response',
    `The channel’s answers to this one request hold more than is accepted. Ask for fewer records at a time.`,
    { retryable: false },
  );

const full = () =>
  new Fault(
    'unavailable',
    'So many large answers are being read for this client that there was no room for another. Try again in a moment, or ask for fewer records at a time.',
    { retryAfter: COME_BACK },
  );
