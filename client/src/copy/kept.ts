// What a copy has, and how it changes: records, marks and cursor in one transaction, by one process.
import { ManifoldError } from '../error.ts';
import type { Known } from '../gone.ts';
import { type LeftOut, mergeLeftOut } from '../partial.ts';
import {
  keysOf,
  recordIn,
  type Scope,
  type ScopeState,
  scopeIn,
  scopeRow,
  type Tried,
  timeIn,
  triedIn,
  type Unread,
  unreadRow,
} from './scope.ts';
import {
  declarations,
  itemsOf,
  jsonOf,
  rowOf,
  SCOPES,
  STATE,
  TABLES,
  type Table,
  UNREAD,
  type Value,
} from './tables.ts';
import type { CopyTarget, Row, Run } from './target.ts';

export interface Writing {
  readonly cursor?: string;
  readonly scopes?: readonly ScopeState[];
  readonly drop?: readonly Scope[];
  readonly records?: readonly (Scope & {
    readonly records: readonly Known[];
    readonly partial: LeftOut;
    /** Taken even where what is kept is newer by its date. */
    readonly sure?: boolean;
  })[];
  readonly marks?: readonly (Scope & { readonly id: string; readonly as: Mark })[];
  readonly unread?: readonly (Unread & { readonly tries?: number })[];
  /** Everything of it was listed: what it has beside that is looked for. */
  readonly listed?: readonly ScopeState[];
}

export type Mark = 'deleted_at' | 'left_window_at';

/** As many values as one statement may have in either database. */
const MOST_VALUES = 30_000;
/** Records that are known to be there, asked for beside those that are not. */
const CONTROLS = 5;
const TOGETHER = 90;

export type Kept = Awaited<ReturnType<typeof openKept>>;

