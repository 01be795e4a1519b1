// How bol is asked: its addresses, versioned media types and limits, and how its lists are answered.
import type { Ask, Limit, Pairs, Reply } from '../../model/exchange.ts';
import { isRecord, listIn } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';

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
 * publishes is the start; every answer has the limit of the account and what is left of it.
 * https://api.bol.com/retailer/public/ratelimits
 */
export const limits = [
  published('orders', 25, 60),
  published('order', 25, 1, TOGETHER),
  published('offers', 25, 1),
  published('content', 10, 1, 3),
  published('products', 50, 60, 2),
  published('inventory', 20, 60),
  published('shipments', 25, 60),
  published('shipment', 50, 60),
  published('ship', 25, 1),
  published('offer', 50, 1),
];

type Operation =
  | 'orders'
  | 'order'
  | 'offers'
  | 'content'
  | 'products'
  | 'inventory'
  | 'shipments'
  | 'shipment'
  | 'ship'
  | 'offer';
/** Of these bol publishes no limit. */
type Uncounted = 'retailers' | 'subscriptions' | 'process';

function published(name: Operation, tokens: number, seconds: number, concurrency = 1) {
  const counted = { by: 'credential', operations: [name], window: true } as const;
  return { name, ...counted, tokens, seconds, concurrency } satisfies Limit;
}

interface Asking extends Pick<Ask, 'expect' | 'headers'> {
  readonly query?: Pairs;
  readonly version?: keyof typeof MEDIA;
}

export function askFor(
  path: string,
  operation: Operation | Uncounted,
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

/** The same for what is written: a body names the version, too. */
export function writeAsk(
  method: NonNullable<Ask['method']>,
  path: string,
  operation: Operation | Uncounted,
  { body, ...asking }: Asking & { readonly body?: object | undefined } = {},
): Ask {
  const ask = askFor(path, operation, asking);
  return {
    ...ask,
    method,
    ...(body && {
      headers: { ...ask.headers, 'content-type': ask.headers?.accept ?? '' },
      body: JSON.stringify(body),
    }),
  };
}

/** The media types that bol alone answers with. */
const OWN = /\bvnd\.retailer\./i;

/**
 * The rows under a name, as they came. An empty list of bol's is an empty object; an object that
 * holds other things and not this one is bol's only where it says so.
 */
export function rowsIn(
  { headers, body }: Reply,
  name: string,
  what = `a list of ${name}`,
): readonly unknown[] {
  const hasOthers = isRecord(body) && !(name in body) && Object.keys(body).length > 0;
  const isOurs = !hasOthers || OWN.test(headers['content-type'] ?? '');
  const rows = isOurs ? listIn(body, name) : undefined;
  if (!rows) throw brokenAnswer('bol', what);
  return rows;
}
