// Field overrides: see them, set them, try them on a sample.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { Fault } from '../model/faults.ts';
import { record } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import { Type } from '../model/type.ts';
import { type Asking, type OverrideSets, RuleSetBody, TryBody } from '../unified/override-sets.ts';
import { type Bearer, callerOf, security } from './bearer.ts';
import { goneSignal } from './gone.ts';
import { PATHS } from './paths.ts';
import { refuseQuery } from './query.ts';

export interface OverridesOptions {
  readonly sets: OverrideSets;
  readonly bearer: Bearer;
}

const PATH = PATHS.overrides;
const tags = ['Overrides'];

const SwitchedOff = record(
  { since: Type.String(), reason: Type.String() },
  'The rule kept failing and is not run any more; saving the set again switches it on.',
);
const RuleSet = record({
  channel: Type.String(),
  resource: Type.Unsafe<Operation>({ type: 'string', enum: [...OPERATIONS] }),
  rules: Type.Array(
    Type.Object(
      { field: Type.String(), expression: Type.String(), switched_off: Type.Optional(SwitchedOff) },
      { additionalProperties: false },
    ),
  ),
  updated_at: Type.String(),
});
const anything = (description: string) => Type.Unsafe<unknown>({ description });

export function overrideRoutes(server: FastifyInstance, { sets, bearer }: OverridesOptions) {
  const onRequest = bearer('orders', 'products');

  server.route({
    method: 'GET',
    url: PATH,
    schema: {
      operationId: 'listOverrides',
      tags,
      summary: 'List field overrides',
      security,
      response: { 200: record({ result: Type.Array(RuleSet) }) },
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
      response: {
        200: record({
          override_count: Type.Integer({ description: 'How many values the rules change.' }),
          result: Type.Array(
            Type.Object({
              field: Type.String(),
              before: anything('The field without the rule; null where the sample is not whole.'),
              after: anything('The field with the rule.'),
              changed: Type.Boolean(),
              warning: Type.Optional(Type.String({ description: 'Why the rule had no effect.' })),
            }),
          ),
        }),
      },
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
