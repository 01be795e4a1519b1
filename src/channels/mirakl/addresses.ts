// Addresses of both APIs, in our form.
import { countryName } from '../../model/countries.ts';
import type { Address } from '../../model/order.ts';
import type { Draft } from '../../model/record.ts';
import { provinceOf } from '../kit/provinces.ts';
import { filled, joined } from '../kit/text.ts';
import { countryCode } from './countries.ts';
import type { ConnectAddress, MarketplaceAddress } from './native.ts';

/** Null when nothing was filled in, as after anonymisation or before acceptance. */
export function connectAddress(native: ConnectAddress | null | undefined): Draft<Address> | null {
  if (!native) return null;
  return unlessEmpty({
    first_name: filled(native.first_name),
    last_name: filled(native.last_name),
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
    first_name: filled(native.firstname),
    last_name: filled(native.lastname),
    company: joined([native.company, native.company_2], ', '),
    address1: filled(native.street_1),
    address2: filled(native.street_2),
    city: filled(native.city),
    zip: filled(native.zip_code),
    ...regionFields(native),
    phone: filled(native.phone) ?? filled(native.phone_secondary),
  });
}

type Text = string | null | undefined;

/** The state is a name or a short code, whatever the channel has, and stays so. */
function regionFields(native: {
  readonly state?: Text;
  readonly country?: Text;
  readonly country_iso_code?: Text;
}) {
  const country_code = countryCode(native.country_iso_code);
  return {
    ...provinceOf(native.state),
    country: countryName(country_code) ?? filled(native.country),
    country_code,
  };
}

const unlessEmpty = (address: Draft<Address>): Draft<Address> | null =>
  Object.values(address).some((value) => value !== null) ? address : null;
