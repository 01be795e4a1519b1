// The buyer and the recipient of an order, as far as Amazon discloses them.

import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { filled, joined } from '../kit/text.ts';
import type { NativeAddress } from './native.ts';

/** Null when Amazon says nothing of it. */
export function addressOf(native: NativeAddress | null | undefined): Draft<Address> | null {
  if (!native) return null;
  const state = filled(native.stateOrRegion);
  const address = {
    ...namesOf(native.name),
    name: filled(native.name),
    company: filled(native.companyName),
    address1: filled(native.addressLine1),
    address2: joined([native.addressLine2, native.addressLine3], ', '),
    city: filled(native.city) ?? filled(native.municipality),
    zip: filled(native.postalCode),
    province: state ?? filled(native.districtOrCounty),
    province_code: state !== null && /^[A-Z]{2,3}$/.test(state) ? state : null,
    country: countryName(native.countryCode),
    country_code: filled(native.countryCode),
    phone: filled(native.phone),
  };
  return Object.values(address).some((value) => value !== null) ? address : null;
}

/** Amazon keeps one name; what stands before its last space is taken for the first name. */
function namesOf(name: string | undefined) {
  const whole = filled(name);
  const at = whole?.lastIndexOf(' ') ?? -1;
  return {
    first_name: whole === null ? null : filled(whole.slice(0, Math.max(at, 0))),
    last_name: whole === null ? null : whole.slice(at + 1),
  };
}

/** Null when Amazon says nothing of the buyer. It never names one, and says nothing of consent. */
export function customerOf(
  { name, email, phone }: Readonly<Record<'name' | 'email' | 'phone', string | undefined>>,
  address: Draft<Address> | null,
): CustomerDraft | null {
  if (!filled(name) && !filled(email) && address === null) return null;
  return {
    ...namesOf(name),
    email: filled(email),
    phone: filled(phone),
    default_address: address,
  };
}
