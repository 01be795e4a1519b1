// The marketplaces that the sandbox's sellers sell in, and the hosts that answer for each region.
import type { CurrencyCode } from '../../catalogue/types.ts';

export type Region = 'na' | 'eu' | 'fe';

export interface Marketplace {
  readonly id: string;
  readonly country: string;
  readonly region: Region;
  readonly currency: CurrencyCode;
  readonly language: string;
  readonly name: string;
  readonly domain: string;
}

const marketplace = (
  id: string,
  country: string,
  region: Region,
  currency: CurrencyCode,
  language: string,
  domain: string,
): Marketplace => ({
  id,
  country,
  region,
  currency,
  language,
  name: `Amazon${domain.slice('amazon'.length)}`,
  domain,
});

export const marketplaces = {
  NL: marketplace('A1805IZSGTT6HS', 'NL', 'eu', 'EUR', 'nl_NL', 'amazon.nl'),
  DE: marketplace('A1PA6795UKMFR9', 'DE', 'eu', 'EUR', 'de_DE', 'amazon.de'),
  FR: marketplace('A13V1IB3VIYZZH', 'FR', 'eu', 'EUR', 'fr_FR', 'amazon.fr'),
  GB: marketplace('A1F83G8C2ARO7P', 'GB', 'eu', 'GBP', 'en_GB', 'amazon.co.uk'),
  US: marketplace('ATVPDKIKX0DER', 'US', 'na', 'USD', 'en_US', 'amazon.com'),
  JP: marketplace('A1VC38T7YXB528', 'JP', 'fe', 'JPY', 'ja_JP', 'amazon.co.jp'),
} as const;

export const loginHost = 'api.amazon.com';

export const apiHost = (region: Region): string => `sellingpartnerapi-${region}.amazon.com`;

export const apiHosts: readonly string[] = (['na', 'eu', 'fe'] as const).flatMap((region) => [
  apiHost(region),
  `sandbox.${apiHost(region)}`,
]);

/** Seller sites and the region behind each, as Amazon's authorisation guide lists them. */
const sites: readonly (readonly [region: Region, ends: readonly string[]])[] = [
  ['na', ['.com', '.ca', '.com.mx', '.com.br']],
  [
    'eu',
    ['.nl', '.se', '.pl', '.com.be', '.ie', '.com.tr', '.ae', '.com.sa', '.eg', '.in', '.co.za'],
  ],
  ['fe', ['.co.jp', '.com.au', '.sg']],
];

export const sellerSites: ReadonlyMap<string, Region> = new Map([
  ['sellercentral-europe.amazon.com', 'eu'],
  ...sites.flatMap(([region, ends]) =>
    ends.map((end): [string, Region] => [`sellercentral.amazon${end}`, region]),
  ),
]);
