// What Shopify's answers tell besides data: errors in all their forms, and the budget that is left.
// https://shopify.dev/docs/api/usage/response-codes
import type { Ask, Pace, Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode } from '../../model/faults.ts';
import { errorsOf, type GraphqlError } from './graphql.ts';
import { costOf } from './native.ts';

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status, text } = reply;
  if (status >= 300 && status < 400) return redirected(reply, ask);
  if (ask.url.endsWith('/admin/oauth/access_token') && status === 400) return grantRefused(reply);
  if (status >= 400) return byStatus(reply, ask);
  if (reply.body === undefined && /^\s*</.test(text))
    return new Fault(
      'channel_invalid_response',
      'Shopify answered with a web page instead of data.',
      { status, retryable: false },
    );
  return inGraphql(reply);
}

/** Errors that come with status 200. Those a driver can live with are left to it. */
function inGraphql(reply: Reply): Fault | undefined {
  const error = errorsOf(reply.body).find(
    ({ extensions }) => !LEFT_TO_THE_DRIVER.includes(extensions?.code ?? ''),
  );
  if (!error) return undefined;
  const detail = { status: reply.status, native: error.message };
  switch (codeOf(error)) {
    case 'THROTTLED':
      return new Fault(
        'channel_rate_limited',
        'The shop’s limit for queries is used up for the moment.',
        { ...detail, retryAfter: pauseOf(reply.body) },
      );
    case 'SHOP_INACTIVE':
      return new Fault(
        'permission_missing',
        'The shop is not active: its owner must reopen it in Shopify.',
        detail,
      );
    case 'INTERNAL_SERVER_ERROR':
      return new Fault('channel_failed', 'Shopify had an error of its own.', detail);
    default:
      return PAGED_TOO_FAR.test(error.message ?? '')
        ? new Fault(
            'channel_failed',
            'Shopify pages through 25,000 objects of a list at most: narrow the filters, by times for example.',
            { ...detail, retryable: false },
          )
        : new Fault('channel_failed', 'Shopify refused the query.', detail);
  }
}

/** Its wording is not documented, the number is: https://shopify.dev/docs/api/usage/limits */
const PAGED_TOO_FAR = /\b25[,.]?000\b/;

const LEFT_TO_THE_DRIVER = ['ACCESS_DENIED', 'MAX_COST_EXCEEDED'];
const codeOf = ({ extensions }: GraphqlError): string => extensions?.code ?? '';

const BY_STATUS: Readonly<Record<number, readonly [FaultCode, string, reason: string]>> = {
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

/** Longer than any deadline: the same request at once would be rejected again. */
const REJECTED_PAUSE = 60_000;

function byStatus(reply: Reply, ask: Ask): Fault | undefined {
  const { status } = reply;
  const native = sentenceOf(reply.body);
  if (status === 430)
    return new Fault('channel_failed', 'Shopify took the request for an attack and rejected it.', {
      status,
      native,
      retryAfter: REJECTED_PAUSE,
    });
  if (status === 403 && /non-expiring access tokens/i.test(native ?? ''))
    return new Fault(
      'credential_refused',
      'Shopify no longer accepts access tokens of this app that never end. Authorise the shop again.',
      { status, native, reason: 'token_must_expire' },
    );
  const scope = /approval for (\w+) scope/.exec(native ?? '')?.[1];
  if (status === 403 && scope)
    return new Fault(
      'permission_missing',
      `The access token lacks the scope ${scope}. Grant it to the app in Shopify and authorise the shop again.`,
      { status, native, reason: `missing_${scope}` },
    );
  if (status === 403 && /protected customer data/i.test(native ?? ''))
    return new Fault(
      'permission_missing',
      'The app is not approved for protected customer data. Ask Shopify for it in the app’s settings.',
      { status, native, reason: 'protected_data' },
    );
  const [code, sentence, reason] = BY_STATUS[status] ?? [];
  if (!code || !sentence) return undefined;
  return new Fault(code, `${new URL(ask.url).host}: ${sentence}`, { status, native, reason });
}

/** A renamed shop redirects to its new name, everything else to a page to log in. Neither is followed. */
function redirected({ status, headers }: Reply, ask: Ask): Fault {
  const from = new URL(ask.url).host;
  const to = URL.parse(headers.location ?? '', ask.url)?.host;
  const renamed = to !== undefined && to !== from && to.endsWith('.myshopify.com');
  return new Fault(
    'credential_refused',
    renamed
      ? `The shop has moved from ${from} to ${to}: link it by that address.`
      : `${from} wants a login instead of answering: check the address of the shop and its access token.`,
    { status, reason: renamed ? 'shop_moved' : 'shop_unknown' },
  );
}

/** The token endpoint answers with an OAuth error, or with a page that holds one. */
function grantRefused({ status, body, text }: Reply): Fault {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const code = typeof error === 'string' ? error : /oauth error (\w+)/i.exec(text)?.[1];
  const sentences: Readonly<Record<string, string>> = {
    invalid_grant: 'The access to the shop ran out or was withdrawn: authorise the shop again.',
    shop_not_permitted:
      'Client credentials work only where app and shop belong to the same organisation.',
    application_cannot_be_found: 'There is no Shopify app with this client id.',
    invalid_client: 'Shopify does not know this client id and secret.',
  };
  return new Fault(
    'credential_refused',
    sentences[code ?? ''] ?? 'Shopify refused to renew the access token: authorise the shop again.',
    { status, native: typeof description === 'string' ? description : code },
  );
}

/** `{"errors": "text"}`, `{"errors": {"field": ["text"]}}` or `{"error": "text"}`. */
function sentenceOf(body: unknown): string | undefined {
  const { errors, error } = (body ?? {}) as Record<string, unknown>;
  const told = errors ?? error;
  if (told === undefined || told === null) return undefined;
  return (typeof told === 'string' ? told : JSON.stringify(told)).slice(0, 500);
}

/** Milliseconds until what the query costs is there again; never less than a second. */
function pauseOf(body: unknown): number {
  const { requestedQueryCost = 0, throttleStatus = {} } = costOf(body);
  const { currentlyAvailable = 0, restoreRate = 0 } = throttleStatus;
  if (!(restoreRate > 0)) return 1000;
  return Math.max(
    1000,
    Math.ceil(((requestedQueryCost - currentlyAvailable) / restoreRate) * 1000),
  );
}

/** Every answer tells the shop's true rate, the size of its bucket and what is left in it. */
export function pace({ body }: Reply, { cost = 1 }: Ask): readonly Pace[] {
  const { throttleStatus = {}, actualQueryCost } = costOf(body);
  const { maximumAvailable, currentlyAvailable, restoreRate } = throttleStatus;
  if (maximumAvailable === undefined || currentlyAvailable === undefined || !restoreRate) return [];
  // Shopify holds what a query may cost at most, and gives back what it did not.
  const back = cost - (actualQueryCost ?? 0);
  return [
    { limit: 'points', rate: restoreRate, burst: maximumAvailable, left: currentlyAvailable, back },
  ];
}
