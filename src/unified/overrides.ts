// Field overrides: a client's own rules that replace unified fields by expressions over the native record.
import { isDeepStrictEqual } from 'node:util';
import type { Journal } from '../accounts/journal.ts';
import type { Keywords } from '../model/check.ts';
import type { Operation } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { fits, MAX_NESTING, nested } from '../model/read.ts';
import { remembered } from '../model/remembered.ts';
import { writeInstant } from '../model/time.ts';
import type { Rule, RuleSet, Store, SwitchedOff } from '../store/index.ts';
import { reasonsWithin } from './reasons.ts';
import type { Rules, Value } from './rules.ts';
import type { Task } from './validate.ts';

export type Overrides = ReturnType<typeof createOverrides>;

/** Rules changed on another instance are in force within five seconds. */
const KNOWN_FOR = 4000;
/** A rule that had to be ended so often within an hour is switched off until it is saved again. */
const MAX_ENDS = 3;

export function createOverrides(store: Pick<Store, 'overrides'>, rules: Rules, now: () => number) {
  const known = remembered(store.overrides.list, now, KNOWN_FOR);

  return {
    /** The rules that matter for a request, those of fields that it asks for; undefined if none does. */
    async rulesFor({
      client,
      name,
      operation,
      fields,
    }: Pick<Task, 'client' | 'name' | 'operation' | 'fields'>): Promise<RuleSet | undefined> {
      const sets = await known.get(client);
      const set = sets.find(({ channel, resource }) => channel === name && resource === operation);
      if (!set || fields === undefined) return set;
      const wanted = new Set(fields.split(',').map((field) => field.trim()));
      const chosen = set.rules.filter(({ field }) => wanted.has(field));
      return chosen.length === 0 ? undefined : { ...set, rules: chosen };
    },

    /** Replaces the fields in place; returns how many values changed. Rejects with the signal's reason. */
    async apply(
      { client, operation }: Pick<Task, 'client' | 'operation'>,
      set: RuleSet,
      items: readonly unknown[],
      records: readonly Record<string, unknown>[],
      journal: Pick<Journal, 'warn'>,
      signal: AbortSignal,
    ): Promise<number> {
      if (items.length === 0) return 0;
      const live: Rule[] = [];
      for (const rule of set.rules) {
        if (!rule.switchedOff) live.push(rule);
        else
          for (const { id } of records) journal.warn(offWarning(rule.field, rule.switchedOff, id));
      }
      const expressions = live.map(({ expression }) => expression);
      const outcomes = live.length === 0 ? [] : await rules.run(client, expressions, items, signal);
      let changed = 0;
      for (const [at, { field }] of live.entries()) {
        const { values, ends } = outcomes[at] ?? { values: [], ends: 0 };
        records.forEach((record, row) => {
          const judged = judge(operation, field, values[row] ?? null);
          if ('warning' in judged) journal.warn(failedWarning(field, judged.warning, record.id));
          else if ('value' in judged) {
            if (record.reasons) record.reasons = reasonsWithin(record, (one) => one === field);
            if (isDeepStrictEqual(record[field], judged.value)) return;
            record[field] = judged.value;
            changed += 1;
          }
        });
        if (ends >= MAX_ENDS) {
          const reason = `It took too long or too much memory ${ends} times within an hour, and had to be ended each time.`;
          await store.overrides.switchOff(client, set, field, reason);
          known.forget(client);
        }
      }
      return changed;
    },

    /** Forgets immediately, on this instance, what is known of a client. */
    forget: known.forget,
  };
}

/** What a value means for its field: a new value, nothing, or a reason to leave the field alone. */
export function judge(
  operation: Operation,
  field: string,
  value: Value,
): { readonly value: unknown } | { readonly warning: string } | { readonly nothing: true } {
  if (value === null) return { nothing: true };
  if ('error' in value) return { warning: value.error };
  const parsed: unknown = JSON.parse(value.json);
  if (nested(parsed, MAX_NESTING))
    return { warning: `its value is nested deeper than ${MAX_NESTING} levels` };
  const schema = OPERATION_TABLE[operation].record.properties[field] ?? {};
  if (fits(schema, parsed)) return { value: parsed };
  return { warning: `its value does not fit the field, which must be ${shapeOf(schema)}` };
}

/** The field's type in a few words. */
function shapeOf({ enum: words, type, pattern }: Keywords): string {
  if (words) return `one of ${words.map((word) => word ?? 'null').join(', ')}`;
  if (type === undefined) return 'as the reference says';
  const types = [type].flat().join(' or ');
  return pattern ? `${types} of the form ${pattern}` : types;
}

const failedWarning = (field: string, why: string, id: unknown) => ({
  code: 'override_failed' as const,
  message: `The override of "${field}" left the field as it was: ${why}.`,
  field,
  ...(typeof id === 'string' && { id }),
});

/** In the shape of a rule that fails: the field is left as it was, and the records are counted. */
const offWarning = (field: string, { since, reason }: SwitchedOff, id: unknown) => ({
  ...failedWarning(field, reason, id),
  code: 'override_switched_off' as const,
  message: `The override of "${field}" is switched off since ${writeInstant(since)}: ${reason} The field is left as it was. Save the rules again to switch it on.`,
});
