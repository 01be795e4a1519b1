// Deliveries of events (list, show, replay, test), and the addresses that a client has them sent to.
import { type EventAddresses, MOST_ADDRESSES } from '../events/addresses.ts';
import {
  DELIVERY_STATES,
  type Deliveries,
  type Delivery,
  type DeliveryKind,
} from '../events/deliveries.ts';
import { CompletionEvent, TestEvent } from '../model/event.ts';
import { ALL_TYPES, EventTypes, NOTICES } from '../model/notices.ts';
import {
  instantText,
  integer,
  maybe,
  meaning,
  named,
  object,
  orNull,
  text,
  wordOf,
} from '../model/schema.ts';
import { Type } from '../model/type.ts';
import { SCOPES } from '../tokens/scopes.ts';
import type { Api } from './api.ts';
import { ADDRESS, afterOf, FEWER, nextAfter, nextPageToken, optionalText } from './listing.ts';
import { PATHS } from './paths.ts';
import { shownBy, timeOrNull } from './shown.ts';

const PATH = PATHS.deliveries;

const State = named(
  'DeliveryState',
  wordOf(DELIVERY_STATES, 'Whether it waits for its next try, or how it ended.'),
);
const Id = Type.String({ description: 'The webhook-id, the same in every try.' });
const ReceiverUrl = Type.String({ ...ADDRESS, description: 'https, on the public internet.' });
const summaryFields = {
  id: Id,
  state: State,
  type: Type.String({ description: 'The type of the event.' }),
  url: Type.String({ description: 'Where it goes to.' }),
  execution_id: text('Null unless it is about an execution.'),
  address_id: text('The event address it goes to; null where a call named the address.'),
  try_count: Type.Integer({ description: 'Tries since it was made or replayed.' }),
  created_at: instantText('When the event happened.'),
  next_try_at: timeOrNull('Null unless it is waiting.'),
  finished_at: timeOrNull('Null while it is waiting.'),
};
const Summary = object('Delivery', 'One event to one address.', summaryFields);
const AnyEvent = named(
  'AnyEvent',
  Type.Unsafe<unknown>({
    anyOf: [CompletionEvent, ...Object.values(NOTICES), TestEvent],
    description: 'What is sent to a receiver; `type` says which it is.',
  }),
);
const Whole = object('DeliveryWithTries', 'One event to one address, and every try.', {
  ...summaryFields,
  body: orNull(AnyEvent, 'What is sent, the same in every try; null once it is erased.'),
  tries: Type.Array(
    object('DeliveryTry', 'One try to deliver.', {
      at: instantText('When it was made.'),
      duration: Type.Number({ description: 'Milliseconds.' }),
      status: integer('The receiver’s HTTP status; null when it did not answer.'),
      error: text('Why it did not count as delivered.'),
    }),
    { description: 'Oldest first; the last 50.' },
  ),
});
const List = object('Deliveries', 'A page of deliveries.', {
  result: Type.Array(Summary, { description: 'Newest first.' }),
  next_page_token: nextPageToken,
});
const Replayed = object('Replayed', 'What was set going again.', {
  replayed: Type.Integer({ description: 'How many deliveries are tried again.' }),
});

export function eventRoutes(api: Api, deliveries: Deliveries): void {
  const route = api('Events', ...SCOPES);
  const params = Type.Object({ id: Id });

  route('GET', PATH, {
    id: 'listDeliveries',
    summary: 'List deliveries',
    description: `Deliveries of the last 30 days, newest first. Events about calls need a scope to read or write, those to event addresses the scope links. ${FEWER}`,
    filters: {
      state: Type.Optional(meaning(State, 'In this state.')),
      type: optionalText('Events of this type.'),
      address_id: optionalText('To this event address.'),
    },
    answer: List,
    async handler({ client, scopes, query, listing }) {
      const { state, type, address_id: addressId } = query;
      const filter = { kind: kindFor(scopes), state, type, addressId };
      const page = await deliveries.list(client, filter, afterOf(listing), listing.limit);
      return { result: page.rows.map(summary), ...nextAfter(page.next) };
    },
  });

  route('GET', `${PATH}/:id`, {
    id: 'getDelivery',
    summary: 'Show a delivery',
    description: 'One delivery with what is sent and every try so far.',
    params,
    faults: ['not_found'],
    answer: Whole,
    handler: async ({ client, scopes, params: { id } }) =>
      whole(await deliveries.find(client, id, kindFor(scopes))),
  });

  route('POST', `${PATH}/:id/Replay`, {
    id: 'replayDelivery',
    summary: 'Replay a delivery',
    description: 'Tries it again, with the same webhook-id and body, from the first try on.',
    params,
    act: 'deliveries.replay',
    status: 202,
    faults: ['not_found'],
    answer: Whole,
    handler: async ({ client, scopes, params: { id } }) =>
      whole(await deliveries.replay(client, id, kindFor(scopes))),
  });

  route('POST', `${PATH}/Replay`, {
    id: 'replayFailedDeliveries',
    summary: 'Replay all failed deliveries',
    description: 'Tries every delivery that has failed again, from the first try on.',
    act: 'deliveries.replay',
    status: 202,
    answer: Replayed,
    handler: async ({ client, scopes }) => ({
      replayed: await deliveries.replayFailed(client, kindFor(scopes)),
    }),
  });

  route('POST', `${PATH}/Test`, {
    id: 'testDelivery',
    summary: 'Send a test event',
    description:
      'Sends an event of the type "delivery.test", signed with the client’s own secret. One to an event address is sent by the Test of that address.',
    scopes: ['orders', 'products'],
    body: object('TestRequest', 'Where to send a test event.', { url: ReceiverUrl }),
    act: 'deliveries.test',
    status: 202,
    faults: ['address_not_allowed'],
    answer: Whole,
    handler: async ({ client, body }) => whole(await deliveries.test(client, body.url)),
  });
}

