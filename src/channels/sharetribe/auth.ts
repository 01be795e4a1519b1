// Keys of a Sharetribe marketplace: what people type, tokens for them, and whether they work.

import type { Account, Credential, Given, Grant } from '../../model/credential.ts';
import type { Ask, Call, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading, Renewal } from '../channel.ts';
import { isRecord } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { type EndingToken, endingTokenIn } from '../kit/token-answer.ts';
import { TOKEN_PATH } from './explain.ts';
import { idOf } from './native.ts';

export const API = 'https://flex-integ-api.sharetribe.com';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function accept(given: Given): Credential {
  const clientId = typed(given, 'clientId') || typed(given, 'client_id');
  const clientSecret = typed(given, 'clientSecret') || typed(given, 'client_secret');
  const token = typed(given, 'token').replace(/^bearer\s+/i, '');
  const account: Record<string, string> = {
    baseUrl: apiAddress(typed(given, 'baseUrl')),
    ...marketplace(typed(given, 'marketplaceUrl')),
  };
  if (clientId !== '') {
    if (!UUID.test(clientId))
      throw refusal(
        'clientId',
        'must be the client ID of an Integration API application, such as 11111111-2222-3333-4444-555555555555.',
        'client_id_form',
      );
    account.clientId = clientId.toLowerCase();
  }
  if (clientSecret !== '') {
    if (clientId === '')
      throw refusal('clientId', 'must be given beside "clientSecret".', 'keys_missing');
    return { account, secrets: { clientSecret: whole('clientSecret', clientSecret) } };
  }
  if (token !== '') return { account, secrets: { token: whole('token', token) } };
  // By the ID alone only what is published could be read, without stock: less than what was asked.
  throw refusal(
    'clientSecret',
    'must be given: "clientId" and "clientSecret" of an Integration API application, or an access token as "token".',
    'keys_missing',
  );
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  throw refusal(key, 'must be one text, not a list.');
}

function whole(key: string, value: string): string {
  if (!/[^\x21-\x7e]/.test(value)) return value;
  throw refusal(key, 'holds a space or another character that it cannot have; copy it again.');
}

const refusal = (field: string, message: string, reason?: string): Fault =>
  new Fault('invalid_request', `"${field}" ${message}`, { field, reason });

const addressOf = (text: string): URL | undefined => {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(full) && !/\s/.test(text) ? new URL(full) : undefined;
};

/** Keys go to Sharetribe alone. */
function apiAddress(text: string): string {
  if (text === '') return API;
  const url = addressOf(text);
  if (url?.protocol === 'https:' && /(^|\.)sharetribe\.com$/.test(url.hostname)) return url.origin;
  throw refusal(
    'baseUrl',
    `must be an address of Sharetribe’s API, such as ${API}; leave it out unless Sharetribe named another. The address of the marketplace is "marketplaceUrl".`,
    'not_sharetribe',
  );
}

function marketplace(text: string): { readonly marketplaceUrl?: string } {
  if (text === '') return {};
  const url = addressOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.'))
    throw refusal(
      'marketplaceUrl',
      'must be the address of the marketplace, such as https://www.example.com.',
      'marketplace_form',
    );
  return { marketplaceUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

export const hosts = ({ baseUrl = API }: Account): readonly string[] => [new URL(baseUrl).host];

export const sign = (_: Ask, { secrets }: Credential): Signed => ({
  headers: { authorization: `bearer ${secrets.token}` },
});

/** Tokens live for minutes: they are renewed shortly before their end, not five minutes ahead. */
export const renewal: Renewal = {
  keep: () => 'memory',
  ahead: 30_000,
  endsAt: ({ secrets }) =>
    secrets.clientSecret === undefined ? undefined : Number(secrets.tokenEnds ?? 0),

  async renew(credential, _, call, now): Promise<Grant> {
    const { account, secrets } = credential;
    const token = (await refreshed(credential, call)) ?? (await exchanged(credential, call));
    const endsAt = now + token.seconds * 1000;
    return {
      account,
      secrets: {
        clientSecret: secrets.clientSecret ?? '',
        token: token.accessToken,
        tokenEnds: String(endsAt),
        ...(token.refreshToken !== undefined && { refreshToken: token.refreshToken }),
      },
      endsAt,
    };
  },
};

/** By the refresh token, where there is one that still works. */
async function refreshed(
  { account, secrets }: Credential,
  call: Call,
): Promise<EndingToken | undefined> {
  if (secrets.refreshToken === undefined) return undefined;
  const form = {
    client_id: account.clientId ?? '',
    grant_type: 'refresh_token',
    refresh_token: secrets.refreshToken,
  };
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
      client_id: account.clientId ?? '',
      client_secret: secrets.clientSecret ?? '',
      grant_type: 'client_credentials',
      scope: 'integ',
    },
    account,
    call,
  );

async function tokenFor(
  form: Readonly<Record<string, string>>,
  { baseUrl = API }: Account,
  call: Call,
): Promise<EndingToken> {
  const { body } = await call({
    method: 'POST',
    url: `${baseUrl}${TOKEN_PATH}`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    // A token more or less changes nothing, so it may be asked for again.
    reads: true,
  });
  const token = endingTokenIn(body);
  if (token) return token;
  throw new Fault('channel_invalid_response', 'Sharetribe sent something else than a token.');
}

/** The marketplace's own name proves token and application; one listing, that they may be read. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const shown = dataOf(await call(askFor(account, 'marketplace/show')));
  if (!isRecord(shown) || shown.type !== 'marketplace' || idOf(shown.id) === null)
    throw unlike('a marketplace');
  const listed = await call(askFor(account, 'listings/query', [['perPage', '1'], ['fields.listing', 'title']])); // biome-ignore format: one ask
  if (!Array.isArray(dataOf(listed))) throw unlike('listings');
  const name = isRecord(shown.attributes) ? filled(shown.attributes.name) : null;
  return { account, ...(name !== null && { name }) };
}

const dataOf = ({ body }: Reply): unknown => (isRecord(body) ? body.data : undefined);

const unlike = (what: string): Fault =>
  new Fault('channel_invalid_response', `Sharetribe sent something else than ${what}.`);

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
