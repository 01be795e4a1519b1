// Addresses and buyers of both APIs, in our form.

import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { filled, joined } from '../kit/text.ts';
import { countryCode } from './countries.ts';
import type { ConnectAddress, MarketplaceAddress } from './native.ts';

/** Null when nothing was filled in, as after anonymisation or before acceptance. */
export function connectAddress(native: ConnectAddress | null | undefined): Draft<Address> | null {
  if (!native) return null;
  return unlessEmpty({
    ...nameFields(native.first_name, native.last_name),
    company: filled(native.company),
    address1: filled(native.street),
    address2: joined([native.street_additional_info, native.additional_info], ', '),
    city: filled(native.city),
    zip: filled(native.zip_code),
    ...regionFields(native),
    phone: filled(native.phone),
  });
}

export function marketplaceAddress(
  native: MarketplaceAddress | null | undefined,
): Draft<Address> | null {
  if (!native) return null;
  return unlessEmpty({
    ...nameFields(native.firstname, native.lastname),
    company: joined([native.company, native.company_2], ', '),
    address1: filled(native.street_1),
    address2: filled(native.street_2),
    city: filled(native.city),
    zip: filled(native.zip_code),
    ...regionFields(native),
    phone: filled(native.phone) ?? filled(native.phone_secondary),
  });
}

/** Consents, exemptions and verified addresses are nowhere in Mirakl, so nothing is said of them. */
export function buyer(known: CustomerDraft, address: Draft<Address> | null): CustomerDraft {
  return {
    ...known,
    default_address: address,
  };
}

type Text = string | null | undefined;

const nameFields = (first: Text, last: Text) => ({
  first_name: filled(first),
  last_name: filled(last),
  name: joined([first, last]),
});

/** The state is a name or a short code, whatever the channel has, and stays so. */
function regionFields(native: {
  readonly state?: Text;
  readonly country?: Text;
  readonly country_iso_code?: Text;
}) {
  const state = filled(native.state);
  const code = countryCode(native.country_iso_code);
  return {
    province: state,
    province_code: state !== null && /^[A-Z]{2,3}$/.test(state) ? state : null,
    country: countryName(code) ?? filled(native.country),
    country_code: code,
  };
}

const unlessEmpty = (address: Draft<Address>): Draft<Address> | null =>
  Object.values(address).some((value) => value !== null) ? address : null;
