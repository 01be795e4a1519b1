// Which software a web shop runs on, by signs that no other leaves: so that a wrong choice can be named.
import type { Reply } from '../../model/exchange.ts';

export type ShopKind = 'shopify' | 'magento' | 'wordpress' | 'bigcommerce';

type Sign = (reply: Pick<Reply, 'headers' | 'text'>) => boolean;

/** Headers first, which a page cannot fake by quoting another; then what its maker writes into a page. */
const SIGNS: Readonly<Record<ShopKind, Sign>> = {
  shopify: ({ headers, text }) =>
    'x-shopid' in headers ||
    /^shopify$/i.test(headers['powered-by'] ?? '') ||
    /\bShopify\.shop\s*=\s*["'][a-z0-9-]+\.myshopify\.com["']/i.test(text),
  magento: ({ headers, text }) =>
    Object.keys(headers).some((name) => name.startsWith('x-magento-')) ||
    /<script[^>]+type=["']text\/x-magento-init["']/i.test(text),
  wordpress: ({ headers, text }) =>
    /rel="https:\/\/api\.w\.org\/"/.test(headers.link ?? '') ||
    /<link\s[^>]*rel=["']https:\/\/api\.w\.org\/["']/i.test(text),
  bigcommerce: ({ headers, text }) =>
    'x-bc-store-id' in headers || /\bcdn\d*\.bigcommerce\.com\/s-[a-z0-9]+\//i.test(text),
};

/** Undefined where nothing is certain, which is so for two signs at once, too. */
export function kindOf(reply: Pick<Reply, 'headers' | 'text'>): ShopKind | undefined {
  const kinds = Object.entries(SIGNS).filter(([, sign]) => sign(reply));
  return kinds.length === 1 ? (kinds[0]?.[0] as ShopKind) : undefined;
}
