// What commands that work on the store have in common.
import type { Store } from '../store/index.ts';
import { unknownClient } from '../tokens/index.ts';
import { type Open, UsageError } from './declare.ts';
import type { Opened, ToolOptions } from './open.ts';

/** Opens the house for one piece of work and closes it whatever happens. */
export async function using<T>(
  open: Open,
  work: (opened: Opened) => Promise<T>,
  options?: ToolOptions,
): Promise<T> {
  const opened = await open(options);
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}

/** Throws unless there is such a client. */
export async function requireClient({ clients }: Pick<Store, 'clients'>, id: string) {
  if (!(await clients.find(id))) throw unknownClient(id);
}

/** The words that most of these commands begin with. */
export const CLIENT = {
  word: 'client id',
  about: 'The client application, as "manifold clients list" shows it.',
} as const;
export const USER = {
  word: 'tpUserId',
  about: 'The end user, as the client application calls them.',
} as const;

export const DAY_SECONDS = 24 * 60 * 60;

/** An option that is a number of days, in seconds. */
export function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`"${text}" is not a number of days: write a whole number from 1.`);
  return Number(text) * DAY_SECONDS;
}

/** A moment as JSON and lists have it. */
export const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
