// Keys of a Magento shop: what people type, how asks are signed, tokens of the cloud, and the check.

import type { Account, Credential, Given, Grant, Secrets } from '../../model/credential.ts';
import type { Ask, Call, Pairs, Reply, Signed } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { AccountFacts, Reading, Renewal, SigningContext } from '../channel.ts';
import { refuse, textIn } from '../kit/given.ts';
import { count, isRecord, membersOf } from '../kit/loose.ts';
import { encode, signature } from '../kit/oauth1.ts';
import { shownHost } from '../kit/search.ts';
import { askToken, endOf, granted } from '../kit/token-answer.ts';
import { API_PATHS, askFor, discover, isCloud, notMagento } from './asks.ts';
import { explain, IMS } from './explain.ts';
import { criteriaPairs } from './lists.ts';
import { addressIn } from './shop-address.ts';
import { DECODED, decodedForm } from './signed-path.ts';

/** How asks are signed: by OAuth 1.0a, by a bearer token, or by a token of Adobe's cloud. */
type Auth = 'oauth' | 'token' | 'ims';

/** What a cloud token is asked to open (developer.adobe.com/commerce/webapi/rest/authentication). */
const SCOPE =
  'openid,AdobeID,email,profile,additional_info.roles,additional_info.projectedProductContext,commerce.accs';

export function accept(given: Given): Credential {
  const address = addressIn(given);
  const storeCode = textIn(given, 'storeCode') || address.storeCode;
  if (storeCode !== undefined && !/^[a-z]\w{0,31}$/i.test(storeCode))
    refuse('storeCode', 'must be the code of a store view, such as default.');
  const { account, secrets } = keysIn(given, address.baseUrl);
  const apiPath = API_PATHS.find((path) => path === textIn(given, 'apiPath'));
  return {
    account: {
      ...(apiPath && { apiPath }),
      ...address,
      ...(storeCode !== undefined && { storeCode }),
      ...account,
    },
    secrets,
  };
}

interface Keys {
  readonly account: Account & { readonly auth: Auth };
  readonly secrets: Secrets;
}

function keysIn(given: Given, baseUrl: string): Keys {
  if (isCloud(baseUrl)) return imsIn(given);
  const token = textIn(given, 'token').replace(/^Bearer\s+/i, '');
  const four = {
    consumerKey: textIn(given, 'consumerKey'),
    consumerSecret: textIn(given, 'consumerSecret'),
    accessToken: textIn(given, 'accessToken') || token,
    accessTokenSecret: textIn(given, 'accessTokenSecret'),
  };
  if (four.consumerKey || four.consumerSecret || four.accessTokenSecret) {
    mustBeFour(four);
    return { account: { auth: 'oauth' }, secrets: four };
  }
  mustBeToken(four.accessToken, baseUrl);
  return { account: { auth: 'token' }, secrets: { token: four.accessToken } };
}

function mustBeFour(four: Secrets): void {
  for (const [key, value] of Object.entries(four)) {
    if (value === '')
      refuse(key, 'is missing: all four values of the integration belong together.', 'four_values');
    if (!/^[a-z0-9]{32}$/.test(value))
      refuse(key, 'must be 32 lower-case letters and digits; copy it again, whole.', 'value_form');
  }
}

function mustBeToken(token: string, baseUrl: string): void {
  if (token === '')
    refuse(
      'token',
      'is missing; give it, or "consumerKey", "consumerSecret", "accessToken" and "accessTokenSecret" of an integration.',
      'four_values',
    );
  if (/[^\x21-\x7e]/.test(token) || token.length < 20)
    refuse('token', 'is no access token; copy it again, whole.', 'value_form');
  if (baseUrl.startsWith('http:'))
    refuse(
      'token',
      'must not travel unencrypted: for an http:// address give all four values of the integration.',
      'token_unencrypted',
    );
}

