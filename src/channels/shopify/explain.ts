// What Shopify's answers say besides data: errors in all their forms, and the budget that is left.
// https://shopify.dev/docs/api/usage/response-codes
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';
import { appRefusal } from '../kit/app.ts';
import { membersOf } from '../kit/loose.ts';
import { faultsOf, oauthErrorIn, sentenceOf } from '../kit/refusals.ts';
import { codeOf, costOf, errorsOf, type GraphqlError } from './native.ts';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  if (status >= 300 && status < 400) return redirected(reply, ask);
  if (ask.url.endsWith('/admin/oauth/access_token') && (status === 400 || status === 401))
    return grantRefused(reply, ask);
  return status >= 400 ? byStatus(reply, ask) : inGraphql(reply, ask);
}

const BY_CODE: Readonly<Record<string, readonly [FaultCode, string]>> = {
  THROTTLED: ['channel_rate_limited', 'The shop’s limit for queries is used up for the moment.'],
  SHOP_INACTIVE: [
    'permission_missing',
    'The shop is not active: its owner must reopen it in Shopify.',
  ],
  INTERNAL_SERVER_ERROR: ['channel_failed', 'Shopify had an error of its own.'],
};

/** Its wording is not documented, the number is: https://shopify.dev/docs/api/usage/limits */
const PAGED_TOO_FAR = /\b25[,.]?000\b/;

const LEFT_TO_THE_DRIVER = ['ACCESS_DENIED', 'MAX_COST_EXCEEDED'];

/** Errors that come with status 200. Those a driver can live with are left to it. */
function inGraphql(reply: Reply, { reads }: Ask): Fault | undefined {
  const errors = errorsOf(reply.body);
  // Of what is read a part may be withheld; what may not be written is not written.
  const denied = errors.find((one) => reads === false && codeOf(one) === 'ACCESS_DENIED');
  if (denied) return permissionMissing(denied);
  const error = errors.find((one) => !LEFT_TO_THE_DRIVER.includes(codeOf(one)));
  if (!error) return undefined;
  const fault = faultsOf(reply, error.message);
  const [code, sentence] = BY_CODE[codeOf(error)] ?? [];
  if (code && sentence)
    return fault(
      code,
      sentence,
      code === 'channel_rate_limited' ? { retryAfter: pauseOf(reply.body) } : {},
    );
  if (PAGED_TOO_FAR.test(error.message ?? ''))
    return fault(
      'channel_failed',
      'Shopify pages through 25,000 objects of a list at most: narrow the filters, by times for example.',
      { retryable: false },
    );
  return fault('channel_failed', 'Shopify refused the query.');
}

type Refusal = readonly [FaultCode, string, reason: string];

const BY_STATUS: Readonly<Record<number, Refusal>> = {
  401: [
    'credential_refused',
    'Shopify refused the access token: it is wrong, ran out or was revoked, or the app was uninstalled. Authorise the shop again.',
    'token_refused',
  ],
  402: [
    'permission_missing',
    'The shop is frozen because a bill of Shopify’s is unpaid: its owner must settle it.',
    'shop_frozen',
  ],
  403: ['permission_missing', 'Shopify does not allow the app to read this.', 'not_allowed'],
  404: [
    'credential_refused',
    'There is no shop at this address: compare it with the one in the Shopify admin under Settings, Domains.',
    'shop_unknown',
  ],
  423: [
    'permission_missing',
    'Shopify has locked the shop: its owner must ask Shopify why.',
    'shop_locked',
  ],
};

/** Refusals that have the status 403 in common and differ in their words. */
const BY_WORDS: readonly (readonly [RegExp, ...Refusal])[] = [
  [
    /non-expiring access tokens/i,
    'credential_refused',
    'Shopify no longer accepts access tokens of this app that never end. Authorise the shop again.',
    'token_must_expire',
  ],
  [
    /protected customer data/i,
    'permission_missing',
    'The app is not approved for protected customer data. Ask Shopify for it in the app’s settings.',
    'protected_data',
  ],
];

/** Longer than any deadline: the same request sent immediately would be rejected again. */
const REJECTED_PAUSE = 60_000;

function byStatus(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const native = wordsOf(reply.body);
  const fault = faultsOf(reply, native);
  if (status === 430)
    return fault('channel_failed', 'Shopify took the request for an attack and rejected it.', {
      retryAfter: REJECTED_PAUSE,
    });
  if (status === 403) {
    const scope = /approval for (\w+) scope/.exec(native ?? '')?.[1];
    if (scope) return scopeMissing([scope], { status, native, reason: `missing_${scope}` });
    const [, code, sentence, reason] = BY_WORDS.find(([words]) => words.test(native ?? '')) ?? [];
    if (code && sentence) return fault(code, sentence, { reason });
  }
  const [code, sentence, reason] = BY_STATUS[status] ?? [];
  if (!code || !sentence) return undefined;
  return fault(code, `${new URL(ask.url).host}: ${sentence}`, { reason });
}

