// The storefront of a shop: the part of it that shows which shop it is.
import type { StoreReply } from '../../store.ts';
import type { ShopPlan } from './shops.ts';

/** Every answer of a storefront names the shop by its number, every page by its permanent address. */
export function storefront(path: string, { name, title }: ShopPlan, index: number): StoreReply {
  const domain = `${name}.myshopify.com`;
  const headers = { 'x-shopid': String(70_000_000_000 + index), 'powered-by': 'Shopify' };
  if (path === '/meta.json')
    return {
      isPage: true,
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        id: 70_000_000_000 + index,
        name: title,
        domain: `${name}.brand.example`,
        url: `https://${name}.brand.example`,
        myshopify_domain: domain,
      }),
    };
  const home = path === '/';
  const heading = home ? title : '404 Not Found';
  return {
    isPage: true,
    status: home ? 200 : 404,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><title>${heading}</title><script>var Shopify = Shopify || {};\nShopify.shop = "${domain}";</script></head><body><h1>${heading}</h1></body></html>`,
  };
}
