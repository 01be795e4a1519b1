// Notices: the events that tell a client what became of its users' channels. Ids and states alone.

import { object, text, wordOf } from './schema.ts';
import { writeInstant } from './time.ts';
import { type Static, type TSchema, Type } from './type.ts';

/** Why a channel is not linked any more. */
export const UNLINKED_WHY = [
  'by_client',
  'by_user',
  'uninstalled',
  'redacted',
  'key_lost',
] as const;
export type UnlinkedWhy = (typeof UNLINKED_WHY)[number];
/** What ends: the access that a user granted. */
export const EXPIRING_WHAT = ['grant'] as const;
export type ExpiringWhat = (typeof EXPIRING_WHAT)[number];
/** What ends for a client as a whole: a version of a channel's API, an older secret of its own. */
export const SERVICE_EXPIRING_WHAT = ['api_version', 'client_secret', 'signing_secret'] as const;
export type ServiceExpiringWhat = (typeof SERVICE_EXPIRING_WHAT)[number];
export const LINK_STATUSES = ['completed', 'cancelled'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
/** What a vendor passes on: a buyer asks for data, a buyer is to be forgotten, a shop is. */
export const PRIVACY_KINDS = ['data_request', 'customer_redact', 'shop_redact'] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];

const time = (description: string) => Type.String({ format: 'date-time', description });
const tpUserId = Type.String({ description: 'Your own identifier of the user.' });
const channel = Type.String({ description: 'The channel’s identifier.' });

/** What every notice of a type holds. */
const notice = <const T extends string, P extends Record<string, TSchema>>(
  type: T,
  description: string,
  data: P,
) =>
  object(`${nameOf(type)}Event`, description, {
    type: Type.Unsafe<T>({ type: 'string', const: type }),
    timestamp: time('When it happened; the same in every try.'),
    data: object(`${nameOf(type)}Data`, 'Ids and states alone.', data),
  });

/** `channel.needs_attention` becomes `ChannelNeedsAttention`. */
const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase());

/** Every type that an event address may ask for, with what it carries. */
export const NOTICES = {
  'channel.linked': notice(
    'channel.linked',
    'A user linked a channel, for the first time or anew.',
    {
      tpUserId,
      channel,
    },
  ),
  'channel.needs_attention': notice(
    'channel.needs_attention',
    'The vendor no longer accepts the grant or key: send the user a magic link.',
    { tpUserId, channel, code: Type.String({ description: 'Why, for programs.' }) },
  ),
  'channel.recovered': notice(
    'channel.recovered',
    'A channel that needed attention works again without having been linked anew.',
    { tpUserId, channel },
  ),
  'channel.unlinked': notice('channel.unlinked', 'The credential of a channel was erased.', {
    tpUserId,
    channel,
    why: wordOf(
      UNLINKED_WHY,
      'By your application, by the user, since the app was removed at the vendor, since the vendor asked to forget the shop, or since the operator lost the key that sealed it.',
    ),
  }),
  'channel.expiring': notice(
    'channel.expiring',
    'What was granted ends within 30 days: send the user a magic link in time. Once for each end.',
    {
      tpUserId,
      channel,
      what: wordOf(EXPIRING_WHAT, 'What ends.'),
      ends_at: time('When it ends.'),
    },
  ),
  'service.expiring': notice(
    'service.expiring',
    'Something that your calls or your receivers depend on ends within 30 days. Once for each end.',
    {
      what: wordOf(SERVICE_EXPIRING_WHAT, 'What ends.'),
      channel: text('The channel whose API version it is; null for a secret.'),
      name: Type.String({
        description:
          'The version, the id of the secret, or the client or event address it signs for.',
      }),
      ends_at: time('When it ends.'),
    },
  ),
  'link.finished': notice(
    'link.finished',
    'A user finished a visit, or ended it with nothing linked.',
    {
      tpUserId,
      status: wordOf(LINK_STATUSES, 'As in the query of the redirectUrl.'),
      linked: Type.Array(Type.String(), { description: 'The channels linked in this visit.' }),
    },
  ),
  'privacy.request': notice(
    'privacy.request',
    'A vendor passes on what the law gives a buyer or a shop. What you keep of it is yours to look up or erase.',
    {
      kind: wordOf(PRIVACY_KINDS, 'What is asked for.'),
      channel,
      shop: Type.String({ description: 'What the vendor calls the shop.' }),
      reference: text('The vendor’s own reference of the request; null where it gives none.'),
      customer_id: text(
        'The buyer it is about, as the vendor numbers them; null for a whole shop.',
      ),
      order_ids: Type.Array(Type.String(), {
        description: 'The orders it is about, up to 1,000; empty where the vendor names none.',
      }),
      order_count: Type.Integer({ description: 'How many orders the vendor named.' }),
    },
  ),
} as const;

export type NoticeType = keyof typeof NOTICES;
export const NOTICE_TYPES = Object.keys(NOTICES) as readonly NoticeType[];
export type Notice = { [T in NoticeType]: Static<(typeof NOTICES)[T]> }[NoticeType];

/** Stands for every type, those that come later included. */
export const ALL_TYPES = '*';

/** Whose channel it is. */
export interface Whose {
  readonly tpUserId: string;
  readonly channel: string;
}

const made = <T extends NoticeType>(
  type: T,
  at: number,
  data: Extract<Notice, { type: T }>['data'],
) => ({
  type,
  timestamp: writeInstant(at),
  data,
});

export const channelLinked = ({ tpUserId, channel }: Whose, at: number) =>
  made('channel.linked', at, { tpUserId, channel });

export const channelNeedsAttention = ({ tpUserId, channel }: Whose, code: string, at: number) =>
  made('channel.needs_attention', at, { tpUserId, channel, code });

export const channelRecovered = ({ tpUserId, channel }: Whose, at: number) =>
  made('channel.recovered', at, { tpUserId, channel });

export const channelUnlinked = ({ tpUserId, channel }: Whose, why: UnlinkedWhy, at: number) =>
  made('channel.unlinked', at, { tpUserId, channel, why });

export const channelExpiring = (
  { tpUserId, channel }: Whose,
  what: ExpiringWhat,
  endsAt: number,
  at: number,
) => made('channel.expiring', at, { tpUserId, channel, what, ends_at: writeInstant(endsAt) });

/** What ends for a client, and when. */
export interface ServiceEnding {
  readonly what: ServiceExpiringWhat;
  readonly channel: string | null;
  readonly name: string;
  readonly endsAt: number;
}

export const serviceExpiring = ({ what, channel, name, endsAt }: ServiceEnding, at: number) =>
  made('service.expiring', at, { what, channel, name, ends_at: writeInstant(endsAt) });

export const linkFinished = (
  tpUserId: string,
  status: LinkStatus,
  linked: readonly string[],
  at: number,
) => made('link.finished', at, { tpUserId, status, linked: [...linked] });

const MOST_ORDERS = 1000;

export interface PrivacyRequest {
  readonly kind: PrivacyKind;
  readonly channel: string;
  readonly shop: string;
  readonly reference: string | null;
  readonly customer: string | null;
  readonly orders: readonly string[];
}

export const privacyRequest = (request: PrivacyRequest, at: number) =>
  made('privacy.request', at, {
    kind: request.kind,
    channel: request.channel,
    shop: request.shop,
    reference: request.reference,
    customer_id: request.customer,
    order_ids: request.orders.slice(0, MOST_ORDERS),
    order_count: request.orders.length,
  });