/** Makes the tables where there are none, and takes over from the process that wrote to them before. */
export async function openKept(target: CopyTarget, clientId: string, clock: () => Promise<number>) {
  const holder = crypto.randomUUID();
  const [state, ...tables] = declarations(target.dialect);
  let last = 0;

  const row = await target.transaction(async (run) => {
    await run(state ?? '');
    const [found] = await run(`select * from "copy_state"`);
    if (!found) {
      for (const statement of tables) await run(statement);
      await insert(run, STATE, [[clientId, null, holder, null]]);
    } else if (found.client_id !== clientId)
      throw new ManifoldError(
        'invalid_state',
        `This database holds the copy of the client "${String(found.client_id)}". Copy into another one.`,
      );
    await run('update "copy_state" set "holder" = ?', [holder]);
    return found;
  });
  last = timeIn(row?.read_at) ?? 0;
  let cursor = typeof row?.cursor === 'string' ? row.cursor : undefined;

  /** Each write has a time of its own, later than the one before, whatever the clock does. */
  async function write(writing: Writing): Promise<{ written: number; older: number }> {
    const at = Math.max(await clock(), last + 1);
    const time = new Date(at).toISOString();
    const counts = await target.transaction(async (run) => {
      const held = await run(
        'update "copy_state" set "read_at" = ?, "cursor" = coalesce(?, "cursor") where "holder" = ? returning "holder"',
        [time, writing.cursor ?? null, holder],
      );
      if (held.length === 0) throw takenOver();
      for (const scope of writing.drop ?? [])
        for (const table of ['copy_scopes', 'copy_unread'])
          await run(`delete from "${table}" where ${WHERE} and "resource" = ?`, keysOf(scope));
      await insert(run, SCOPES, (writing.scopes ?? []).map(scopeRow));
      // What has no name cannot be tried again: it is found again where everything is read again.
      for (const scope of writing.scopes ?? [])
        if (scope.loadedAt === null && scope.page === null) await settle(run, scope, ['']);
      let written = 0;
      const older: Unread[] = [];
      for (const page of writing.records ?? []) {
        const fresh = page.sure ? page.records : await notOlder(run, page, older);
        await put(run, page, fresh, page.partial, time);
        written += fresh.length;
      }
      for (const mark of writing.marks ?? []) await markOne(run, mark, time);
      const unread: (Unread & { readonly tries?: number })[] = [
        ...older,
        ...(writing.unread ?? []),
      ];
      for (const scope of writing.listed ?? []) unread.push(...(await unlistedOf(run, scope)));
      const once = new Map(unread.map((one) => [JSON.stringify([...keysOf(one), one.id]), one]));
      const rows = [...once.values()].map((one) => unreadRow(one, at));
      await insert(run, UNREAD, rows, ['code', 'message', 'tries', 'next_at']);
      return { written, older: older.length };
    });
    last = at;
    cursor = writing.cursor ?? cursor;
    return counts;
  }

  const read = (sql: string, values: readonly Value[] = []) =>
    target.transaction((run) => run(sql, values));

  return {
    write,
    cursor: () => cursor,

    scopes: async (): Promise<readonly ScopeState[]> =>
      (await read('select * from "copy_scopes"')).map(scopeIn),

    unreadCount: async (): Promise<number> =>
      Number((await read('select count(*) as "count" from "copy_unread"'))[0]?.count ?? 0),

    /** Those that are to be tried again now, and some that are there. */
    async due(scope: Scope): Promise<{ tried: readonly Tried[]; controls: readonly Known[] }> {
      const { parent } = TABLES[scope.resource];
      const now = new Date(await clock()).toISOString();
      const tried = await read(
        `select u.*, p."created_at", p."updated_at" from "copy_unread" u left join "${parent.name}" p
          on p."tp_user_id" = u."tp_user_id" and p."channel" = u."channel" and p."id" = u."id"
          where u."tp_user_id" = ? and u."channel" = ? and u."resource" = ? and u."id" <> ''
          and u."next_at" <= ? order by u."next_at" limit ${TOGETHER}`,
        [...keysOf(scope), now],
      );
      if (tried.length === 0) return { tried: [], controls: [] };
      const controls = await read(
        `select "id" from "${parent.name}" where ${WHERE} and "deleted_at" is null
          and "left_window_at" is null order by "read_at" desc limit ${CONTROLS}`,
        [scope.tpUserId, scope.channel],
      );
      return {
        tried: tried.map((one) => triedIn(one, scope)),
        controls: controls.map(({ id }) => ({ id: String(id) })),
      };
    },
  };
}

const takenOver = () =>
  new ManifoldError(
    'copy_taken_over',
    'Another process copies into this database now, and this one has stopped. Run one at a time.',
  );

const WHERE = '"tp_user_id" = ? and "channel" = ?';

