// Grants that end soon: the client is told once of each end, by whichever instance comes first.
import type { Kysely } from 'kysely';
import { channelExpiring } from '../model/notices.ts';
import type { NoticeStore } from './notices.ts';
import type { Tables } from './schema.ts';

export type ExpiringStore = ReturnType<typeof expiringStore>;

export function expiringStore(
  db: Kysely<Tables>,
  now: () => number,
  notices: Pick<NoticeStore, 'changeOf'>,
) {
  return {
    /**
     * Tells of up to `limit` grants that end within `within` milliseconds and of whose end nobody
     * was told; returns how many it looked at. What ended already, or needs attention anyway, is
     * told of by other events.
     */
    async tell(within: number, limit: number): Promise<number> {
      const time = now();
      const rows = await db
        .selectFrom('credential')
        .select(['user_id', 'channel', 'grant_ends_at'])
        .where('grant_ends_at', '>', time)
        .where('grant_ends_at', '<=', time + within)
        .where('state', '=', 'linked')
        .where((e) =>
          e.or([e('told_end', 'is', null), e('told_end', '<>', e.ref('grant_ends_at'))]),
        )
        .orderBy('grant_ends_at')
        .limit(limit)
        .execute();
      for (const { user_id: userId, channel, grant_ends_at: end } of rows) {
        if (end === null) continue;
        await notices.changeOf(userId, async (work, tell, { tpUserId }) => {
          const result = await work
            .updateTable('credential')
            .set({ told_end: end })
            .where('user_id', '=', userId)
            .where('channel', '=', channel)
            .where('grant_ends_at', '=', end)
            .where((e) => e.or([e('told_end', 'is', null), e('told_end', '<>', end)]))
            .executeTakeFirst();
          if (result.numUpdatedRows > 0n)
            tell(channelExpiring({ tpUserId, channel }, 'grant', end, now()));
        });
      }
      return rows.length;
    },
  };
}