/** What the token's scopes let it see: events about calls, events about links, or both. */
function kindFor(scopes: readonly string[]): DeliveryKind | undefined {
  const calls = scopes.some((scope) => scope !== 'links');
  if (calls && scopes.includes('links')) return undefined;
  return calls ? 'calls' : 'notices';
}

const showSummary = shownBy(Summary);
const showWhole = shownBy(Whole);

const rowOf = (delivery: Delivery) => ({
  ...delivery,
  tryCount: delivery.attempts,
  nextTryAt: delivery.state === 'waiting' ? delivery.nextTryAt : null,
});

const summary = (delivery: Delivery) => showSummary(rowOf(delivery));

const whole = (delivery: Delivery) => {
  const body = delivery.body === '' ? null : JSON.parse(delivery.body);
  return showWhole({ ...rowOf(delivery), body });
};

const KEEP_DAYS = { default: 7, most: 30 };
const DAY_SECONDS = 24 * 60 * 60;

const Secret = Type.String({
  description: 'What signs the events sent there (whsec_…). Shown this once: keep it.',
});
const AddressId = Type.String({ description: 'Names the event address.' });
const Address = object('EventAddress', 'Where events about the client’s users are sent.', {
  id: AddressId,
  url: ReceiverUrl,
  types: EventTypes,
  paused: Type.Boolean({ description: 'While it is paused it gets nothing.' }),
  created_at: instantText('When it was first set.'),
  updated_at: instantText('When it was last changed.'),
  signing_secret: Type.Optional(Secret),
});
const showAddress = shownBy(Address);
const Wish = object('EventAddressRequest', 'An event address as it should be.', {
  id: maybe(
    Type.String({
      description: 'Of an address that is there: it keeps its secret and what waits for it.',
    }),
  ),
  url: ReceiverUrl,
  types: maybe(EventTypes),
  paused: maybe(
    Type.Boolean({ default: false, description: 'While it is paused it gets nothing.' }),
  ),
});
const AddressList = object('EventAddresses', 'All event addresses of the client.', {
  addresses: Type.Array(Address, { description: 'In the order in which they were set.' }),
});
const Rotated = object('RotatedSecret', 'The new secret of an event address.', {
  id: AddressId,
  signing_secret: Secret,
});

export function eventAddressRoutes(api: Api, addresses: EventAddresses): void {
  const PATH = PATHS.eventAddresses;
  const route = api('Events', 'links');
  const params = Type.Object({ id: AddressId });

  route('GET', PATH, {
    id: 'listEventAddresses',
    summary: 'List event addresses',
    description: 'Where events about the client’s users are sent. Secrets are not shown.',
    answer: AddressList,
    handler: async ({ client }) => ({
      addresses: (await addresses.list(client)).map(showAddress),
    }),
  });

  route('PUT', PATH, {
    id: 'putEventAddresses',
    summary: 'Set event addresses',
    description: `Puts this list, of at most ${MOST_ADDRESSES}, in place of the previous one. An entry with the id, or else the url, of an existing address changes that one; any other makes a new one, and the answer holds its secret. An address that is not in the list is removed, and what waits for it fails.`,
    body: object('EventAddressesRequest', 'All event addresses, as they should be.', {
      addresses: Type.Array(Wish, {
        maxItems: MOST_ADDRESSES,
        description: 'In place of those before.',
      }),
    }),
    act: 'events.set',
    answer: AddressList,
    async handler({ client, body }) {
      const wishes = body.addresses.map(({ id, url, types, paused }) => ({
        ...(id != null && { id }),
        ...{ url, types: types ?? [ALL_TYPES], paused: paused ?? false },
      }));
      const set = await addresses.put(client, wishes);
      return {
        addresses: set.map(({ secret, ...row }) => showAddress({ ...row, signingSecret: secret })),
      };
    },
  });

  route('POST', `${PATH}/:id/Rotate`, {
    id: 'rotateEventAddressSecret',
    summary: 'Rotate the secret of an event address',
    description:
      'Makes a new secret. Events carry a signature of each while the previous one is live.',
    params,
    body: object('RotateRequest', 'What becomes of the secret before.', {
      keep_old_days: maybe(
        Type.Integer({
          minimum: 0,
          maximum: KEEP_DAYS.most,
          default: KEEP_DAYS.default,
          description: 'How long the previous secret stays live; 0 ends it now.',
        }),
      ),
    }),
    act: 'events.rotate',
    faults: ['not_found'],
    answer: Rotated,
    async handler({ client, params: { id }, body }) {
      const days = body.keep_old_days ?? KEEP_DAYS.default;
      const keep = { endOld: days === 0, keepOldSeconds: days * DAY_SECONDS };
      return { id, signing_secret: await addresses.rotate(client, id, keep) };
    },
  });

  route('POST', `${PATH}/:id/Test`, {
    id: 'testEventAddress',
    summary: 'Send a test event to an event address',
    description: 'Sends an event of the type "delivery.test", signed with the address’s secret.',
    params,
    act: 'events.test',
    status: 202,
    faults: ['not_found'],
    answer: Whole,
    handler: async ({ client, params: { id } }) => whole(await addresses.test(client, id)),
  });
}
