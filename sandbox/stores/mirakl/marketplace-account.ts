// The seller's account on a marketplace (A01).
import type { Catalogue } from '../../catalogue/types.ts';
import { instant } from './connect-orders.ts';
import type { Stall } from './shops.ts';

export function marketplaceAccount(stall: Stall, { shop, anchor }: Catalogue): object {
  const { address } = shop;
  return {
    shop_id: stall.shopId,
    shop_name: stall.title,
    shop_state: 'OPEN',
    currency_iso_code: 'EUR',
    channels: ['NL', 'DE'],
    model: 'MARKETPLACE',
    is_professional: true,
    offers_count: stall.products.length,
    orders_count: stall.orders.length,
    date_created: instant(shop.createdAt),
    last_updated_date: instant(anchor),
    billing_info: {
      bank_city: address.city,
      bank_name: 'Bank',
      bank_street: address.address1,
      bic: 'XXXXNL00',
      iban: 'NL00XXXX0000000000',
      owner: shop.name,
      zip_code: address.zip,
    },
    contact_informations: {
      city: address.city,
      civility: null,
      country: 'NLD',
      email: shop.email,
      fax: null,
      firstname: null,
      lastname: shop.name,
      phone: shop.phone,
      phone_secondary: null,
      state: null,
      street1: address.address1,
      street2: null,
      web_site: null,
      zip_code: address.zip,
    },
    default_billing_information: {
      corporate_information: {
        company_registration_name: shop.name,
        company_registration_number: '00000000',
      },
      default_language: 'nl_NL',
      fiscal_information: {
        tax_identification_country: 'NLD',
        tax_identification_number: 'NL000000000B00',
      },
      id: '3f0a6d52-6f0e-4b7c-9a51-0d6f1f3f7b10',
      registration_address: {
        city: address.city,
        country_iso_code: 'NLD',
        state: null,
        street_1: address.address1,
        street_2: null,
        zip_code: address.zip,
      },
    },
    domains: ['PRODUCT'],
    evaluations_count: 37,
    free_shipping: false,
    payment_details: {
      paid_balance: 0,
      payable_balance: 812.4,
      pending_balance: 96.5,
      reserve_balance: 0,
      reserve_target: 0,
      sub_balances: [],
    },
    payment_method_mandatory: true,
    premium: false,
    pro_details: {
      corporate_name: shop.name,
      identification_number: '00000000',
      tax_identification_number: 'NL000000000B00',
    },
    shipping: { lead_time_to_ship: 2 },
    shipping_types: ['STD'],
    shipping_zones: ['NL'],
    shop_additional_fields: [],
  };
}
