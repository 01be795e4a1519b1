// Field overrides: a client's own rules that replace unified fields by expressions over the native record.
import { isDeepStrictEqual } from 'node:util';
import { type Check, checkOf } from '../model/check.ts';
import type { Operation } from '../model/execution.ts';
import { Order } from '../model/order.ts';
import { Product } from '../model/product.ts';
import { writeInstant } from '../model/time.ts';
import type { TSchema } from '../model/type.ts';
import type { Rule, RuleSet, Store } from '../store/index.ts';
import type { Journal } from './report.ts';
import type { Rules, Value } from './rules.ts';
import type { Task } from './validate.ts';
import { MAX_NESTING, nested } from './words.ts';

export interface Overrides {
  /** The rules that matter for a request, those of fields that it asks for; undefined if none does. */
  rulesFor(
    task: Pick<Task, 'client' | 'name' | 'operation' | 'fields'>,
  ): Promise<RuleSet | undefined>;
  /**
   * Replaces the fields in place; returns how many values changed. Rejects with the signal's reason
   * once that comes.
   */
  apply(
    task: Pick<Task, 'client' | 'operation'>,
    set: RuleSet,
    items: readonly unknown[],
    records: readonly Record<string, unknown>[],
    journal: Pick<Journal, 'warn'>,
    signal: AbortSignal,
  ): Promise<number>;
  /** Forgets at once, on this instance, what is known of a client. */
  forget(client: string): void;
}

/** Rules changed on another instance are in force within five seconds. */
const MAX_AGE = 4000;
const MOST_CLIENTS = 10_000;
/** A rule that had to be ended so often within an hour is switched off until it is saved again. */
const MAX_ENDS = 3;

export function createOverrides(
  store: Pick<Store, 'overrides'>,
  rules: Rules,
  now: () => number,
): Overrides {
  const known = new Map<
    string,
    { readonly at: number; readonly sets: Promise<readonly RuleSet[]> }
  >();

  function setsOf(client: string): Promise<readonly RuleSet[]> {
    const entry = known.get(client);
    const age = entry ? now() - entry.at : MAX_AGE;
    // A negative age means that the clock was set back.
    if (entry && age >= 0 && age < MAX_AGE) return entry.sets;
    const sets = store.overrides.list(client);
    sets.catch(() => known.delete(client));
    for (const [oldest] of known) {
      if (known.size < MOST_CLIENTS) break;
      known.delete(oldest);
    }
    known.delete(client);
    known.set(client, { at: now(), sets });
    return sets;
  }

  return {
    async rulesFor({ client, name, operation, fields }) {
      const sets = await setsOf(client);
      const set = sets.find(({ channel, resource }) => channel === name && resource === operation);
      if (!set || fields === undefined) return set;
      const wanted = new Set(fields.split(',').map((field) => field.trim()));
      const chosen = set.rules.filter(({ field }) => wanted.has(field));
      return chosen.length === 0 ? undefined : { ...set, rules: chosen };
    },

    async apply({ client, operation }, set, items, records, journal, signal) {
      if (items.length === 0) return 0;
      const off = set.rules.filter(({ switchedOff }) => switchedOff);
      for (const rule of off) for (const { id } of records) journal.warn(offWarning(rule, id));
      const live = set.rules.filter(({ switchedOff }) => !switchedOff);
      const expressions = live.map(({ expression }) => expression);
      const outcomes = live.length === 0 ? [] : await rules.run(client, expressions, items, signal);
      let changed = 0;
      for (const [at, { field }] of live.entries()) {
        const { values, ends } = outcomes[at] ?? { values: [], ends: 0 };
        records.forEach((record, row) => {
          const judged = judge(operation, field, values[row] ?? null);
          if ('warning' in judged) journal.warn(warning(field, judged.warning, record.id));
          else if ('value' in judged && !isDeepStrictEqual(record[field], judged.value)) {
            record[field] = judged.value;
            changed += 1;
          }
        });
        if (ends >= MAX_ENDS) {
          await store.overrides.switchOff(client, set, field, reasonFor(ends));
          known.delete(client);
        }
      }
      return changed;
    },

    forget: (client) => void known.delete(client),
  };
}

const reasonFor = (ends: number) =>
  `It took too long or too much memory ${ends} times within an hour, and had to be ended each time.`;

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
  if (checkFor(operation, field)(parsed)) return { value: parsed };
  return {
    warning: `its value does not fit the field, which must be ${shapeOf(operation, field)}`,
  };
}

const warning = (field: string, why: string, id: unknown) => ({
  code: 'override_failed' as const,
  message: `The override of "${field}" left the field as it was: ${why}.`,
  field,
  ...(typeof id === 'string' && { id }),
});

/** In the shape of a rule that fails: the field is left as it was, and the records are counted. */
const offWarning = ({ field, switchedOff }: Rule, id: unknown) => ({
  code: 'override_switched_off' as const,
  message: `The override of "${field}" is switched off${switchedOff ? ` since ${writeInstant(switchedOff.since)}: ${switchedOff.reason}` : '.'} The field is left as it was. Save the rules again to switch it on.`,
  field,
  ...(typeof id === 'string' && { id }),
});

const PROPERTIES: Readonly<Record<Operation, Readonly<Record<string, TSchema>>>> = {
  orders: Order.properties,
  products: Product.properties,
};
const checks = new Map<string, Check>();

function checkFor(operation: Operation, field: string): Check {
  const key = `${operation}.${field}`;
  let check = checks.get(key);
  if (!check) {
    check = checkOf(PROPERTIES[operation][field] ?? {});
    checks.set(key, check);
  }
  return check;
}

/** The field's type in a few words. */
function shapeOf(operation: Operation, field: string): string {
  const schema = PROPERTIES[operation][field] as {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly pattern?: string;
  };
  if (schema.enum) return `one of ${schema.enum.map((word) => word ?? 'null').join(', ')}`;
  if (schema.type === undefined) return 'as the reference says';
  const types = [schema.type].flat().join(' or ');
  return schema.pattern ? `${types} of the form ${schema.pattern}` : types;
}
