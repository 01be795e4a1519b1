// What loses a race against another's is run again, a few times, before anybody hears of it.
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';
import { lostRace } from './faults.ts';

const TRIES = 6;
/** Milliseconds, at most, before the second try; twice as long before each that follows. */
const FIRST_PAUSE = 10;

/**
 * What a transaction does may be done more than once: nothing of a try that failed is left. A
 * database that spreads over several machines asks for it as a matter of course.
 */
export class Database<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = (work) => again(() => once(work));
    return builder;
  }
}

/** For what leaves nothing behind when it fails: a transaction, or a statement by itself. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !lostRace(error)) throw error;
      await pause(FIRST_PAUSE * 2 ** (tried - 1) * Math.random());
    }
}
