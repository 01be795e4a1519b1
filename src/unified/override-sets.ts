// Sets of override rules: what may be set, checked when it is set, and tried without being set.

import type { Channel } from '../channels/channel.ts';
import { type Operation, Resource } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { lazily } from '../model/lazily.ts';
import { didYouMean } from '../model/nearest.ts';
import { named, object } from '../model/schema.ts';
import { type Static, Type } from '../model/type.ts';
import type { Rule, RuleSet, Store } from '../store/index.ts';
import { limited } from './deadline.ts';
import { judge, type Overrides } from './overrides.ts';
import { KINDS } from './resources.ts';
import type { Rules } from './rules.ts';
import { printable, wellFormed } from './words.ts';

const MAX_RULES = 50;
const MAX_EXPRESSION = 4000;
/** What a record is known by is not replaced. */
const FIXED_FIELDS = new Set(['id', 'channel_name']);

const RuleSchema = named(
  'RuleRequest',
  Type.Object(
    {
      field: Type.String({ description: 'A top-level field of the unified record.' }),
      expression: Type.String({
        minLength: 1,
        maxLength: MAX_EXPRESSION,
        description: 'JSONata over the native record. Nothing found leaves the field as it is.',
      }),
    },
    { additionalProperties: false, description: 'What replaces one field.' },
  ),
);
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
});

export const RuleSetBody = object('RuleSetRequest', 'An empty list of rules removes them.', {
  ...common,
  sample: Type.Optional(Sample),
});
export const TryBody = object('TryRequest', 'Rules, and a record to try them on.', {
  ...common,
  sample: Sample,
});
type Body = Static<typeof RuleSetBody>;

/** What one rule made of the sample. */
export interface Tried {
  readonly field: string;
  /** What the service makes of the sample without the rule; null where it cannot read the sample. */
  readonly before: unknown;
  readonly after: unknown;
  readonly changed: boolean;
  readonly warning?: string;
}

/** Who asks for what. */
export interface Asking {
  readonly client: string;
  readonly scopes: readonly string[];
  readonly body: unknown;
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal;
}

export interface OverrideSets {
  list(client: string): Promise<readonly RuleSet[]>;
  /** Undefined when the client is gone. */
  put(asking: Asking): Promise<RuleSet | undefined>;
  try(asking: Asking): Promise<readonly Tried[]>;
}

export interface OverrideSetsDependencies {
  readonly store: Pick<Store, 'overrides'>;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly rules: Rules;
  readonly overrides: Pick<Overrides, 'forget'>;
  readonly now: () => number;
  readonly deadlineSeconds: number;
}

/** It says what is wrong and where; it is large, and few clients ever send a rule. */
const loadValidators = lazily(async () => {
  const { Compile } = await import('typebox/compile');
  return { put: Compile(RuleSetBody), try: Compile(TryBody) };
});

