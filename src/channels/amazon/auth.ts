// Amazon's credentials: what people type, the header that opens the API, the check, the renewal.

import type {
  Account,
  Credential,
  Given,
  Grant,
  Secrets,
  VendorApp,
} from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Moment, Reading, Renewal } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { type EndingToken, endingTokenIn } from '../kit/token-answer.ts';
import { askFor, broken, marketplaceIdsOf } from './asking.ts';
import { errorOf } from './explain.ts';
import {
  findMarketplace,
  hostOf,
  LOGIN_HOST,
  type Marketplace,
  type Region,
  regionOfHost,
  SP_API_HOSTS,
} from './marketplaces.ts';
import { type Participation, readParticipations } from './participations.ts';

const MOST_MARKETPLACES = 50;

export function accept(given: Given): Credential {
  const marketplaceIds = acceptMarketplaces(given.marketplaceIds ?? []);
  const endpoint = acceptEndpoint(text(given, 'endpoint'), marketplaceIds);
  const sellerId = acceptSeller(text(given, 'sellerId'));
  const { kind, secrets } = acceptToken(given);
  return {
    account: {
      endpoint,
      ...(marketplaceIds.length > 0 && { marketplaceIds: marketplaceIds.join(',') }),
      ...(sellerId && { sellerId }),
      ...(kind === 'restricted' && { tokenKind: kind }),
    },
    secrets,
  };
}

/** A list, or one text with commas; identifiers, or countries such as DE. */
function acceptMarketplaces(typed: string | readonly string[]): readonly string[] {
  const words = (typeof typed === 'string' ? [typed] : typed)
    .flatMap((entry) => entry.split(/[\s,;]+/))
    .filter((word) => word !== '');
  const ids = words.map((word) => {
    const id = findMarketplace(word)?.id ?? word.toUpperCase();
    if (/^A[A-Z0-9]{9,15}$/.test(id)) return id;
    return refuse(
      'marketplaceIds',
      'holds something that is not a marketplace: write identifiers such as A1PA6795UKMFR9, or countries such as DE.',
      'wrong_marketplace',
    );
  });
  const distinct = [...new Set(ids)];
  if (distinct.length > MOST_MARKETPLACES)
    refuse('marketplaceIds', `holds more than ${MOST_MARKETPLACES} marketplaces.`);
  return distinct;
}

/** One of Amazon's own hosts and nothing else: the token is sent there. */
function acceptEndpoint(typed: string, marketplaceIds: readonly string[]): string {
  const known = marketplaceIds
    .map(findMarketplace)
    .filter((entry): entry is Marketplace => entry !== undefined);
  const regions = new Set<Region>(known.map(({ region }) => region));
  if (regions.size > 1)
    refuse(
      'marketplaceIds',
      'holds marketplaces of several regions; link each region by itself.',
      'several_regions',
    );
  const [region] = regions;
  if (typed === '') {
    if (region) return `https://${hostOf(region)}`;
    return refuse(
      'endpoint',
      `is missing: give it, such as https://${hostOf('eu')}, or "marketplaceIds" from which it follows.`,
      'wrong_endpoint',
    );
  }
  const host = typed
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/+$/, '');
  if (!SP_API_HOSTS.includes(host))
    refuse('endpoint', `must be one of ${SP_API_HOSTS.join(', ')}.`, 'wrong_endpoint');
  if (region && region !== regionOfHost(host))
    refuse(
      'endpoint',
      `belongs to another region than the marketplaces; theirs is https://${hostOf(region)}.`,
      'wrong_endpoint',
    );
  return `https://${host}`;
}

function acceptSeller(typed: string): string {
  const sellerId = typed.toUpperCase();
  if (sellerId !== '' && !/^A[A-Z0-9]{9,19}$/.test(sellerId))
    refuse(
      'sellerId',
      'is not a merchant token; it looks like A2EXAMPLE1SELLER and stands in Seller Central under Settings, Account Info.',
      'wrong_seller',
    );
  return sellerId;
}

