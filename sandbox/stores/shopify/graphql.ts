// Answers one GraphQL request: limits first, then execution, then the vendor's envelope.
import { executeSync, type GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Writes } from '../../living/writes.ts';
import type { Bucket } from '../../rates.ts';
import type { Rates, StoreReply, StoreRequest } from '../../store.ts';
import { holds, type Scope } from './app.ts';
import { costOf, maxCost } from './cost.ts';
import type { VendorError } from './document-errors.ts';
import { documentsOf, operationOf } from './documents.ts';
import { json, jsonText } from './replies.ts';
import type { Version } from './schema.ts';
import type { AppWebhooks } from './subscription.ts';
import { readVariables, type Variables } from './variable-errors.ts';
import type { Ask, SearchReport, World } from './world.ts';

export interface GraphqlCall {
  readonly request: StoreRequest;
  readonly version: Version;
  readonly world: World;
  readonly scopes: readonly Scope[];
  readonly now: number;
  readonly rates: Rates;
  readonly bucket: Bucket;
  readonly results: Results;
  readonly webhooks: AppWebhooks;
  readonly writes: Writes;
  readonly keys: Ask['keys'];
  /** Called for every search that was not fully honoured. */
  readonly report: (report: SearchReport) => void;
}

interface Result {
  /** `"data":…` and, where there are any, `"errors":…`. */
  readonly body: string;
  readonly actual: number;
  readonly reports: readonly SearchReport[];
}

const documentation = 'https://shopify.dev/api/usage/rate-limits';

export type Results = LRUCache<string, Result>;

/** A page that was made once is sent again without work, until something changes. */
export function openResults(): Results {
  return new LRUCache({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
}

export function answerGraphql(call: GraphqlCall): StoreReply {
  const sent = readBody(call.request);
  if (sent === null)
    return json(400, { errors: { query: 'Required parameter missing or invalid' } });
  const headers: Record<string, string> = { 'x-shopify-api-version': call.version };
  const refuse = (errors: readonly VendorError[]): StoreReply => json(200, { errors }, headers);

  const documents = documentsOf(call.version);
  const read = documents.read(sent.query);
  if ('errors' in read) return refuse(read.errors);
  const operation = operationOf(read.document, sent.operationName);
  if ('message' in operation) return refuse([{ message: operation.message }]);
  if (read.deprecated.length > 0)
    headers['x-shopify-api-deprecated-reason'] =
      `https://shopify.dev/api/usage/versioning#deprecation-practices (${read.deprecated.join(', ')})`;
  const variables = readVariables(documents.schema, operation, sent.variables);
  if ('error' in variables) return refuse([variables.error]);

  const costing = {
    schema: documents.schema,
    document: read.document,
    operation,
    variables: variables.values,
  };
  const requested = costOf(costing);
  if (requested > maxCost) return refuse([tooDear(requested)]);
  const { bucket } = call;
  if (call.rates === 'vendor' && !bucket.take(requested).allowed) {
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }];
    const cost = costText(requested, null, bucket, bucket.level());
    return jsonText(
      200,
      `{"errors":${JSON.stringify(errors)},"extensions":{"cost":${cost}}}`,
      headers,
    );
  }

  const make = () => {
    const ask: Ask = {
      world: call.world,
      scopes: call.scopes,
      now: call.now,
      reports: [],
      sizes: new Map(),
      webhooks: call.webhooks,
      ...{ version: call.version, writes: call.writes, keys: call.keys },
    };
    const { data, errors } = executeSync({
      schema: documents.schema,
      document: read.document,
      contextValue: ask,
      variableValues: variables.values,
      operationName: sent.operationName,
    });
    const refusals =
      errors === undefined ? '' : `,"errors":${JSON.stringify(errors.map(executionError))}`;
    return {
      body: `"data":${JSON.stringify(data ?? null)}${refusals}`,
      actual: Math.min(requested, costOf({ ...costing, sizes: ask.sizes })),
      reports: ask.reports,
    };
  };
  const result = operation.operation === 'mutation' ? make() : cached(call, sent, make);

  for (const report of result.reports) call.report(report);
  let left = bucket.capacity - result.actual;
  if (call.rates === 'vendor') {
    bucket.giveBack(requested - result.actual);
    left = bucket.level();
  }
  const cost = costText(requested, result.actual, bucket, left);
  const searches = searchText(result.reports);
  return jsonText(200, `{${result.body},"extensions":{"cost":${cost}${searches}}}`, headers);
}

function cached(call: GraphqlCall, sent: Sent, make: () => Result): Result {
  // Subscriptions are no part of the catalogue.
  if (/\bwebhookSubscription/.test(sent.query)) return make();
  // What only the last 60 days show depends on the clock and is made afresh.
  if (!holds(call.scopes, 'read_all_orders')) return make();
  const { host, catalogue } = call.world;
  const key = JSON.stringify([host, catalogue.version, call.version, call.scopes, sent]);
  const old = call.results.get(key);
  if (old !== undefined) return old;
  const made = make();
  call.results.set(key, made);
  return made;
}

interface Sent {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Variables;
}

function readBody({ headers, body }: StoreRequest): Sent | null {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return null;
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || !('query' in sent)) return null;
  const { query, operationName, variables } = sent as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string' || query.trim() === '') return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  return {
    query,
    operationName: operationName == null || operationName === '' ? null : operationName,
    variables: (variables ?? {}) as Variables,
  };
}

function tooDear(cost: number): VendorError {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maxCost}).`,
    extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost, documentation },
  };
}

function executionError(error: GraphQLError): VendorError {
  const { message, locations, path, extensions } = error;
  const known = typeof extensions.code === 'string';
  return {
    message: known ? message : 'Internal error. Looks like something went wrong on our end.',
    ...(locations === undefined ? {} : { locations }),
    extensions: known ? extensions : { code: 'INTERNAL_SERVER_ERROR', cause: message },
    ...(path === undefined ? {} : { path }),
  };
}

function costText(requested: number, actual: number | null, bucket: Bucket, left: number): string {
  return JSON.stringify({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: {
      maximumAvailable: bucket.capacity,
      currentlyAvailable: Math.floor(left),
      restoreRate: bucket.perSecond,
    },
  });
}

function searchText(reports: readonly SearchReport[]): string {
  return reports.length === 0 ? '' : `,"search":${JSON.stringify(reports)}`;
}
