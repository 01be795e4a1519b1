// Addresses of a BigCommerce order, and its buyer.
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { mailConsentIn } from '../kit/flags.ts';
import { listed, part } from '../kit/loose.ts';
import { provinceOf } from '../kit/provinces.ts';
import { filled, identifier } from '../kit/text.ts';
import { instantOf } from './dates.ts';
import {
  consignmentsOf,
  type NativeAddress,
  type NativeOrder,
  type PickupConsignment,
  type ShippingConsignment,
} from './native.ts';

/** Null when nothing was filled in. */
function addressOf(native: NativeAddress): Draft<Address> | null {
  const { province, province_code } = provinceOf(native.state);
  const written = {
    id: identifier(native.id),
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    company: filled(native.company),
    address1: filled(native.street_1),
    address2: filled(native.street_2),
    city: filled(native.city),
    zip: filled(native.zip),
    // Names are kept; a code stands there only where a client wrote one.
    province,
    province_code,
    country: filled(native.country),
    country_code: filled(native.country_iso2),
    phone: filled(native.phone),
  };
  for (const name of WRITTEN) if (written[name] !== null) return written;
  return null;
}

/** What makes an address one. */
const WRITTEN = [
  ...(['first_name', 'last_name', 'company', 'address1', 'address2', 'city', 'zip'] as const),
  ...(['province', 'province_code', 'country', 'country_code', 'phone'] as const),
];

export const billingOf = (order: NativeOrder): Draft<Address> | null => addressOf(buyerOf(order));

/** What the order says of its buyer stands in the address of the bill. */
export const buyerOf = ({ billing_address }: NativeOrder): NativeAddress =>
  part(billing_address) ?? {};

/** The first of several; where everything is picked up, the place where it waits. */
export function shippingAddressOf(order: NativeOrder): Draft<Address> | null {
  const { shipping, pickups } = consignmentsOf(order);
  const [first] = listed<ShippingConsignment>(shipping);
  if (first) return addressOf(first);
  const location = part(listed<PickupConsignment>(pickups)[0]?.location);
  if (!location) return null;
  return {
    company: filled(location.name),
    address1: filled(location.address_line_1),
    address2: filled(location.address_line_2),
    city: filled(location.city),
    zip: filled(location.postal_code),
    province: filled(location.state),
    country_code: filled(location.country_alpha2),
    phone: filled(location.phone),
  };
}

/** Known only where the buyer's account may be read, and says so: an empty category is none. */
export function taxExemptOf({ customer_record: customer }: NativeOrder): boolean | null {
  const category = customer?.tax_exempt_category;
  return typeof category === 'string' ? category.trim() !== '' : null;
}

/** The buyer; a guest has no identifier. */
export function customerOf(order: NativeOrder, home: Draft<Address> | null): CustomerDraft {
  const { customer_record: customer } = order;
  const buyer = buyerOf(order);
  return {
    id: identifier(order.customer_id),
    created_at: instantOf(customer?.date_created),
    updated_at: instantOf(customer?.date_modified),
    email: filled(buyer.email),
    first_name: filled(buyer.first_name),
    last_name: filled(buyer.last_name),
    note: filled(customer?.notes),
    phone: filled(buyer.phone),
    tax_exempt: taxExemptOf(order),
    default_address: home,
    email_marketing_consent: mailConsentIn(order.is_email_opt_in),
  };
}
