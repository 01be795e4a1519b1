// The events of a marketplace: what happened to its listings and their stock, in a strict sequence.
// https://www.sharetribe.com/docs/references/events/
import type { StoreReply, StoreRequest } from '../../store.ts';
import { uuid } from './ids.ts';
import type { Listing, Listings, Resource } from './listings.ts';
import { json, refused } from './replies.ts';
import type { Marketplace } from './shops.ts';

/** The resource as the Integration API writes it. */
interface Written {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

interface Happened {
  readonly id: string;
  readonly type: 'event';
  readonly attributes: {
    readonly createdAt: string;
    readonly sequenceId: number;
    readonly marketplaceId: string;
    readonly eventType: string;
    readonly source: string;
    readonly resourceId: string;
    readonly resourceType: string;
    /** Null for what was deleted. */
    readonly resource: Written | null;
    readonly previousValues: object;
    readonly auditData: object;
  };
}

export interface Journal {
  /** Notes what changed since the last time. */
  note(): void;
  /** Those that the vendor still has, in their order. */
  kept(): readonly Happened[];
}

const DAY = 86_400_000;
const FIRST = 3_391_589;
/** A single query has no more. */
const MOST = 100;

/** What changed is found by comparing, so that every way of changing the catalogue is noted. */
export function openEvents(shop: Marketplace, listings: Listings, now: () => number): Journal {
  const days = shop.environment === 'live' ? 90 : 7;
  const events: Happened[] = [];
  const [opened, since] = [shop.products, now() - days * DAY];
  let known: Map<string, Listing> | undefined;
  let noted: readonly Listing[] | undefined;

  function add(at: number, type: string, id: string, resource: Written | null, before: object) {
    const sequenceId = FIRST + events.length;
    const [resourceType = ''] = type.split('/');
    events.push({
      id: uuid(`${shop.name} event ${sequenceId}`),
      type: 'event',
      attributes: {
        createdAt: new Date(at).toISOString(),
        sequenceId,
        marketplaceId: shop.id,
        eventType: type,
        source: 'source/integration-api',
        resourceId: id,
        resourceType,
        resource,
        previousValues: before,
        auditData: { userId: null, adminId: null, requestId: null, clientId: shop.clientId },
      },
    });
  }

  function stockMoved(at: number, listing: Listing, by: number) {
    const id = uuid(`${shop.name} adjustment ${events.length}`);
    const relationships = {
      listing: { data: reference(listing) },
      stockReservation: { data: null },
    };
    const attributes = { at: new Date(at).toISOString(), quantity: by };
    const type = 'stockAdjustment';
    add(at, `${type}/created`, id, { id, type, attributes, relationships }, {});
  }

  function compare(listing: Listing, before: Listing | undefined, at: number) {
    const moved = quantityOf(listing) - quantityOf(before);
    if (before === undefined) add(at, 'listing/created', listing.id, written(listing), {});
    else {
      const changed = difference(written(before), written(listing));
      if (changed !== undefined) add(at, 'listing/updated', listing.id, written(listing), changed);
    }
    if (moved !== 0) stockMoved(at, listing, moved);
  }

  /** What it had when it was opened is compared when first asked about: most shops never are. */
  function before(): ReadonlyMap<string, Listing> {
    if (known !== undefined) return known;
    const first = opened.map(listings.of);
    known = new Map(first.map((listing) => [listing.id, listing]));
    for (const listing of first.toSorted(
      (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
    ))
      if (listing.createdAt >= since) compare(listing, undefined, listing.createdAt);
    return known;
  }

  return {
    note() {
      // Most changes are of orders, which a marketplace does not have.
      const all = listings.all();
      if (all === noted) return;
      noted = all;
      const earlier = before();
      const present = new Map(all.map((listing) => [listing.id, listing]));
      const at = now();
      for (const [id, listing] of present)
        if (earlier.get(id) !== listing) compare(listing, earlier.get(id), at);
      for (const [id, listing] of earlier)
        if (!present.has(id)) add(at, 'listing/deleted', id, null, written(listing));
      known = present;
    },
    kept: () => {
      before();
      const from = new Date(now() - days * DAY).toISOString();
      return events.filter(({ attributes }) => attributes.createdAt >= from);
    },
  };
}

const quantityOf = (listing: Listing | undefined): number =>
  Number(listing?.stock?.attributes.quantity ?? 0);

const reference = ({ id }: Listing) => ({ id, type: 'listing' });

/** Stock is a resource of its own, and so no part of this. */
const written = ({ id, attributes, author, images }: Listing): Written => ({
  id,
  type: 'listing',
  attributes,
  relationships: {
    author: { data: { id: author.id, type: author.type } },
    images: { data: images.map((image: Resource) => ({ id: image.id, type: image.type })) },
  },
});

/** Extended data is compared key by key, all else as a whole; null for what had no value. */
function difference(before: Written, after: Written): object | undefined {
  const extended = ['publicData', 'privateData', 'metadata'];
  const changed = (
    one: Readonly<Record<string, unknown>>,
    other: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])]
        .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
        .map((key) => [
          key,
          extended.includes(key) ? changed(one[key] as object as Readonly<Record<string, unknown>>, other[key] as object as Readonly<Record<string, unknown>>) : (one[key] ?? null), // biome-ignore format: one choice
        ]),
    );
  const attributes = changed(before.attributes, after.attributes);
  const relationships = changed(before.relationships, after.relationships);
  const parts = [Object.keys(attributes).length > 0, Object.keys(relationships).length > 0];
  if (!parts.includes(true)) return undefined;
  return { ...(parts[0] && { attributes }), ...(parts[1] && { relationships }) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const resources = [
  'listing', 'user', 'availabilityException', 'message', 'booking', 'review', 'stockAdjustment', 'stockReservation',
]; // biome-ignore format: a table
const types = [
  ...resources.flatMap((one) => ['created', 'updated', 'deleted'].map((what) => `${one}/${what}`)),
  ...['initiated', 'transitioned', 'updated', 'deleted'].map((what) => `transaction/${what}`),
];

/** Every parameter that is documented; all others are refused. There is neither page nor perPage. */
const parameters: Readonly<Record<string, (value: string) => boolean>> = {
  startAfterSequenceId: (value) => /^\d{1,15}$/.test(value),
  createdAtStart: (value) => TIME.test(value),
  resourceId: (value) => UUID.test(value),
  relatedResourceId: (value) => UUID.test(value),
  // A type, or all of a resource.
  eventTypes: (value) =>
    value
      .split(',')
      .every((one) => types.includes(one) || types.some((type) => type.startsWith(`${one}/`))),
};

export function eventsReply({ query }: StoreRequest, events: readonly Happened[]): StoreReply {
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const isSound = parameters[name];
    if (isSound === undefined) return refused(400, 'validation-disallowed-key', name);
    if (!isSound(value) || given.has(name)) return refused(400, 'validation-invalid-value', name);
    given.set(name, value);
  }
  const after = Number(given.get('startAfterSequenceId') ?? 0);
  const since = Date.parse(given.get('createdAtStart') ?? '');
  const wanted = given.get('eventTypes')?.split(',');
  const [resource, related] = [given.get('resourceId'), given.get('relatedResourceId')];
  const kept = events.filter(
    ({ attributes: one }) =>
      one.sequenceId > after &&
      (Number.isNaN(since) || Date.parse(one.createdAt) >= since) &&
      (wanted === undefined ||
        wanted.some((type) => one.eventType === type || one.eventType.startsWith(`${type}/`))) &&
      (resource === undefined || one.resourceId === resource) &&
      (related === undefined ||
        one.resourceId === related ||
        JSON.stringify(one.resource?.relationships ?? {}).includes(`"${related}"`)),
  );
  return json(
    200,
    JSON.stringify({
      data: kept.slice(0, MOST),
      meta: {
        totalItems: kept.length,
        totalPages: Math.ceil(kept.length / MOST),
        page: 1,
        perPage: MOST,
      },
    }),
  );
}
