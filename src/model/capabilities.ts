// What a channel can, as it is reported: the kinds of records with their filters, the keys, the ways to
// link, the versions and the published limits.
import { integer, meaning, number, object, orNull, text, wordOf } from './schema.ts';
import { type Static, Type } from './type.ts';

const byName = <V extends string | number>(schema: object, description: string) =>
  Type.Unsafe<Readonly<Record<string, V>>>({
    type: 'object',
    additionalProperties: schema,
    description,
  });

const Window = object('Window', 'How long the vendor shows a record.', {
  by: wordOf(['created_at', 'updated_at'], 'The date of the record that the vendor counts from.'),
  days: Type.Integer({ description: 'For so many days.' }),
  about: Type.String({ description: 'For whom it holds.' }),
});

const UndatedChange = object('UndatedChange', 'A change that updates no date.', {
  what: Type.String({ description: 'What of the record changes.' }),
  about: Type.String({ description: 'What happens, in a sentence or two.' }),
  source: Type.String({ description: 'How it is known.' }),
});

const ReasonedTime = object('ReasonedTime', 'A time, and why it is so long.', {
  seconds: Type.Integer({ description: 'So many seconds.' }),
  why: Type.String({ description: 'The reason, in a sentence or two.' }),
  source: Type.String({ description: 'How it is known.' }),
});

const ChangeCapabilities = object(
  'ChangeCapabilities',
  'How its records are followed, and what a copy of them must know.',
  {
    by: wordOf(
      ['updated_at', 'events', 'list'],
      'What a watch reads: the list by date of change, the vendor’s own sequence of what happened, or the whole list.',
    ),
    overlap: meaning(
      ReasonedTime,
      'How far before its mark a watch reads once more: for clocks that differ, and dates that are written late.',
    ),
    settling: meaning(
      ReasonedTime,
      'How much of the recent past a watch leaves out: for lists that show a change later than its date says.',
    ),
    floor: meaning(ReasonedTime, 'No watch reads more often.'),
    sweep: integer(
      'A watch reads everything once in so many hours unless it says otherwise; null: it does not.',
    ),
    hints: Type.Array(Type.String(), {
      description:
        'Topics of the vendor’s hooks that make a watch read a record immediately; empty where the vendor has none that can be used.',
    }),
    window: orNull(
      Window,
      'A record beyond it is in no list, and absent by its id too, without being deleted. Null: records are shown for as long as the vendor has them.',
    ),
    deletions: wordOf(
      ['reported', 'silent'],
      'Whether what is followed, a list by `updated_at_min` or the vendor’s events, shows what was deleted.',
    ),
    undated: Type.Array(UndatedChange, {
      description: 'What changes without moving `updated_at`, so that no such list shows it.',
    }),
  },
);

const ResourceCapabilities = object('ResourceCapabilities', 'What can be asked of its records.', {
  filters: byName<'channel' | 'service'>(
    { type: 'string', enum: ['channel', 'service'] },
    'The filters of the body that it takes, each with who honours it: the channel itself, or the service, exactly, on what was read. Any other is refused with `unsupported_filter`.',
  ),
  defaults: byName<string>(
    { type: 'string' },
    'Filters in force unless the body says otherwise, with their value; `any` lifts one.',
  ),
  include: Type.Array(Type.String(), { description: 'What `include` may add to its records.' }),
  fields: Type.Array(Type.String(), {
    description:
      'The fields of the record that it fills, as its samples show; the others are null or empty.',
  }),
  changes: ChangeCapabilities,
  id_example: Type.String({ description: 'What an identifier looks like, for `ids`.' }),
  largest_page: byName<number>(
    { type: 'integer' },
    'By API version: the most records of one page. A larger `limit` is taken as this.',
  ),
});
export type ResourceCapabilities = Static<typeof ResourceCapabilities>;

const SourcedFact = object('SourcedFact', 'Something that is so, and how it is known.', {
  about: Type.String({ description: 'What is so, in a sentence or two.' }),
  source: Type.String({ description: 'How it is known.' }),
});

const WriteCapabilities = object('WriteCapabilities', 'How it takes one kind of write.', {
  needs: meaning(SourcedFact, 'What the vendor asks of the credential.'),
  most: Type.Integer({ description: 'The most items of one call to the vendor.' }),
  shows: meaning(
    ReasonedTime,
    'After so long at the latest a reading shows what was written; until then it is `accepted`.',
  ),
  idempotent: Type.Boolean({
    description: 'Whether the vendor itself sees to it that one write sent twice is done once.',
  }),
  compares_first: Type.Boolean({
    description: 'Whether the vendor itself compares before it sets, for `if_available`.',
  }),
  limits: Type.Array(SourcedFact, {
    description: 'What it cannot do, or does otherwise than one might think.',
  }),
});

