// Stage one: what was asked, checked and typed. Whatever is wrong is said immediately, in sentences.

import { type AnyResource, ableOf, largestPage, resourceOf } from '../accounts/resource.ts';
import type { Channel } from '../channels/channel.ts';
import type { Seal } from '../keys/seal.ts';
import type { Executed, Operation, Started } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { didYouMean } from '../model/nearest.ts';
import { OPERATION_TABLE, type Query } from '../model/operations.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../model/query.ts';
import { described, fits, gatherBy, quoted } from '../model/read.ts';
import { record, UserId } from '../model/schema.ts';
import { printable, storable } from '../model/text.ts';
import { Type } from '../model/type.ts';
import { type ReceiverBounds, receiverAddress } from '../net/receiver.ts';
import { agree, differs, filtersOf, refuseUnsupported, typed } from './filters.ts';
import { readInclude } from './include.ts';
import { type Cursor, openCursor } from './page-token.ts';

/** What came in, before anything was looked at. */
export interface Incoming {
  readonly operation: Executed;
  readonly client: string;
  /** Values are strings, or lists where a name was given more than once. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body; undefined when there was none. */
  readonly body: unknown;
  /** What the client calls this write, so that a repeat is known. */
  readonly key?: string | undefined;
}

/** A checked request. */
export interface Task {
  readonly operation: Operation;
  readonly client: string;
  readonly tpUserId: string;
  readonly name: string;
  readonly channel: Channel;
  readonly resource: AnyResource;
  readonly params: Readonly<Record<string, readonly Pair[]>> | undefined;
  /** Its limit is the one in force. */
  readonly query: Query;
  /** As this request asks for it; undefined where it does not say. */
  readonly limitAsked: number | undefined;
  /** For the page token: the limit before the channel's own page was held against it. */
  readonly limit: number;
  /** Filters in force as text, for the report and the page token. */
  readonly filters: Readonly<Record<string, string>>;
  /** Names among them that no one asked for. */
  readonly defaults: ReadonlySet<string>;
  readonly version: string;
  readonly fields: string | undefined;
  readonly cursor: Cursor | undefined;
}

export interface Pair {
  readonly key: string;
  readonly value: string | readonly string[];
}

export type Body = Readonly<Record<string, unknown>>;

/** Which channels there are, `findChannel` says. */
const named = {
  channel: Type.Optional(Type.String()),
  tpUserId: UserId,
  completionCallbackUrl: Type.Optional(Type.String()),
};
export const WriteQuery = record(named);
const ReadQuery = record({ ...named, next_page_token: Type.Optional(Type.String()) });
const PUBLIC_RECEIVERS: ReceiverBounds = { local: false, ports: new Set() };

export function validate(
  incoming: Incoming & { readonly operation: Operation },
  channels: Readonly<Record<string, Channel>>,
  seal: Seal,
  now: number,
  receivers: ReceiverBounds = PUBLIC_RECEIVERS,
): Task {
  const { operation, client } = incoming;
  const faults = new Faults();
  const asked = gatherBy(ReadQuery, incoming.query, faults, 'query');
  const { tpUserId } = asked;
  const found = faults.keep(() => findChannel(asked.channel, operation, channels));
  const body: Body = gatherBy(OPERATION_TABLE[operation].body, incoming.body, faults);
  faults.keep(() => readCallback(asked.completionCallbackUrl, receivers));
  const token = faults.keep(() => pageTokenOf(asked.next_page_token, body.next_page_token));
  faults.throwAny();
  if (!found || tpUserId === undefined) throw new Error('faults were not thrown');

  const { name, channel, resource } = found;
  const owner = { client, user: tpUserId, channel: name, operation };
  const cursor = token === undefined ? undefined : openCursor(seal, token, owner, now);

  const given = filtersOf(body, operation, resource);
  const support = { name, channels, operation, resource };
  for (const filter of Object.keys(given)) faults.keep(() => refuseUnsupported(filter, support));
  const filters = cursor ? cursor.filters : { ...resource.defaults, ...given };
  const query = typed(filters, resource, faults);
  if (cursor) agree(typed(given, resource, faults), query, faults);

  const version = faults.keep(() => readVersion(body, cursor, channel)) ?? channel.versions.default;
  const limit = readLimit(body, cursor, faults);
  const fields = (body.fields as string | null | undefined) ?? cursor?.fields;
  faults.keep(() => refuseUnknownFields(fields, operation));
  const wanted = body.include as string | null | undefined;
  const include = faults.keep(() => readInclude(wanted, cursor, support)) ?? [];
  faults.throwAny();

  return {
    operation,
    client,
    tpUserId,
    ...found,
    params: (body.params ?? undefined) as Task['params'],
    query: {
      ...query,
      limit: Math.min(limit, largestPage(resource, version)),
      ...(include.length > 0 && { include }),
    },
    limitAsked: (body.limit as number | null | undefined) ?? undefined,
    limit,
    filters: filters as Record<string, string>,
    defaults: new Set(defaultsAmong(given, resource, cursor)),
    version,
    fields,
    cursor,
  };
}

