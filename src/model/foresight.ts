// What ends soon: how far ahead it is reported, and what it is called.
import type { NoticeData } from './notices.ts';

/** So long before its end something is marked, counted and reported. */
export const FORESEEN_MS = 30 * 24 * 60 * 60 * 1000;

/** What clients are notified of, and what only the operator sees. */
export type EndingWhat = NoticeData<'channel.expiring' | 'service.expiring'>['what'] | 'app_secret';

/** All of one kind that ends within that time. */
export interface Ending {
  readonly what: EndingWhat;
  /** Null for a secret of a client. */
  readonly channel: string | null;
  readonly count: number;
  /** The first of them to end. */
  readonly soonest: number;
}
