// The buyer and the recipient of an order, as far as the app's roles let Amazon tell.
import type { Address, CustomerDraft } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { countryName } from '../kit/countries.ts';
import { filled, joined } from '../kit/text.ts';
import type { AddressV0, NativeAddress } from './native.ts';

/** Null when nothing is told. */
export function addressOf(native: NativeAddress | undefined): Draft<Address> | null {
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

/** The same address in the words of Orders v0. */
export function fromV0(native: AddressV0 | undefined): NativeAddress | undefined {
  if (!native) return undefined;
  const renamed: Readonly<Record<keyof NativeAddress, string | undefined>> = {
    name: native.Name,
    companyName: native.CompanyName,
    addressLine1: native.AddressLine1,
    addressLine2: native.AddressLine2,
    addressLine3: native.AddressLine3,
    city: native.City,
    districtOrCounty: native.County ?? native.District,
    stateOrRegion: native.StateOrRegion,
    municipality: native.Municipality,
    postalCode: native.PostalCode,
    countryCode: native.CountryCode,
    phone: native.Phone,
  };
  const known = Object.entries(renamed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as NativeAddress;
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

/** Null when Amazon tells nothing of the buyer. It never tells an identifier. */
export function customerOf(
  { name, email, phone }: Readonly<Record<'name' | 'email' | 'phone', string | undefined>>,
  address: Draft<Address> | null,
): CustomerDraft | null {
  if (!filled(name) && !filled(email) && address === null) return null;
  return {
    ...namesOf(name),
    email: filled(email),
    phone: filled(phone),
    verified_email: false,
    tax_exempt: false,
    default_address: address && { ...address, country_name: address.country, default: true },
    email_marketing_consent: {
      state: 'not_subscribed',
      opt_in_level: null,
      consent_updated_at: null,
    },
  };
}

/** Whether Amazon kept back whom the order goes to. */
export const isWithheld = (address: NativeAddress | undefined): boolean =>
  filled(address?.name) === null && filled(address?.addressLine1) === null;
