// Stage one of a call that writes: what was asked, checked and typed.
import type { Channel } from '../channels/channel.ts';
import type { Executed } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { gatherBy } from '../model/read.ts';
import { storable } from '../model/text.ts';
import { type Items, WRITE_TABLE, type WriteOperation } from '../model/writes.ts';
import type { ReceiverBounds } from '../net/receiver.ts';
import {
  type Body,
  type Incoming,
  type Pair,
  readCallback,
  readVersion,
  WriteQuery,
} from './validate.ts';
import type { WriteTask } from './write-task.ts';

export interface WriteCall extends Omit<WriteTask, 'given'> {
  readonly name: string;
  readonly channel: Channel;
  readonly params: Readonly<Record<string, readonly Pair[]>> | undefined;
}

const MAX_KEY_LENGTH = 255;

export function validateWrite(
  incoming: Incoming & { readonly operation: WriteOperation },
  channels: Readonly<Record<string, Channel>>,
  receivers: ReceiverBounds,
): WriteCall {
  const { operation, client } = incoming;
  const faults = new Faults();
  const asked = gatherBy(WriteQuery, incoming.query, faults, 'query');
  const { tpUserId } = asked;
  const found = faults.keep(() => findWriting(asked.channel, operation, channels));
  const body: Body = gatherBy(WRITE_TABLE[operation].body, incoming.body, faults);
  faults.keep(() => readCallback(asked.completionCallbackUrl, receivers));
  const key = faults.keep(() => readKey(incoming.key));
  const version = found && faults.keep(() => readVersion(body, undefined, found.channel));
  faults.throwAny();
  const items = body.items as readonly Items[WriteOperation][];
  if (!found || tpUserId === undefined || key === undefined || version === undefined)
    throw new Error('faults were not thrown');
  return {
    ...{ operation, client, tpUserId, ...found, version, items, key },
    dryRun: body.dry_run === true,
    params: (body.params ?? undefined) as WriteCall['params'],
    asked: JSON.stringify([operation, found.name, tpUserId, version, items, body.params ?? null]),
  };
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
