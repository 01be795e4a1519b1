// What holds for a whole store view: its currency, units, clock, and where its pages and images are.

import type { Account } from '../../model/credential.ts';
import type { Reply } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { count, listed, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Unread } from '../kit/unread.ts';
import { askFor, located } from './asks.ts';
import { order, type StoreConfig, type StoreFacts } from './native.ts';
import { rememberIfAllowed } from './rights.ts';

export interface Store {
  readonly facts: StoreFacts;
  /** The view to name in every ask, where it is not sure which one the shop reads by itself. */
  readonly pinned?: string;
  /** The numbers of the views of the website that is read; none where they are not known. */
  readonly views: readonly number[];
}

/** Settings that were changed would give every price another currency, or every weight another unit. */
const FIVE_MINUTES = 300;

export async function storeOf(reading: Reading): Promise<Store> {
  const store = await rememberIfAllowed(
    reading,
    'store',
    async () => askFor(await located(reading), 'store/storeConfigs'),
    (reply) => readStore(reply, reading),
    FIVE_MINUTES,
  );
  if (store) return store;
  reading.note({
    code: 'permission_missing',
    message:
      'The integration may not read the shop’s settings (Stores > Settings > All Stores), so variants come without currency and weight, products without their address, and the addresses of images are the usual ones.',
    field: 'variants.currency',
    fields: ['variants.weight', 'variants.weight_unit', 'variants.grams', 'url'],
  });
  const media_url = `${reading.account.baseUrl}/media/`;
  return {
    facts: { currency: null, weight_unit: null, timezone: null, link_url: null, media_url },
    views: [],
  };
}

/** Where it is not sure which view a shop reads by itself, every ask names the one whose facts hold. */
export function pinned(
  reading: Reading,
  { pinned: storeCode }: Store,
  /** It narrows no look-up by id: a view has the products of all websites. */
  isNarrowed: boolean,
): Reading {
  if (storeCode === undefined) return reading;
  if (isNarrowed) reading.assume('storeCode', storeCode);
  return { ...reading, account: { ...reading.account, storeCode } };
}

async function readStore({ body }: Reply, reading: Reading): Promise<Store> {
  if (!Array.isArray(body)) throw brokenAnswer('The shop', 'its settings');
  const account = await located(reading);
  const configs = listed<StoreConfig>(body);
  const timezone = clockOf(configs);
  if (account.storeCode !== undefined) {
    const named = configs.filter(({ code }) => code === account.storeCode);
    const facts = { ...factsOf(named.length > 0 ? named : configs), timezone };
    return { facts, views: viewsOf(facts, configs) };
  }
  const views = await defaultViews(configs, account, reading);
  const [first] = views;
  const code = filled(first?.code);
  const isPinned = views.length > 1 && first !== undefined && code !== null;
  const facts = { ...factsOf(isPinned ? [first] : views), timezone };
  return { facts, views: viewsOf(facts, configs), ...(isPinned && { pinned: code }) };
}

const viewsOf = ({ website_id }: StoreFacts, configs: readonly StoreConfig[]): readonly number[] =>
  configs
    .filter((one) => website_id != null && filled(one.website_id) === website_id)
    .flatMap(({ id }) => count(id) ?? []);

/** What these views agree on: where several share a fact, it holds whichever of them is read. */
function factsOf(views: readonly StoreConfig[]): StoreFacts {
  const shared = (...names: (keyof StoreConfig)[]): string | null => {
    const values = new Set(views.map((view) => names.map((name) => filled(view[name])).find((one) => one !== null))); // biome-ignore format: one line
    return values.size === 1 ? ([...values][0] ?? null) : null;
  };
  return {
    currency: shared('base_currency_code'),
    weight_unit: shared('weight_unit'),
    link_url: shared('secure_base_link_url', 'base_link_url'),
    media_url: shared('secure_base_media_url', 'base_media_url'),
    website_id: shared('website_id'),
  };
}

/**
 * The clock of the default scope, by which Magento counts the days of special prices, whatever the
 * view (`Magento\\Catalog\\Pricing\\Price\\SpecialPrice`). The API does not give it: it is the one
 * that most websites have not changed, or else that of the oldest website.
 */
function clockOf(configs: readonly StoreConfig[]): string | null {
  const byWebsite = new Map(
    byAge(configs).map(({ website_id, timezone }) => [filled(website_id), filled(timezone)]),
  );
  const counts = Map.groupBy(
    [...byWebsite.values()].filter((zone) => zone !== null),
    (zone) => zone,
  );
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? null;
}

/** The views that the shop may read when none is named: one, unless websites cannot be distinguished. */
async function defaultViews(
  configs: readonly StoreConfig[],
  account: Account,
  reading: Reading,
): Promise<readonly StoreConfig[]> {
  if (configs.length < 2) return configs;
  const list = async (path: string) => {
    const reply = await reading.call({ ...askFor(account, path), expect: [400, 401, 403, 404] });
    return reply.status < 300 ? reply.body : undefined;
  };
  const websites = listed<Named>(await list('store/websites'));
  const groups = listed<Named>(await list('store/storeGroups'));
  const chosen = websites.flatMap(({ default_group_id }) => {
    const group = groups.find(({ id }) => id === default_group_id);
    return configs.find(({ id }) => id !== undefined && id === group?.default_store_id) ?? [];
  });
  const views = byAge(chosen.length > 0 ? chosen : configs);
  if (views.length < 2) return views;
  const sold = membersOf(await list('directory/currency'));
  return narrowed(
    narrowed(
      views,
      (view) =>
        view.base_currency_code === sold.base_currency_code &&
        view.default_display_currency_code === sold.default_display_currency_code,
    ),
    ({ secure_base_url, base_url }) => [secure_base_url, base_url].includes(`${account.baseUrl}/`),
  );
}

type Named = Unread<'id' | 'default_group_id' | 'default_store_id'>;

/** Those that pass; all where none does. */
function narrowed<T>(all: readonly T[], test: (one: T) => boolean): readonly T[] {
  const kept = all.filter(test);
  return kept.length > 0 ? kept : all;
}

const byAge = (configs: readonly StoreConfig[]): readonly StoreConfig[] =>
  configs.toSorted(
    (a, b) => order(a.website_id) - order(b.website_id) || order(a.id) - order(b.id),
  );