export const scopeMissing = (scopes: readonly string[], detail: FaultDetail): Fault =>
  new Fault(
    'permission_missing',
    `The access token lacks the scope ${scopes.join(' and ')}. Grant it to the app in Shopify and authorise the shop again.`,
    detail,
  );

export function permissionMissing({ message = '', extensions }: GraphqlError): Fault {
  const scope = /\b(?:read|write)_[a-z_]+/.exec(extensions?.requiredAccess ?? message)?.[0];
  if (scope) return scopeMissing([scope], { native: message });
  return new Fault(
    'permission_missing',
    'The app is not approved for this data. Ask Shopify for access to protected customer data.',
    { native: message },
  );
}

/** A renamed shop redirects to its new name, everything else to a page to log in. Neither is followed. */
function redirected({ status, headers }: Reply, ask: Ask): Fault {
  const from = new URL(ask.url).host;
  const to = URL.parse(headers.location ?? '', ask.url)?.host;
  const renamed = to !== undefined && to !== from && to.endsWith('.myshopify.com');
  return new Fault(
    // Somebody else's login page, such as that of a network, says nothing of the shop.
    renamed ? 'credential_refused' : 'channel_invalid_response',
    renamed
      ? `The shop has moved from ${from} to ${to}: link it by that address.`
      : `${from} wants a login instead of answering: check the address of the shop and its access token.`,
    { status, reason: renamed ? 'shop_moved' : 'shop_unknown', retryable: false },
  );
}

const GRANTS: Readonly<Record<string, string>> = {
  invalid_grant: 'The access to the shop ran out or was withdrawn: authorise the shop again.',
  shop_not_permitted:
    'Client credentials work only where app and shop belong to the same organisation.',
  application_cannot_be_found: 'There is no Shopify app with this client id.',
  invalid_client: 'Shopify does not know this client id and secret.',
};

const NO_SUCH_APP = 'application_cannot_be_found';
const OF_THE_APP = ['invalid_client', 'unauthorized_client', NO_SUCH_APP];

/** The token endpoint answers with an OAuth error, or with a page that holds one. */
function grantRefused(reply: Reply, ask: Ask): Fault {
  const { error, description } = oauthErrorIn(reply.body);
  const onPage = /oauth error (\w+)/i.exec(reply.text)?.[1];
  // The older words for an app that is not there come as `invalid_request`.
  const isGone = /could not find shopify api application/i.test(description ?? reply.text);
  const said = isGone ? NO_SUCH_APP : (error ?? onPage);
  const ofApp = appRefusal(reply, ask, 'Shopify', said, OF_THE_APP);
  if (ofApp) return ofApp;
  const fault = faultsOf(reply, description ?? said);
  const sentence = GRANTS[said ?? (reply.status === 401 ? 'invalid_client' : '')];
  return sentence
    ? fault('credential_refused', sentence)
    : fault('channel_failed', 'Shopify refused to give out an access token.');
}

/** `{"errors": "text"}`, `{"errors": {"field": ["text"]}}` or `{"error": "text"}`. */
function wordsOf(body: unknown): string | undefined {
  const { errors, error } = membersOf(body);
  const said = errors ?? error ?? undefined;
  return sentenceOf([typeof said === 'string' ? said : JSON.stringify(said)]);
}

/** Milliseconds until what the query costs is there again; never less than a second. */
function pauseOf(body: unknown): number {
  const { requestedQueryCost = 0, throttleStatus = {} } = costOf(body);
  const { currentlyAvailable = 0, restoreRate = 0 } = throttleStatus;
  const missing = requestedQueryCost - currentlyAvailable;
  return restoreRate > 0 ? Math.max(1000, Math.ceil((missing / restoreRate) * 1000)) : 1000;
}

/** Every answer has the shop's true rate, the size of its bucket and what is left in it. */
export function pace({ body }: Reply, { cost = 1 }: Ask): readonly Pace[] {
  const { throttleStatus = {}, actualQueryCost } = costOf(body);
  const { maximumAvailable: burst, currentlyAvailable: left, restoreRate: rate } = throttleStatus;
  if (burst === undefined || left === undefined || !rate) return [];
  // Shopify holds what a query may cost at most, and gives back what it did not.
  return [{ limit: 'points', rate, burst, left, back: cost - (actualQueryCost ?? 0) }];
}
