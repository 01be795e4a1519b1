// The rows of vendors' messages: each taken once, kept until it is dealt with, then known again.
import { createHash } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { ifOpens, type Seal } from '../seal.ts';
import { shortName } from './bound.ts';
import { moment } from './clock.ts';
import { type Claimed, type Claiming, type Lease, leases } from './leases.ts';
import type { Flavor } from './migrate.ts';
import type { HookMessageTable, Tables } from './schema.ts';

export interface NewHook {
  readonly channel: string;
  /** The vendor's own. */
  readonly id: string;
  /** What it is about: messages about the same wait for each other. */
  readonly about: string;
  /** JSON. */
  readonly content: string;
}

/** A message in hand. */
export interface ClaimedHook extends Claimed {
  readonly channel: string;
  /** How often it was begun, this time included. */
  readonly attempts: number;
  readonly receivedAt: number;
  /** Undefined when no key of the ring opens it. */
  readonly content: string | undefined;
}

export type HookStore = ReturnType<typeof hookStore>;

/** Longer than any vendor repeats a message. */
export const KEEP_HOOKS_MS = 14 * 24 * 60 * 60 * 1000;

export function hookStore(
  db: Kysely<Tables>,
  flavor: Flavor,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
) {
  const { claim, ...leased } = leases(db, flavor, 'hook_message', 'channel');
  const change = async (held: Lease, to: Partial<Selectable<HookMessageTable>>) => {
    const result = await db
      .updateTable('hook_message')
      .set({ ...to, locked_until: 0, locked_by: '' })
      .where('id', '=', held.id)
      .where('locked_by', '=', held.lockedBy)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };

  return {
    ...leased,

    /** Keeps a message; false if it came before. */
    async add({ channel, id: given, about, content }: NewHook): Promise<boolean> {
      const id = createHash('sha256').update(`${channel} ${given}`).digest('base64url');
      const time = now();
      const result = await db
        .insertInto('hook_message')
        .values({
          id,
          lane: shortName(`${channel} ${about}`),
          state: 'waiting',
          run_at: time,
          attempts: 0,
          locked_until: 0,
          locked_by: '',
          channel,
          content: seal.seal(content, hookContext(id)),
          received_at: time,
          finished_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedHook[]> {
      const rows = await claim(claiming);
      return rows.map((row) => ({
        id: row.id,
        lockedBy: row.locked_by,
        channel: row.channel,
        attempts: row.attempts,
        deaths: row.deaths,
        receivedAt: row.received_at,
        content: ifOpens(() => seal.open(row.content ?? '', hookContext(row.id))),
      }));
    },

    /** It is dealt with: what it said and whom it was about is erased, that it came is kept. */
    finish: (held: Lease): Promise<boolean> =>
      change(held, { state: 'done', lane: '', content: null, finished_at: now() }),

    /** It is to be taken up again then. */
    retry: (held: Lease, at: number): Promise<boolean> => change(held, { run_at: moment(at) }),
  };
}

export const hookContext = (id: string): string => `hook/${id}`;
