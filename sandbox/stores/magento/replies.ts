// Magento's answers: JSON with its usual headers, errors, and the pages of the server before it.
import type { ReplyFault, StoreReply } from '../../store.ts';
import type { MagentoShop, Right } from './shops.ts';
import { RESOURCES } from './shops.ts';

export function json(status: number, body: string): StoreReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
      pragma: 'no-cache',
      'x-frame-options': 'SAMEORIGIN',
    },
    body,
  };
}

type Parameters = Readonly<Record<string, string | number>> | readonly (string | number)[];

export function apiError(
  shop: MagentoShop,
  status: number,
  message: string,
  parameters?: Parameters,
): StoreReply {
  return json(
    status,
    JSON.stringify({
      message,
      ...(parameters && { parameters }),
      ...(shop.developerMode && {
        trace:
          '#0 /var/www/shop/vendor/magento/module-webapi/Controller/Rest.php(192): Magento\\Webapi\\Controller\\Rest\\RequestValidator->validate()',
      }),
    }),
  );
}

export const noRoute = (shop: MagentoShop): StoreReply =>
  apiError(shop, 404, 'Request does not match any route.');

/** What no part of the API feels meant by: a path that begins with neither V1 nor a store view. */
export const notProcessed = (shop: MagentoShop): StoreReply =>
  apiError(shop, 400, 'Specified request cannot be processed.');

export const unauthorized = (shop: MagentoShop, right: Right): StoreReply =>
  apiError(shop, 401, "The consumer isn't authorized to access %resources.", {
    resources: RESOURCES[right],
  });

export const badRequest = (shop: MagentoShop, message: string): StoreReply =>
  apiError(shop, 400, message);

export function html(
  status: number,
  title: string,
  headers: Record<string, string> = {},
): StoreReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
    body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  };
}

/** The API's own limit answers in JSON, a CDN with a page. */
export const tooManyRequests = (seconds: number): StoreReply =>
  html(429, 'Too Many Requests', { 'retry-after': String(seconds) });

export const maintenance = (): StoreReply =>
  html(503, 'Service Temporarily Unavailable', { 'retry-after': '60' });

export function faultReply(shop: MagentoShop, kind: ReplyFault): StoreReply {
  switch (kind) {
    // A bare token that is not known is a stranger's; a wrong signature is answered by what is wrong with it.
    case '401':
      return shop.bearer
        ? unauthorized(shop, 'products')
        : apiError(shop, 401, 'Specified token does not exist');
    // Tokens of integrations do not run out; a revoked one says so.
    case 'expired':
      return apiError(shop, 401, 'Access token has been revoked');
    case '403':
      return html(403, '403 Forbidden');
    case '404':
      return noRoute(shop);
    case '429':
      return json(429, JSON.stringify({ message: 'Too Many Requests', trace: null }));
    case '429-no-retry-after':
      return html(429, 'Too Many Requests');
    case '500':
      return json(
        500,
        JSON.stringify({
          message:
            'Internal Error. Details are available in Magento log file. Report ID: webapi-6713c2a91f0de',
        }),
      );
    // Overload passes sooner than maintenance, and says nothing of when.
    case '503':
      return html(503, 'Service Temporarily Unavailable');
  }
}
