// The rows of field overrides: a client's rules for one channel and resource, and which are switched off.
import type { Kysely } from 'kysely';
import { isMissingParent } from './faults.ts';
import type { PreparedReads } from './prepared.ts';
import type { FieldOverrideTable, Tables } from './schema.ts';

export interface Rule {
  /** The unified field that is replaced. */
  readonly field: string;
  /** JSONata, over the native record. */
  readonly expression: string;
  /** Set when the rule kept failing: it is not run until its set is saved again. */
  readonly switchedOff?: SwitchedOff;
}

export interface SwitchedOff {
  readonly since: number;
  readonly reason: string;
}

export interface RuleSet {
  readonly channel: string;
  readonly resource: FieldOverrideTable['resource'];
  readonly rules: readonly Rule[];
  readonly updatedAt: number;
}

export type OverrideStore = ReturnType<typeof overrideStore>;

export function overrideStore(db: Kysely<Tables>, prepared: PreparedReads, now: () => number) {
  const ofClient = prepared(
    (clientId: string) =>
      db
        .selectFrom('field_override')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('channel')
        .orderBy('resource'),
    1,
  );
  return {
    /** All of a client, by channel and resource. */
    async list(clientId: string): Promise<readonly RuleSet[]> {
      const rows = await ofClient(clientId);
      if (rows.length === 0) return [];
      const off = await db
        .selectFrom('switched_off_rule')
        .selectAll()
        .where('client_id', '=', clientId)
        .execute();
      return rows.map(({ channel, resource, rules, updated_at }) => ({
        channel,
        resource,
        rules: (JSON.parse(rules) as Rule[]).map((rule) => {
          const row = off.find(
            (one) =>
              one.channel === channel &&
              one.resource === resource &&
              one.field === rule.field &&
              one.set_at === updated_at,
          );
          return row ? { ...rule, switchedOff: { since: row.since, reason: row.reason } } : rule;
        }),
        updatedAt: updated_at,
      }));
    },

    /**
     * Puts the rules in place of those before, all of them switched on; none removes the row. When
     * they were saved, or undefined if the client is gone.
     */
    async put(
      clientId: string,
      { channel, resource, rules }: Omit<RuleSet, 'updatedAt'>,
    ): Promise<number | undefined> {
      const key = { client_id: clientId, channel, resource };
      const plain = rules.map(({ field, expression }) => ({ field, expression }));
      try {
        return await db.transaction().execute(async (work) => {
          const before = await work
            .selectFrom('field_override')
            .select('updated_at')
            .where((eb) => eb.and(key))
            .executeTakeFirst();
          // Two saves of one set never have the same time: what was switched off in the one before
          // is on in the one after, also where a clock was set back.
          const at = Math.max(now(), (before?.updated_at ?? 0) + 1);
          await work
            .deleteFrom('switched_off_rule')
            .where((eb) => eb.and(key))
            .execute();
          if (plain.length === 0) {
            await work
              .deleteFrom('field_override')
              .where((eb) => eb.and(key))
              .execute();
            return at;
          }
          const fresh = { rules: JSON.stringify(plain), updated_at: at };
          await work
            .insertInto('field_override')
            .values({ ...key, ...fresh })
            .onConflict((conflict) =>
              conflict.columns(['client_id', 'channel', 'resource']).doUpdateSet(fresh),
            )
            .execute();
          return at;
        });
      } catch (error) {
        if (isMissingParent(error)) return undefined;
        throw error;
      }
    },

    /** Notes that a rule of the set saved at `updatedAt` is not to be run any more. */
    async switchOff(
      clientId: string,
      { channel, resource, updatedAt }: Omit<RuleSet, 'rules'>,
      field: string,
      reason: string,
    ): Promise<void> {
      const fresh = { set_at: updatedAt, since: now(), reason };
      try {
        await db
          .insertInto('switched_off_rule')
          .values({ client_id: clientId, channel, resource, field, ...fresh })
          .onConflict((conflict) =>
            conflict
              .columns(['client_id', 'channel', 'resource', 'field'])
              .doUpdateSet(fresh)
              // Of two instances the first one says since when; an older set says nothing of a newer.
              .where('switched_off_rule.set_at', '<', updatedAt),
          )
          .execute();
      } catch (error) {
        // The client was deleted meanwhile, and its rules with it.
        if (!isMissingParent(error)) throw error;
      }
    },
  };
}