type TokenKind = 'access' | 'refresh' | 'restricted';

/** What a token is shows in its beginning. */
const KINDS: readonly (readonly [prefix: string, kind: TokenKind])[] = [
  ['Atza|', 'access'],
  ['Atzr|', 'refresh'],
  ['Atz.sprdt|', 'restricted'],
];

function acceptToken(given: Given): { readonly kind: TokenKind; readonly secrets: Secrets } {
  const token = secret(given, 'token');
  const clientId = secret(given, 'clientId');
  const clientSecret = secret(given, 'clientSecret');
  if ((clientId === '') !== (clientSecret === ''))
    refuse(
      clientId === '' ? 'clientId' : 'clientSecret',
      'is missing: "clientId" and "clientSecret" belong together.',
      'half_a_client',
    );
  const kind = KINDS.find(([prefix]) => token.startsWith(prefix))?.[1];
  if (!kind)
    return refuse(
      'token',
      'must be a token of Login with Amazon: a refresh token (Atzr|…), an access token (Atza|…) or a restricted data token (Atz.sprdt|…).',
      'not_a_token',
    );
  const client = clientId === '' ? {} : { clientId, clientSecret };
  const secrets = kind === 'refresh' ? { refreshToken: token, ...client } : { accessToken: token };
  return { kind, secrets };
}

function text(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  return refuse(key, 'must be one text, not a list.');
}

/** Secrets travel in headers and forms: nothing but visible characters can be right. */
function secret(given: Given, key: string): string {
  const value = text(given, key);
  if (/[^\x21-\x7e]/.test(value))
    refuse(key, 'holds a space or a character that no token has: copy it again.', 'not_a_token');
  return value;
}

function refuse(field: string, message: string, reason?: string): never {
  throw new Fault('invalid_request', `"${field}" ${message}`, { field, reason });
}

export const hosts = ({ endpoint = '' }: Account): readonly string[] => [
  new URL(endpoint).host,
  LOGIN_HOST,
];

/** Amazon wants to know what calls it: https://developer-docs.amazon.com/sp-api/docs/include-a-user-agent-header */
const USER_AGENT = 'Manifold/1 (Language=TypeScript; Platform=Node)';

export function sign(_ask: Ask, { secrets }: Credential, { now }: Moment): Signed {
  const date = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return {
    headers: {
      'user-agent': USER_AGENT,
      'x-amz-access-token': secrets.accessToken ?? '',
      'x-amz-date': date,
    },
  };
}

/** No order has this number, so a good credential is answered with "not found". */
const NO_ORDER = '000-0000000-0000000';

/**
 * The seller's marketplaces, and whether orders may be read. For the latter an order that cannot
 * exist is asked for: the list of orders has a quota of one request in three minutes.
 */
export async function check(
  account: Account,
  reading: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const participations = await participationsOf(account, reading.call);
  const ids = participations?.map(({ id }) => id);
  const chosen = marketplaceIdsOf(account);
  if (ids?.length === 0)
    throw new Fault(
      'permission_missing',
      'The seller’s account takes part in no marketplace of this region.',
      { reason: 'no_marketplace' },
    );
  const foreign = chosen.filter((id) => ids && !ids.includes(id));
  if (foreign.length > 0)
    throw new Fault(
      'permission_missing',
      `The seller does not sell in ${foreign.join(', ')}; leave it out of "marketplaceIds".`,
      { field: 'marketplaceIds', reason: 'not_in_account' },
    );
  if (account.tokenKind !== 'restricted') {
    const order = await reading.call({
      ...askFor(account, 'getOrder', `/orders/2026-01-01/orders/${NO_ORDER}`),
      expect: [400, 404],
    });
    if (!participations && !isAmazons(order)) throw broken('it does not speak of an order');
  }
  const { home, expiresAt: _, ...kept } = account;
  const all = chosen.length > 0 ? chosen : homeFirst(ids ?? [], home);
  const name = participations?.find(({ storeName }) => storeName)?.storeName;
  return {
    account: { ...kept, ...(all.length > 0 && { marketplaceIds: all.join(',') }) },
    ...(name && { name }),
  };
}