/** Which filters no one asked for, on the first page: those after it report the same. */
function defaultsAmong(
  given: Readonly<Record<string, string>>,
  { defaults = {} }: AnyResource,
  cursor: Cursor | undefined,
): string[] {
  const isAsked = (name: string): boolean =>
    cursor ? cursor.asked.includes(name) : Object.hasOwn(given, name);
  return Object.keys(defaults).filter((name) => !isAsked(name));
}

/** The channel of this name and what reads such records of it. */
export function findChannel(
  name: string | undefined,
  operation: Operation,
  channels: Readonly<Record<string, Channel>>,
) {
  const able = () => `channel must be one of ${ableOf(channels, operation).join(', ')}`;
  if (name === undefined || name === '')
    throw invalid('channel', `The query parameter "channel" is missing; ${able()}.`);
  const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
  const resource = channel && resourceOf(channel, operation);
  if (!channel || !resource)
    throw new Fault(
      'unsupported_channel',
      `${channel ? `${name} has no ${operation}` : `"${printable(name)}" is not a channel`}; ${able()}.`,
      { field: 'channel' },
    );
  return { name, channel, resource };
}

function pageTokenOf(inQuery: string | undefined, inBody: unknown): string | undefined {
  const body = typeof inBody === 'string' ? inBody : undefined;
  if (inQuery !== undefined && body !== undefined && inQuery !== body)
    throw invalid(
      'next_page_token',
      '"next_page_token" differs between the query and the body; send it once.',
    );
  const token = inQuery ?? body;
  if (token === '')
    throw new Fault(
      'invalid_page_token',
      'The next_page_token is empty; leave it out to read the first page.',
      { field: 'next_page_token' },
    );
  return token;
}

export function readCallback(
  address: string | undefined,
  receivers: ReceiverBounds,
): string | undefined {
  if (address !== undefined) receiverAddress(address, 'completionCallbackUrl', receivers);
  return address;
}

/** What a request says of itself, whatever else is wrong with it: for its row and its event. */
export function claims(
  { query }: Pick<Incoming, 'query'>,
  channels: Readonly<Record<string, Channel>>,
  receivers: ReceiverBounds,
): Pick<Started, 'channel' | 'tpUserId' | 'callback'> {
  const { channel, tpUserId, completionCallbackUrl: callback } = query;
  const faults = new Faults();
  const sound = (value: unknown, read: (text: string) => string | undefined) =>
    typeof value === 'string' && storable(value) ? faults.keep(() => read(value)) : undefined;
  return {
    channel: typeof channel === 'string' && Object.hasOwn(channels, channel) ? channel : undefined,
    tpUserId: sound(tpUserId, (user) => (fits(UserId, user) ? user : undefined)),
    callback: sound(callback, (address) => readCallback(address, receivers)),
  };
}

function readLimit(body: Body, cursor: Cursor | undefined, faults: Faults): number {
  const given = body.limit as number | null | undefined;
  const limit = Math.min(given ?? cursor?.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  if (cursor && limit !== cursor.limit) faults.add(differs('limit'));
  return limit;
}

export function readVersion(body: Body, cursor: Cursor | undefined, channel: Channel): string {
  const given = (body.api_version as string | null | undefined) ?? undefined;
  if (given !== undefined && !Object.hasOwn(channel.versions.speaks, given))
    throw invalid(
      'api_version',
      `"api_version" must be one of ${Object.keys(channel.versions.speaks).join(', ')} for this channel, not ${described(given)}.`,
    );
  if (cursor && given !== undefined && given !== cursor.version) throw differs('api_version');
  return given ?? cursor?.version ?? channel.versions.default;
}

function refuseUnknownFields(fields: string | undefined, operation: Operation) {
  if (fields === undefined) return;
  const known = OPERATION_TABLE[operation].recordFields;
  for (const name of fields.split(',').map((field) => field.trim())) {
    if (known.has(name)) continue;
    throw invalid(
      'fields',
      `"fields" names ${quoted(name)}, which is not a field of the record${didYouMean(name, [...known])}`,
    );
  }
}