export function createOverrideSets(deps: OverrideSetsDependencies): OverrideSets {
  const { store, channels, rules, overrides, now, deadlineSeconds } = deps;

  /** The body, or a fault that names all that is wrong with it. */
  async function read(
    kind: 'put' | 'try',
    { client, scopes, body: given }: Asking,
    signal: AbortSignal,
  ): Promise<Body> {
    if (given === null || typeof given !== 'object' || Array.isArray(given))
      throw invalid('body', 'The body must be a JSON object with channel, resource and rules.');
    const validator = (await loadValidators())[kind];
    if (!wellFormed(given))
      throw invalid(
        'body',
        'The body holds a character that is not text (NUL or half a surrogate pair).',
      );
    if (!validator.Check(given)) {
      const [error] = validator.Errors(given);
      const at = error?.instancePath.slice(1).replaceAll('/', '.') || 'body';
      throw invalid(printable(at), `"${printable(at)}" ${error?.message ?? 'is wrong'}.`);
    }
    const body = given as Body;
    const { channel, resource } = body;
    const found = Object.hasOwn(channels, channel) ? channels[channel] : undefined;
    if (!found || !KINDS[resource].of(found))
      throw new Fault(
        'unsupported_channel',
        found ? `${channel} has no ${resource}.` : `"${printable(channel)}" is not a channel.`,
        { field: 'channel' },
      );
    if (!scopes.includes(resource))
      throw new Fault(
        'insufficient_scope',
        `The access token lacks the scope "${resource}", which overrides of ${resource} need.`,
      );
    await check(client, body, signal);
    return body;
  }

  async function check(
    client: string,
    { resource, rules: given }: Body,
    signal: AbortSignal,
  ): Promise<void> {
    const faults = new Faults();
    const known = [...KINDS[resource].recordFields].filter((field) => !FIXED_FIELDS.has(field));
    given.forEach(({ field }, at) => {
      const where = `rules.${at}.field`;
      if (!known.includes(field))
        faults.add(
          invalid(
            where,
            `"${printable(field)}" is not a field of ${resource} that can be replaced${didYouMean(field, known)}`,
          ),
        );
      else if (given.findIndex((rule) => rule.field === field) !== at)
        faults.add(invalid(where, `"${field}" has two rules; give it one.`));
    });
    faults.throwAny();
    const expressions = given.map(({ expression }) => expression);
    const wrong = expressions.length === 0 ? [] : await rules.check(client, expressions, signal);
    wrong.forEach((why, at) => {
      const where = `rules.${at}.expression`;
      if (why !== undefined) faults.add(invalid(where, `"${where}" is not JSONata: ${why}.`));
    });
    faults.throwAny();
  }

  async function tried(client: string, body: Body, signal: AbortSignal): Promise<readonly Tried[]> {
    const { channel, resource, rules: given, sample } = body;
    const before = unified(channel, resource, sample);
    const expressions = given.map(({ expression }) => expression);
    const outcomes = await rules.run(client, expressions, [sample], signal);
    return given.map(({ field }, at) => {
      const judged = judge(resource, field, outcomes[at]?.values[0] ?? null);
      const old = before?.[field] ?? null;
      const after = 'value' in judged ? judged.value : old;
      return {
        field,
        before: old,
        after,
        changed: JSON.stringify(after) !== JSON.stringify(old),
        ...('warning' in judged && { warning: judged.warning }),
      };
    });
  }

  /** What the channel's driver makes of the sample; undefined where it cannot read it. */
  function unified(channel: string, resource: Operation, sample: unknown) {
    const kind = KINDS[resource];
    const driver = channels[channel];
    const context = { account: {}, now: now(), note: () => {} };
    try {
      const draft = driver && kind.of(driver)?.transform(sample, context);
      return draft && kind.complete(draft, channel);
    } catch {
      return undefined;
    }
  }

  async function put(asking: Asking, signal: AbortSignal): Promise<RuleSet | undefined> {
    const { client } = asking;
    const body = await read('put', asking, signal);
    const { channel, resource } = body;
    if (body.sample !== undefined) {
      const faults = new Faults();
      (await tried(client, body, signal)).forEach(({ field, warning }, at) => {
        if (warning !== undefined)
          faults.add(
            invalid(
              `rules.${at}.expression`,
              `The rule for "${field}" fails on the sample: ${warning}.`,
            ),
          );
      });
      faults.throwAny();
    }
    const plain: readonly Rule[] = body.rules.map(({ field, expression }) => ({
      field,
      expression,
    }));
    const updatedAt = await store.overrides.put(client, { channel, resource, rules: plain });
    if (updatedAt === undefined) return undefined;
    overrides.forget(client);
    return { channel, resource, rules: plain, updatedAt };
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
    list: (client) => store.overrides.list(client),

    put: (asking) => inTime(asking, (signal) => put(asking, signal)),

    try: (asking) =>
      inTime(asking, async (signal) =>
        tried(asking.client, await read('try', asking, signal), signal),
      ),
  };
}
