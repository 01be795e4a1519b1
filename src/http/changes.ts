// Changes: what is watched, and the log of what changed.

import { type Changes, EVERY, KEPT_DAYS, LONGEST_SWEEP_HOURS } from '../changes/index.ts';
import type { Watched } from '../changes/watches.ts';
import { OPERATIONS, Resource } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { time } from '../model/query.ts';
import { instantOf } from '../model/read.ts';
import {
  instantText,
  maybe,
  meaning,
  named,
  object,
  orNull,
  text,
  UserId,
  wordOf,
} from '../model/schema.ts';
import { Type } from '../model/type.ts';
import type { Api, ApiCall } from './api.ts';
import { mustHave } from './bearer.ts';
import { type Calls, goneSignal } from './calls.ts';
import { nextPage, nextPageToken, optionalText, readToken } from './listing.ts';
import { PATHS } from './paths.ts';
import { shownBy, timeOrNull } from './shown.ts';

const LONGEST_WAIT = 60;
const KEEPS = ['digests', 'nothing'] as const;
const STATES = ['live', 'catching_up', 'behind', 'broken'] as const;
const CHANGES = ['created', 'updated', 'deleted', 'left_window'] as const;
const HOURS = `Hours between two looks at everything, up to ${LONGEST_SWEEP_HOURS}; 0 for none. They find what moves no date, and what is gone.`;

