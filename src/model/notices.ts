// Notices: the events that inform a client of changes to its users' channels. Ids and states alone.

import { AttentionCodeSchema } from './attention.ts';
import { ExecutedSchema, Resource } from './execution.ts';
import { instantText, meaning, named, object, text, wordOf } from './schema.ts';
import { writeInstant } from './time.ts';
import { type Static, type TSchema, Type } from './type.ts';
import { OUTCOME_WORDS } from './writes.ts';

/** What a visitor to the link pages does, and what becomes of it. */
const LINK_STEPS = [
  ...(['opened', 'begun', 'chosen', 'shown', 'checked', 'sent', 'refused'] as const),
  ...(['left', 'returned', 'linked', 'unlinked', 'finished'] as const),
] as const;
export type LinkStepName = (typeof LINK_STEPS)[number];

const tpUserId = Type.String({ description: 'Your own identifier of the user.' });
const channel = Type.String({ description: 'The channel’s identifier.' });
const watch_id = Type.String({ description: 'Names the watch.' });
const resource = meaning(Resource, 'What it follows.');

const schema = <const T extends string, P extends Record<string, TSchema>>(
  type: T,
  description: string,
  data: P,
) =>
  object(`${nameOf(type)}Event`, description, {
    type: Type.Unsafe<T>({ type: 'string', const: type }),
    timestamp: instantText('When it happened; the same in every try.'),
    data: object(`${nameOf(type)}Data`, 'Ids and states alone.', data),
  });

/** `channel.needs_attention` becomes `ChannelNeedsAttention`. */
const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase());

export const NOTICES = {
  'channel.linked': schema(
    'channel.linked',
    'A user linked a channel, for the first time or again.',
    {
      tpUserId,
      channel,
    },
  ),
  'channel.needs_attention': schema(
    'channel.needs_attention',
    'The vendor no longer accepts the grant or key: send the user a magic link.',
    { tpUserId, channel, code: AttentionCodeSchema },
  ),
  'channel.recovered': schema(
    'channel.recovered',
    'A channel that needed attention works again without having been linked again.',
    { tpUserId, channel },
  ),
  'channel.unlinked': schema('channel.unlinked', 'The credential of a channel was erased.', {
    tpUserId,
    channel,
    why: wordOf(
      ['by_client', 'by_operator', 'by_user', 'uninstalled', 'redacted', 'key_lost'],
      'By your application, by the operator of the service or by the user; because the app was removed at the vendor, the vendor asked to forget the shop, or the operator lost the key that sealed it.',
    ),
  }),
  'channel.expiring': schema(
    'channel.expiring',
    'What was granted ends within 30 days: send the user a magic link in time. Once for each end.',
    {
      tpUserId,
      channel,
      what: wordOf(['grant'], 'What ends.'),
      ends_at: instantText('When it ends.'),
    },
  ),
  'service.expiring': schema(
    'service.expiring',
    'Something that your calls or your receivers depend on expires within 30 days. Sent once for each.',
    {
      what: wordOf(['api_version', 'client_secret', 'signing_secret'], 'What ends.'),
      channel: text('The channel whose API version it is; null for a secret.'),
      name: Type.String({
        description:
          'The version, the id of the secret, or the client or event address it signs for.',
      }),
      ends_at: instantText('When it ends.'),
    },
  ),
  'link.finished': schema(
    'link.finished',
    'A user finished a visit, or ended it with nothing linked.',
    {
      tpUserId,
      status: wordOf(['completed', 'cancelled'], 'As in the query of the redirectUrl.'),
      linked: Type.Array(Type.String(), { description: 'The channels linked in this visit.' }),
    },
  ),
  'link.step': schema(
    'link.step',
    'A user took a step on the link pages. Only for addresses that name this type: "*" leaves it out.',
    {
      tpUserId,
      session: Type.String({ description: 'Names the visit; the same in every step of it.' }),
      step: wordOf(LINK_STEPS, 'What happened.'),
      channel: text('The channel’s identifier; null where it is about none.'),
      code: text(
        'Why it was refused, which field was shown, or how the visit ended; null otherwise. Never a key or an address.',
      ),
    },
  ),
  'privacy.request': schema(
    'privacy.request',
    'A vendor passes on a legal request of a buyer or a shop. Looking up or erasing what you keep is up to you.',
    {
      kind: wordOf(['data_request', 'customer_redact', 'shop_redact'], 'What is asked for.'),
      channel,
      shop: Type.String({ description: 'What the vendor calls the shop.' }),
      reference: text('The vendor’s own reference of the request; null where it gives none.'),
      customer_id: text('The buyer concerned, by the vendor’s own number; null for a whole shop.'),
      order_ids: Type.Array(Type.String(), {
        description: 'The orders it is about, up to 1,000; empty where the vendor names none.',
      }),
      order_count: Type.Integer({ description: 'How many orders the vendor named.' }),
    },
  ),
  'changes.available': schema(
    'changes.available',
    'There are new entries in the log of changes. At most every 5 seconds.',
    {
      count: Type.Integer({ description: 'How many since the previous event.' }),
      cursor: Type.String({ description: 'Where they begin: `GET Changes` takes it.' }),
    },
  ),
  'write.settled': schema(
    'write.settled',
    'What became of an item that was `accepted` or `unknown` when the call was answered.',
    {
      execution_id: Type.String({ description: 'The call that wrote it.' }),
      index: Type.Integer({ description: 'Which of its items it is, from 0.' }),
      ...{ tpUserId, channel, operation: meaning(ExecutedSchema, 'What was written.') },
      outcome: wordOf(OUTCOME_WORDS, 'As in the answer of the call.'),
      code: text('Why; null where it is confirmed.'),
    },
  ),
  'watch.behind': schema(
    'watch.behind',
    'A watch makes no progress: its mark stays behind. It is tried again by itself.',
    { watch_id, tpUserId, channel, resource, code: Type.String({ description: 'Why.' }) },
  ),
  'watch.broken': schema(
    'watch.broken',
    'A watch can read nothing until somebody acts, such as a user who must link again.',
    { watch_id, tpUserId, channel, resource, code: Type.String({ description: 'Why.' }) },
  ),
} as const;

