// Keys of a Sharetribe marketplace: what people type, tokens for them, and whether they work.

import type { Account, Credential, Given, Grant } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { withoutEnd } from '../../model/text.ts';
import type { AccountFacts, Reading, Renewal } from '../channel.ts';
import { refuse, textIn, visibleIn } from '../kit/given.ts';
import { isRecord, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { askToken, type EndingToken, endOf, granted } from '../kit/token-answer.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { urlIn, webAddress } from '../kit/web-address.ts';
import { TOKEN_PATH } from './explain.ts';
import { idOf } from './native.ts';

export const API = 'https://flex-integ-api.sharetribe.com';
const VENDOR = 'Sharetribe';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function accept(given: Given): Credential {
  const clientId = textIn(given, 'clientId') || textIn(given, 'client_id');
  const clientSecret = visibleIn(given, 'clientSecret') || visibleIn(given, 'client_secret');
  const token = textIn(given, 'token').replace(/^bearer\s+/i, '');
  if (clientId !== '' && !UUID.test(clientId))
    refuse(
      'clientId',
      'must be the client ID of an Integration API application, such as 11111111-2222-3333-4444-555555555555.',
      'client_id_form',
    );
  const account = {
    baseUrl: apiAddress(textIn(given, 'baseUrl')),
    ...marketplace(textIn(given, 'marketplaceUrl')),
    ...(clientId !== '' && { clientId: clientId.toLowerCase() }),
  };
  if (clientSecret !== '') {
    if (clientId === '') refuse('clientId', 'must be given beside "clientSecret".', 'keys_missing');
    return { account, secrets: { clientSecret } };
  }
  if (token !== '') return { account, secrets: { token: visibleIn({ token }, 'token') } };
  // By the ID alone only what is published could be read, without stock: less than what was asked.
  return refuse(
    'clientSecret',
    'must be given: "clientId" and "clientSecret" of an Integration API application, or an access token as "token".',
    'keys_missing',
  );
}

/** Keys go to Sharetribe alone. */
function apiAddress(text: string): string {
  if (text === '') return API;
  const url = urlIn(text);
  if (url?.protocol === 'https:' && /(^|\.)sharetribe\.com$/.test(url.hostname)) return url.origin;
  return refuse(
    'baseUrl',
    `must be an address of Sharetribe’s API, such as ${API}; leave it out unless Sharetribe named another. The address of the marketplace is "marketplaceUrl".`,
    'not_sharetribe',
  );
}

function marketplace(text: string): { readonly marketplaceUrl?: string } {
  if (text === '') return {};
  const { hostname, origin, pathname } = webAddress(text, MARKETPLACE);
  if (!hostname.includes('.'))
    refuse(MARKETPLACE.key, `must be ${MARKETPLACE.example}.`, MARKETPLACE.reason);
  return { marketplaceUrl: `${origin}${withoutEnd(pathname, '/')}` };
}

const MARKETPLACE = {
  key: 'marketplaceUrl',
  example: 'the address of the marketplace, such as https://www.example.com',
  reason: 'marketplace_form',
  plainHttp: true,
};

export const hosts = ({ baseUrl = API }: Account): readonly string[] => [new URL(baseUrl).host];

export const sign = (_: Ask, { secrets }: Credential): Signed => ({
  headers: { authorization: `bearer ${secrets.token}` },
});

/** Tokens live for minutes: they are renewed shortly before their end, not five minutes ahead. */
export const renewal: Renewal = {
  usesUp: () => false,
  ahead: 30_000,
  endsAt: (credential) =>
    credential.secrets.clientSecret === undefined ? undefined : endOf(credential),

  async renew(credential, _, call, now): Promise<Grant> {
    const token = (await refreshed(credential, call)) ?? (await exchanged(credential, call));
    return granted(credential, token, now, 'token');
  },
};

/** By the refresh token, where there is one that still works. */
async function refreshed(
  { account, secrets }: Credential,
  call: Call,
): Promise<EndingToken | undefined> {
  const { refreshToken } = secrets;
  if (refreshToken === undefined) return undefined;
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  try {
    return await tokenFor(form, account, call);
  } catch (error) {
    if (error instanceof Fault && error.code === 'credential_refused') return undefined;
    throw error;
  }
}

const exchanged = ({ account, secrets }: Credential, call: Call): Promise<EndingToken> =>
  tokenFor(
    {
      client_secret: secrets.clientSecret ?? '',
      grant_type: 'client_credentials',
      scope: 'integ',
    },
    account,
    call,
  );

const tokenFor = (
  form: Readonly<Record<string, string>>,
  { baseUrl = API, clientId = '' }: Account,
  call: Call,
): Promise<EndingToken> =>
  askToken(
    {
      url: `${baseUrl}${TOKEN_PATH}`,
      form: { client_id: clientId, ...form },
      // A token more or less changes nothing, so it may be asked for again.
      again: true,
      vendor: VENDOR,
    },
    call,
  );

/** The marketplace's own name proves token and application; one listing, that they may be read. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const shown = dataOf(await call(askFor(account, 'marketplace/show')));
  const marketplaceId = isRecord(shown) && shown.type === 'marketplace' ? idOf(shown.id) : null;
  if (!isRecord(shown) || marketplaceId === null) throw brokenAnswer(VENDOR, 'a marketplace');
  const listed = await call(askFor(account, 'listings/query', [['perPage', '1'], ['fields.listing', 'title']])); // biome-ignore format: one ask
  if (!Array.isArray(dataOf(listed))) throw brokenAnswer(VENDOR, 'listings');
  const name = isRecord(shown.attributes) ? filled(shown.attributes.name) : null;
  return { account: { ...account, marketplaceId }, ...(name !== null && { name }) };
}

const dataOf = ({ body }: Reply): unknown => membersOf(body).data;

export const askFor = (
  { baseUrl = API }: Account,
  path: string,
  query: NonNullable<Ask['query']> = [],
): Ask => ({
  url: `${baseUrl}/v1/integration_api/${path}`,
  query,
  // Without it Transit comes back, the SDK's own format.
  headers: { accept: 'application/json' },
});

/** The same for a command; what it does not know in a body it refuses, as it does in a query. */
export const commandFor = (account: Account, path: string, body: object): Ask => ({
  ...askFor(account, path),
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
