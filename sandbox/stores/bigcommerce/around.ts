// What surrounds orders and products: the store itself, its buyers, its brands.
import { country } from '../../catalogue/countries.ts';
import type { Brand, Catalogue, Customer } from '../../catalogue/types.ts';
import { offsetMinutes, utcText } from '../../zone.ts';
import { brandId } from './ids.ts';
import type { BigcommerceShop } from './shops.ts';
import { uuid } from './texts.ts';

export function nativeStore(shop: BigcommerceShop, catalogue: Catalogue, now: number): object {
  const { shop: merchant } = catalogue;
  const { address } = merchant;
  const winter = Date.UTC(new Date(now).getUTCFullYear(), 0, 10);
  const summer = Date.UTC(new Date(now).getUTCFullYear(), 6, 10);
  return {
    id: shop.hash,
    account_uuid: uuid(shop.hash.length),
    domain: `${shop.name}.kade-zonen.example`,
    secure_url: `https://${shop.name}.kade-zonen.example`,
    control_panel_base_url: `https://store-${shop.hash}.mybigcommerce.com`,
    status: 'live',
    name: shop.title,
    first_name: 'Alma',
    last_name: 'Reyes',
    address: address.address1,
    country: country(address.countryCode).name,
    country_code: address.countryCode,
    infrastructure_region: 'europe-west4',
    phone: merchant.phone,
    admin_email: merchant.email,
    order_email: merchant.email,
    favicon_url: '',
    timezone: {
      name: shop.timeZone,
      raw_offset: offsetMinutes(shop.timeZone, winter) * 60,
      dst_offset: offsetMinutes(shop.timeZone, summer) * 60,
      dst_correction: true,
      date_format: { display: 'M jS Y', export: 'M jS Y', extended_display: 'M jS Y @ g:i A' },
    },
    language: 'en',
    currency: merchant.currency,
    currency_symbol: '€',
    decimal_separator: '.',
    thousands_separator: ',',
    decimal_places: 2,
    currency_symbol_location: 'left',
    weight_units: shop.weightUnits,
    dimension_units: 'Centimeters',
    dimension_decimal_places: 2,
    dimension_decimal_token: '.',
    dimension_thousands_token: ',',
    plan_name: shop.quota > 150 ? 'Pro' : 'Standard',
    plan_level: shop.quota > 150 ? 'Pro' : 'Standard',
    plan_is_trial: false,
    industry: 'Home',
    logo: [],
    is_price_entered_with_tax: shop.pricesWithTax,
    store_id: 1_001_234_567,
    default_channel_id: 1,
    default_site_id: 1000,
    active_comparison_modules: [],
    features: {
      stencil_enabled: true,
      sitewidehttps_enabled: true,
      facebook_catalog_id: '',
      checkout_type: 'optimized',
      wishlists_enabled: true,
      graphql_storefront_api_enabled: true,
      shopper_consent_tracking_enabled: false,
      multi_storefront_enabled: false,
      storefront_limits: { active: 1, total_including_inactive: 1 },
    },
  };
}

export function nativeCustomer(customer: Customer): object {
  return {
    id: customer.id,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    company: customer.company ?? '',
    phone: customer.phone ?? '',
    registration_ip_address: '',
    notes: customer.note ?? '',
    tax_exempt_category: customer.taxExempt ? 'E' : '',
    customer_group_id: 0,
    date_created: `${utcText(customer.createdAt)}Z`,
    date_modified: `${utcText(customer.updatedAt)}Z`,
    address_count: customer.address === null ? 0 : 1,
    attribute_count: 0,
    authentication: { force_password_reset: false },
    accepts_product_review_abandoned_cart_emails: customer.acceptsMarketing,
    origin_channel_id: 1,
    channel_ids: null,
  };
}

export const nativeBrand = (brand: Brand): Readonly<Record<string, unknown>> => ({
  id: brandId(brand),
  name: brand.name,
  page_title: '',
  meta_keywords: [],
  meta_description: '',
  search_keywords: '',
  image_url: '',
  custom_url: { url: `/${brand.handle}/`, is_customized: false },
});