const Channel = Type.String({ description: 'The channel’s identifier.' });
const WatchId = Type.String({ description: 'Names the watch.' });
const Keep = named(
  'WatchKeep',
  wordOf(
    KEEPS,
    '`digests`: a keyed digest of each record, so that only true changes are entries and deletions are seen. `nothing`: only how far it came; repeats are possible, deletions are not seen.',
  ),
);
const Fields = {
  tpUserId: UserId,
  channel: Channel,
  resource: meaning(Resource, 'What is followed.'),
};
const Watch = object('Watch', 'What is followed for a client, and how far it is complete.', {
  id: WatchId,
  ...Fields,
  state: named(
    'WatchState',
    wordOf(
      STATES,
      '`live`: it is read as it should be. `catching_up`: there is still more to read. `behind`: it does not get on, and is tried again. `broken`: somebody must act.',
    ),
  ),
  why: text(
    'Why it is not live, or what else is to be known of it, in a sentence; otherwise null.',
  ),
  why_code: text('The same for programs: the code of an error; otherwise null.'),
  complete_until: timeOrNull(
    'Whatever the channel shows as changed before it is in the log; null before the first reading.',
  ),
  last_read: timeOrNull('When the channel was last read; null before the first time.'),
  next_read: timeOrNull('When it is next read; null while there is nothing to read.'),
  every: Type.Integer({ description: 'Seconds between two readings.' }),
  every_raised: Type.Optional(
    Type.Boolean({
      description: 'True where the channel’s own floor is in force instead of what was asked for.',
    }),
  ),
  since: timeOrNull('From when on history was asked for; null where it began with now.'),
  sweep: orNull(Type.Integer(), `${HOURS} Null takes the channel’s own.`),
  keep: Keep,
  calls_a_day: orNull(
    Type.Integer(),
    'Calls to the channel on a quiet day; null until that is known.',
  ),
  created_at: instantText('When it was made.'),
  updated_at: instantText('When it was last changed.'),
});
const List = object('Watches', 'A page of watches.', {
  watches: Type.Array(Watch, { description: 'In a fixed order.' }),
  next_page_token: nextPageToken,
});
const Body = object(
  'WatchRequest',
  'A watch as it should be; one for each user, channel and resource.',
  {
    ...Fields,
    every: maybe(
      Type.Integer({
        ...{ minimum: EVERY.least, maximum: EVERY.most, default: EVERY.usual },
        description:
          'Seconds between two readings; raised to the channel’s floor where it is below.',
      }),
    ),
    since: maybe(
      time(
        'History from then on comes as `created` entries; without it the watch begins with now.',
      ),
    ),
    sweep: maybe(Type.Integer({ minimum: 0, maximum: LONGEST_SWEEP_HOURS, description: HOURS })),
    keep: maybe(Keep),
  },
);
const Entry = object('Change', 'One entry of the log.', {
  seq: Type.Integer({ format: 'int64', description: 'Grows with every entry of the client.' }),
  watch_id: WatchId,
  ...Fields,
  id: text('Of the record; null where it has none that can be read.'),
  change: named(
    'ChangeKind',
    wordOf(
      CHANGES,
      '`left_window`: the vendor no longer shows the record because of its age; it is not deleted.',
    ),
  ),
  at: instantText('When it was seen.'),
  fault: text('The code of why the record could not be read; otherwise null.'),
  record: Type.Optional(
    Type.Unsafe<unknown>({
      description:
        'With `include=record`: the record as it is now; null where it is gone or could not be read.',
      anyOf: [...Object.values(OPERATION_TABLE).map(({ answered }) => answered), { type: 'null' }],
    }),
  ),
  record_fault: Type.Optional(
    object('RecordFault', 'Why the record could not be read now.', {
      code: Type.String({ description: 'The code of the error.' }),
      message: Type.String({ description: 'In a sentence.' }),
    }),
  ),
});
const showEntry = shownBy(Entry);
const Log = object('Changes', 'Entries after a cursor.', {
  changes: Type.Array(Entry, { description: 'In the order in which they were seen.' }),
  next_cursor: Type.String({ description: 'For the next call; always there.' }),
  more: Type.Boolean({
    description:
      'True where there may be more already, whether or not this answer holds any: ask again without waiting. False where everything that is there was looked at.',
  }),
});
const MOST_ENTRIES = 100;
const LOG_QUERY = {
  cursor: optionalText(
    'From the answer before; without it, from the oldest entry that is kept. `now` begins with what comes next: take it before you read all records, and nothing falls in between.',
  ),
  limit: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, default: MOST_ENTRIES },
      description: `At most ${MOST_ENTRIES}.`,
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      ...{ minimum: 0, maximum: LONGEST_WAIT, default: 0 },
      description: 'Seconds to wait until there is something.',
    }),
  ),
  tpUserId: optionalText('Of this end user.'),
  channel: optionalText('Of this channel.'),
  resource: Type.Optional(meaning(Resource, 'Of this kind of record.')),
  include: Type.Optional(wordOf(['record'], 'Adds the records, read live.')),
};

export interface ChangeRoutesOptions {
  readonly changes: Pick<Changes, 'watches' | 'feed' | 'withRecords'>;
  readonly calls: Pick<Calls, 'enter'>;
  readonly deadlineSeconds: number;
}

