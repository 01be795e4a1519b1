// What can block a caller from a shop's REST API: permalinks, an update, a login, a redirect loop.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { html } from './replies.ts';
import type { WooShop } from './shops.ts';

/** The answer of a shop that nothing passes; null where the way is free. */
export function barrierReply(request: StoreRequest, shop: WooShop): StoreReply | null {
  const { host, path, rawQuery } = request;
  const address = `${shop.scheme}://${host}${path}`;
  const query = rawQuery === '' ? '' : `?${rawQuery}`;
  switch (shop.barrier) {
    case null:
      return null;
    case 'maintenance':
      // wp_maintenance()
      return html(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.', {
        'retry-after': '600',
      });
    case 'login':
      if (path === `${shop.folder}/wp-login.php`) return html(200, 'Log In');
      return html(302, '302 Found', {
        location: `${shop.site}/wp-login.php?redirect_to=${encodeURIComponent(address)}`,
      });
    case 'loop':
      return html(301, '301 Moved Permanently', { location: `${address}${query}` });
    case 'plain-permalinks':
      if (request.query.some(([name]) => name === 'rest_route')) return null;
      if (request.query.some(([name]) => name === 'wc-auth-route')) return null;
      // WordPress takes the path for that of a page, and only then finds no such page.
      return path.endsWith('/')
        ? homePage(shop, `${shop.site}/index.php?rest_route=/`)
        : html(301, '301 Moved Permanently', { location: `${address}/${query}` });
  }
}

/** Every page of a WordPress site names the place of its REST API. */
export function homePage(shop: WooShop, restRoot: string): StoreReply {
  return {
    isPage: true,
    status: 200,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      link: `<${restRoot}>; rel="https://api.w.org/"`,
    },
    body: `<!doctype html><html lang="nl"><head><title>${shop.title}</title><link rel="https://api.w.org/" href="${restRoot}"></head><body><h1>${shop.title}</h1></body></html>`,
  };
}
