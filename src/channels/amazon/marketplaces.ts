// Amazon's marketplaces: their identifiers, regions, currencies, shop domains and seller sites.
// https://developer-docs.amazon.com/sp-api/docs/marketplace-ids

export type Region = 'na' | 'eu' | 'fe';

export interface Marketplace {
  readonly id: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: Region;
  readonly currency: string;
  /** Where buyers shop. */
  readonly domain: string;
  /** Where sellers log in, and apps ask for their consent. */
  readonly sellerCentral: string;
}

const marketplace = (
  region: Region,
  country: string,
  id: string,
  currency: string,
  domain: string,
  sellerCentral = `sellercentral.${domain}`,
): Marketplace => ({ id, country, region, currency, domain, sellerCentral });

/** Five countries share one seller site. */
const EUROPE = 'sellercentral-europe.amazon.com';

export const MARKETPLACES: readonly Marketplace[] = [
  marketplace('na', 'US', 'ATVPDKIKX0DER', 'USD', 'amazon.com'),
  marketplace('na', 'CA', 'A2EUQ1WTGCTBG2', 'CAD', 'amazon.ca'),
  marketplace('na', 'MX', 'A1AM78C64UM0Y8', 'MXN', 'amazon.com.mx'),
  marketplace('na', 'BR', 'A2Q3Y263D00KWC', 'BRL', 'amazon.com.br'),
  marketplace('eu', 'GB', 'A1F83G8C2ARO7P', 'GBP', 'amazon.co.uk', EUROPE),
  marketplace('eu', 'DE', 'A1PA6795UKMFR9', 'EUR', 'amazon.de', EUROPE),
  marketplace('eu', 'FR', 'A13V1IB3VIYZZH', 'EUR', 'amazon.fr', EUROPE),
  marketplace('eu', 'IT', 'APJ6JRA9NG5V4', 'EUR', 'amazon.it', EUROPE),
  marketplace('eu', 'ES', 'A1RKKUPIHCS9HS', 'EUR', 'amazon.es', EUROPE),
  marketplace('eu', 'NL', 'A1805IZSGTT6HS', 'EUR', 'amazon.nl'),
  marketplace('eu', 'BE', 'AMEN7PMS3EDWL', 'EUR', 'amazon.com.be'),
  marketplace('eu', 'SE', 'A2NODRKZP88ZB9', 'SEK', 'amazon.se'),
  marketplace('eu', 'PL', 'A1C3SOZRARQ6R3', 'PLN', 'amazon.pl'),
  marketplace('eu', 'IE', 'A28R8C7NBKEWEA', 'EUR', 'amazon.ie'),
  marketplace('eu', 'TR', 'A33AVAJ2PDY3EV', 'TRY', 'amazon.com.tr'),
  marketplace('eu', 'AE', 'A2VIGQ35RCS4UG', 'AED', 'amazon.ae'),
  marketplace('eu', 'SA', 'A17E79C6D8DWNP', 'SAR', 'amazon.sa', 'sellercentral.amazon.com.sa'),
  marketplace('eu', 'EG', 'ARBP9OOSHTCHU', 'EGP', 'amazon.eg'),
  marketplace('eu', 'IN', 'A21TJRUUN4KGV', 'INR', 'amazon.in'),
  marketplace('eu', 'ZA', 'AE08WJ6YKNBMC', 'ZAR', 'amazon.co.za'),
  marketplace('fe', 'JP', 'A1VC38T7YXB528', 'JPY', 'amazon.co.jp'),
  marketplace('fe', 'AU', 'A39IBJ37TRP1C6', 'AUD', 'amazon.com.au'),
  marketplace('fe', 'SG', 'A19VAU5U5O7RUS', 'SGD', 'amazon.sg'),
];

const byId = new Map(MARKETPLACES.map((entry) => [entry.id, entry]));
const byCountry = new Map(MARKETPLACES.map((entry) => [entry.country, entry]));

export const marketplaceOf = (id: string | null | undefined): Marketplace | undefined =>
  byId.get(id ?? '');

/** By an identifier or a country, in any case; Amazon itself writes UK for GB. */
export function findMarketplace(typed: string): Marketplace | undefined {
  const word = typed.toUpperCase();
  return byId.get(word) ?? byCountry.get(word === 'UK' ? 'GB' : word);
}

export const REGIONS: readonly Region[] = ['na', 'eu', 'fe'];

export const hostOf = (region: Region): string => `sellingpartnerapi-${region}.amazon.com`;

/** Three hosts for sellers, and three that answer with made-up data. */
export const SP_API_HOSTS: readonly string[] = REGIONS.flatMap((region) => [
  hostOf(region),
  `sandbox.${hostOf(region)}`,
]);

export const regionOfHost = (host: string): Region | undefined =>
  REGIONS.find((region) => host.endsWith(hostOf(region)));

/** Login with Amazon, where tokens are exchanged. */
export const LOGIN_HOST = 'api.amazon.com';

/** Marketplaces whose prices are shown before tax. */
const BEFORE_TAX = ['US', 'CA', 'MX', 'BR'];

/** Null for a marketplace that is not known. */
export function pricesIncludeTax(id: string | null | undefined): boolean | null {
  const country = marketplaceOf(id)?.country;
  return country === undefined ? null : !BEFORE_TAX.includes(country);
}

/** Since when orders are kept, in milliseconds: for two years, in the Far East since 2016. */
export function horizonOf(endpoint: string | undefined, now: number): number {
  if (regionOfHost(endpoint ?? '') === 'fe') return Date.UTC(2016, 0, 1);
  const day = new Date(now);
  return day.setUTCFullYear(day.getUTCFullYear() - 2);
}
