// What a client may ask of orders and products: the bodies, their filters, and the typed query.

import { type Include, ORDER_INCLUDES, PRODUCT_INCLUDES } from './include.ts';
import { PRODUCT_STATUSES } from './product.ts';
import { INSTANT, MUST, SECRET } from './read.ts';
import { maybe, object, record, wordOf } from './schema.ts';
import { MAX_CREDENTIAL_LENGTH, MAX_VALUE_LENGTH } from './text.ts';
import { type Static, type TSchema, Type } from './type.ts';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;
export const MAX_IDS = 100;
/** Of so many identifiers, some of which are a merchant's own words. */
const MAX_IDS_LENGTH = 10_000;
/** A page token holds the filters in force, and the channel's own cursor. */
export const MAX_PAGE_TOKEN = 32 * 1024;
/** Far above the channels there are, the keys of one, and the values of a key. */
const MOST_CREDENTIALS = 100;

/** Read by `instantOf`, which takes more forms than JSON Schema's `date-time`. */
export const time = (description: string) =>
  Type.String({
    ...{ maxLength: MAX_VALUE_LENGTH, description, examples: ['2026-10-01T12:00:00+02:00'] },
    [MUST]: INSTANT,
  });

/** `must` ends the sentence «"ids" must be …». */
const line = (must: string, description: string, more = {}) =>
  Type.String({ maxLength: MAX_VALUE_LENGTH, description, minLength: 1, [MUST]: must, ...more });

const Part = Type.String({ maxLength: MAX_CREDENTIAL_LENGTH });

export const CredentialPair = object('CredentialPair', 'One part of a channel’s credential.', {
  key: Type.String({ description: 'What it is, such as `baseUrl` or `token`.' }),
  value: Type.Union([Part, Type.Array(Part, { maxItems: MOST_CREDENTIALS })], {
    description: 'Its value; a list where the channel takes several.',
  }),
});

const PAIRS = 'a list such as [{ "key": "…", "value": "…" }]';
const Pairs = Type.Array(CredentialPair, { maxItems: MOST_CREDENTIALS, [MUST]: PAIRS });

export const shared = {
  params: Type.Record(Type.String(), Pairs, {
    maxProperties: MOST_CREDENTIALS,
    description: 'Credentials by channel, for this request alone.',
    [MUST]: `an object that maps a channel to ${PAIRS}`,
    [SECRET]: true,
  }),
  next_page_token: line(
    'the text of next_page_token from the previous response',
    'Copy of `next_page_token` from the previous response.',
    { maxLength: MAX_PAGE_TOKEN },
  ),
  limit: Type.Integer({
    minimum: 1,
    default: DEFAULT_LIMIT,
    examples: [2],
    description: 'Maximum records returned; above 100 it is taken as 100.',
  }),
  fields: line(
    'a comma-separated list of field names',
    'Only these top-level fields are returned, so that records are partial; `id` and `channel_name` always stay. Comma-separated.',
    { examples: ['id,created_at,updated_at'] },
  ),
  ids: line(
    `a comma-separated list of at most ${MAX_IDS} identifiers`,
    `Only the records with these identifiers, at most ${MAX_IDS}, comma-separated.`,
    { maxLength: MAX_IDS_LENGTH },
  ),
  since_id: line('an identifier', 'Only records after this identifier.'),
  created_at_min: time('Created at or after.'),
  created_at_max: time('Created at or before.'),
  updated_at_min: time('Updated at or after.'),
  updated_at_max: time('Updated at or before.'),
  api_version: line(
    'the name of a version that the channel speaks',
    'Pins the channel’s own API version for this request.',
  ),
};

const include = (words: object, description: string) =>
  line(
    `a comma-separated list of ${Object.keys(words).join(', ')}`,
    `Adds a property of this name to every record, which \`fields\` does not take away. ${description} Bound into \`next_page_token\`.`,
    { examples: [Object.keys(words).join(',')] },
  );

const RAW =
  '`raw`: the native record as the channel gave it, numbers exactly as they were written. `reasons`: why each null of the record is null. Every channel has both.';

