// Keys of a Magento shop: what people type, how asks are signed, tokens of the cloud, and the check.

import type { Account, Credential, Given, Grant, Secrets } from '../../model/credential.ts';
import type { Ask, Call, Pairs, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Moment, Reading, Renewal } from '../channel.ts';
import { count, isRecord } from '../kit/loose.ts';
import { encode, signature } from '../kit/oauth1.ts';
import { endingTokenIn } from '../kit/token-answer.ts';
import { readAddress, refusal } from './address.ts';
import { askFor, criteriaPairs, discover, isCloud, notMagento } from './asks.ts';
import { explain, IMS } from './explain.ts';
import { DECODED, decodedForm } from './signed-path.ts';

/** How asks are signed: by OAuth 1.0a, by a bearer token, or by a token of Adobe's cloud. */
type Auth = 'oauth' | 'token' | 'ims';

/** What a cloud token is asked to open (developer.adobe.com/commerce/webapi/rest/authentication). */
const SCOPE =
  'openid,AdobeID,email,profile,additional_info.roles,additional_info.projectedProductContext,commerce.accs';

export function accept(given: Given): Credential {
  const address = readAddress(typed(given, 'baseUrl'));
  const storeCode = typed(given, 'storeCode') || address.storeCode;
  if (storeCode !== undefined && !/^[a-z]\w{0,31}$/i.test(storeCode))
    throw refusal('storeCode', 'must be the code of a store view, such as default.');
  const { auth, secrets, settings } = acceptKeys(given, address.baseUrl);
  return {
    account: { ...address, ...(storeCode !== undefined && { storeCode }), auth, ...settings },
    secrets,
  };
}

function typed(given: Given, key: string): string {
  const value = given[key] ?? '';
  if (typeof value === 'string') return value.trim();
  throw refusal(key, 'must be one text, not a list.');
}

interface Keys {
  readonly auth: Auth;
  readonly secrets: Secrets;
  readonly settings?: Account;
}

function acceptKeys(given: Given, baseUrl: string): Keys {
  if (isCloud(baseUrl)) return acceptIms(given);
  const token = typed(given, 'token').replace(/^Bearer\s+/i, '');
  const four = {
    consumerKey: typed(given, 'consumerKey'),
    consumerSecret: typed(given, 'consumerSecret'),
    accessToken: typed(given, 'accessToken') || token,
    accessTokenSecret: typed(given, 'accessTokenSecret'),
  };
  if (four.consumerKey || four.consumerSecret || four.accessTokenSecret)
    return { auth: 'oauth', secrets: acceptFour(four) };
  return { auth: 'token', secrets: { token: acceptToken(four.accessToken, baseUrl) } };
}

function acceptFour(four: Secrets): Secrets {
  for (const [key, value] of Object.entries(four)) {
    if (value === '')
      throw refusal(
        key,
        'is missing: all four values of the integration belong together.',
        'four_values',
      );
    if (!/^[a-z0-9]{32}$/.test(value))
      throw refusal(
        key,
        'must be 32 lower-case letters and digits; copy it again, whole.',
        'value_form',
      );
  }
  return four;
}

function acceptToken(token: string, baseUrl: string): string {
  if (token === '')
    throw refusal(
      'token',
      'is missing; give it, or "consumerKey", "consumerSecret", "accessToken" and "accessTokenSecret" of an integration.',
      'four_values',
    );
  if (/[^\x21-\x7e]/.test(token) || token.length < 20)
    throw refusal('token', 'is no access token; copy it again, whole.', 'value_form');
  if (baseUrl.startsWith('http:'))
    throw refusal(
      'token',
      'must not travel unencrypted: for an http:// address give all four values of the integration.',
      'token_unencrypted',
    );
  return token;
}

function acceptIms(given: Given): Keys {
  const imsClientId = typed(given, 'imsClientId');
  const imsClientSecret = typed(given, 'imsClientSecret');
  const imsOrgId = typed(given, 'imsOrgId');
  for (const [key, value] of Object.entries({ imsClientId, imsClientSecret, imsOrgId }))
    if (value === '' || /[^\x21-\x7e]/.test(value))
      throw refusal(
        key,
        'is missing or not whole: a shop of Adobe Commerce as a Cloud Service needs "imsClientId", "imsClientSecret" and "imsOrgId".',
        'ims_values',
      );
  return { auth: 'ims', secrets: { imsClientSecret }, settings: { imsClientId, imsOrgId } };
}

export function hosts({ baseUrl = '' }: Account): readonly string[] {
  const { host } = new URL(baseUrl);
  return isCloud(baseUrl) ? [host, IMS] : [host];
}

