// Reads one page of unified records of an open account: for a data call, and without one.
import type { OpenAccount, ReadOptions } from '../accounts/index.ts';
import { resourceOf } from '../accounts/resource.ts';
import type { Page } from '../channels/channel.ts';
import type { Operation } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import type { Query } from '../model/operations.ts';
import { follow } from './trail.ts';
import { transform } from './transform.ts';

/** Which page of which records. Without a cursor it is the first. */
export interface PageAsked extends ReadOptions {
  readonly operation: Operation;
  readonly query: Query;
  /** What the page before gave as `next`, and as `trail`. */
  readonly cursor?: unknown;
  readonly trail?: readonly string[];
}

export interface PageRead {
  readonly records: readonly Record<string, unknown>[];
  /** In the vendor's words, in the same order. */
  readonly natives: readonly unknown[];
  /** Where the next page begins; undefined: it was the last. */
  readonly next: unknown;
  /** The way that the walk came, to be handed back with `next`. */
  readonly trail: readonly string[];
}

/** What was called, and what to know of the result, is in the account's journal afterwards. */
export async function readPage(account: OpenAccount, asked: PageAsked): Promise<PageRead> {
  return await unify(account, asked, await readNatives(account, asked));
}

/** The page in the vendor's words alone. */
export function readNatives(account: OpenAccount, asked: PageAsked) {
  const { operation, query, cursor, ...options } = asked;
  return account.read(resourceIn(account, operation), query, cursor, options);
}

/** Makes unified records of such a page, with what is to be included. */
export async function unify(
  account: OpenAccount,
  { operation, query, lenient, trail = [] }: PageAsked,
  { items, next }: Page<unknown, unknown>,
): Promise<PageRead> {
  const resource = resourceIn(account, operation);
  const { name, credential, openedAt, journal } = account;
  const subject = { operation, resource, name, query, channel: account.channel };
  const made = await transform(items, subject, credential.account, openedAt, journal, (fault) =>
    account.leaveOut(fault, lenient),
  );
  const records = made.map(({ record }) => record);
  const behind = follow(trail, records, next);
  return { records, natives: made.map(({ native }) => native), next, trail: behind };
}

export function resourceIn({ channel, name }: OpenAccount, operation: Operation) {
  const resource = resourceOf(channel, operation);
  if (!resource) throw new Fault('unsupported_channel', `${name} has no ${operation}.`);
  return resource;
}
