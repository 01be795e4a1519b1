// What ends soon: how far ahead it is told, and what it is called.
import type { ExpiringWhat, ServiceExpiringWhat } from './notices.ts';

/** So long before its end something is marked, counted and told of. */
export const FORESEEN_MS = 30 * 24 * 60 * 60 * 1000;

/** What a client is told of, and what is the operator's alone. */
export type EndingWhat = ExpiringWhat | ServiceExpiringWhat | 'app_secret';

/** All of one kind that ends within that time. */
export interface Ending {
  readonly what: EndingWhat;
  /** Null for a secret of a client. */
  readonly channel: string | null;
  readonly count: number;
  /** The first of them to end. */
  readonly soonest: number;
}
