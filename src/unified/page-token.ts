// Page tokens: the channel's cursor and the filters in force, sealed to one client, user and channel.

import type { Seal } from '../keys/seal.ts';
import { Fault } from '../model/faults.ts';
import { MAX_PAGE_TOKEN } from '../model/query.ts';

/** What a page token carries from one page to the next. */
export interface Cursor {
  /** Filters as the caller wrote them, defaults included. */
  readonly filters: Readonly<Record<string, string>>;
  /** The names of those that the caller asked for. */
  readonly asked: readonly string[];
  readonly limit: number;
  readonly version: string;
  readonly fields?: string;
  /** What is added to every record, in the order of the model; absent: nothing. */
  readonly include?: readonly string[];
  readonly page: unknown;
  /** Names the account that the cursor belongs to. */
  readonly account: string;
  /** The pages and cursors behind it. */
  readonly trail: readonly string[];
}

/** Who a token belongs to: it opens for no one else. */
export interface Owner {
  readonly client: string;
  readonly user: string;
  readonly channel: string;
  readonly operation: string;
}

const PURPOSE = 'page';
const VALID = 24 * 3600_000;

const contextOf = ({ client, user, channel, operation }: Owner): string =>
  JSON.stringify([client, user, channel, operation]);

export function sealCursor(seal: Seal, cursor: Cursor, owner: Owner, now: number): string {
  const text = JSON.stringify([now + VALID, cursor]);
  return seal.sealToken(PURPOSE, text, contextOf(owner));
}

export function openCursor(seal: Seal, token: string, owner: Owner, now: number): Cursor {
  const refused = (why: string, cause?: unknown) =>
    new Fault('invalid_page_token', `This next_page_token ${why}`, {
      ...{ field: 'next_page_token', cause },
    });
  let opened: [endsAt: number, cursor: Cursor];
  try {
    if (token.length > MAX_PAGE_TOKEN) throw new RangeError('too long');
    opened = JSON.parse(seal.openToken(PURPOSE, token, contextOf(owner)).toString('utf8'));
  } catch (cause) {
    throw refused(
      'was changed, or belongs to another client, user, channel or operation. Copy it as it is from the previous response.',
      cause,
    );
  }
  const [endsAt, cursor] = opened;
  if (endsAt < now) throw refused('is older than 24 hours. Start again without it.');
  return cursor;
}
