// The page in a vendor's admin where a merchant finds the keys of a shop; every store has one.
import type { Store, StoreReply, StoreRequest } from '../store.ts';
import { escapeHtml, htmlReply } from './page.ts';

/** For a browser that looks for a page the store does not play. */
export function keysPage(store: Store, request: StoreRequest): StoreReply {
  const here = store.shops.filter(({ host }) => host === request.host);
  const [shop] = here.length > 0 ? here : store.shops;
  const pairs = shop
    ? [...Object.entries(shop.credential.account), ...Object.entries(shop.credential.secrets)]
    : [];
  const more = pairs.flatMap(([key, value]) => [[key, String(value)] as const, ...split(value)]);
  return htmlReply(
    200,
    `Keys · ${store.title}`,
    `<p class="vendor">${escapeHtml(store.title)} <span>sandbox</span></p>
<h1>Keys of ${escapeHtml(shop?.title ?? 'the shop')}</h1>
<p>The vendor’s admin shows them about here.</p>
<dl>${more.map(([key, value]) => `<dt>${escapeHtml(key)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
  );
}

/** Many tokens are an id and a secret in base64: forms ask for the two by themselves. */
function split(value: unknown): readonly (readonly [string, string])[] {
  const text = typeof value === 'string' ? value.replace(/^Basic\s+/i, '') : '';
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(text)) return [];
  const pair = /^([\x21-\x7e]{4,}?):([\x21-\x7e]{4,})$/.exec(
    Buffer.from(text, 'base64').toString(),
  );
  return pair?.[1] && pair[2]
    ? [
        ['first half', pair[1]],
        ['second half', pair[2]],
      ]
    : [];
}
