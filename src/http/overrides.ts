// Field overrides: see them, set them, try them on a sample.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Resource } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { instantText, object } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Asking, type OverrideSets, RuleSetBody, TryBody } from '../unified/override-sets.ts';
import { type Bearer, callerOf, scoped } from './bearer.ts';
import { goneSignal } from './gone.ts';
import { PATHS } from './paths.ts';
import { refuseQuery } from './query.ts';

export interface OverridesOptions {
  readonly sets: OverrideSets;
  readonly bearer: Bearer;
}

const PATH = PATHS.overrides;
const tags = ['Overrides'] as const;
const security = scoped('orders', 'products');

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

export function overrideRoutes(server: FastifyInstance, { sets, bearer }: OverridesOptions) {
  const onRequest = bearer('orders', 'products');

  server.route({
    method: 'GET',
    url: PATH,
    schema: {
      operationId: 'listOverrides',
      tags,
      summary: 'List field overrides',
      description: 'Every set of rules, with those that are switched off and why.',
      security,
      response: { 200: RuleSets },
    },
    onRequest,
    handler: async (request) => {
      refuseQuery(request.raw.url ?? '');
      const found = await sets.list(callerOf(request).client.id);
      return { result: found.map(shown) };
    },
  });

  server.route({
    method: 'PUT',
    url: PATH,
    config: { act: 'overrides.set' },
    schema: {
      operationId: 'putOverrides',
      tags,
      summary: 'Set field overrides',
      description:
        'Puts rules in place for one channel and resource, instead of those before; an empty list removes them. Each rule is checked; with a sample it must also yield a value that fits its field. Rules that were switched off are switched on again. In force within 5 seconds on every instance.',
      security,
      body: RuleSetBody,
      response: { 200: RuleSet },
    },
    onRequest,
    handler: async (request, reply) => {
      const set = await sets.put(askingOf(request, reply));
      if (!set) throw new Fault('invalid_token', 'The client of this access token was deleted.');
      return shown(set);
    },
  });

  server.route({
    method: 'POST',
    url: `${PATH}/Try`,
    schema: {
      operationId: 'tryOverrides',
      tags,
      summary: 'Try field overrides on a sample',
      description: 'Runs rules on a native record without setting them.',
      security,
      body: TryBody,
      response: { 200: TriedRules },
    },
    onRequest,
    handler: async (request, reply) => {
      const result = await sets.try(askingOf(request, reply));
      return { override_count: result.filter(({ changed }) => changed).length, result };
    },
  });
}

function askingOf(request: FastifyRequest, reply: FastifyReply): Asking {
  const { client, scopes } = callerOf(request);
  return { client: client.id, scopes, body: request.body, gone: goneSignal(reply) };
}

function shown({
  channel,
  resource,
  rules,
  updatedAt,
}: Awaited<ReturnType<OverrideSets['list']>>[number]) {
  return {
    channel,
    resource,
    rules: rules.map(({ field, expression, switchedOff }) => ({
      field,
      expression,
      ...(switchedOff && {
        switched_off: { since: writeInstant(switchedOff.since), reason: switchedOff.reason },
      }),
    })),
    updated_at: writeInstant(updatedAt),
  };
}
