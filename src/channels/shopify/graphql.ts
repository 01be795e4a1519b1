// Asking Shopify by GraphQL: one ask, what it withholds, lists read to their end, pages walked.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { installation, type MoreOperation, type Operation } from './documents.ts';
import { type Connection, costOf, numberOf } from './native.ts';

/** What an ask needs of a reading; the check of a credential has no more. */
export type Asking = Pick<Reading, 'account' | 'version' | 'call' | 'note'>;

type Variables = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

/** One entry of `errors`. */
export interface GraphqlError {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly requiredAccess?: string };
}

/** The body's `errors`, where it is the list that GraphQL answers with. */
export function errorsOf(body: unknown): readonly GraphqlError[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  return Array.isArray(errors) ? errors : [];
}

/** What Shopify last charged for so many records of an operation, for the life of the process. */
const charged = new WeakMap<Operation, Map<number, number>>();

function chargeOf(operation: Operation, first: number): number {
  const [base, each] = operation.points;
  return charged.get(operation)?.get(first) ?? base + each * first;
}

function noteCharge(operation: Operation, first: number, body: unknown) {
  const { requestedQueryCost } = costOf(body);
  if (requestedQueryCost === undefined) return;
  const known = charged.get(operation) ?? new Map<number, number>();
  charged.set(operation, known.set(first, requestedQueryCost));
}

/** How many records at once Shopify last found cheap enough, for the life of the process. */
const workable = new WeakMap<Operation, number>();

/**
 * Asks for up to `wanted` records. Shopify refuses a query of over 1,000 points before running it;
 * then half as many are asked for, and so on. Answers with the number that was asked for in the end.
 */
export async function ask(
  operation: Operation,
  wanted: number,
  variables: (first: number) => Variables,
  asking: Asking,
): Promise<{ readonly data: Data; readonly first: number }> {
  let first = Math.min(wanted, workable.get(operation) ?? operation.most);
  for (;;) {
    const data = await askOnce(operation, first, variables(first), asking);
    if (data) return { data, first };
    if (first === 1)
      throw new Fault('channel_failed', 'Shopify finds even one record too costly to answer.');
    first = Math.floor(first / 2);
    workable.set(operation, first);
  }
}

/** Undefined when the query is too costly. */
async function askOnce(
  operation: Operation,
  first: number,
  variables: Variables,
  { account, version, call, note }: Asking,
): Promise<Data | undefined> {
  const { root, text } = operation;
  const { headers, body } = await call({
    method: 'POST',
    url: `${account.baseUrl}/admin/api/${version}/graphql.json`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: text, variables }),
    cost: chargeOf(operation, first),
    reads: true,
  });
  noteCharge(operation, first, body);
  const errors = errorsOf(body);
  if (errors.some(({ extensions }) => extensions?.code === 'MAX_COST_EXCEEDED')) return undefined;

  const spoken = headers['x-shopify-api-version'];
  if (spoken && spoken !== version)
    note({
      code: 'api_version_changed',
      message: `Shopify no longer serves API version ${version} and answered with ${spoken}.`,
    });

  const data = (body as { data?: Data | null } | undefined)?.data;
  const denied = errors.filter(({ extensions }) => extensions?.code === 'ACCESS_DENIED');
  if (data?.[root] === null || data?.[root] === undefined) {
    if (denied[0]) throw permissionMissing(denied[0]);
    throw invalid(`no ${root}, and does not say why`);
  }
  for (const error of denied) {
    const field = withheldField(error);
    note({
      code: 'field_withheld',
      field,
      message: `Shopify withheld ${field}: ${error.message ?? 'access denied'}`,
    });
  }
  return data;
}

/** `["orders", "nodes", 0, "customer", "email"]` is `customer.email`. */
const withheldField = ({ path = [] }: GraphqlError): string =>
  path
    .slice(1)
    .filter((step) => typeof step === 'string' && step !== 'nodes')
    .join('.') || 'a record';

function permissionMissing({ message = '', extensions }: GraphqlError): Fault {
  const scope = /\b(?:read|write)_[a-z_]+/.exec(extensions?.requiredAccess ?? message)?.[0];
  return new Fault(
    'permission_missing',
    scope
      ? `The access token lacks the scope ${scope}. Grant it to the app in Shopify and authorise the shop again.`
      : 'The app is not approved for this data. Ask Shopify for access to protected customer data.',
    { native: message },
  );
}

export const invalid = (what: string): Fault =>
  new Fault('channel_invalid_response', `Shopify answered with ${what}.`);

