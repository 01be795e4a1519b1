// The shop itself and the app that asks, for GraphQL and for `shop.json`.
import { country } from '../../catalogue/countries.ts';
import { offsetMinutes } from '../../zone.ts';
import { publicApp, scopeTitles } from './app.ts';
import { formatted } from './customers.ts';
import { gid } from './ids.ts';
import { storefront } from './products.ts';
import { printTime } from './time.ts';
import type { Resolvers, World } from './world.ts';

const currencies = ['EUR', 'GBP', 'JPY', 'KWD', 'USD'];

export const shopResolvers: Resolvers<World> = {
  id: (world) => gid('Shop', world.number),
  name: ({ catalogue }) => catalogue.shop.name,
  email: ({ catalogue }) => catalogue.shop.email,
  contactEmail: ({ catalogue }) => catalogue.shop.email,
  description: () => null,
  createdAt: ({ catalogue }) => printTime(catalogue.shop.createdAt),
  updatedAt: ({ catalogue }) => printTime(catalogue.shop.createdAt),
  currencyCode: () => 'EUR',
  enabledPresentmentCurrencies: () => currencies,
  ianaTimezone: (world) => world.timeZone,
  timezoneAbbreviation: (world, _args, { now }) => abbreviation(world.timeZone, now),
  timezoneOffset: (world, _args, { now }) => offset(world.timeZone, now),
  timezoneOffsetMinutes: (world, _args, { now }) => offsetMinutes(world.timeZone, now),
  myshopifyDomain: (world) => world.host,
  primaryDomain: (world) => ({
    id: gid('Domain', world.number + 1),
    host: storefront,
    sslEnabled: true,
    url: `https://${storefront}`,
  }),
  url: () => `https://${storefront}`,
  orderNumberFormatPrefix: () => '#',
  orderNumberFormatSuffix: () => '',
  plan: () => ({
    displayName: 'Shopify',
    publicDisplayName: 'Grow',
    partnerDevelopment: false,
    shopifyPlus: false,
  }),
  setupRequired: () => false,
  shopOwnerName: ({ catalogue }) => catalogue.shop.name,
  taxShipping: () => true,
  taxesIncluded: ({ catalogue }) => catalogue.shop.taxesIncluded,
  unitSystem: () => 'METRIC_SYSTEM',
  weightUnit: () => 'KILOGRAMS',
  shopAddress: (world) => {
    const { address } = world.catalogue.shop;
    return {
      id: gid('ShopAddress', world.number + 2),
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      company: address.company,
      coordinatesValidated: true,
      country: country(address.countryCode).name,
      countryCode: address.countryCode,
      countryCodeV2: address.countryCode,
      firstName: null,
      lastName: null,
      name: null,
      formatted: formatted(address, false, true),
      formattedArea: `${address.city}, ${country(address.countryCode).name}`,
      latitude: null,
      longitude: null,
      phone: address.phone,
      province: address.province,
      provinceCode: address.provinceCode,
      zip: address.zip,
    };
  },
};

export const installationResolvers: Resolvers<World> = {
  id: (world) => gid('AppInstallation', 620_000_000_000 + world.number),
  accessScopes: (_world, _args, { scopes }) =>
    scopes.map((handle) => ({ handle, description: scopeTitles[handle] })),
  launchUrl: (world) => `https://${world.host}/admin/apps/${publicApp.clientId}`,
  uninstallUrl: () => null,
  app: () => ({
    id: gid('App', publicApp.id),
    apiKey: publicApp.clientId,
    title: publicApp.title,
    handle: publicApp.title.toLowerCase(),
    developerName: publicApp.title,
    developerType: 'PARTNER',
    embedded: false,
    published: true,
  }),
};

function abbreviation(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

function offset(zone: string, at: number): string {
  const minutes = Math.abs(offsetMinutes(zone, at));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offsetMinutes(zone, at) < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
}

/** `shop.json` of the REST Admin API, the fields a connector looks at. */
export function restShop(world: World, now: number): unknown {
  const { shop } = world.catalogue;
  return {
    shop: {
      id: world.number,
      name: shop.name,
      email: shop.email,
      domain: storefront,
      province: shop.address.province,
      country: shop.address.countryCode,
      address1: shop.address.address1,
      zip: shop.address.zip,
      city: shop.address.city,
      phone: shop.phone,
      created_at: printTime(shop.createdAt),
      country_code: shop.address.countryCode,
      country_name: country(shop.address.countryCode).name,
      currency: shop.currency,
      customer_email: shop.email,
      timezone: `(GMT${offset(world.timeZone, now)}) ${world.timeZone}`,
      iana_timezone: world.timeZone,
      shop_owner: shop.name,
      weight_unit: shop.weightUnit,
      taxes_included: shop.taxesIncluded,
      plan_display_name: 'Shopify',
      plan_name: 'professional',
      myshopify_domain: world.host,
      enabled_presentment_currencies: currencies,
    },
  };
}
