// What a copy knows of a scope and of records that could not be read, and the rows that keep it.
import type { Resource } from '../data.ts';
import type { Known } from '../gone.ts';
import { rowOf, SCOPES, UNREAD, type Value } from './tables.ts';
import type { Row } from './target.ts';

/** Whose records, of which kind: what is watched and loaded as one. */
export interface Scope {
  readonly tpUserId: string;
  readonly channel: string;
  readonly resource: Resource;
}

export const keysOf = ({ tpUserId, channel, resource }: Scope) => [tpUserId, channel, resource];
export const keyOf = (scope: Scope): string => JSON.stringify(keysOf(scope));
export const scopeOf = ({ tpUserId, channel, resource }: Scope): Scope => ({
  ...{ tpUserId, channel, resource },
});

/** How far a scope was loaded. */
export interface ScopeState extends Scope {
  readonly watchId: string;
  readonly account: string;
  /** When its load began; with a date of change up to then where the channel would leave out old ones. */
  readonly begunAt: string;
  readonly dated: boolean;
  /** The next page of the load. */
  readonly page: string | null;
  /** Null until everything was read once. */
  readonly loadedAt: string | null;
  readonly state: string;
  readonly why: string | null;
  readonly completeUntil: string | null;
}

/** A record that could not be read: the copy has it as it was. */
export interface Unread extends Scope {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

export interface Tried extends Unread {
  readonly since: number;
  readonly tries: number;
  readonly known: Known;
}

export const scopeRow = (scope: ScopeState): Value[] =>
  rowOf(
    SCOPES,
    {},
    {
      ...{ tp_user_id: scope.tpUserId, channel: scope.channel, resource: scope.resource },
      ...{ watch_id: scope.watchId, account: scope.account, page: scope.page, state: scope.state },
      ...{ why: scope.why, begun_at: scope.begunAt, loaded_at: scope.loadedAt },
      ...{ complete_until: scope.completeUntil, dated: Number(scope.dated) },
    },
  );

export const scopeIn = (row: Row): ScopeState => ({
  ...{ tpUserId: String(row.tp_user_id), channel: String(row.channel) },
  ...{ resource: row.resource as Resource, watchId: String(row.watch_id) },
  ...{ account: String(row.account), page: textIn(row.page), state: String(row.state) },
  ...{ why: textIn(row.why), begunAt: isoIn(row.begun_at) ?? '', loadedAt: isoIn(row.loaded_at) },
  ...{ completeUntil: isoIn(row.complete_until), dated: Boolean(row.dated) },
});

const RETRY_SECONDS = 60;
const RETRY_SECONDS_MOST = 3600;

export function unreadRow(
  { tries = 0, ...one }: Unread & { readonly tries?: number },
  at: number,
): Value[] {
  const pause = Math.min(RETRY_SECONDS_MOST, RETRY_SECONDS * 2 ** tries) * 1000;
  return rowOf(
    UNREAD,
    {},
    {
      ...{ tp_user_id: one.tpUserId, channel: one.channel, resource: one.resource, id: one.id },
      ...{ code: one.code, message: one.message, tries, since: new Date(at).toISOString() },
      next_at: new Date(at + pause).toISOString(),
    },
  );
}

export const triedIn = (row: Row, scope: Scope): Tried => ({
  ...{ ...scope, id: String(row.id), code: String(row.code), message: String(row.message) },
  ...{ since: timeIn(row.since) ?? 0, tries: Number(row.tries) },
  known: {
    id: String(row.id),
    created_at: isoIn(row.created_at),
    updated_at: isoIn(row.updated_at),
  },
});

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const timeIn = (value: unknown): number | undefined => {
  const at =
    value instanceof Date ? value.getTime() : Date.parse(typeof value === 'string' ? value : '');
  return Number.isNaN(at) ? undefined : at;
};
const isoIn = (value: unknown): string | null => {
  const at = timeIn(value);
  return at === undefined ? null : new Date(at).toISOString();
};
export const recordIn = (row: Row | undefined): object | null => {
  const record = row?.record;
  return typeof record === 'string' ? JSON.parse(record) : ((record ?? null) as object | null);
};
