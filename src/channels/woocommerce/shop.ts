// What rarely changes about a shop: its order statuses, what its lists can filter by, its units.
import type { Pairs, Reply } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { type Bounds, boundPairs, isBounded } from './dates.ts';
import { askFor } from './listing.ts';
import type { ShopFacts } from './native.ts';

const DAY = 86_400;

/** What the shop's lists can do. */
export interface Abilities {
  /** Every status an order can have there; undefined when the shop does not say. */
  readonly statuses?: readonly string[];
  /** Whether it filters by dates in UTC and by modification (WooCommerce 5.8). */
  readonly dates: boolean;
}

export const abilitiesOf = (reading: Reading): Promise<Abilities> =>
  reading.remember('abilities', DAY, () => readAbilities(reading));

/** Old shops misread the dates; there every record is read, and those outside are left out here. */
export async function datePairs(bounds: Bounds, reading: Reading): Promise<Pairs> {
  if (!isBounded(bounds)) return [];
  if ((await abilitiesOf(reading)).dates) return boundPairs(bounds);
  reading.note({
    code: 'slow_filter',
    message:
      'This shop’s WooCommerce is older than 5.8, or hides its version, and cannot be trusted to filter by dates; all its records are read and filtered here. Pages may hold few records, or none.',
  });
  return [];
}

/** The route with the statuses came with 9.6; older shops tell them in the route's own schema. */
async function readAbilities(reading: Reading): Promise<Abilities> {
  const expect = [400, 403, 404, 405, 501];
  const listed = await reading.call({ ...askFor(reading, 'orders/statuses'), expect });
  const statuses = listed.status < 300 && slugsOf(listed);
  if (statuses) return { statuses, dates: true };
  const told = await reading.call({ ...askFor(reading, 'orders'), method: 'OPTIONS', expect });
  return told.status < 300 ? abilitiesFrom(told) : { dates: false };
}

function slugsOf({ body }: Reply): readonly string[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const slugs = body.map((entry) => filled((entry as { slug?: unknown } | null)?.slug));
  return slugs.length > 0 && slugs.every((slug) => slug !== null) ? slugs : undefined;
}

interface RouteSchema {
  readonly endpoints?: readonly {
    readonly methods?: readonly string[];
    readonly args?: Readonly<Record<string, { readonly items?: { readonly enum?: unknown } }>>;
  }[];
}

function abilitiesFrom({ body }: Reply): Abilities {
  const { endpoints } = (body ?? {}) as RouteSchema;
  const list = Array.isArray(endpoints)
    ? (endpoints as NonNullable<RouteSchema['endpoints']>).find((endpoint) =>
        endpoint.methods?.includes('GET'),
      )
    : undefined;
  const words = list?.args?.status?.items?.enum;
  const dates = Boolean(list?.args?.dates_are_gmt && list.args.modified_after);
  if (!Array.isArray(words)) return { dates };
  return { dates, statuses: words.filter((word) => typeof word === 'string' && word !== 'any') };
}

/** Currency and weight unit; both need the right to read settings. */
export async function factsOf(reading: Reading): Promise<ShopFacts> {
  const facts: ShopFacts = {
    currency: await remembered(reading, 'data/currencies/current', 'code'),
    weight_unit: await remembered(reading, 'settings/products/woocommerce_weight_unit', 'value'),
  };
  if (facts.currency === null)
    reading.note({
      code: 'permission_missing',
      message: 'The key may not read the shop’s currency, so variants come without one.',
      field: 'variants.currency',
    });
  if (facts.weight_unit === null)
    reading.note({
      code: 'permission_missing',
      message: 'The key may not read the shop’s weight unit, so variants come without weight.',
      field: 'variants.weight',
    });
  return facts;
}

const remembered = (reading: Reading, path: string, member: string): Promise<string | null> =>
  reading.remember(path, DAY, async () => {
    const ask = { ...askFor(reading, path), expect: [401, 403, 404] };
    const { status, body } = await reading.call(ask);
    if (status >= 400) return null;
    return filled((body as Readonly<Record<string, unknown>> | undefined)?.[member]);
  });

/** Whether variations of many products can be asked for at once (WooCommerce 10.3). */
export const hasVariationsRoute = (reading: Reading): Promise<boolean> =>
  reading.remember('variations', DAY, async () => {
    const ask = askFor(reading, 'variations', [
      ['per_page', '1'],
      ['_fields', 'id'],
    ]);
    return (await reading.call({ ...ask, expect: [404] })).status !== 404;
  });
