// Amazon's credentials: the header that opens the API, the check, the renewal.
import type { Account, Credential, VendorApp } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading, Renewal, SigningContext } from '../channel.ts';
import { issuerOf } from '../kit/app.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { askToken, type EndingToken, endOf, grantEndOf, granted } from '../kit/token-answer.ts';
import { askFor, broken } from './asks.ts';
import { errorOf, operators } from './explain.ts';
import { LOGIN_HOST } from './marketplaces.ts';
import { marketplaceFacts } from './participations.ts';

export const hosts = ({ endpoint = '' }: Account): readonly string[] => [
  new URL(endpoint).host,
  LOGIN_HOST,
];

/** Amazon wants to know what calls it: https://developer-docs.amazon.com/sp-api/docs/include-a-user-agent-header */
const USER_AGENT = 'Manifold/1 (Language=TypeScript; Platform=Node)';

export function sign(_ask: Ask, { secrets }: Credential, { now }: SigningContext): Signed {
  return {
    headers: {
      'user-agent': USER_AGENT,
      'x-amz-access-token': secrets.accessToken ?? '',
      'x-amz-date': compact(new Date(now).toISOString()),
    },
  };
}

/** `2026-10-01T12:00:00.000Z` as `20261001T120000Z`. */
const compact = (iso: string): string =>
  `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;

/** No order has this number, so a good credential is answered with "not found". */
const NO_ORDER = '000-0000000-0000000';

/**
 * The seller's marketplaces, and whether orders may be read. For the latter an order that cannot
 * exist is asked for: the list of orders has a quota of one request in three minutes.
 */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call'>,
): Promise<AccountFacts> {
  const { facts, isSeen } = await marketplaceFacts(account, call);
  const order = await call({
    ...askFor(account, 'getOrder', `/orders/2026-01-01/orders/${NO_ORDER}`),
    expect: [400, 404],
  });
  if (!isSeen && !isAmazons(order)) throw broken('what it answers for an order');
  return facts;
}

/** An error in Amazon's own form, or what it answers for an order that is not there. */
const isAmazons = ({ body, headers }: Reply): boolean =>
  errorOf(body) !== undefined ||
  isRecord(membersOf(body).order) ||
  isRecord(membersOf(body).payload) ||
  headers['x-amzn-requestid'] !== undefined;

/** A refresh token is exchanged for an access token that lives for an hour; it stays the same. */
export const renewal: Renewal = {
  usesUp: () => false,

  endsAt: (credential) => (credential.secrets.refreshToken ? endOf(credential) : undefined),

  grantEndsAt: grantEndOf,

  async renew(credential, app, call, now) {
    const { secrets } = credential;
    const { byApp, ...client } = clientOf(credential, app);
    const form = {
      grant_type: 'refresh_token',
      refresh_token: secrets.refreshToken ?? '',
      ...client,
    };
    const token = await exchange(form, call, byApp).catch((error: unknown) => {
      throw isByConsent(credential) ? operators(error) : error;
    });
    return granted(credential, { ...token, refreshToken: undefined }, now);
  },

  byApp: ({ secrets }) => secrets.refreshToken !== undefined && !secrets.clientId,
};

/** A seller who agreed in Seller Central agreed to the operator's app; its home marketplace is kept. */
const isByConsent = ({ account, secrets }: Credential): boolean =>
  account.home !== undefined && !secrets.clientId;

/** The app that the refresh token was issued to: the caller's, or else the operator's. */
function clientOf(credential: Credential, app: VendorApp | undefined) {
  const { secrets } = credential;
  // Anyone who sends a token knows its app.
  const isSet = app?.clientId && app.clientSecret;
  if (!isByConsent(credential) && !secrets.clientId && !isSet)
    throw new Fault(
      'credential_refused',
      'A refresh token needs the app it was issued to: send its "clientId" and "clientSecret" too, or an access token (Atza|…) instead.',
      { field: 'token', reason: 'no_client' },
    );
  const { clientId, clientSecret, byApp } = issuerOf(secrets, app, 'Amazon');
  return { client_id: clientId, client_secret: clientSecret, byApp };
}

/**
 * Asks for a token that belongs to no seller, which is not used; of an app without the right to have
 * one, Amazon says so only after it knew the secret.
 * https://developer-docs.amazon.com/sp-api/docs/grantless-operations
 */
export async function checkApp(app: VendorApp, call: Call): Promise<void> {
  const { clientId, clientSecret, byApp } = issuerOf({}, app, 'Amazon');
  const client = { client_id: clientId, client_secret: clientSecret };
  const scope = 'sellingpartnerapi::notifications';
  const form = { grant_type: 'client_credentials', scope, ...client };
  await exchange(form, call, byApp).catch((error: unknown) => {
    const isRefused = error instanceof Fault && error.code === 'app_refused';
    const isAnswered = error instanceof Fault && error.status !== undefined && error.status < 500;
    if (isRefused || !isAnswered) throw error;
  });
}

/** https://developer-docs.amazon.com/sp-api/docs/connect-to-the-selling-partner-api */
export const exchange = (
  form: Readonly<Record<string, string>>,
  call: Call,
  byApp: boolean,
): Promise<EndingToken> =>
  askToken(
    {
      vendor: 'Amazon',
      url: `https://${LOGIN_HOST}/auth/o2/token`,
      form,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      // A code is exchanged once, anything else as often as one likes.
      again: form.grant_type !== 'authorization_code',
      byApp,
    },
    call,
  );
