// Magic links: made for an end user, with a token that is used once and never stored as it is.
import { randomBytes } from 'node:crypto';
import { Fault, invalid } from '../model/faults.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import type { Client, Store } from '../store/index.ts';
import { hashToken } from './token.ts';

export interface MagicLinkDependencies {
  readonly store: Store;
  readonly now: () => number;
  readonly addressOf: (token: string) => string;
  readonly validSeconds: number;
  readonly channels: readonly string[];
}

export const MAX_NAME_LENGTH = 80;

export const REDIRECT = { format: 'uri', maxLength: MAX_ADDRESS_LENGTH };

/** What a link is made of, checked as far as its schema says. */
export interface MagicLinkRequest {
  readonly client: Client;
  readonly query: {
    readonly tpUserId: string;
    readonly redirectUrl?: string | undefined;
    readonly scopes?: string | undefined;
    readonly userName?: string | undefined;
  };
}

export type MakeMagicLink = ReturnType<typeof createMagicLinks>;

export function createMagicLinks(deps: MagicLinkDependencies) {
  return async ({ client, query }: MagicLinkRequest) => {
    const { tpUserId } = query;
    const redirectUrl = readRedirect(query.redirectUrl, client);
    const scopes = readScopes(query.scopes, deps.channels);
    const userName = readName(query.userName);

    const user = await deps.store.users.ensure(client.id, tpUserId);
    if (!user) throw clientGone();
    const token = randomBytes(32).toString('base64url');
    // Whole seconds, so that the answer says exactly when it ends.
    const expiresAt = (Math.floor(deps.now() / 1000) + deps.validSeconds) * 1000;
    const added = await deps.store.links.add({
      hash: hashToken(token),
      clientId: client.id,
      userId: user.id,
      scopes,
      redirectUrl: redirectUrl ?? null,
      userName: userName ?? null,
      createdAt: deps.now(),
      expiresAt,
    });
    if (!added) throw clientGone();
    return {
      uri: deps.addressOf(token),
      token,
      expirationUtcUnixTimeSeconds: expiresAt / 1000,
    };
  };
}

const clientGone = () => new Fault('invalid_token', 'The client of this token was deleted.');

/** Shown as it was typed, so that it cannot hold more than text on one line. */
function readName(value: string | undefined) {
  if (value === undefined || value === '') return undefined;
  if (/[\p{Cc}\u2028\u2029]/u.test(value))
    throw invalid('userName', '"userName" must be text on one line.');
  return value.trim() === '' ? undefined : value;
}

/** Absolute https (http on localhost), and of a registered origin if the client registered any. */
function readRedirect(value: string | undefined, client: Client) {
  if (value === undefined || value === '') return undefined;
  const url = URL.parse(value);
  const local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && local)))
    throw invalid(
      'redirectUrl',
      '"redirectUrl" must be an absolute https address (http is allowed on localhost only).',
    );
  if (url.username || url.password)
    throw invalid('redirectUrl', '"redirectUrl" must not hold a user name or password.');
  const { redirectOrigins } = client;
  if (redirectOrigins.length > 0 && !redirectOrigins.includes(url.origin))
    throw invalid(
      'redirectUrl',
      `"redirectUrl" must be on one of the origins registered for this client: ${redirectOrigins.join(', ')}.`,
    );
  return url.href;
}

/** Comma-separated; absent: every channel. */
function readScopes(value: string | undefined, channels: readonly string[]) {
  if (value === undefined || value === '') return [...channels];
  const asked = value.split(',').map((scope) => scope.trim());
  for (const scope of asked)
    if (!channels.includes(scope))
      throw invalid(
        'scopes',
        `"scopes" must be a comma-separated list of channels: ${channels.join(', ')}.`,
      );
  return channels.filter((channel) => asked.includes(channel));
}
