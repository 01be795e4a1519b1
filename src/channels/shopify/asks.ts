// How Shopify is asked, by GraphQL: one ask, what it costs, and what Shopify withholds.
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Operation } from './documents.ts';
import { permissionMissing } from './explain.ts';
import { codeOf, costOf, errorsOf, type GraphqlError } from './native.ts';

/** What an ask needs of a reading; the check of a credential has nothing to remember by. */
export type Asking = Pick<Reading, 'account' | 'version' | 'call' | 'now' | 'note'> &
  Partial<Pick<Reading, 'remember'>>;

export type Variables = Readonly<Record<string, unknown>>;
export type Data = Readonly<Record<string, unknown>>;

/** What this shop taught us about an operation: its charges, and a page size that it allowed. */
interface Lesson {
  readonly charges: Map<number, number>;
  most: number;
  /** The smaller size counts until then; it may have been one odd moment of the shop's. */
  until: number;
}

const LESSON_SECONDS = 3600;
const SMALLER_FOR = 10 * 60_000;

function lessonOf({ name, most }: Operation, { remember, version }: Asking): Promise<Lesson> {
  const make = async (): Promise<Lesson> => ({ charges: new Map(), most, until: 0 });
  return remember ? remember(`asking ${name} ${version}`, LESSON_SECONDS, make) : make();
}

/**
 * Shopify publishes no formula; what others measured grows less than the number of records, as in
 * 25 points for 250 variants with an object each.
 */
const GROWTH = 0.45;

const chargeOf = ({ points }: Operation, first: number, { charges }: Lesson): number =>
  charges.get(first) ?? Math.ceil(points * first ** GROWTH);

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
  const lesson = await lessonOf(operation, asking);
  let first = Math.min(wanted, asking.now < lesson.until ? lesson.most : operation.most);
  for (;;) {
    const data = await askOnce(operation, first, variables(first), asking, lesson);
    if (data) return { data, first };
    if (first === 1)
      throw new Fault('channel_failed', 'Shopify finds even one record too costly to answer.', {
        retryable: false,
      });
    first = Math.floor(first / 2);
    lesson.most = first;
    lesson.until = asking.now + SMALLER_FOR;
  }
}

/** A document with its variables, ready to be sent. */
export const askOf = (
  query: string,
  variables: Variables,
  how: Pick<Ask, 'cost' | 'reads'>,
  { account, version }: Pick<Reading, 'account' | 'version'>,
): Ask => ({
  method: 'POST',
  url: `${account.baseUrl}/admin/api/${version}/graphql.json`,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ query, variables }),
  ...how,
});

/** Undefined when the query is too costly. */
async function askOnce(
  operation: Operation,
  first: number,
  variables: Variables,
  { account, version, call, note }: Asking,
  lesson: Lesson,
): Promise<Data | undefined> {
  const { root, text, writes } = operation;
  const cost = chargeOf(operation, first, lesson);
  const { headers, body } = await call(
    askOf(text, variables, { cost, reads: !writes }, { account, version }),
  );
  const { requestedQueryCost } = costOf(body);
  if (requestedQueryCost !== undefined) lesson.charges.set(first, requestedQueryCost);
  const errors = errorsOf(body);
  if (errors.some((error) => codeOf(error) === 'MAX_COST_EXCEEDED')) return undefined;

  const spoken = headers['x-shopify-api-version'];
  if (spoken && spoken !== version)
    note({
      code: 'api_version_changed',
      message: `Shopify no longer serves API version ${version} and answered with ${spoken}.`,
    });

  const data = (body as { data?: Data | null } | undefined)?.data;
  const denied = errors.filter((error) => codeOf(error) === 'ACCESS_DENIED');
  if (data?.[root] === null || data?.[root] === undefined)
    throw denied[0] ? permissionMissing(denied[0]) : brokenAnswer('Shopify', root);
  for (const error of denied) {
    takeOut(data, error);
    const field = withheldField(error);
    note({
      code: 'field_withheld',
      field,
      fields: [nativeField(error)],
      message: `Shopify withheld ${field}: ${error.message ?? 'access denied'}`,
    });
  }
  return data;
}

/** A field that is withheld comes as null, which elsewhere says that there is nothing: absent. */
function takeOut(data: Data, error: GraphqlError): void {
  const steps = stepsOf(error);
  const holder = steps.slice(0, -1).reduce<unknown>((at, step) => at?.[step as never], data);
  const last = steps.at(-1);
  if (last === undefined || !holder || typeof holder !== 'object' || Array.isArray(holder)) return;
  delete (holder as Record<string, unknown>)[last];
}

const stepsOf = ({ path }: GraphqlError): readonly (string | number)[] =>
  Array.isArray(path) ? path : [];

/** `["orders", "nodes", 0, "customer", "email"]` is `customer.email`. */
/** With all that its lineage names. */
const nativeField = (error: GraphqlError): string =>
  stepsOf(error)
    .slice(1)
    .filter((step) => typeof step === 'string')
    .join('.')
    .replace(/^nodes\./, '');

const withheldField = (error: GraphqlError): string =>
  stepsOf(error)
    .slice(1)
    .filter((step) => typeof step === 'string' && step !== 'nodes')
    .join('.') || 'a record';