const KeyCapabilities = object('KeyCapabilities', 'A key of `params`.', {
  key: Type.String({ description: 'Its name in `params`.' }),
  required: Type.Boolean({
    description:
      'Must be given in `params`. Where keys can stand in for each other, their descriptions say so.',
  }),
  secret: Type.Boolean({ description: 'Never shown again, sealed where it is kept.' }),
  list: Type.Boolean({ description: 'Takes a list of values too.' }),
  choices: orNull(
    Type.Array(Type.String()),
    'The only values that are accepted; null where there is no such list.',
  ),
  description: Type.String({ description: 'What it is, and where it is found.' }),
  example: Type.String({ description: 'What it looks like.' }),
});

const WayCapabilities = object('WayCapabilities', 'A way to link.', {
  way: Type.String({ description: 'Its name within the channel.' }),
  kind: wordOf(
    ['form', 'consent'],
    'form: the user copies keys from the channel’s own admin. consent: the user signs in at the vendor and says yes (OAuth, or the installation of an app).',
  ),
  asks: Type.Array(Type.String(), {
    description: 'The keys that the link page asks the user for.',
  }),
  available: Type.Boolean({
    description:
      'Whether this installation offers it: a consent needs an app of the operator’s own at the vendor.',
  }),
});

const VersionCapabilities = object('VersionCapabilities', 'A version of the channel’s API.', {
  version: Type.String({ description: 'As `api_version` names it.' }),
  ends_on: text('The day on which the vendor ends it; null where it has named none.'),
});

const LimitCapabilities = object('LimitCapabilities', 'A published limit.', {
  name: Type.String({ description: 'What it is called here.' }),
  by: wordOf(
    ['credential', 'host', 'application'],
    'Who shares it: the calls with one credential, to one host, or of the operator’s whole app.',
  ),
  operations: orNull(
    Type.Array(Type.String()),
    'The operations of the vendor that it counts; null: every call.',
  ),
  counts: wordOf(['calls', 'points'], 'points: by what the vendor says that a query costs.'),
  tokens: number('How many come back within `seconds`; null: no rate is published.'),
  seconds: integer('See `tokens`.'),
  burst: integer('How many may be spent in one go; null where the vendor keeps no bucket.'),
  window: Type.Boolean({ description: 'Counted per window of time rather than by a bucket.' }),
  concurrency: integer('How many calls may be under way at the same time; null: any number.'),
});

export const ChannelCapabilities = object('Channel', 'A channel, and what it can do.', {
  channel: Type.String({ description: 'The identifier, as requests name it.' }),
  title: Type.String({ description: 'As people know it.' }),
  orders: orNull(ResourceCapabilities, 'Null where the channel has no orders.'),
  products: orNull(ResourceCapabilities, 'Null where the channel has no products.'),
  writes: object('ChannelWrites', 'What can be written to it.', {
    fulfillments: orNull(WriteCapabilities, 'Null where it takes none.'),
    fulfillments_why: text('Why it takes no fulfillments; null where it does.'),
    stock: orNull(WriteCapabilities, 'Null where it takes none.'),
    prices: orNull(WriteCapabilities, 'Null where it takes none.'),
  }),
  params: Type.Array(KeyCapabilities, {
    description: 'The keys of token authentication, for `params` of a data call.',
  }),
  link: Type.Array(WayCapabilities, { description: 'The ways to link it, best first.' }),
  api_versions: object('ApiVersions', 'The versions of the channel’s API.', {
    default: Type.String({ description: 'In force unless `api_version` names another.' }),
    speaks: Type.Array(VersionCapabilities, { description: 'All that may be named.' }),
  }),
  limits: Type.Array(LimitCapabilities, {
    description:
      'The limits that the vendor publishes, or that the service keeps to where it publishes none. Calls wait for them by themselves.',
  }),
});
export type ChannelCapabilities = Static<typeof ChannelCapabilities>;

export const Carriers = object('Carriers', 'Who can carry a parcel of a channel.', {
  channel: Type.String({ description: 'The channel’s identifier.' }),
  carriers: Type.Array(
    object('Carrier', 'One that `tracking_company` may name, by its id or any of its names.', {
      id: Type.String({ description: 'Ours, the same on every channel.' }),
      name: Type.String({ description: 'What it is called.' }),
      also: Type.Array(Type.String(), { description: 'What else people call it.' }),
      countries: Type.Array(Type.String(), { description: 'Where it is at home, ISO 3166.' }),
      code: text('What the channel is sent; null where it takes the name alone.'),
    }),
    { description: 'Those of our list that the channel takes.' },
  ),
  listed: Type.Array(
    object('ListedCarrier', 'One that the channel lists itself.', {
      code: Type.String({ description: 'What the channel is sent.' }),
      name: Type.String({ description: 'What the channel calls it.' }),
    }),
    { description: 'Those that the channel lists beside them, taken as it writes them.' },
  ),
  others: Type.Boolean({ description: 'Whether any other name is taken too.' }),
});
export interface TakenCarriers extends Omit<Static<typeof Carriers>, 'channel'> {}
