// The rows of drafts: what was typed into a form and what became of it, sealed, for minutes.
import { sql } from 'kysely';
import type { Given } from '../model/credential.ts';
import { add, type Base, findOne, remove } from './base.ts';
import { contextOf } from './schema.ts';
import type { Brought } from './trips.ts';

/** What is known of a fault that a page must be able to show again. */
export interface Noted {
  readonly code: string;
  readonly reason?: string | undefined;
  readonly native?: string | undefined;
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
  readonly found?: {
    readonly address: string;
    readonly name?: string | undefined;
    /** Nothing is at what was typed: this may be what was meant. */
    readonly guess?: true | undefined;
  };
  /** The page in the channel's own admin, where the shop was looked for. */
  readonly place?: string | undefined;
  /** The last step of the walk that was shown. */
  readonly reached?: number;
  /** What a browser brought back that no one has confirmed yet. */
  readonly arrival?: Brought;
  /** Trips it may belong to instead. */
  readonly others?: readonly string[];
}

export interface NewDraft extends Draft {
  readonly id: string;
  readonly visitId: string;
  readonly expiresAt: number;
}

/** Of one visit; older ones go. */
const MOST = 20;

export function draftStore({ db, now, seal }: Base) {
  const contextIn = (id: string) => contextOf('draft', 'content', id);
  return {
    /** In place of one of the same id. False when the visit is gone. */
    async add({ id, visitId, expiresAt, channel, way, ...rest }: NewDraft): Promise<boolean> {
      const content = seal.seal(JSON.stringify(rest), contextIn(id));
      const row = { id, visitId, channel, way, content, expiresAt, createdAt: now() };
      if (!(await add(db, 'draft', row, { by: ['id'], set: row }))) return false;
      const newest = sql`select id from draft where visit_id = ${visitId}
        order by created_at desc, id desc limit ${MOST}`;
      await remove(db, 'draft', { visitId, id: sql`not in (${newest})` });
      return true;
    },

    async find(visitId: string, id: string): Promise<Draft | undefined> {
      const kept = await findOne(db, 'draft', { id, visitId });
      if (!kept || kept.expiresAt <= now()) return undefined;
      const content = JSON.parse(seal.open(kept.content, contextIn(id)));
      return { ...content, channel: kept.channel, way: kept.way };
    },

    /** Forgets what was tried for a channel, once it is linked. */
    async forget(visitId: string, channel: string): Promise<void> {
      await remove(db, 'draft', { visitId, channel });
    },
  };
}
