// The users of a client application, the channels they linked, and what each channel can do.
import type { Connection } from './connection.ts';
import { notManifold } from './error.ts';
import { itemsOf, pagesFrom } from './list.ts';
import type {
  AttentionCode,
  Channel,
  ChannelCapabilities,
  ChannelLineage,
  WriteScope,
} from './records.d.ts';

export interface User {
  /** Your own identifier of the user. */
  readonly tpUserId: string;
  readonly created_at: string;
  readonly channels: readonly LinkedChannel[];
}

export interface LinkedChannel {
  readonly channel: Channel;
  /** needs_attention: the channel refuses the key. Send the user a new magic link. */
  readonly state: 'linked' | 'needs_attention';
  /** Why it needs attention, for programs. */
  readonly code: AttentionCode | null;
  /** Why it needs attention, for people. */
  readonly reason: string | null;
  /** What the account calls itself. */
  readonly name: string | null;
  /** Plain settings of the account, such as its address. Never a secret. */
  readonly account: Readonly<Record<string, unknown>>;
  /** Which writes the user agreed to when linking; null where it was not noted. */
  readonly writes: readonly WriteScope[] | null;
  /** What ends within 30 days. */
  readonly expiring: readonly {
    readonly what: 'grant' | 'api_version';
    readonly ends_at: string;
  }[];
  readonly linked_at: string;
  readonly updated_at: string;
}

export interface UserFilters {
  /** Only users who have linked this channel. */
  readonly channel?: Channel | undefined;
  /** Only users with a channel in this state. */
  readonly state?: LinkedChannel['state'] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MagicLinkOptions {
  /** Your own identifier of the user; an unknown one makes the user. */
  readonly user: string;
  /** What you call the user, shown on every page. */
  readonly userName?: string | undefined;
  /** Where the user goes afterwards. */
  readonly redirectUrl?: string | undefined;
  /** Which channels are offered; all unless set. */
  readonly channels?: readonly Channel[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MagicLink {
  /** Give this to the user. */
  readonly uri: string;
  /** The one-time token within it. */
  readonly token: string;
  readonly expiresAt: Date;
}

const API = '/api/ServiceClientApp';
const USERS = `${API}/Users`;
const CHANNELS = `${API}/Channels`;
const MAGIC_LINK = `${API}/GetTpUserAuthDisposableToken`;
const PAGE = 100;

export const userPath = (user: string): string => `${USERS}/${encodeURIComponent(user)}`;

export async function makeMagicLink(
  connection: Connection,
  { user, userName, redirectUrl, channels, signal }: MagicLinkOptions,
): Promise<MagicLink> {
  const query = { tpUserId: user, userName, redirectUrl, scopes: channels?.join(',') };
  const { body } = await connection.send({ method: 'GET', path: MAGIC_LINK, query, signal });
  if (!isMagicLink(body)) throw notManifold();
  const { uri, token, expirationUtcUnixTimeSeconds } = body;
  return { uri, token, expiresAt: new Date(expirationUtcUnixTimeSeconds * 1000) };
}

export function listUsers(
  connection: Connection,
  { channel, state, signal }: UserFilters,
): AsyncIterable<User> {
  const read = async (token: string | undefined) => {
    const query = { limit: String(PAGE), channel, state, next_page_token: token };
    const { body } = await connection.send({ method: 'GET', path: USERS, query, signal });
    if (!isUsers(body)) throw notManifold();
    return { records: body.users, token: body.next_page_token };
  };
  return itemsOf(pagesFrom(read, undefined));
}

export async function readUser(connection: Connection, user: string, signal?: AbortSignal) {
  const { body } = await connection.send({ method: 'GET', path: userPath(user), signal });
  if (!isUser(body)) throw notManifold();
  return body;
}

export async function forgetUser(connection: Connection, user: string, signal?: AbortSignal) {
  const path = userPath(user);
  await connection.send({ method: 'DELETE', path, repeatable: false, signal });
}

export async function unlinkChannel(
  connection: Connection,
  user: string,
  channel: Channel,
  signal?: AbortSignal,
) {
  const path = `${userPath(user)}/Channels/${encodeURIComponent(channel)}`;
  await connection.send({ method: 'DELETE', path, repeatable: false, signal });
}

export async function listChannels(connection: Connection, signal?: AbortSignal) {
  const { body } = await connection.send({ method: 'GET', path: CHANNELS, signal });
  if (!isChannels(body)) throw notManifold();
  return body.channels;
}

/** What the fields of a channel's records are made of. */
export async function lineageOf(connection: Connection, channel: string, signal?: AbortSignal) {
  const path = `${CHANNELS}/${encodeURIComponent(channel)}/Lineage`;
  const { body } = await connection.send({ method: 'GET', path, signal });
  if (!isLineage(body)) throw notManifold();
  return body;
}

// What is inside is the service's word.
const has = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && name in body;
const isMagicLink = (
  body: unknown,
): body is { uri: string; token: string; expirationUtcUnixTimeSeconds: number } =>
  has(body, 'uri') && has(body, 'expirationUtcUnixTimeSeconds');
const isLineage = (body: unknown): body is ChannelLineage =>
  has(body, 'orders') && has(body, 'products');
const isUser = (body: unknown): body is User => has(body, 'tpUserId');
const isUsers = (body: unknown): body is { users: readonly User[]; next_page_token?: string } =>
  has(body, 'users');
const isChannels = (body: unknown): body is { channels: readonly ChannelCapabilities[] } =>
  has(body, 'channels');