export const ORDER_FIELDS = {
  ...shared,
  include: include(
    ORDER_INCLUDES,
    `${RAW} \`fulfillments\`, \`refunds\`: those lists in one shape; where the channel has to be asked for them, it is asked only then. A channel that does not have one refuses with \`unsupported_include\`.`,
  ),
  processed_at_min: time('Sold at or after, by `processed_at`.'),
  processed_at_max: time('Sold at or before, by `processed_at`.'),
  status: wordOf(
    ['open', 'closed', 'cancelled', 'any'],
    'By status; `open` unless set, where supported.',
  ),
  attribution_app_id: line(
    'the identifier of an app, or current',
    'Orders attributed to this app; `current` is the app making the request.',
  ),
  financial_status: wordOf(
    [
      'authorized',
      'paid',
      'pending',
      'partially_paid',
      'partially_refunded',
      'refunded',
      'voided',
      'any',
      'unpaid',
    ],
    'By financial status.',
  ),
  fulfillment_status: wordOf(
    ['shipped', 'partial', 'unshipped', 'any', 'unfulfilled'],
    'By fulfillment status.',
  ),
};

export const PRODUCT_FIELDS = {
  ...shared,
  include: include(
    PRODUCT_INCLUDES,
    `${RAW} \`salable\`: what a website can sell of each variant now, where the channel keeps that apart from what lies in stock; it is asked for only then. A channel that does not refuses with \`unsupported_include\`.`,
  ),
  title: line('a text', 'With exactly this title.'),
  vendor: line('a text', 'Of exactly this vendor.'),
  handle: line('a text', 'With exactly this handle.'),
  product_type: line('a text', 'Of exactly this product type.'),
  collection_id: line('an identifier', 'In this collection or category.'),
  status: wordOf(PRODUCT_STATUSES, 'By status.'),
  published_status: wordOf(['published', 'unpublished', 'any'], 'By whether it is published.'),
  published_at_min: time('Published at or after.'),
  published_at_max: time('Published at or before.'),
};

export type BodyFields = Readonly<Record<string, TSchema>> & { readonly params: TSchema };

/** A body whose fields are all optional; null means "not given"; others are refused. */
export const bodyOf = <F extends Readonly<Record<string, TSchema>>>(fields: F) => {
  const properties: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(fields)) properties[name] = maybe(schema);
  return Type.Unsafe<{ [K in keyof F]?: Static<F[K]> | null }>(
    record(properties, 'All fields are optional; null means not given.'),
  );
};

/** Body fields that narrow the result; the others say who, how much and in which form. */
const NOT_FILTERS = [
  'params',
  'next_page_token',
  'limit',
  'fields',
  'include',
  'api_version',
] as const;
type NotFilter = (typeof NOT_FILTERS)[number];

const namesOf = <F extends object>(fields: F) =>
  Object.keys(fields).filter((name) => !NOT_FILTERS.includes(name as NotFilter)) as Exclude<
    keyof F & string,
    NotFilter
  >[];

export const ORDER_FILTERS = namesOf(ORDER_FIELDS);
export type OrderFilter = (typeof ORDER_FILTERS)[number];
export const PRODUCT_FILTERS = namesOf(PRODUCT_FIELDS);
export type ProductFilter = (typeof PRODUCT_FILTERS)[number];

/** Filters by kind, so that a value is read the same way wherever it stands. */
export type TimeFilter = Extract<OrderFilter | ProductFilter, `${string}_at_${'min' | 'max'}`>;

type Typed<F extends string> = F extends TimeFilter
  ? number
  : F extends 'ids'
    ? readonly string[]
    : string;

interface Paged {
  /** Between 1 and 100. */
  readonly limit: number;
  /** What is to be added to every record; absent: nothing. */
  readonly include?: readonly Include[];
}

/** Instants are milliseconds since 1970; a filter that is not in force is absent. */
export type OrderQuery = Paged & { readonly [F in OrderFilter]?: Typed<F> };
export type ProductQuery = Paged & { readonly [F in ProductFilter]?: Typed<F> };
