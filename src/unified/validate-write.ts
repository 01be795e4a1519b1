// Stage one of a call that writes: what was asked, checked and typed.
import type { Channel } from '../channels/channel.ts';
import { checkOf } from '../model/check.ts';
import type { Executed } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { didYouMean } from '../model/nearest.ts';
import { printable, storable } from '../model/text.ts';
import { type Items, WRITE_TABLE, type WriteOperation } from '../model/writes.ts';
import type { ReceiverBounds } from '../net/receiver.ts';
import {
  type Incoming,
  type Pair,
  readBody,
  readCallback,
  readQuery,
  readUser,
  readVersion,
} from './validate.ts';
import { described } from './words.ts';
import type { WriteTask } from './write-task.ts';

export interface WriteCall extends Omit<WriteTask, 'given'> {
  readonly name: string;
  readonly channel: Channel;
  readonly params: Readonly<Record<string, readonly Pair[]>> | undefined;
}

const QUERY_NAMES = ['channel', 'tpUserId', 'completionCallbackUrl'];
const MAX_KEY_LENGTH = 255;

export function validateWrite(
  incoming: Incoming & { readonly operation: WriteOperation },
  channels: Readonly<Record<string, Channel>>,
  receivers: ReceiverBounds,
): WriteCall {
  const { operation, client } = incoming;
  const faults = new Faults();
  const asked = readQuery(incoming.query, faults, QUERY_NAMES);
  const found = faults.keep(() => findWriting(asked.channel, operation, channels));
  const body = readBody(incoming.body, operation, faults);
  if (incoming.body === undefined || !('items' in body))
    faults.add(invalid('items', '"items" is missing: say what to write.'));
  const tpUserId = faults.keep(() => readUser(asked.tpUserId));
  faults.keep(() => readCallback(asked.completionCallbackUrl, receivers));
  const key = faults.keep(() => readKey(incoming.key));
  const version = found && faults.keep(() => readVersion(body, undefined, found.channel));
  faults.throwAny();
  const items = readItems(operation, body.items as readonly unknown[]);
  if (!found || tpUserId === undefined || key === undefined || version === undefined)
    throw new Error('faults were not thrown');
  return {
    ...{ operation, client, tpUserId, ...found, version, items, key },
    dryRun: body.dry_run === true,
    params: (body.params ?? undefined) as WriteCall['params'],
    asked: JSON.stringify([operation, found.name, tpUserId, version, items, body.params ?? null]),
  };
}

/** Each item is checked for itself, so that a fault says which it is in. */
function readItems(
  operation: WriteOperation,
  items: readonly unknown[],
): readonly Items[WriteOperation][] {
  const { item } = WRITE_TABLE[operation];
  const faults = new Faults();
  const fits = checkOf(item);
  for (const [at, one] of items.entries())
    if (!fits(one)) faults.add(() => itemFault(operation, at, one));
  faults.throwAny();
  return items as readonly Items[WriteOperation][];
}

function itemFault(operation: WriteOperation, at: number, item: unknown): Fault {
  const field = `items[${at}]`;
  const { properties = {}, required = [] } = WRITE_TABLE[operation].item as {
    readonly properties?: Readonly<Record<string, Parameters<typeof checkOf>[0]>>;
    readonly required?: readonly string[];
  };
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    return invalid(field, `"${field}" must be an object, not ${described(item)}.`);
  const given = item as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined)
    return invalid(`${field}.${missing}`, `"${field}" lacks "${missing}".`);
  const names = Object.keys(properties);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return invalid(
      field,
      `"${printable(unknown)}" is not a field of "${field}"${didYouMean(unknown, names, `; known are ${names.join(', ')}.`)}`,
    );
  const [wrong, schema] =
    Object.entries(properties).find(
      ([name, schema]) => given[name] !== undefined && !checkOf(schema)(given[name]),
    ) ?? [];
  const rule = (schema ?? {}) as Readonly<Record<string, unknown>>;
  const { description = '', type, minimum, examples } = rule;
  const kind = Array.isArray(examples) ? `a text such as "${examples[0]}"` : undefined;
  const wanted = type === 'integer' ? `a whole number from ${minimum}` : kind;
  const must = wanted === undefined ? 'cannot be' : `must be ${wanted}, not`;
  return invalid(
    `${field}.${wrong}`,
    `"${field}.${wrong}" ${must} ${described(given[wrong ?? ''])}. ${description}`,
  );
}

function readKey(key: string | undefined): string {
  if (key === undefined || key.trim() === '')
    throw invalid(
      'Idempotency-Key',
      'The header "Idempotency-Key" is missing: give each write a key of its own, such as a UUID, and send the same one again when you repeat it.',
    );
  if (key.length > MAX_KEY_LENGTH || !storable(key))
    throw invalid(
      'Idempotency-Key',
      `"Idempotency-Key" must be a text of at most ${MAX_KEY_LENGTH} characters.`,
    );
  return key;
}

function findWriting(
  name: string | undefined,
  operation: WriteOperation,
  channels: Readonly<Record<string, Channel>>,
) {
  const able = () => `channel must be one of ${writableChannels(channels, operation).join(', ')}`;
  if (name === undefined || name === '')
    throw invalid('channel', `The query parameter "channel" is missing; ${able()}.`);
  const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
  const kind = channel?.writes?.[operation];
  if (!channel || !kind || 'why' in kind)
    throw new Fault(
      'unsupported_channel',
      kind && 'why' in kind
        ? `${name} takes no ${operation}: ${kind.why}`
        : `${channel ? `${name} takes no ${operation}` : 'There is no such channel'}; ${able()}.`,
      { field: 'channel' },
    );
  return { name, channel };
}

/** The channels that take such writes. */
export const writableChannels = (
  channels: Readonly<Record<string, Channel>>,
  operation: WriteOperation,
): readonly string[] =>
  Object.entries(channels).flatMap(([name, { writes }]) =>
    writes && 'plan' in writes[operation] ? [name] : [],
  );

/** Whether an operation is one that writes, of what came in. */
export const isWriting = <T extends { readonly operation: Executed }>(
  incoming: T,
): incoming is T & { readonly operation: WriteOperation } =>
  Object.hasOwn(WRITE_TABLE, incoming.operation);
