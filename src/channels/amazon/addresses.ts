// The buyer and the recipient of an order, as far as Amazon discloses them, and why it does not.
import type { Address } from '../../model/order.ts';
import type { CustomerDraft } from '../../model/order-draft.ts';
import type { Draft } from '../../model/record.ts';
import type { Note } from '../channel.ts';
import { provinceOf } from '../kit/provinces.ts';
import { filled, joined } from '../kit/text.ts';
import type { NativeAddress, NativeOrder } from './native.ts';

/** Null when Amazon says nothing of it. */
export function addressOf(native: NativeAddress | null | undefined): Draft<Address> | null {
  if (!native) return null;
  const { province, province_code } = provinceOf(native.stateOrRegion);
  const address = {
    ...namesOf(native.name),
    name: filled(native.name),
    company: filled(native.companyName),
    address1: filled(native.addressLine1),
    address2: joined([native.addressLine2, native.addressLine3], ', '),
    city: filled(native.city) ?? filled(native.municipality),
    zip: filled(native.postalCode),
    province: province ?? filled(native.districtOrCounty),
    province_code,
    country_code: filled(native.countryCode),
    phone: filled(native.phone),
  };
  return Object.values(address).some((value) => value !== null) ? address : null;
}

/** Amazon keeps one name; what stands before its last space is taken for the first name. */
function namesOf(name: unknown) {
  const whole = filled(name) ?? '';
  const at = whole.lastIndexOf(' ') + 1;
  return { first_name: filled(whole.slice(0, at)), last_name: filled(whole.slice(at)) };
}

/** Null when Amazon says nothing of the buyer. It never names one, and says nothing of consent. */
export function customerOf(
  { buyer, recipient }: NativeOrder,
  address: Draft<Address> | null,
): CustomerDraft | null {
  const email = filled(buyer?.buyerEmail);
  if (!filled(buyer?.buyerName) && !email && address === null) return null;
  const phone = filled(recipient?.deliveryAddress?.phone);
  return { ...namesOf(buyer?.buyerName), email, phone, default_address: address };
}

/** States in which Amazon discloses the recipient to apps that may know. */
const ADDRESSED = ['UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'INVOICE_UNCONFIRMED'];

/** Names each cause of buyers kept back once; `why` is what keeps an app from knowing. */
export function noteWithheld(
  orders: readonly Pick<NativeOrder, 'fulfillment' | 'recipient'>[],
  why: string,
  note: Note,
): void {
  const withheld = orders.filter(({ fulfillment, recipient }) => {
    const { name, addressLine1 } = recipient?.deliveryAddress ?? {};
    const isAddressed = ADDRESSED.includes(fulfillment?.fulfillmentStatus ?? '');
    return isAddressed && filled(name) === null && filled(addressLine1) === null;
  });
  const byAmazon = withheld.filter(({ fulfillment }) => fulfillment?.fulfilledBy === 'AMAZON');
  const say = (cause: string) =>
    note({
      code: 'personal_data_withheld',
      field: 'shipping_address',
      fields: ['customer', 'email', 'phone'],
      message: `Amazon withholds names, addresses and contacts of buyers: ${cause}`,
    });
  if (byAmazon.length > 0)
    say('it ships some of these orders itself, and keeps to itself whom it ships to.');
  if (byAmazon.length < withheld.length) say(why);
}
