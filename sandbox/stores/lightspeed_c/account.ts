// What a key may do, how much of its quota is left, and the shop it belongs to.
import type { Catalogue } from '../../catalogue/types.ts';
import { offsetText } from '../../zone.ts';
import { country } from './country.ts';
import type { Taken } from './quota.ts';
import { groups, type LightspeedShop } from './shops.ts';

export const link = (shop: LightspeedShop, url: string, id: number | false = false): object => {
  const [path = '', query] = url.split('?');
  const whole = `https://${shop.host}/${shop.languages[0]}/${path}.json${query ? `?${query}` : ''}`;
  return { resource: { id, url, link: whole } };
};

export const permissions = ({ reads, writes }: LightspeedShop): object => ({
  accountPermissions: Object.fromEntries(
    groups.map((group) => [group, { read: reads.includes(group), write: writes.includes(group) }]),
  ),
});

export function rateLimit({ states }: Taken, now: number): object {
  const [five, hour, day] = states.map((state) => ({
    ...state,
    resetTime: offsetText('UTC', (Math.floor(now / 1000) + state.reset) * 1000),
  }));
  return { accountRatelimit: { limit5Min: five, limitHour: hour, limitDay: day } };
}

/** Locales and titles of the languages that the shops of the sandbox have. */
const languages: Readonly<Record<string, readonly [id: number, locale: string, title: string]>> = {
  nl: [1, 'nl_NL', 'Nederlands'],
  de: [2, 'de_DE', 'Deutsch'],
  en: [3, 'en_GB', 'English'],
  fr: [4, 'fr_FR', 'Français'],
  us: [5, 'en_US', 'English (US)'],
};

export const languageList = (shop: LightspeedShop): object => ({
  languages: shop.languages.map((code, index) => {
    const [id, locale, title] = languages[code] ?? [9, code, code];
    return { id, isActive: true, isDefault: index === 0, code, locale, title };
  }),
});

export function shopRecord(shop: LightspeedShop, { shop: own }: Catalogue): object {
  return {
    shop: {
      id: shop.number,
      createdAt: offsetText(shop.timeZone, own.createdAt),
      status: 'live',
      isB2b: false,
      isRetail: false,
      subDomain: `kade-${shop.name}`,
      mainDomain: `www.kade-${shop.name}.example`,
      email: own.email,
      phone: own.phone,
      fax: '',
      street: own.address.address1,
      street2: '',
      zipcode: own.address.zip,
      city: own.address.city,
      region: '',
      country: country(own.address.countryCode),
      vatNumber: '',
      cocNumber: '',
      industry: '------------',
      currency: {
        shortcode: own.currency,
        symbol: '€',
        title: 'Euro',
        isDefault: true,
        currencyRate: '1.000000',
      },
      company: link(shop, 'shop/company'),
      limits: link(shop, 'shop/limits'),
      javascript: link(shop, 'shop/javascript'),
      website: link(shop, 'shop/website'),
      scripts: link(shop, 'shop/scripts'),
      metafields: link(shop, 'shop/metafields'),
    },
  };
}
