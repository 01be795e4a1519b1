// Field overrides: see them, set them, try them on a sample.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Fault } from '../model/faults.ts';
import { record } from '../model/schema.ts';
import { writeInstant } from '../model/time.ts';
import type { Verified } from '../tokens/index.ts';
import { type OverrideSets, RuleSetBody, TryBody } from '../unified/override-sets.ts';
import type { Bearer } from './bearer.ts';
import { readQuery } from './query.ts';

export interface OverridesOptions {
  readonly sets: OverrideSets;
  readonly bearer: Bearer;
}

const PATH = '/api/ServiceClientApp/Overrides';
const tags = ['Overrides'];
const security = [{ bearer: [] }];

const RuleSet = record({
  channel: Type.String(),
  resource: Type.Unsafe<'orders' | 'products'>({ type: 'string', enum: ['orders', 'products'] }),
  rules: Type.Array(record({ field: Type.String(), expression: Type.String() })),
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
      if (Object.keys(readQuery(request.raw.url ?? '')).length > 0)
        throw new Fault('invalid_request', 'This list takes no query parameters.');
      const found = await sets.list(callerOf(request).client.id);
      return { result: found.map(told) };
    },
  });

  server.route({
    method: 'PUT',
    url: PATH,
    schema: {
      operationId: 'putOverrides',
      tags,
      summary: 'Set field overrides',
      description:
        'Puts rules in place for one channel and resource, instead of those before; an empty list removes them. Each rule is checked; with a sample it must also yield a value that fits its field. In force within 5 seconds on every instance.',
      security,
      body: RuleSetBody,
      response: { 200: RuleSet },
    },
    onRequest,
    handler: async (request) => {
      const { client, scopes } = callerOf(request);
      const set = await sets.put(client.id, scopes, request.body);
      if (!set) throw new Fault('invalid_token', 'The client of this access token was deleted.');
      return told(set);
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
    handler: async (request) => {
      const { client, scopes } = callerOf(request);
      const result = await sets.try(client.id, scopes, request.body);
      return { override_count: result.filter(({ changed }) => changed).length, result };
    },
  });
}

function callerOf(request: FastifyRequest): Verified {
  if (!request.caller) throw new Fault('invalid_token', 'The access token is missing.');
  return request.caller;
}

function told({
  channel,
  resource,
  rules,
  updatedAt,
}: Awaited<ReturnType<OverrideSets['list']>>[number]) {
  return { channel, resource, rules, updated_at: writeInstant(updatedAt) };
}