/** An error in Amazon's own form, or what it answers for an order that is not there. */
const isAmazons = ({ body, headers }: Reply): boolean =>
  errorOf(body) !== undefined ||
  (isRecord(body) && (isRecord(body.order) || isRecord(body.payload))) ||
  headers['x-amzn-requestid'] !== undefined;

/**
 * Undefined where the app may not ask; then the marketplaces given must do. That is so only where
 * Amazon itself says it, in its own form.
 */
async function participationsOf(
  account: Account,
  call: Call,
): Promise<readonly Participation[] | undefined> {
  try {
    return await readParticipations(account, call);
  } catch (error) {
    const denied = error instanceof Fault && error.reason === 'role_missing';
    if (denied && marketplaceIdsOf(account).length > 0) return undefined;
    throw error;
  }
}

/** Products are read from the first marketplace: the one that the seller named as home. */
const homeFirst = (ids: readonly string[], home: string | undefined): readonly string[] =>
  home !== undefined && ids.includes(home) ? [home, ...ids.filter((id) => id !== home)] : ids;

/**
 * A refresh token is exchanged for an access token that lives for an hour; it stays the same, so
 * the access token need not outlive the process.
 */
export const renewal: Renewal = {
  keep: () => 'memory',

  endsAt({ account, secrets }) {
    if (!secrets.refreshToken) return undefined;
    return secrets.accessToken ? Number(account.expiresAt ?? 0) : 0;
  },

  async renew({ account, secrets }, app, call, now): Promise<Grant> {
    const { refreshToken = '' } = secrets;
    const client = clientOf(secrets, app);
    const answer = await exchange(
      { grant_type: 'refresh_token', refresh_token: refreshToken, ...client },
      call,
    ).catch((error: unknown) => {
      throw blamed(error, secrets);
    });
    const endsAt = now + answer.seconds * 1000;
    return {
      account: { ...account, expiresAt: String(endsAt) },
      secrets: { ...secrets, accessToken: answer.accessToken },
      endsAt,
    };
  },
};

/** A client of the caller's own that Amazon does not know is the caller's credential. */
function blamed(error: unknown, secrets: Secrets): unknown {
  const own = secrets.clientId !== undefined;
  if (!(error instanceof Fault) || error.reason !== 'app_unknown' || !own) return error;
  return new Fault('credential_refused', error.message, { ...error, field: 'clientId' });
}

/** The app that the refresh token was issued to: the caller's, or else the operator's. */
function clientOf(secrets: Secrets, app: VendorApp | undefined) {
  const { clientId, clientSecret } = secrets.clientId ? secrets : (app ?? {});
  if (clientId && clientSecret) return { client_id: clientId, client_secret: clientSecret };
  throw new Fault(
    'credential_refused',
    'A refresh token needs the app it was issued to: send its "clientId" and "clientSecret" too, or an access token (Atza|…) instead.',
    { field: 'token', reason: 'no_client' },
  );
}

/** https://developer-docs.amazon.com/sp-api/docs/connect-to-the-selling-partner-api */
export async function exchange(
  form: Readonly<Record<string, string>>,
  call: Call,
): Promise<EndingToken> {
  const { body } = await call({
    method: 'POST',
    url: `https://${LOGIN_HOST}/auth/o2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams(form).toString(),
    // A refresh token may be exchanged as often as one likes, a code only once.
    reads: form.grant_type === 'refresh_token',
  });
  const token = endingTokenIn(body);
  if (!token) throw broken('there is no access token in it');
  return token;
}