export function sign(ask: Ask, { account, secrets }: Credential, moment: Moment): Signed {
  switch (account.auth) {
    case 'oauth':
      return { headers: { authorization: signedHeader(ask, secrets, moment) } };
    case 'ims':
      return {
        headers: {
          authorization: `Bearer ${secrets.imsToken}`,
          'x-api-key': account.imsClientId ?? '',
          'x-gw-ims-org-id': account.imsOrgId ?? '',
        },
      };
    default:
      return { headers: { authorization: `Bearer ${secrets.token}` } };
  }
}

/** OAuth 1.0a with HMAC-SHA256, the only method that current versions take. */
function signedHeader(ask: Ask, secrets: Secrets, { now, nonce }: Moment): string {
  const { consumerKey = '', consumerSecret = '', accessToken = '', accessTokenSecret } = secrets;
  const pairs: Pairs = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(Math.floor(now / 1000))],
    ['oauth_token', accessToken],
    ['oauth_version', '1.0'],
  ];
  const all = [...(ask.query ?? []), ...pairs];
  const url = ask.operation === DECODED ? decodedForm(ask.url) : ask.url;
  const proof = signature(ask.method ?? 'GET', url, all, consumerSecret, accessTokenSecret);
  return `OAuth ${[...pairs, ['oauth_signature', proof] as const]
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(', ')}`;
}

/** Tokens of the cloud live for a day; those of integrations until they are revoked. */
export const renewal: Renewal = {
  keep: () => 'memory',
  endsAt: ({ account, secrets }) =>
    account.auth === 'ims' ? Number(secrets.imsTokenEnds ?? 0) : undefined,

  async renew({ account, secrets }, _, call, now): Promise<Grant> {
    const { body } = await call({
      method: 'POST',
      url: `https://${IMS}/ims/token/v3`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: account.imsClientId ?? '',
        client_secret: secrets.imsClientSecret ?? '',
        scope: SCOPE,
      }).toString(),
      reads: true,
    });
    const token = endingTokenIn(body);
    if (!token)
      throw new Fault('channel_invalid_response', 'Adobe sent something else than a token.');
    const endsAt = now + token.seconds * 1000;
    return {
      account,
      secrets: { ...secrets, imsToken: token.accessToken, imsTokenEnds: String(endsAt) },
      endsAt,
    };
  },
};

/** Finds the API, reads the shop's settings, then one product; tells refusals apart. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const { path, reply: settings } = await discover(account, call);
  if (settings.status === 404) throw unknownView(account);
  const found: Account = { ...account, apiPath: path };
  await readOneProduct(found, call, settings.status < 300);
  return { account: found, name: new URL(account.baseUrl ?? '').host };
}

const unknownView = ({ storeCode }: Account): Fault =>
  new Fault(
    'channel_failed',
    storeCode === undefined
      ? 'Magento is there, but its REST API V1 is not.'
      : `The shop has no store view with the code "${storeCode}".`,
    {
      status: 404,
      reason: 'no_route',
      field: storeCode === undefined ? 'baseUrl' : 'storeCode',
      retryable: false,
    },
  );

/** Every list repeats what was asked for. With `fields`, one without entries comes as null. */
function isProductList({ body }: Reply): boolean {
  if (!isRecord(body)) return false;
  const { items = null, search_criteria, total_count } = body;
  return (
    (items === null || Array.isArray(items)) &&
    isRecord(search_criteria) &&
    count(total_count) !== undefined
  );
}

/** `known`: the credential has already opened something, so that a refusal is about a right. */
async function readOneProduct(account: Account, call: Call, known: boolean): Promise<void> {
  const ask = askFor(
    account,
    'products',
    criteriaPairs({
      groups: [],
      sort: 'entity_id',
      size: 1,
      fields: 'items[id,sku],search_criteria,total_count',
    }),
  );
  const reply = await call({ ...ask, expect: [401] });
  if (reply.status !== 401) {
    if (!isProductList(reply)) throw notMagento(account, 'a list of products');
    return;
  }
  const fault = explain(reply, ask);
  if (known)
    throw new Fault(
      'permission_missing',
      'The integration may not read products. Tick Catalog > Inventory > Products in its API permissions.',
      { status: 401, reason: 'resource_missing', native: fault?.native },
    );
  if (account.auth === 'token')
    throw new Fault('credential_refused', fault?.message ?? 'The shop refused the token.', {
      status: 401,
      reason: 'bearer_refused',
      native: fault?.native,
    });
  throw fault ?? new Fault('credential_refused', 'The shop refused the credential.');
}
