// Addresses of a Lightspeed order, and its buyer.
import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { instant } from '../../model/time.ts';
import { flagIn, mailConsentIn } from '../kit/flags.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { linkedIn, type NativeOrder, present } from './native.ts';

export function billingOf(order: NativeOrder): Draft<Address> | null {
  return addressOf(BILLING, order, { company: filled(order.companyName), ...personOf(order) });
}

/** The receiver's name comes in one piece. */
export function shippingOf(order: NativeOrder): Draft<Address> | null {
  const [first, ...others] = (filled(order.addressShippingName) ?? '').split(' ');
  return addressOf(SHIPPING, order, {
    company: filled(order.addressShippingCompany),
    first_name: filled(first),
    last_name: filled(others.join(' ')),
    phone: phoneOf(order),
  });
}

/** Names made once: they are asked for with every order. */
const namesOf = <Side extends 'Billing' | 'Shipping'>(side: Side) =>
  ({
    name: `address${side}Name`,
    street: `address${side}Street`,
    number: `address${side}Number`,
    extension: `address${side}Extension`,
    street2: `address${side}Street2`,
    city: `address${side}City`,
    zip: `address${side}Zipcode`,
    region: `address${side}Region`,
    regionData: `address${side}RegionData`,
    country: `address${side}Country`,
  }) as const;
const BILLING = namesOf('Billing');
const SHIPPING = namesOf('Shipping');

/** Null when the order has no such address: then nothing says where, not even the country. */
function addressOf(
  names: typeof BILLING | typeof SHIPPING,
  order: NativeOrder,
  person: Draft<Address>,
): Draft<Address> | null {
  const country = present(order[names.country]);
  const region = present(order[names.regionData]);
  const where = {
    address1: joined([order[names.street], order[names.number], order[names.extension]]),
    address2: filled(order[names.street2]),
    city: filled(order[names.city]),
    zip: filled(order[names.zip]),
    province: filled(order[names.region]) ?? filled(region?.name),
    province_code: filled(region?.code),
    country_code: filled(country?.code)?.toUpperCase() ?? null,
  };
  if (Object.values(where).every((value) => value === null)) return null;
  return {
    ...where,
    ...person,
    country: countryName(where.country_code) ?? filled(country?.title),
    name: filled(order[names.name]),
  };
}

export function customerOf(order: NativeOrder, home: Draft<Address> | null): CustomerDraft {
  const record = present(present(order.customer)?.resource?.embedded);
  return {
    id: identifier(linkedIn(order.customer)),
    created_at: instant(record?.createdAt),
    updated_at: instant(record?.updatedAt),
    email: filled(order.email),
    ...personOf(order),
    verified_email: flagIn(record?.isConfirmed),
    default_address: home,
    email_marketing_consent: mailConsentIn(order.newsletterSubscribed),
  };
}

const personOf = (order: NativeOrder) => ({
  first_name: filled(order.firstname),
  last_name: joined([order.middlename, order.lastname]),
  phone: phoneOf(order),
});

export const phoneOf = ({ phone, mobile }: NativeOrder): string | null =>
  filled(phone) ?? filled(mobile);
