// Who bought: a customer of the country or a guest, with addresses.
import { addressIn, emailOf, personName, phoneIn } from './customers.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Random } from './random.ts';
import type { Customer, Order } from './types.ts';

type Buyer = Pick<
  Order,
  'customerId' | 'email' | 'phone' | 'billing' | 'shipping' | 'company' | 'acceptsMarketing'
>;

export function buyerOf(
  plan: OrderPlan,
  random: Random,
  country: string,
  customersIn: (country: string) => readonly Customer[],
  id: number,
): Buyer {
  const customer = plan.guest === true ? null : random.pick(customersIn(country));
  const [firstName, lastName] =
    customer === null ? personName(random) : [customer.firstName, customer.lastName];
  const companyName = plan.company === true ? (customer?.company ?? 'Café Zürich GmbH') : null;
  const address = addressIn(random, country, firstName, lastName, companyName);
  const elsewhere = random.chance(12);
  const [otherFirst, otherLast] = personName(random);
  const shipping = elsewhere ? addressIn(random, country, otherFirst, otherLast, null) : address;
  const addresses = plan.addresses ?? 'both';
  return {
    customerId: customer?.id ?? null,
    email:
      plan.source === 'pos' ? null : (customer?.email ?? emailOf(firstName, lastName, `g${id}`)),
    phone:
      plan.source === 'pos'
        ? null
        : (address.phone ?? (random.chance(30) ? phoneIn(random, country) : null)),
    billing: addresses === 'none' ? null : address,
    shipping: addresses === 'both' ? shipping : null,
    company:
      companyName === null
        ? null
        : {
            id: 1 + (id % 40),
            locationId: 101 + (id % 40),
            name: companyName,
            vatNumber: customer?.vatNumber ?? `${country}123456789B01`,
          },
    acceptsMarketing: customer?.acceptsMarketing ?? false,
  };
}
