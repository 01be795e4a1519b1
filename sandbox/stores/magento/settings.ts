// The settings of a shop, one record for each store view.
import type { MagentoShop } from './shops.ts';

export function storeConfigs(shop: MagentoShop): string {
  const { scheme, host, folder, rewrites } = shop;
  const site = shop.cloud ? 'https://cloud-shop.magento.example' : `${scheme}://${host}${folder}`;
  const pages = `${site}/${rewrites ? '' : 'index.php/'}`;
  return JSON.stringify(
    shop.storeCodes.map((code, index) => ({
      id: index + 1,
      code,
      website_id: 1,
      locale: code === 'de' ? 'de_DE' : 'nl_NL',
      base_currency_code: 'EUR',
      default_display_currency_code: 'EUR',
      timezone: shop.timeZone,
      weight_unit: 'kgs',
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
