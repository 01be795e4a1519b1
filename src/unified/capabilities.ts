// What each channel can, read off its own declarations: one function for GET …/Channels, the
// reference, the guides and the command line.

import { type AnyResource, canInclude, largestPage, resourceOf } from '../accounts/resource.ts';
import type { KindOfChanges } from '../channels/changes.ts';
import type { Channel } from '../channels/channel.ts';
import type { Field, Input } from '../channels/field.ts';
import { isOffered, type Way } from '../channels/way.ts';
import type { WriteFacts } from '../channels/writing.ts';
import type { ChannelCapabilities, ResourceCapabilities } from '../model/capabilities.ts';
import type { VendorApp } from '../model/credential.ts';
import type { Limit } from '../model/exchange.ts';
import type { Operation } from '../model/execution.ts';
import { FILLED_BY } from '../model/filled-by.ts';
import { OPERATION_TABLE } from '../model/operations.ts';

/** Of all channels, in their order. Without `apps`, as an installation that has no app anywhere. */
export function capabilitiesOf(
  channels: Readonly<Record<string, Channel>>,
  apps: Readonly<Record<string, VendorApp>> = {},
): readonly ChannelCapabilities[] {
  return Object.entries(channels).map(([name, channel]) => {
    const { title, versions, fields, ways, limits } = channel;
    const speaks = Object.entries(versions.speaks);
    const resource = (operation: Operation) => {
      const of = resourceOf(channel, operation);
      const changes = channel.changes[operation];
      if (!of || !changes) return null;
      return abilitiesOf(of, changes, operation, name, Object.keys(versions.speaks));
    };
    return {
      channel: name,
      title,
      orders: resource('orders'),
      products: resource('products'),
      writes: writesOf(channel),
      params: fields.map(keyOf),
      link: ways.map((way) => wayOf(way, apps[name])),
      api_versions: {
        default: versions.default,
        speaks: speaks.map(([version, ends_on]) => ({ version, ends_on })),
      },
      limits: limits.map(limitOf),
    };
  });
}

function abilitiesOf(
  resource: AnyResource,
  changes: KindOfChanges,
  operation: Operation,
  channel: string,
  versions: readonly string[],
): ResourceCapabilities {
  const { includes, recordName } = OPERATION_TABLE[operation];
  const filled = Object.entries(FILLED_BY[operation][recordName] ?? {});
  return {
    filters: given(resource.filters),
    defaults: given(resource.defaults ?? {}),
    include: includes.filter((word) => canInclude(resource, word)),
    fields: filled.flatMap(([field, by]) =>
      by.split(' ').includes(channel) && !includes.includes(field) ? [field] : [],
    ),
    changes: followed(changes),
    id_example: resource.id.example,
    largest_page: Object.fromEntries(
      versions.map((version) => [version, largestPage(resource, version)]),
    ),
  };
}

const followed = ({ window, sweep, hints = [], undated, ...changes }: KindOfChanges) => ({
  ...changes,
  sweep: sweep ?? null,
  hints: [...hints],
  window: window ?? null,
  undated: [...undated],
});

function writesOf({ writes }: Channel) {
  const { fulfillments, stock, prices } = writes ?? {};
  return {
    fulfillments: fulfillments && 'plan' in fulfillments ? takenBy(fulfillments) : null,
    fulfillments_why: fulfillments && 'why' in fulfillments ? fulfillments.why : null,
    stock: stock ? takenBy(stock) : null,
    prices: prices ? takenBy(prices) : null,
  };
}

const takenBy = ({ facts }: { readonly facts: WriteFacts }) => ({
  ...{ needs: facts.needs, most: facts.most, shows: facts.shows },
  ...{ idempotent: facts.idempotent.is, compares_first: facts.comparesFirst === true },
  limits: [...facts.limits],
});

/** Those that are set. */
const given = <V>(by: Readonly<Partial<Record<string, V>>>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(by).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const keyOf = ({ key, required, secret, list, only, choices, about, example }: Field) => ({
  key,
  required: required === true,
  secret: secret === true,
  list: list === true,
  choices: only && choices ? [...choices] : null,
  description: about,
  example,
});

const wayOf = (way: Way, app: VendorApp | undefined) => ({
  way: way.id,
  kind: way.kind,
  asks: way.inputs.map((input: Input) => (typeof input === 'string' ? input : input.key)),
  available: isOffered(way, app),
});

const limitOf = (limit: Limit) => ({
  name: limit.name,
  by: limit.by,
  operations: limit.operations ? [...limit.operations] : null,
  counts: limit.points ? ('points' as const) : ('calls' as const),
  tokens: limit.tokens ?? null,
  seconds: limit.seconds ?? null,
  burst: limit.burst ?? null,
  window: limit.window === true,
  concurrency: limit.concurrency ?? null,
});
