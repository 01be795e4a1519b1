// Finds a Shopify shop: its permanent address, from that, from its admin, or from a domain of its own.
import type { Given } from '../../model/credential.ts';
import type { Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Located } from '../channel.ts';
import { textIn } from '../kit/given.ts';
import { visible } from '../kit/invisible.ts';
import { membersOf } from '../kit/loose.ts';
import { closedBy, type Seen, seeData, seePage, seeSite } from '../kit/search.ts';
import { filled } from '../kit/text.ts';
import { isMail, urlIn, webAddress } from '../kit/web-address.ts';
import { ADDRESS, customDomain, permanentHost, SHOP_HOST } from './auth.ts';

export async function locate(given: Given, call: Call): Promise<Located> {
  const typed = textIn(given, 'baseUrl');
  const permanent = permanentHost(typed);
  try {
    return permanent === undefined
      ? await byDomain(given, typed, call)
      : await byName(given, permanent, call);
  } catch (error) {
    if (!(error instanceof Fault) || !NOT_THERE.has(error.reason ?? '')) throw error;
    const host = await meant(typed, permanent, call);
    if (host === undefined) throw error;
    return { ...located(given, host, null), guess: true };
  }
}

/** What was typed names no shop, but may be near to the name of one. */
const NOT_THERE = new Set(['shop_unknown', 'not_shopify', 'unknown_host']);

/** The shop that may be meant: `kaarsen nl` or `kaarsen.nl` for kaarsen-nl, and a mistyped ending. */
async function meant(
  typed: string,
  tried: string | undefined,
  call: Call,
): Promise<string | undefined> {
  const host = urlIn(typed)?.hostname ?? typed;
  const names = [/^(?:www\.)?([^.\s]+)\.my-?sh?opi?f[iy]+\b/i.exec(host)?.[1], host];
  const hosts = names.flatMap((name) => permanentHost(hyphened(name ?? '')) ?? []);
  for (const one of new Set(hosts)) if (one !== tried && (await isThere(one, call))) return one;
  return undefined;
}

/** A name with whatever separates its words written as Shopify writes it. */
const hyphened = (name: string): string =>
  visible(name)
    .toLowerCase()
    .replace(/^www\./, '')
    .replaceAll(/[\s._]+/g, '-');

/** Whatever goes wrong with a guess, what was typed is what is spoken of. */
const isThere = (host: string, call: Call): Promise<boolean> =>
  seeData(new URL(`https://${host}/meta.json`), call).then(
    ({ reply }) => 'x-shopid' in reply.headers || metaIn(reply) !== undefined,
    () => false,
  );

/** Any answer of Shopify's own host will do, but the one for a shop that is not there. */
async function byName(given: Given, host: string, call: Call): Promise<Located> {
  const { reply } = await seeData(new URL(`https://${host}/meta.json`), call);
  const meta = metaIn(reply);
  if (meta) return located(given, meta.host, meta.name);
  // A shop behind a password, or with a page of its own, may not give its data.
  const page = await seePage(new URL(`https://${host}/`), call);
  if (page.reply.status === 404 && !('x-shopid' in page.reply.headers)) throw unknown(host);
  return located(given, hostIn(page.reply.text) ?? host, null);
}

/**
 * A storefront shows its shop's permanent address, in its data and in every page that its theme
 * writes. Neither is documented by Shopify; both have been there for more than ten years.
 */
async function byDomain(given: Given, typed: string, call: Call): Promise<Located> {
  // A name, of several words perhaps, is no domain.
  if (/^[^.:/]+$|\S\s+\S/.test(visible(typed)) && !isMail(typed)) throw unknown(visible(typed));
  const url = webAddress(typed, { ...ADDRESS, plainHttp: true });
  url.protocol = 'https:';
  const page = await seeSite(url, call);
  const { reply } = await seeData(new URL('/meta.json', page.url.origin), call);
  const meta = metaIn(reply);
  const host = meta?.host ?? hostIn(page.reply.text);
  if (host === undefined) throw noShopify(page);
  // The site may say anything; only Shopify's own host says that there is such a shop.
  return byName(given, host, call);
}

function metaIn({ body }: { readonly body: unknown }) {
  const { myshopify_domain: domain, name } = membersOf(body);
  const host = typeof domain === 'string' ? domain.toLowerCase() : '';
  return SHOP_HOST.test(host) ? { host, name: filled(name) } : undefined;
}

function hostIn(text: string): string | undefined {
  const host = /\bShopify\.shop\s*=\s*["']([a-z0-9-]+\.myshopify\.com)["']/i.exec(text)?.[1];
  return host !== undefined && SHOP_HOST.test(host.toLowerCase()) ? host.toLowerCase() : undefined;
}

/** The key goes to Shopify alone, whatever a page says: never to the site that named the shop. */
const located = (given: Given, host: string, name: string | null): Located => ({
  given: { ...given, baseUrl: `https://${host}` },
  address: host,
  ...(name !== null && { name }),
});

const unknown = (host: string): Fault =>
  new Fault('channel_failed', `There is no Shopify shop at ${host}.`, {
    field: 'baseUrl',
    reason: 'shop_unknown',
    retryable: false,
  });

/** Every answer of a storefront names the shop by its number. */
const isStorefront = ({ headers, text }: Pick<Reply, 'headers' | 'text'>): boolean =>
  'x-shopid' in headers ||
  /^shopify$/i.test(headers['powered-by'] ?? '') ||
  hostIn(text) !== undefined;

export const recognises = isStorefront;

function noShopify(page: Seen): Fault {
  if (isStorefront(page.reply)) return customDomain();
  const message = `${page.url.host} does not answer as a Shopify shop. Give the address that ends in myshopify.com.`;
  return (
    closedBy(page) ??
    new Fault('channel_failed', message, {
      ...{ field: 'baseUrl', reason: 'not_shopify', retryable: false },
    })
  );
}
