// Addresses of a BigCommerce order, and its buyer.

import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { isRecord, listed } from '../kit/loose.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { instantOf } from './dates.ts';
import {
  consignmentsOf,
  type NativeAddress,
  type NativeOrder,
  type PickupConsignment,
  type ShippingConsignment,
} from './native.ts';

/** Null when nothing was filled in. */
export function addressOf(native: NativeAddress): Draft<Address> | null {
  const state = filled(native.state);
  const code = filled(native.country_iso2);
  const address = {
    id: identifier(native.id),
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    name: joined([native.first_name, native.last_name]),
    company: filled(native.company),
    address1: filled(native.street_1),
    address2: filled(native.street_2),
    city: filled(native.city),
    zip: filled(native.zip),
    province: state,
    // Names are kept; a code stands there only where a client wrote one.
    province_code: state !== null && /^[A-Z]{2}$/.test(state) ? state : null,
    country: filled(native.country) ?? countryName(code),
    country_code: code,
    phone: filled(native.phone),
  };
  const { id: _, ...written } = address;
  return Object.values(written).some((value) => value !== null) ? address : null;
}

/** The first of several; where everything is picked up, the place where it waits. */
export function shippingAddressOf(order: NativeOrder): Draft<Address> | null {
  const { shipping, pickups } = consignmentsOf(order);
  const [first] = listed<ShippingConsignment>(shipping);
  if (first) return addressOf(first);
  const [pickup] = listed<PickupConsignment>(pickups);
  return pickup ? pickupAddressOf(pickup) : null;
}

function pickupAddressOf({ location }: PickupConsignment): Draft<Address> | null {
  if (!isRecord(location)) return null;
  const code = filled(location.country_alpha2);
  return {
    company: filled(location.name),
    address1: filled(location.address_line_1),
    address2: filled(location.address_line_2),
    city: filled(location.city),
    zip: filled(location.postal_code),
    province: filled(location.state),
    country: countryName(code),
    country_code: code,
    phone: filled(location.phone),
  };
}

/** Known only where the buyer's account may be read, and says so: an empty category is none. */
export function taxExemptOf({ customer_record: customer }: NativeOrder): boolean | null {
  const category: unknown = customer?.tax_exempt_category;
  return typeof category === 'string' ? category.trim() !== '' : null;
}

/** The buyer; a guest has no identifier. */
export function customerOf(
  order: NativeOrder,
  native: NativeAddress,
  billing: Draft<Address> | null,
  taxExempt: boolean | null,
  optIn: boolean | null,
): CustomerDraft {
  const { customer_record: customer } = order;
  return {
    id: identifier(order.customer_id),
    created_at: instantOf(customer?.date_created),
    updated_at: instantOf(customer?.date_modified),
    email: filled(native.email),
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
    note: filled(customer?.notes),
    phone: filled(native.phone),
    tax_exempt: taxExempt,
    default_address: billing,
    email_marketing_consent:
      optIn === null
        ? null
        : {
            state: optIn ? 'subscribed' : 'not_subscribed',
            opt_in_level: null,
            consent_updated_at: null,
          },
  };
}
