// The settings of a shop: its websites, their groups, and one record for each store view.
import { currencies } from '../../catalogue/currencies.ts';
import type { MagentoShop, View } from './shops.ts';

export function storeConfigs(shop: MagentoShop): string {
  const { scheme, host, folder, rewrites } = shop;
  const site = shop.cloud ? 'https://cloud-shop.magento.example' : `${scheme}://${host}${folder}`;
  const pages = `${site}/${rewrites ? '' : 'index.php/'}`;
  return JSON.stringify(
    shop.views.map(({ id, code, websiteId, currency, timeZone, weightUnit }) => ({
      id,
      code,
      website_id: websiteId,
      locale: { de: 'de_DE', us: 'en_US' }[code] ?? 'nl_NL',
      base_currency_code: currency,
      default_display_currency_code: currency,
      timezone: timeZone,
      weight_unit: weightUnit,
      base_url: `${site}/`,
      base_link_url: pages,
      base_static_url: `${site}/static/`,
      base_media_url: `${site}/media/`,
      secure_base_url: `${site}/`,
      secure_base_link_url: pages,
      secure_base_static_url: `${site}/static/`,
      secure_base_media_url: `${site}/media/`,
    })),
  );
}

/** The admin's own comes first; nothing says which one is the default. */
export const websites = (shop: MagentoShop): string =>
  JSON.stringify([
    { id: 0, code: 'admin', name: 'Admin', default_group_id: 0 },
    ...websiteIds(shop).map((id) => ({
      id,
      code: id === 1 ? 'base' : `website_${id}`,
      name: `Website ${id}`,
      default_group_id: id,
    })),
  ]);

export const storeGroups = (shop: MagentoShop): string =>
  JSON.stringify([
    { id: 0, website_id: 0, root_category_id: 0, default_store_id: 0, name: 'Default', code: 'default' },
    ...websiteIds(shop).map((id) => ({
      id,
      website_id: id,
      root_category_id: 2,
      default_store_id: defaultOf(shop, id),
      name: `Store ${id}`,
      code: `store_${id}`,
    })),
  ]); // biome-ignore format: one group a line

const websiteIds = ({ views }: MagentoShop): readonly number[] =>
  [...new Set(views.map(({ websiteId }) => websiteId))].sort();

function defaultOf({ views, defaultView }: MagentoShop, website: number): number {
  const own = views.filter(({ websiteId }) => websiteId === website);
  return (own.find(({ code }) => code === defaultView) ?? own[0])?.id ?? 0;
}

/** What the view of the request sells in; anybody may ask. */
export function currencyOf({ currency }: View): string {
  const { symbol } = currencies[currency];
  return JSON.stringify({
    base_currency_code: currency,
    base_currency_symbol: symbol,
    default_display_currency_code: currency,
    default_display_currency_symbol: symbol,
    available_currency_codes: [currency],
    exchange_rates: [{ currency_to: currency, rate: 1 }],
  });
}
