// The rows of field overrides: a client's rules for one channel and resource.
import type { Kysely } from 'kysely';
import { isMissingParent } from './faults.ts';
import type { FieldOverrideTable, Tables } from './schema.ts';

export interface Rule {
  /** The unified field that is replaced. */
  readonly field: string;
  /** JSONata, over the native record. */
  readonly expression: string;
}

export interface RuleSet {
  readonly channel: string;
  readonly resource: FieldOverrideTable['resource'];
  readonly rules: readonly Rule[];
  readonly updatedAt: number;
}

export type OverrideStore = ReturnType<typeof overrideStore>;

export function overrideStore(db: Kysely<Tables>, now: () => number) {
  return {
    /** All of a client, by channel and resource. */
    async list(clientId: string): Promise<readonly RuleSet[]> {
      const rows = await db
        .selectFrom('field_override')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('channel')
        .orderBy('resource')
        .execute();
      return rows.map(({ channel, resource, rules, updated_at }) => ({
        channel,
        resource,
        rules: JSON.parse(rules),
        updatedAt: updated_at,
      }));
    },

    /** Puts the rules in place of those before; none removes the row. False if the client is gone. */
    async put(clientId: string, set: Omit<RuleSet, 'updatedAt'>): Promise<boolean> {
      const { channel, resource } = set;
      if (set.rules.length === 0) {
        await db
          .deleteFrom('field_override')
          .where('client_id', '=', clientId)
          .where('channel', '=', channel)
          .where('resource', '=', resource)
          .execute();
        return true;
      }
      const fresh = { rules: JSON.stringify(set.rules), updated_at: now() };
      try {
        await db
          .insertInto('field_override')
          .values({ client_id: clientId, channel, resource, ...fresh })
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'channel', 'resource']).doUpdateSet(fresh),
          )
          .execute();
        return true;
      } catch (error) {
        if (isMissingParent(error)) return false;
        throw error;
      }
    },
  };
}
