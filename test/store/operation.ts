// One operation of the store in a generated test, and what those before it have brought about.
import type fc from 'fast-check';
import type {
  ClaimedReading,
  Delivery,
  Intent,
  Lease,
  ShownWatch,
  Store,
} from '../../src/store/index.ts';

export type Leased = 'jobs' | 'deliveries' | 'hooks' | 'writes';

/** What operations before have brought about, the same on both databases. */
export interface Known {
  now: number;
  readonly users: string[];
  readonly addresses: string[];
  readonly watches: ShownWatch[];
  readonly readings: ClaimedReading[];
  readonly intents: Intent[];
  readonly leases: Readonly<Record<Leased, (Lease & Partial<Delivery>)[]>>;
}

/** One call of one method, whatever it needs beside it, and what it gave that can be compared. */
export interface Operation {
  /** As `store.<name>` has it. */
  readonly name: string;
  readonly given: fc.Arbitrary<unknown>;
  readonly run: (store: Store, given: never, known: Known) => Promise<unknown>;
  /** Keeps what later operations may name. */
  readonly keep?: ((known: Known, gave: never) => void) | undefined;
}

export function operation<Given, Gave>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (store: Store, given: Given, known: Known) => Promise<Gave>,
  keep?: (known: Known, gave: Gave) => void,
): Operation {
  return { name, given, run, keep };
}
