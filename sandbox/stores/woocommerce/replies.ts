// WordPress answers: JSON with its usual headers, errors, and the pages of the server before it.
import type { ReplyFault, StoreReply } from '../../store.ts';
import type { WooShop } from './shops.ts';

export function restRoot(shop: WooShop): string {
  return `${shop.site}/wp-json`;
}

export function json(
  shop: WooShop,
  status: number,
  body: string,
  more: Record<string, string> = {},
): StoreReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-robots-tag': 'noindex',
      link: `<${restRoot(shop)}/>; rel="https://api.w.org/"`,
      'x-content-type-options': 'nosniff',
      'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
      'access-control-allow-headers':
        'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
      ...more,
    },
    body,
  };
}

export function restError(
  shop: WooShop,
  status: number,
  code: string,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
  headers: Record<string, string> = {},
): StoreReply {
  return json(shop, status, JSON.stringify({ code, message, data: { status, ...data } }), headers);
}

export function noRoute(shop: WooShop): StoreReply {
  return restError(
    shop,
    404,
    'rest_no_route',
    'No route was found matching the URL and request method.',
  );
}

/** Anonymous callers get 401, known ones without the right 403. */
export function cannotView(shop: WooShop, known: boolean, what: 'list' | 'one'): StoreReply {
  const message =
    what === 'list' ? 'Sorry, you cannot list resources.' : 'Sorry, you cannot view this resource.';
  return restError(shop, known ? 403 : 401, 'woocommerce_rest_cannot_view', message);
}

export interface Invalid {
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

export function invalidParams(shop: WooShop, invalid: ReadonlyMap<string, Invalid>): StoreReply {
  const entries = [...invalid];
  return restError(
    shop,
    400,
    'rest_invalid_param',
    `Invalid parameter(s): ${entries.map(([name]) => name).join(', ')}`,
    {
      params: Object.fromEntries(entries.map(([name, { message }]) => [name, message])),
      details: Object.fromEntries(
        entries.map(([name, { code, message, data }]) => [
          name,
          { code, message, data: data ?? null },
        ]),
      ),
    },
  );
}

export function html(
  status: number,
  title: string,
  headers: Record<string, string> = {},
): StoreReply {
  return {
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr><center>nginx</center></body></html>`,
  };
}

export function tooManyRequests(retryAfterSeconds: number): StoreReply {
  return html(429, '429 Too Many Requests', { 'retry-after': String(retryAfterSeconds) });
}

export function faultReply(shop: WooShop, kind: ReplyFault): StoreReply {
  switch (kind) {
    case '401':
      return wrongSecret(shop);
    // Keys do not run out; a revoked one is as unknown as one that never was.
    case 'expired':
      return cannotView(shop, false, 'list');
    case '403':
      return cannotView(shop, true, 'list');
    case '404':
      return noRoute(shop);
    case '429':
    case '429-no-retry-after':
      return tooManyRequests(30);
    case '500':
      return restError(
        shop,
        500,
        'internal_server_error',
        '<p>There has been a critical error on this website.</p>',
      );
    case '503':
      return html(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.');
  }
}

export function wrongSecret(shop: WooShop): StoreReply {
  return restError(
    shop,
    401,
    'woocommerce_rest_authentication_error',
    'Consumer secret is invalid.',
    {},
    {
      'www-authenticate':
        'Basic realm="WooCommerce API. Use a consumer key in the username field and a consumer secret in the password field."',
    },
  );
}
