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
  return addressOf(BILLING, order, { ...personOf(order), company: filled(order.companyName) });
}

/** The receiver's name comes in one piece. */
export function shippingOf(order: NativeOrder): Draft<Address> | null {
  const name = filled(order.addressShippingName) ?? '';
  const end = name.indexOf(' ');
  return addressOf(SHIPPING, order, {
    first_name: filled(end < 0 ? name : name.slice(0, end)),
    last_name: filled(end < 0 ? '' : name.slice(end)),
    phone: phoneOf(order),
    company: filled(order.addressShippingCompany),
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
  { first_name, last_name, phone, company }: Person,
): Draft<Address> | null {
  const country = present(order[names.country]);
  const region = present(order[names.regionData]);
  const country_code = filled(country?.code)?.toUpperCase() ?? null;
  const address = {
    first_name,
    last_name,
    phone,
    company,
    country: countryName(country_code) ?? filled(country?.title),
    name: filled(order[names.name]),
    address1: joined([order[names.street], order[names.number], order[names.extension]]),
    address2: filled(order[names.street2]),
    city: filled(order[names.city]),
    zip: filled(order[names.zip]),
    province: filled(order[names.region]) ?? filled(region?.name),
    province_code: filled(region?.code),
    country_code,
  };
  return WHERE.every((name) => address[name] === null) ? null : address;
}

/** What makes an address one. */
const WHERE = [
  ...(['address1', 'address2', 'city', 'zip'] as const),
  ...(['province', 'province_code', 'country_code'] as const),
];

interface Person {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly phone: string | null;
  readonly company: string | null;
}

export function customerOf(order: NativeOrder, home: Draft<Address> | null): CustomerDraft {
  const record = present(present(order.customer)?.resource?.embedded);
  return {
    ...personOf(order),
    id: identifier(linkedIn(order.customer)),
    created_at: instant(record?.createdAt),
    updated_at: instant(record?.updatedAt),
    email: filled(order.email),
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
