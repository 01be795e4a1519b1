// The rows of field overrides: a client's rules for one channel and resource, and which are switched off.
import { sql } from 'kysely';
import { add, type Base, findAll, findOne, insert, remove, unlessGone } from './base.ts';
import { type Rec, toRecord } from './schema.ts';

export interface Rule {
  /** The unified field that is replaced. */
  readonly field: string;
  /** JSONata, over the native record. */
  readonly expression: string;
  /** Set when the rule kept failing: it is not run until its set is saved again. */
  readonly switchedOff?: SwitchedOff;
}

export type SwitchedOff = Pick<Rec<'switched_off_rule'>, 'since' | 'reason'>;

export interface RuleSet extends Omit<Rec<'field_override'>, 'clientId' | 'rules'> {
  readonly rules: readonly Rule[];
}

export function overrideStore({ db, prepared, now }: Base) {
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
      const off = await findAll(db, 'switched_off_rule', { clientId });
      return rows.map((row) => {
        const { clientId: _, ...set } = toRecord('field_override', row);
        const { channel, resource, updatedAt } = set;
        const rules = set.rules.map((rule): Rule => {
          const one = off.find(
            (each) =>
              each.channel === channel &&
              each.resource === resource &&
              each.field === rule.field &&
              each.setAt === updatedAt,
          );
          return one ? { ...rule, switchedOff: { since: one.since, reason: one.reason } } : rule;
        });
        return { ...set, rules };
      });
    },

    /** Puts the rules in place of those before, switched on; when they were saved, or undefined. */
    async put(
      clientId: string,
      { channel, resource, rules }: Omit<RuleSet, 'updatedAt'>,
    ): Promise<number | undefined> {
      const key = { clientId, channel, resource };
      const plain = rules.map(({ field, expression }) => ({ field, expression }));
      const save = () =>
        db.transaction().execute(async (work) => {
          const before = await findOne(work, 'field_override', key);
          // Two saves of one set never have the same time: what was switched off in the one before
          // is on in the one after, also where a clock was set back.
          const at = Math.max(now(), (before?.updatedAt ?? 0) + 1);
          await remove(work, 'switched_off_rule', key);
          if (plain.length === 0) {
            await remove(work, 'field_override', key);
            return at;
          }
          const set = { rules: plain, updatedAt: at };
          const by = ['clientId', 'channel', 'resource'] as const;
          await insert(work, 'field_override', { ...key, ...set }, { by, set });
          return at;
        });
      return await unlessGone(save);
    },

    /** Notes that a rule of the set saved at `updatedAt` is not to be run any more. */
    async switchOff(
      clientId: string,
      { channel, resource, updatedAt }: Omit<RuleSet, 'rules'>,
      field: string,
      reason: string,
    ): Promise<void> {
      const set = { setAt: updatedAt, since: now(), reason };
      // The client may be deleted meanwhile, and its rules with it.
      const rule = { clientId, channel, resource, field, ...set };
      const by = ['clientId', 'channel', 'resource', 'field'] as const;
      // Of two instances the first one says since when; an older set says nothing of a newer.
      const where = sql<boolean>`switched_off_rule.set_at < ${updatedAt}`;
      await add(db, 'switched_off_rule', rule, { by, set, where });
    },
  };
}
