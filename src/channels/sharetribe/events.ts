// What happened to listings and their stock, in the strict sequence that Sharetribe keeps for 90 days.
// https://www.sharetribe.com/docs/references/events/
import type { Pairs } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { readInstant } from '../../model/time.ts';
import type { Happened, Reading } from '../channel.ts';
import { count, isRecord, membersOf, part, parts } from '../kit/loose.ts';
import { pair } from '../kit/pairs.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { askFor } from './auth.ts';
import { idOf, type Resource } from './native.ts';

/** Every change of stock is an adjustment, those of reservations included. */
const TYPES = ['listing', 'stockAdjustment'].flatMap((one) =>
  ['created', 'updated', 'deleted'].map((what) => `${one}/${what}`),
);

/**
 * The first events are asked for by time, and the clocks may differ. What happened in that hour comes
 * along with its time: it is better met twice than never.
 */
const HOUR = 3_600_000;
/** Most events of an answer, where it does not say. */
const MOST = 100;

/** A time until the first event was met, then a place in the sequence. */
type Place = { readonly since: number } | { readonly after: number };

export async function events(place: unknown, reading: Reading): Promise<Happened> {
  const from = (place as Place | undefined) ?? { since: reading.now - HOUR };
  const { body } = await reading.call(askFor(reading.account, 'events/query', pairsOf(from)));
  const { data, meta } = membersOf(body);
  if (!Array.isArray(data)) throw brokenAnswer('Sharetribe', 'events');
  const read = parts<Resource>(data).map(eventIn);
  const last = read.at(-1);
  if ('after' in from && read.some(({ sequence }) => sequence <= from.after))
    throw new Fault(
      'channel_invalid_response',
      `Sharetribe was asked for events after ${from.after} and sent earlier ones: reading on would never end.`,
    );
  return {
    events: read.flatMap(({ id, gone, at }) => (id === null ? [] : { id, gone, at })),
    next: last ? { after: last.sequence } : from,
    more: data.length >= (count(membersOf(meta).perPage) ?? MOST),
  };
}

/** Both together are nowhere described, so that it is the one or the other. */
const pairsOf = (from: Place): Pairs => [
  ...pair('createdAtStart', 'since' in from ? new Date(from.since).toISOString() : undefined),
  ...pair('startAfterSequenceId', 'after' in from ? String(from.after) : undefined),
  ['eventTypes', TYPES.join(',')],
];

/** `id`: the listing; null where the event names none, as one that is not asked for. */
function eventIn({ attributes }: Resource) {
  const event = part(attributes) ?? {};
  const sequence = event.sequenceId;
  const at = readInstant(filled(event.createdAt) ?? '');
  // Without its place nothing says where to go on.
  if (!Number.isSafeInteger(sequence) || at === undefined)
    throw brokenAnswer('Sharetribe', 'an event');
  const [resource, what] = (filled(event.eventType) ?? '').split('/');
  const isListing = resource === 'listing';
  return {
    sequence: sequence as number,
    id: isListing ? idOf(event.resourceId) : (listingOf(event.resource) ?? listingOf(event.previousValues)), // biome-ignore format: one choice
    gone: isListing && what === 'deleted',
    at,
  };
}

/** The listing that an adjustment of stock belongs to. */
function listingOf(resource: unknown): string | null {
  if (!isRecord<Resource>(resource)) return null;
  const { listing } = membersOf(resource.relationships);
  const { data } = membersOf(listing);
  return idOf(membersOf(data).id);
}
