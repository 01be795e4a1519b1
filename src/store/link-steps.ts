// The steps of visits to the link pages: what was opened, chosen, sent, refused and linked, and no more.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { notice } from '../model/notices.ts';
import { type Base, findAll, hashed, insert, select, unlessGone } from './base.ts';
import type { NoticeStore } from './notices.ts';
import type { Rec } from './schema.ts';

export type LinkStep = Rec<'link_step'>;
export type StepName = LinkStep['step'];

/** A link, or the visit that it began. */
export interface Stepping extends Pick<LinkStep, 'clientId' | 'userId'> {
  /** The hash of the link's token. */
  readonly linkHash: string;
}

export interface StepFilter {
  readonly client?: string | undefined;
  readonly channel?: string | undefined;
  /** Milliseconds: from, and before. */
  readonly from: number;
  readonly to: number;
}

/** More of one visit say nothing more. */
const MOST_STEPS = 200;
const MOST_VISITS = 50;

/** Names a visit to those who watch it, and leads nowhere. */
export const sessionOf = (linkHash: string): string => hashed(`session ${linkHash}`).slice(0, 22);

export function linkStepStore({ db, now }: Pick<Base, 'db' | 'now'>, notices: NoticeStore) {
  const matching = ({ client, channel, from, to }: StepFilter) => sql<boolean>`
    at >= ${from} and at < ${to}
    ${client === undefined ? sql`` : sql`and client_id = ${client}`}
    ${channel === undefined ? sql`` : sql`and (channel = ${channel} or channel is null)`}`;

  return {
    /** Notes a step; of a visit that has had its fill, or whose user is gone, nothing. */
    async add(
      { linkHash, clientId, userId }: Stepping,
      step: StepName,
      channel: string | null = null,
      code: string | null = null,
    ): Promise<void> {
      const session = sessionOf(linkHash);
      const { rows } = await sql<{ steps: number; last: number | null }>`
        select count(*) as steps, max(at) as last from link_step where session = ${session}`.execute(
        db,
      );
      if (Number(rows[0]?.steps) >= MOST_STEPS) return;
      // Two within a millisecond stay in their order.
      const at = Math.max(now(), Number(rows[0]?.last ?? 0) + 1);
      const row = { id: randomUUIDv7(), session, clientId, userId };
      await unlessGone(() =>
        notices.changeOf(userId, async (work, emit, { tpUserId }) => {
          await insert(work, 'link_step', { ...row, step, channel, code, at });
          emit(notice('link.step', at, { tpUserId, session, step, channel, code }));
        }),
      );
    },

    /** Of one visit, in their order. */
    of: (session: string) => findAll(db, 'link_step', { session }, 'at'),

    /** In how many visits each step was taken, by channel and by what was said of it. */
    async counts(filter: StepFilter) {
      const { rows } = await sql<{
        step: StepName;
        channel: string | null;
        code: string | null;
        visits: number;
      }>`select step, channel, code, count(distinct session) as visits from link_step
        where ${matching(filter)} group by step, channel, code`.execute(db);
      return rows.map((row) => ({ ...row, visits: Number(row.visits) }));
    },

    /** In how many visits anything was linked, and in how many it was not: by their last step. */
    async lastSteps(filter: StepFilter) {
      const { rows } = await sql<{ step: StepName; visits: number }>`
        select step, count(*) as visits from (
          select step, row_number() over (partition by session order by at desc) as place
          from link_step where ${matching(filter)}
        ) as steps where place = 1 group by step`.execute(db);
      return rows.map(({ step, visits }) => ({ step, visits: Number(visits) }));
    },

    /** The visits that had a step lately, the last one first, each by its last step. */
    async recent(filter: StepFilter): Promise<readonly LinkStep[]> {
      const newest = sql`select * from link_step where ${matching(filter)}
        order by at desc, id desc limit ${MOST_VISITS * 10}`;
      const last = new Map<string, LinkStep>();
      for (const step of await select(db, 'link_step', newest))
        if (!last.has(step.session)) last.set(step.session, step);
      return [...last.values()].slice(0, MOST_VISITS);
    },
  };
}