export function changeRoutes(
  api: Api,
  { changes, calls, deadlineSeconds }: ChangeRoutesOptions,
): void {
  const { watches } = changes;
  const route = api('Changes', 'orders', 'products');
  const params = Type.Object({ id: WatchId });

  route('PUT', PATHS.watches, {
    id: 'putWatch',
    summary: 'Make or change a watch',
    description:
      'Follows one resource of one channel of one user: the service reads it again and again, and writes what was made, changed and deleted to the log. The user must have linked the channel.',
    body: Body,
    act: 'watches.set',
    faults: [
      'unsupported_channel',
      'unknown_user',
      'channel_not_linked',
      'too_many_watches',
      'keys_missing',
    ],
    answer: Watch,
    async handler({ client, scopes, body }) {
      const { tpUserId, channel, resource, every, since, sweep, keep } = body;
      mustHave(scopes, resource);
      const wish = {
        ...{ tpUserId, channel, resource },
        every: every ?? undefined,
        since: instantOf('since', since),
        sweep: sweep ?? undefined,
        keep: keep ?? undefined,
      };
      return shown(await watches.put(client, wish));
    },
  });

  route('GET', PATHS.watches, {
    id: 'listWatches',
    summary: 'List watches',
    description: 'All watches of the client, with how far each is complete.',
    filters: {
      tpUserId: optionalText('Of this end user.'),
      channel: optionalText('Of this channel.'),
      resource: Type.Optional(meaning(Resource, 'Of this kind of record.')),
    },
    answer: List,
    async handler({ client, query, listing: { limit, token } }) {
      const { tpUserId, channel, resource } = query;
      const after = readToken(token, (id) => (/^\d{1,16}$/.test(id) ? id : undefined));
      const found = await watches.list(client, { tpUserId, channel, resource }, after, limit);
      return { watches: found.watches.map(shown), ...nextPage(found.next) };
    },
  });

  route('GET', `${PATHS.watches}/:id`, {
    id: 'getWatch',
    summary: 'Show a watch',
    description: 'How it is doing, how far it is complete, and what it costs.',
    params,
    faults: ['not_found'],
    answer: Watch,
    handler: async ({ client, params: { id } }) => shown(await watches.find(client, id)),
  });

  route('DELETE', `${PATHS.watches}/:id`, {
    id: 'deleteWatch',
    summary: 'End a watch',
    description: 'What is kept for it, its entries in the log included, is erased.',
    params,
    act: 'watches.delete',
    status: 204,
    faults: ['not_found'],
    answer: Type.Null(),
    async handler({ client, params: { id }, reply }) {
      await watches.remove(client, id);
      return reply.send();
    },
  });

  route('GET', PATHS.changes, {
    id: 'listChanges',
    summary: 'Read the log of changes',
    description: `Entries after a cursor, oldest first, kept for ${KEPT_DAYS} days. Go on with \`next_cursor\`, whether or not there were any. Every change is there at least once; those of one record are in their order. With a filter an answer may hold fewer than \`limit\`, or none, and \`more\` says whether to go on.`,
    query: LOG_QUERY,
    faults: ['invalid_cursor', 'cursor_expired'],
    answer: Log,
    async handler(call) {
      const { asked, isWithRecords, trace } = askedOf(call);
      const { changes: found, next, more } = await changes.feed(asked);
      if (!isWithRecords || found.length === 0)
        return { changes: found.map(showEntry), next_cursor: next, more };
      // A place among the data calls, taken when the waiting is over.
      await calls.enter(call.request, call.reply, deadlineSeconds * 1000);
      const signal = call.request.slot?.signal ?? asked.signal;
      const reading = { client: asked.client, trace, deadlineSeconds, signal };
      const all = await changes.withRecords(found, reading);
      return { changes: all.map(showEntry), next_cursor: next, more };
    },
  });
}

function askedOf({ request, reply, client, scopes, query }: ApiCall<typeof LOG_QUERY>) {
  const { cursor, tpUserId, channel, resource: named, include, wait = 0 } = query;
  const limit = Math.min(query.limit ?? MOST_ENTRIES, MOST_ENTRIES);
  const allowed = OPERATIONS.filter((operation) => scopes.includes(operation));
  if (named) mustHave(scopes, named);
  if (!request.seen) throw new Error('a request without a trace');
  return {
    asked: {
      ...{ client, cursor, limit, wait, signal: goneSignal(reply) },
      filter: {
        tpUserId,
        channel,
        resource: named ?? (allowed.length === 1 ? allowed[0] : undefined),
      },
    },
    isWithRecords: include !== undefined,
    trace: request.seen.trace,
  };
}

const showWatch = shownBy(Watch);

const shown = (watch: Watched) =>
  showWatch({
    ...watch,
    id: String(watch.id),
    why: watch.trouble?.message ?? watch.note,
    whyCode: watch.trouble?.code,
    lastRead: watch.readAt,
    nextRead: watch.dueAt,
    everyRaised: watch.raised === undefined ? undefined : true,
  });
