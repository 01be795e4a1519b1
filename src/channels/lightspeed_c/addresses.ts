// Addresses of a Lightspeed order, and its buyer.

import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { type NativeAddress, type NativeOrder, present } from './native.ts';

export function billingOf(order: NativeOrder): Draft<Address> | null {
  return addressOf('Billing', order, {
    company: filled(order.companyName),
    first_name: filled(order.firstname),
    last_name: joined([order.middlename, order.lastname]),
    phone: phoneOf(order),
  });
}

/** The receiver's name comes in one piece. */
export function shippingOf(order: NativeOrder): Draft<Address> | null {
  const name = filled(order.addressShippingName) ?? '';
  const space = name.indexOf(' ');
  return addressOf('Shipping', order, {
    company: filled(order.addressShippingCompany),
    first_name: filled(space < 0 ? name : name.slice(0, space)),
    last_name: space < 0 ? null : filled(name.slice(space)),
    phone: phoneOf(order),
  });
}

/** Null when the order has no such address: then nothing says where, not even the country. */
function addressOf<K extends 'Billing' | 'Shipping'>(
  side: K,
  order: NativeAddress<K>,
  person: Draft<Address>,
): Draft<Address> | null {
  const part = (name: string): unknown =>
    (order as Readonly<Record<string, unknown>>)[`address${side}${name}`];
  const country = (part('Country') || {}) as { code?: unknown; title?: unknown };
  const region = (part('RegionData') || {}) as { code?: unknown; name?: unknown };
  const where = {
    address1: joined([part('Street'), part('Number'), part('Extension')]),
    address2: filled(part('Street2')),
    city: filled(part('City')),
    zip: filled(part('Zipcode')),
    province: filled(part('Region')) ?? filled(region.name),
    province_code: filled(region.code),
    country_code: filled(country.code)?.toUpperCase() ?? null,
  };
  if (Object.values(where).every((value) => value === null)) return null;
  return {
    ...where,
    ...person,
    country: countryName(where.country_code) ?? filled(country.title),
    name: filled(part('Name')),
  };
}

export function customerOf(
  order: NativeOrder,
  billing: Draft<Address> | null,
  id: unknown,
): CustomerDraft {
  const record = present(present(order.customer)?.resource?.embedded) ?? {};
  const subscribed = subscribedOf(order);
  return {
    id: identifier(id),
    created_at: instant(filled(record.createdAt)),
    updated_at: instant(filled(record.updatedAt)),
    email: filled(order.email),
    first_name: filled(order.firstname),
    last_name: joined([order.middlename, order.lastname]),
    phone: phoneOf(order),
    verified_email: typeof record.isConfirmed === 'boolean' ? record.isConfirmed : null,
    default_address: billing,
    email_marketing_consent:
      subscribed === null
        ? null
        : {
            state: subscribed ? 'subscribed' : 'not_subscribed',
            opt_in_level: null,
            consent_updated_at: null,
          },
  };
}

export const phoneOf = ({ phone, mobile }: NativeOrder): string | null =>
  filled(phone) ?? filled(mobile);

export const subscribedOf = ({ newsletterSubscribed: said }: NativeOrder): boolean | null =>
  typeof said === 'boolean' ? said : null;
