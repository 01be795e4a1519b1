// Sets of override rules: what may be set, checked when it is set, and tried without being set.

import { resourceOf } from '../accounts/resource.ts';
import type { Channel } from '../channels/channel.ts';
import { type Operation, Resource } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { didYouMean } from '../model/nearest.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { MUST } from '../model/read.ts';
import { object } from '../model/schema.ts';
import { printable } from '../model/text.ts';
import { type Static, Type } from '../model/type.ts';
import type { RuleSet, Store } from '../store/index.ts';
import { limited } from './deadline.ts';
import { judge, type Overrides } from './overrides.ts';
import type { Rules } from './rules.ts';
import { findChannel } from './validate.ts';

const MAX_RULES = 50;
const MAX_EXPRESSION = 4000;
/** What a record is known by is not replaced. */
const FIXED_FIELDS = new Set(['id', 'channel_name']);

const RuleSchema = object('RuleRequest', 'What replaces one field.', {
  field: Type.String({ description: 'A top-level field of the unified record.' }),
  expression: Type.String({
    minLength: 1,
    maxLength: MAX_EXPRESSION,
    description: 'JSONata over the native record. Nothing found leaves the field as it is.',
  }),
});
const common = {
  channel: Type.String({ description: 'The channel’s identifier.' }),
  resource: Resource,
  rules: Type.Array(RuleSchema, {
    maxItems: MAX_RULES,
    description: 'At most one for each field; an empty list removes them.',
  }),
};
const Sample = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A native record as the channel’s driver reads it; see the samples of the channel.',
  [MUST]: 'a native record, as an object',
});

export const RuleSetBody = object('RuleSetRequest', 'An empty list of rules removes them.', {
  ...common,
  sample: Type.Optional(Sample),
});
export const TryBody = object('TryRequest', 'Rules, and a record to try them on.', {
  ...common,
  sample: Sample,
});
type Body = Asking['body'];

/** Who asks for what. */
export interface Asking {
  readonly client: string;
  readonly scopes: readonly string[];
  readonly body: Static<typeof RuleSetBody>;
  readonly gone: AbortSignal;
}

export type OverrideSets = ReturnType<typeof createOverrideSets>;

export interface OverrideSetsDependencies {
  readonly store: Pick<Store, 'overrides'>;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly rules: Rules;
  readonly overrides: Pick<Overrides, 'forget'>;
  readonly now: () => number;
  readonly deadlineSeconds: number;
}

const fieldsOf = (resource: Operation): readonly string[] =>
  [...OPERATION_TABLE[resource].recordFields].filter((field) => !FIXED_FIELDS.has(field));

export function createOverrideSets(deps: OverrideSetsDependencies) {
  const { store, channels, rules, overrides, now, deadlineSeconds } = deps;

  /** What its schema cannot say; a fault names all that is wrong. */
  async function check({ client, scopes, body }: Asking, signal: AbortSignal): Promise<void> {
    const faults = new Faults();
    const { channel, resource } = body;
    findChannel(channel, resource, channels);
    if (!scopes.includes(resource))
      throw new Fault(
        'insufficient_scope',
        `The access token lacks the scope "${resource}", which overrides of ${resource} need.`,
      );
    const known = fieldsOf(resource);
    for (const [at, { field }] of body.rules.entries()) {
      const where = `rules[${at}].field`;
      if (!known.includes(field))
        faults.add(
          invalid(
            where,
            `"${printable(field)}" is not a field of ${resource} that can be replaced${didYouMean(field, known)}`,
          ),
        );
      else if (body.rules.findIndex((rule) => rule.field === field) !== at)
        faults.add(invalid(where, `"${field}" has two rules; give it one.`));
    }
    faults.throwAny();
    const expressions = body.rules.map(({ expression }) => expression);
    const wrong = expressions.length === 0 ? [] : await rules.check(client, expressions, signal);
    for (const [at, why] of wrong.entries()) {
      const where = `rules[${at}].expression`;
      if (why !== undefined) faults.add(invalid(where, `"${where}" is not JSONata: ${why}.`));
    }
    faults.throwAny();
  }

  /** `record` is what the service makes of the sample without rules; undefined where it cannot read it. */
  async function tried(client: string, body: Body, signal: AbortSignal) {
    const { channel, resource, rules: given, sample } = body;
    const record = unified(channel, resource, sample);
    const expressions = given.map(({ expression }) => expression);
    const outcomes = await rules.run(client, expressions, [sample], signal);
    const result = given.map(({ field }, at) => {
      const judged = judge(resource, field, outcomes[at]?.values[0] ?? null);
      const old = record?.[field] ?? null;
      const after = 'value' in judged ? judged.value : old;
      return {
        field,
        before: old,
        after,
        changed: JSON.stringify(after) !== JSON.stringify(old),
        ...('warning' in judged && { warning: judged.warning }),
      };
    });
    return { record, result };
  }

  /** What the channel's driver makes of the sample; undefined where it cannot read it. */
  function unified(channel: string, resource: Operation, sample: unknown): Body['sample'] {
    const driver = channels[channel];
    const context = { account: {}, now: now(), note: () => {} };
    try {
      const draft = driver && resourceOf(driver, resource)?.transform(sample, context);
      return draft && OPERATION_TABLE[resource].complete(draft, channel);
    } catch {
      return undefined;
    }
  }

  async function put(asking: Asking, signal: AbortSignal): Promise<RuleSet | undefined> {
    const { client, body } = asking;
    await check(asking, signal);
    const { channel, resource } = body;
    if (body.sample !== undefined) {
      const faults = new Faults();
      (await tried(client, body, signal)).result.forEach(({ field, warning }, at) => {
        if (warning !== undefined)
          faults.add(
            invalid(
              `rules[${at}].expression`,
              `The rule for "${field}" fails on the sample: ${warning}.`,
            ),
          );
      });
      faults.throwAny();
    }
    const set = { channel, resource, rules: body.rules };
    const updatedAt = await store.overrides.put(client, set);
    if (updatedAt === undefined) return undefined;
    overrides.forget(client);
    return { ...set, updatedAt };
  }

  /** Work that ends when its caller leaves, or with the deadline of a data call. */
  async function inTime<T>({ gone }: Asking, work: (signal: AbortSignal) => Promise<T>) {
    const late = () =>
      new Fault(
        'deadline_passed',
        `The rules were not worked through within the deadline of ${deadlineSeconds} seconds. Send fewer or simpler ones.`,
      );
    const { signal, end } = limited(gone, deadlineSeconds * 1000, late);
    try {
      return await work(signal);
    } finally {
      end();
    }
  }

  return {
    fieldsOf,
    list: (client: string) => store.overrides.list(client),

    /** Undefined when the client is gone. */
    put: (asking: Asking) => inTime(asking, (signal) => put(asking, signal)),

    try: (asking: Asking) =>
      inTime(asking, async (signal) => {
        await check(asking, signal);
        return tried(asking.client, asking.body, signal);
      }),
  };
}
