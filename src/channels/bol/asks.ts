// How bol is asked: its addresses, its versioned media types, and the limit each ask counts against.
import type { Ask, Limit, Pairs } from '../../model/exchange.ts';

export const API = 'api.bol.com';
export const LOGIN = 'login.bol.com';

/** The Accept header selects the version, per resource; any other one is answered 406. */
const MEDIA = {
  v10: 'application/vnd.retailer.v10+json',
  v11: 'application/vnd.retailer.v11+json',
} as const;

/** Orders that are read at the same time, where each needs an ask of its own. */
export const TOGETHER = 6;

/**
 * bol counts calls in windows of a second or a minute, for each operation by itself. What it
 * publishes is the start; every answer tells the limit of the account and what is left of it.
 * https://api.bol.com/retailer/public/ratelimits
 */
export const limits = [
  published('orders', 25, 60),
  published('order', 25, 1, TOGETHER),
  published('offers', 25, 1),
  published('content', 10, 1, 3),
  published('products', 50, 60, 2),
  published('inventory', 20, 60),
];

export type Operation = 'orders' | 'order' | 'offers' | 'content' | 'products' | 'inventory';

function published(name: Operation, tokens: number, seconds: number, atOnce = 1) {
  return {
    name,
    by: 'credential' as const,
    operations: [name],
    tokens,
    seconds,
    window: true as const,
    atOnce,
  } satisfies Limit;
}

export function askFor(
  path: string,
  operation: Operation | 'retailers',
  { query = [], version = 'v10', ...more }: Asking = {},
): Ask {
  return {
    url: `https://${API}/retailer/${path}`,
    ...(query.length > 0 && { query }),
    operation,
    // Prices are JSON numbers.
    numbers: 'exact',
    ...more,
    headers: { accept: MEDIA[version], ...more.headers },
  };
}

interface Asking extends Pick<Ask, 'expect' | 'headers'> {
  readonly query?: Pairs;
  readonly version?: keyof typeof MEDIA;
}
