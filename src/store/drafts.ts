// The rows of drafts: what was typed into a form and what became of it, sealed, for minutes.
import type { Kysely } from 'kysely';
import type { Given } from '../model/credential.ts';
import type { Seal } from '../seal.ts';
import { isMissingParent } from './faults.ts';
import type { Tables } from './schema.ts';
import type { Brought } from './trips.ts';

/** What is known of a fault that a page must be able to show again. */
export interface Noted {
  readonly code: string;
  readonly reason?: string | undefined;
  readonly native?: string | undefined;
  /** The input at fault. */
  readonly field?: string | undefined;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfter?: number | undefined;
}

export interface Draft {
  readonly channel: string;
  readonly way: string;
  /** What was typed, with secrets that nothing was wrong with. */
  readonly given: Given;
  readonly trouble?: Noted;
  /** What was typed has mistakes that can be found again by looking at it. */
  readonly isChecked?: boolean;
  /** Secrets that were typed for another address, and dropped when it was changed. */
  readonly dropped?: readonly string[];
  /** The shop that was found at another site than the one that was typed. */
  readonly found?: { readonly address: string; readonly name?: string | undefined };
  /** The page in the channel's own admin that was asked for, or what must be typed first. */
  readonly place?: { readonly address: string } | { readonly needs: string } | undefined;
  /** What a browser brought back that nobody has said yes to yet. */
  readonly arrival?: Brought;
  /** Trips it may belong to instead. */
  readonly others?: readonly string[];
}

export interface NewDraft extends Draft {
  readonly id: string;
  readonly visitId: string;
  readonly expiresAt: number;
}

export type DraftStore = ReturnType<typeof draftStore>;

/** Of one visit; older ones go. */
const MOST = 20;

export function draftStore(
  db: Kysely<Tables>,
  now: () => number,
  seal: Pick<Seal, 'seal' | 'open'>,
) {
  return {
    /** In place of one of the same id. False when the visit is gone. */
    async add({ id, visitId, expiresAt, channel, way, ...content }: NewDraft): Promise<boolean> {
      const row = { id, visit_id: visitId, channel, way, expires_at: expiresAt, created_at: now() };
      const sealed = seal.seal(JSON.stringify(content), draftContext(id));
      try {
        await db
          .insertInto('draft')
          .values({ ...row, content: sealed })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, content: sealed }))
          .execute();
      } catch (error) {
        if (isMissingParent(error)) return false;
        throw error;
      }
      await db
        .deleteFrom('draft')
        .where('visit_id', '=', visitId)
        .where('id', 'not in', (q) =>
          q
            .selectFrom('draft')
            .select('id')
            .where('visit_id', '=', visitId)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MOST),
        )
        .execute();
      return true;
    },

    async find(visitId: string, id: string): Promise<Draft | undefined> {
      const row = await db
        .selectFrom('draft')
        .selectAll()
        .where('id', '=', id)
        .where('visit_id', '=', visitId)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!row) return undefined;
      const content = JSON.parse(seal.open(row.content, draftContext(id)));
      return { ...content, channel: row.channel, way: row.way };
    },

    /** Forgets what was tried for a channel, once it is linked. */
    async forget(visitId: string, channel: string): Promise<void> {
      await db
        .deleteFrom('draft')
        .where('visit_id', '=', visitId)
        .where('channel', '=', channel)
        .execute();
    },
  };
}

export const draftContext = (id: string): string => `draft/${id}`;