/** Rows, in place of those with the same key; or only some columns of these. */
async function insert(
  run: Run,
  { name, columns, key }: Table,
  rows: readonly (readonly Value[])[],
  changed?: readonly string[],
): Promise<void> {
  const names = Object.keys(columns);
  const some = changed ?? names.filter((column) => !key.includes(column));
  const set = some.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  const most = Math.floor(MOST_VALUES / names.length);
  const marks = `(${names.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length; from += most) {
    const group = rows.slice(from, from + most);
    await run(
      `insert into "${name}" (${names.map((column) => `"${column}"`).join(', ')})
        values ${group.map(() => marks).join(', ')}
        on conflict (${key.map((column) => `"${column}"`).join(', ')}) do update set ${set}`,
      group.flat(),
    );
  }
}

const markList = (ids: readonly string[]) => ids.map(() => '?').join(', ');

/**
 * Records are written in the order in which they were read; all the same a vendor's list may be behind
 * what it gives by identifier. What is older by its own date is not taken, and read again.
 */
async function notOlder(
  run: Run,
  { records, ...scope }: Scope & { readonly records: readonly Known[] },
  older: Unread[],
): Promise<readonly Known[]> {
  const kept = await keptOf(
    run,
    scope,
    records.map(({ id }) => id),
    '"updated_at"',
  );
  return records.filter(({ id, updated_at }) => {
    const [before, now] = [timeIn(kept.get(id)?.updated_at), timeIn(updated_at)];
    const isOlder = before !== undefined && now !== undefined && now < before;
    const { tpUserId, channel, resource } = scope;
    const message = 'What was read is older than what the copy has: it is read again.';
    if (isOlder) older.push({ tpUserId, channel, resource, id, code: 'older', message });
    return !isOlder;
  });
}

async function keptOf(run: Run, scope: Scope, ids: readonly string[], column: string) {
  if (ids.length === 0) return new Map<string, Row>();
  const { parent } = TABLES[scope.resource];
  const rows = await run(
    `select "id", ${column} from "${parent.name}" where ${WHERE} and "id" in (${markList(ids)})`,
    [scope.tpUserId, scope.channel, ...ids],
  );
  return new Map(rows.map((row) => [String(row.id), row]));
}

/** Puts records and what is listed in them; items that a record has no longer are marked as deleted. */
async function put(
  run: Run,
  scope: Scope,
  records: readonly Known[],
  partial: LeftOut,
  time: string,
): Promise<void> {
  if (records.length === 0) return;
  const { parent, child, list, of } = TABLES[scope.resource];
  const old = await keptOf(run, scope, [...partial.keys()], '"record"');
  // Of one that came twice, the last.
  const whole = new Map(
    records.map((record) => [
      record.id,
      mergeLeftOut(record, recordIn(old.get(record.id)), partial),
    ]),
  );
  const owner = { tp_user_id: scope.tpUserId, channel: scope.channel };
  const kept = { ...owner, read_at: time, deleted_at: null };
  const ids = [...whole.keys()];
  await insert(
    run,
    parent,
    [...whole.values()].map((record) =>
      rowOf(parent, record as object as Row, {
        ...{ ...kept, left_window_at: null, record: jsonOf(record) },
      }),
    ),
  );
  const items = [...whole].flatMap(([of_id, record]) =>
    [...itemsOf((record as object as Row)[list])].map(([id, { item, position }]) =>
      rowOf(child, item, { ...kept, [of]: of_id, id, position, record: jsonOf(item) }),
    ),
  );
  await insert(run, child, items);
  await run(
    `update "${child.name}" set "deleted_at" = ? where ${WHERE} and "${of}" in (${markList(ids)})
      and "read_at" <> ? and "deleted_at" is null`,
    [time, scope.tpUserId, scope.channel, ...ids, time],
  );
  await settle(run, scope, ids);
}

/** They are as they should be: nothing is to be tried again. */
async function settle(run: Run, scope: Scope, ids: readonly string[]): Promise<void> {
  await run(
    `delete from "copy_unread" where ${WHERE} and "resource" = ? and "id" in (${markList(ids)})`,
    [...keysOf(scope), ...ids],
  );
}

async function markOne(
  run: Run,
  { id, as, ...scope }: Scope & { readonly id: string; readonly as: Mark },
  time: string,
): Promise<void> {
  const { parent, child, of } = TABLES[scope.resource];
  const values = [time, scope.tpUserId, scope.channel, id];
  await run(
    `update "${parent.name}" set "${as}" = ? where ${WHERE} and "id" = ? and "${as}" is null`,
    values,
  );
  if (as === 'deleted_at')
    await run(
      `update "${child.name}" set "deleted_at" = ? where ${WHERE} and "${of}" = ? and "deleted_at" is null`,
      values,
    );
  await settle(run, scope, [id]);
}

/** What the copy has and a whole list did not show. */
async function unlistedOf(run: Run, scope: ScopeState): Promise<readonly Unread[]> {
  const { tpUserId, channel, resource, begunAt } = scope;
  const rows = await run(
    `select "id" from "${TABLES[resource].parent.name}" where ${WHERE} and "read_at" < ?
      and "deleted_at" is null and "left_window_at" is null`,
    [tpUserId, channel, begunAt],
  );
  const message = 'It was not among all records of the channel when these were read again.';
  return rows.map(({ id }) => ({
    ...{ tpUserId, channel, resource, id: String(id), code: 'not_listed', message },
  }));
}