function imsIn(given: Given): Keys {
  const [imsClientId, imsClientSecret, imsOrgId] = [
    textIn(given, 'imsClientId'),
    textIn(given, 'imsClientSecret'),
    textIn(given, 'imsOrgId'),
  ];
  for (const [key, value] of Object.entries({ imsClientId, imsClientSecret, imsOrgId }))
    if (value === '' || /[^\x21-\x7e]/.test(value))
      refuse(
        key,
        'is missing or not whole: a shop of Adobe Commerce as a Cloud Service needs "imsClientId", "imsClientSecret" and "imsOrgId".',
        'ims_values',
      );
  return { account: { auth: 'ims', imsClientId, imsOrgId }, secrets: { imsClientSecret } };
}

export function hosts({ baseUrl = '' }: Account): readonly string[] {
  const { host } = new URL(baseUrl);
  return isCloud(baseUrl) ? [host, IMS] : [host];
}

export function sign(ask: Ask, { account, secrets }: Credential, context: SigningContext): Signed {
  switch (account.auth) {
    case 'oauth':
      return { headers: { authorization: signedHeader(ask, secrets, context) } };
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
function signedHeader(ask: Ask, secrets: Secrets, { now, nonce }: SigningContext): string {
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
  usesUp: () => false,
  endsAt: (credential) => (credential.account.auth === 'ims' ? endOf(credential) : undefined),

  async renew(credential, _, call, now): Promise<Grant> {
    const form = {
      grant_type: 'client_credentials',
      client_id: credential.account.imsClientId ?? '',
      client_secret: credential.secrets.imsClientSecret ?? '',
      scope: SCOPE,
    };
    const url = `https://${IMS}/ims/token/v3`;
    const token = await askToken({ url, form, again: true, vendor: 'Adobe' }, call);
    return granted(credential, token, now, 'imsToken');
  },
};

/** Finds the API, reads the shop's settings, then one product; distinguishes refusals. */
export async function check(
  account: Account,
  { call }: Pick<Reading, 'call' | 'now' | 'version'>,
): Promise<AccountFacts> {
  const { path, reply: settings } = await discover(account, call);
  if (settings.status === 404) throw unknownView(account);
  const found: Account = { ...account, apiPath: path };
  await readOneProduct(found, call, settings.status < 300);
  return { account: found, name: shownHost(account.baseUrl ?? '') };
}

function unknownView({ storeCode }: Account): Fault {
  const detail = { status: 404, reason: 'no_route', retryable: false };
  return storeCode === undefined
    ? new Fault('channel_failed', 'Magento is there, but its REST API V1 is not.', {
        ...detail,
        field: 'baseUrl',
      })
    : new Fault('channel_failed', `The shop has no store view with the code "${storeCode}".`, {
        ...detail,
        field: 'storeCode',
      });
}

/** Every list repeats what was asked for. With `fields`, one without entries comes as null. */
function isProductList({ body }: Reply): boolean {
  const { items = null, search_criteria, total_count } = membersOf(body);
  const isList = items === null || Array.isArray(items);
  return isList && isRecord(search_criteria) && count(total_count) !== undefined;
}

/** `known`: the credential has already opened something, so that a refusal is about a right. */
async function readOneProduct(account: Account, call: Call, known: boolean): Promise<void> {
  const fields = 'items[id,sku],search_criteria,total_count';
  const query = criteriaPairs({ groups: [], sort: 'entity_id', size: 1, fields });
  const ask = askFor(account, 'products', query);
  const reply = await call({ ...ask, expect: [401] });
  if (reply.status !== 401) {
    if (!isProductList(reply)) throw notMagento(account, 'a list of products');
    return;
  }
  const fault = explain(reply, ask);
  const refused = { status: 401, native: fault?.native };
  if (known)
    throw new Fault(
      'permission_missing',
      'The integration may not read products. Tick Catalog > Inventory > Products in its API permissions.',
      { ...refused, reason: 'resource_missing' },
    );
  if (account.auth === 'token' && fault?.reason !== 'password_wall')
    throw new Fault('credential_refused', fault?.message ?? 'The shop refused the token.', {
      ...refused,
      reason: 'bearer_refused',
    });
  throw fault ?? new Fault('credential_refused', 'The shop refused the credential.');
}