/** A list as GraphQL answers it, looked at before use. */
export function connection<T>(value: unknown, name: string): Connection<T> {
  const { nodes, pageInfo } = (value ?? {}) as Partial<Connection<T>>;
  if (!Array.isArray(nodes) || typeof pageInfo?.hasNextPage !== 'boolean')
    throw invalid(`no list of ${name}`);
  if (pageInfo.hasNextPage && (nodes.length === 0 || typeof pageInfo.endCursor !== 'string'))
    throw invalid(`a page of ${name} that does not lead to the next`);
  return { nodes, pageInfo };
}

/** The whole list: its first page as it came with the record, and what follows page by page. */
export async function whole<T>(
  part: Connection<T>,
  operation: MoreOperation,
  id: string,
  asking: Asking,
): Promise<Connection<T>> {
  let page = connection<T>(part, operation.field);
  if (!page.pageInfo.hasNextPage) return part;
  const nodes = [...page.nodes];
  while (page.pageInfo.hasNextPage) {
    const after = page.pageInfo.endCursor;
    const variables = (first: number) => ({ id, first, after });
    const { data } = await ask(operation, operation.most, variables, asking);
    const owner = data[operation.root] as Readonly<Record<string, unknown>>;
    page = connection<T>(owner[operation.field], operation.field);
    nodes.push(...page.nodes);
  }
  return { pageInfo: page.pageInfo, nodes };
}

/** Where a walk stands: Shopify's cursor, or how many of the asked ids were read. */
export interface Place {
  readonly after?: string;
  readonly at?: number;
}

interface Stretch<T> {
  readonly items: readonly T[];
  /** Absent at the end. */
  readonly next?: Place | undefined;
}

/** How many native pages may fall short of what was asked before a short page is answered. */
const SPARE = 5;

/**
 * Walks native pages until `limit` records are kept. Never more is asked for than is still missing,
 * so the place after a native page is always the place after what is returned: nothing is lost or
 * repeated, however many records are dropped.
 */
export async function walk<T>(
  limit: number,
  start: Place | undefined,
  read: (wanted: number, from: Place) => Promise<Stretch<T>>,
  keep: (item: T) => boolean,
): Promise<{ readonly items: T[]; readonly next?: Place }> {
  const items: T[] = [];
  let place = start ?? {};
  for (let short = 0; items.length < limit && short <= SPARE; ) {
    const stretch = await read(limit - items.length, place);
    const kept = stretch.items.filter(keep);
    items.push(...kept);
    if (!stretch.next) return { items };
    place = stretch.next;
    if (kept.length === 0 || kept.length < stretch.items.length) short++;
  }
  return { items, next: place };
}

/** One stretch of a search. */
export async function search<T>(
  operation: Operation,
  wanted: number,
  from: Place,
  variables: Variables,
  asking: Asking,
): Promise<{ readonly data: Data; readonly items: readonly T[]; readonly next?: Place }> {
  const { after } = from;
  const asked = (first: number) => ({ first, ...(after && { after }), ...variables });
  const { data } = await ask(operation, wanted, asked, asking);
  const { nodes, pageInfo } = connection<T>(data[operation.root], operation.root);
  if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return { data, items: nodes };
  return { data, items: nodes, next: { after: pageInfo.endCursor } };
}

/** One stretch of a list of global ids; what is not there, or is something else, is left out. */
export async function byIds<T extends { readonly id: string }>(
  operation: Operation,
  wanted: number,
  { at = 0 }: Place,
  ids: readonly string[],
  variables: Variables,
  asking: Asking,
): Promise<{ readonly data: Data; readonly items: readonly T[]; readonly next?: Place }> {
  const asked = (first: number) => ({ ids: ids.slice(at, at + first), ...variables });
  const { data, first } = await ask(operation, wanted, asked, asking);
  const nodes = data[operation.root];
  if (!Array.isArray(nodes)) throw invalid('no list of records');
  const items = nodes.filter((node): node is T => typeof node?.id === 'string');
  return { data, items, ...(at + first < ids.length && { next: { at: at + first } }) };
}

/** The app behind the token. */
export interface Installation {
  readonly appId: string | null;
  readonly scopes: readonly string[];
}

/** Which app the token belongs to and what it may do; kept for an hour. */
export function installed(reading: Reading): Promise<Installation> {
  return reading.remember('installation', 3600, async () => {
    const { data } = await ask(installation, 1, () => ({}), reading);
    const { app } = data.currentAppInstallation as { app?: { id?: string } };
    return { appId: numberOf(app?.id), scopes: scopesOf(data) };
  });
}

export function scopesOf(data: Data): readonly string[] {
  const { accessScopes } = (data.currentAppInstallation ?? {}) as {
    accessScopes?: readonly { readonly handle: string }[];
  };
  if (!Array.isArray(accessScopes)) throw invalid('no list of access scopes');
  return accessScopes.map(({ handle }) => handle);
}

/** A scope to write holds the one to read. */
export const grants = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(scope.replace(/^read_/, 'write_'));
