// The buyer: where an order goes, who pays for it, and what bol says of either.
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import { filled, joined } from '../kit/text.ts';
import type { NativeAddress, NativeBilling, NativeShipment } from './native.ts';

export const addressOf = (native: NativeAddress): Draft<Address> => ({
  first_name: filled(native.firstName),
  last_name: filled(native.surname),
  company: filled(native.company),
  address1: joined([native.streetName, native.houseNumber, native.houseNumberExtension]),
  address2: filled(native.extraAddressInformation),
  city: filled(native.city),
  zip: filled(native.zipCode),
  country_code: filled(native.countryCode),
});

export const shippingAddressOf = (shipment: NativeShipment): Draft<Address> => ({
  ...addressOf(shipment),
  address2: joined([shipment.pickupPointName, shipment.extraAddressInformation], ', '),
  phone: filled(shipment.deliveryPhoneNumber),
});

/** bol names buyers by a relay address alone, and says nothing of tax or of what they agreed to. */
export function customerOf(
  shipment: NativeShipment | undefined,
  billing: NativeBilling | undefined,
): CustomerDraft {
  const buyer = [billing, shipment].find((one) => joined([one?.firstName, one?.surname]) !== null);
  return {
    email: filled(shipment?.email) ?? filled(billing?.email),
    first_name: filled(buyer?.firstName),
    last_name: filled(buyer?.surname),
    phone: filled(shipment?.deliveryPhoneNumber),
    default_address: shipment && shippingAddressOf(shipment),
  };
}
