// Field overrides: see them, set them, try them on a sample.
import { Resource } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { instantText, object } from '../model/schema.ts';
import { type TProperties, type TSchema, Type } from '../model/type.ts';
import { type OverrideSets, RuleSetBody, TryBody } from '../unified/override-sets.ts';
import type { Api, ApiCall } from './api.ts';
import { goneSignal } from './calls.ts';
import { PATHS } from './paths.ts';
import { shownBy } from './shown.ts';

const field = Type.String({ description: 'A top-level field of the unified record.' });
const SwitchedOff = object(
  'SwitchedOff',
  'The rule kept failing and is not run any more; saving the set again switches it on.',
  {
    since: instantText('Since when.'),
    reason: Type.String({ description: 'How it failed, in a sentence.' }),
  },
);
const RuleSet = object('RuleSet', 'The override rules of one channel and resource.', {
  channel: Type.String({ description: 'The channel’s identifier.' }),
  resource: Resource,
  rules: Type.Array(
    object('Rule', 'What replaces one field.', {
      field,
      expression: Type.String({ description: 'JSONata over the native record.' }),
      switched_off: Type.Optional(SwitchedOff),
    }),
    { description: 'At most one for each field.' },
  ),
  updated_at: instantText('When it was last set.'),
});
const showSet = shownBy(RuleSet);
const RuleSets = object('RuleSets', 'All override rules of the client.', {
  result: Type.Array(RuleSet, { description: 'By channel and resource.' }),
});
const anything = (description: string) => Type.Unsafe<unknown>({ description });
const TriedRules = object('TriedRules', 'What rules make of a sample.', {
  override_count: Type.Integer({ description: 'How many values the rules change.' }),
  result: Type.Array(
    object('TriedRule', 'What one rule makes of a sample.', {
      field,
      before: anything('The field without the rule; null where the sample is not whole.'),
      after: anything('The field with the rule.'),
      changed: Type.Boolean({ description: 'Whether the rule changes the field.' }),
      warning: Type.Optional(Type.String({ description: 'Why the rule had no effect.' })),
    }),
    { description: 'In the order of the rules.' },
  ),
});

export function overrideRoutes(api: Api, sets: OverrideSets): void {
  const route = api('Overrides', 'orders', 'products');
  const askingOf = <B extends TSchema>({
    client,
    scopes,
    body,
    reply,
  }: ApiCall<TProperties, B>) => ({
    ...{ client, scopes, body },
    gone: goneSignal(reply),
  });

  route('GET', PATHS.overrides, {
    id: 'listOverrides',
    summary: 'List field overrides',
    description: 'Every set of rules, with those that are switched off and why.',
    answer: RuleSets,
    handler: async ({ client }) => ({ result: (await sets.list(client)).map(showSet) }),
  });

  route('PUT', PATHS.overrides, {
    id: 'putOverrides',
    summary: 'Set field overrides',
    description:
      'Sets the rules for one channel and resource, in place of the previous ones; an empty list removes them. Each rule is checked; with a sample it must also yield a value that fits its field. Rules that were switched off are switched on again. In force within 5 seconds on every instance.',
    body: RuleSetBody,
    act: 'overrides.set',
    faults: ['unsupported_channel', 'deadline_passed'],
    answer: RuleSet,
    async handler(call) {
      const set = await sets.put(askingOf(call));
      if (!set) throw new Fault('invalid_token', 'The client of this access token was deleted.');
      return showSet(set);
    },
  });

  route('POST', `${PATHS.overrides}/Try`, {
    id: 'tryOverrides',
    summary: 'Try field overrides on a sample',
    description: 'Runs rules on a native record without setting them.',
    body: TryBody,
    faults: ['unsupported_channel', 'deadline_passed'],
    answer: TriedRules,
    async handler(call) {
      const { result } = await sets.try(askingOf(call));
      return { override_count: result.filter(({ changed }) => changed).length, result };
    },
  });
}
