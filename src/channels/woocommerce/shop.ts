// What rarely changes about a shop: its order statuses, what its lists can filter by, its units.
import type { Pairs, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import type { TimeFilters } from '../kit/bounds.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Unread } from '../kit/unread.ts';
import { askFor } from './asks.ts';
import { boundPairs } from './dates.ts';
import type { ShopFacts } from './native.ts';
import { textsIn, truthOf } from './values.ts';

const DAY = 86_400;
/**
 * Statuses come and go with plugins, and orders in one that is not known are found by no filter. A
 * setting that was changed would give every price another currency, or every weight another unit.
 */
const FIVE_MINUTES = 300;

/** What the shop's lists can do. */
export interface Abilities {
  /** Every status an order can have there; undefined when the shop does not say. */
  readonly statuses?: readonly string[] | undefined;
  /** Whether it filters by dates in UTC and by modification (WooCommerce 5.8). */
  readonly dates: boolean;
}

/** What is remembered is one box, so that its content can be renewed before its time. */
const boxOf = (reading: Reading): Promise<{ abilities: Abilities }> =>
  reading.remember('abilities', FIVE_MINUTES, async () => ({
    abilities: await readAbilities(reading),
  }));

export const abilitiesOf = async (reading: Reading): Promise<Abilities> =>
  (await boxOf(reading)).abilities;

/** Asks again, because the shop refused what is remembered of it. */
export async function renewAbilities(reading: Reading): Promise<void> {
  const box = await boxOf(reading);
  box.abilities = await readAbilities(reading);
}

/** Old shops misread the dates; there every record is read, and those outside are left out here. */
export async function datePairs(filters: TimeFilters, reading: Reading): Promise<Pairs> {
  const pairs = boundPairs(filters);
  if (pairs.length === 0 || (await abilitiesOf(reading)).dates) return pairs;
  reading.note({
    code: 'slow_filter',
    message:
      'This shop’s WooCommerce is older than 5.8, or hides its version, and cannot be trusted to filter by dates; all its records are read and filtered here. Pages may hold few records, or none.',
  });
  return [];
}

/** The route with the statuses came with 9.6; older shops name them in the route's own schema. */
async function readAbilities(reading: Reading): Promise<Abilities> {
  const expect = [400, 403, 404, 405, 501];
  const named = await reading.call({ ...askFor(reading, 'orders/statuses'), expect });
  const statuses = textsIn(listed<Unread<'slug'>>(named.body).map(({ slug }) => slug));
  if (named.status < 300 && statuses.length > 0) return { statuses, dates: true };
  const schema = await reading.call({ ...askFor(reading, 'orders'), method: 'OPTIONS', expect });
  return schema.status < 300 ? abilitiesFrom(schema) : { dates: false };
}

function abilitiesFrom({ body }: Reply): Abilities {
  const endpoints = listed<Unread<'methods' | 'args'>>(membersOf(body).endpoints);
  const list = endpoints.find(({ methods }) => textsIn(methods).includes('GET'));
  const args = membersOf(list?.args);
  const dates = Boolean(args.dates_are_gmt && args.modified_after);
  const words = textsIn(membersOf(membersOf(args.status).items).enum);
  return words.length > 0 ? { dates, statuses: words.filter((word) => word !== 'any') } : { dates };
}

/** Currency and weight unit; both need the right to read settings. */
export async function factsOf(reading: Reading): Promise<ShopFacts> {
  const facts: ShopFacts = {
    currency: await remembered(reading, 'data/currencies/current', 'code'),
    weight_unit: await remembered(reading, 'settings/products/woocommerce_weight_unit', 'value'),
  };
  const missing = (message: string, field: string, fields: readonly string[] = []) =>
    reading.note({
      code: 'permission_missing',
      message: `The key may not read ${message}.`,
      field,
      fields,
    });
  if (facts.currency === null)
    missing('the shop’s currency, so variants come without one', 'variants.currency');
  if (facts.weight_unit === null)
    missing('the shop’s weight unit, so variants come without weight', 'variants.weight', [
      'variants.weight_unit',
      'variants.grams',
    ]);
  return facts;
}

/** How many decimals the shop rounds its amounts to; null where the key may not read settings. */
export async function decimalsOf(reading: Reading): Promise<number | null> {
  const path = 'settings/general/woocommerce_price_num_decimals';
  const places = Number((await remembered(reading, path, 'value')) ?? Number.NaN);
  return Number.isSafeInteger(places) && places >= 0 && places <= 12 ? places : null;
}

/**
 * With the legacy storage of orders only some changes move an order's date of change; which storage
 * it is stands in the system status, which a read key may read. Shops that do not say it are older
 * than the other storage; of those that refuse or fail nothing is known.
 */
export async function noteLegacyStorage(
  filters: Pick<TimeFilters, 'updated_at_min' | 'updated_at_max'>,
  reading: Reading,
): Promise<void> {
  if (filters.updated_at_min === undefined && filters.updated_at_max === undefined) return;
  const isLegacy = () =>
    reading.remember('storage', DAY, async () => {
      const { body } = await reading.call(
        askFor(reading, 'system_status', [['_fields', 'settings']]),
      );
      return truthOf(membersOf(membersOf(body).settings).HPOS_enabled) !== true;
    });
  // Orders can be read without knowing it.
  if (await isLegacy().catch(() => false))
    reading.note({
      code: 'changes_without_date',
      message:
        'This shop keeps its orders in the legacy storage: edits of lines, fees, coupons and addresses, and the erasure of personal data, do not move an order’s date of change, so that no filter by updated_at finds them.',
      field: 'updated_at',
    });
}

const remembered = (reading: Reading, path: string, member: string): Promise<string | null> =>
  reading.remember(path, FIVE_MINUTES, async () => {
    const ask = { ...askFor(reading, path), expect: [400, 401, 403, 404] };
    const { status, body } = await reading.call(ask);
    return status >= 400 ? null : filled(membersOf(body)[member]);
  });

/** Whether records of many parents can be asked for together: /variations since 10.3, /refunds since 9.0. */
export const hasRoute = (route: 'variations' | 'refunds', reading: Reading): Promise<boolean> =>
  reading.remember(route, DAY, async () => {
    const ask = askFor(reading, route, [
      ['per_page', '1'],
      ['_fields', 'id'],
    ]);
    return (await reading.call({ ...ask, expect: [404] })).status !== 404;
  });

/** True when the key may not do something; the rest of the answer can do without it. */
export const isForbidden = (error: unknown): error is Fault =>
  error instanceof Fault &&
  (error.code === 'permission_missing' || error.code === 'credential_refused');