/** So many of a visit that an address must ask for them by name. */
const BY_NAME_ALONE: readonly string[] = ['link.step'];

/** Whether an address that names these types wants one of this type. */
export const isWanted = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (types.includes(ALL_TYPES) && !BY_NAME_ALONE.includes(type));

export type NoticeType = keyof typeof NOTICES;
export const NOTICE_TYPES = Object.keys(NOTICES) as readonly NoticeType[];
export type Notice = { [T in NoticeType]: Static<(typeof NOTICES)[T]> }[NoticeType];

/** Stands for every type, those that come later included, but those that must be named. */
export const ALL_TYPES = '*';

export const EventTypes = Type.Array(
  named(
    'EventType',
    wordOf<string>(
      [...NOTICE_TYPES, ALL_TYPES],
      `A type of event; "${ALL_TYPES}" is every one but \`link.step\`.`,
    ),
  ),
  {
    ...{ minItems: 1, uniqueItems: true },
    description: `The types of events it gets; "${ALL_TYPES}", alone, stands for all but \`link.step\`, those that come later included.`,
  },
);

export type NoticeData<T extends NoticeType> = Extract<Notice, { type: T }>['data'];

/** The notice of something that happened. What its schema does not name stays behind. */
export function notice<T extends NoticeType>(type: T, at: number, given: NoticeData<T>): Notice {
  const names = Object.keys(NOTICES[type].properties.data.properties);
  const data: unknown = Object.fromEntries(
    names.map((name) => [name, given[name as keyof typeof given]]),
  );
  return { type, timestamp: writeInstant(at), data } as Notice;
}
