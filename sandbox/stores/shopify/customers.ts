// Customers, their addresses, the companies they buy for, and visits.
import { country } from '../../catalogue/countries.ts';
import type { Address, Customer, Order, OrderCompany } from '../../catalogue/types.ts';
import { listed } from './connection.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { printTime, printTimeOrNull } from './time.ts';
import type { Resolvers } from './world.ts';

export interface AddressSource {
  readonly address: Address;
  readonly number: number;
}

function nameOf(address: Address): string | null {
  const name = `${address.firstName} ${address.lastName}`.trim();
  return name === '' ? null : name;
}

export function formatted(address: Address, withName: boolean, withCompany: boolean): string[] {
  const lines = [
    withName ? nameOf(address) : null,
    withCompany ? address.company : null,
    address.address1,
    address.address2,
    `${address.zip} ${address.city}`,
    country(address.countryCode).name,
  ];
  return lines.filter((line): line is string => line !== null && line !== '');
}

export const addressResolvers: Resolvers<AddressSource> = {
  id: ({ number }) => `${gid('MailingAddress', number)}?model_name=Address`,
  address1: ({ address }) => address.address1,
  address2: ({ address }) => address.address2,
  city: ({ address }) => address.city,
  company: ({ address }) => address.company,
  country: ({ address }) => country(address.countryCode).name,
  countryCode: ({ address }) => address.countryCode,
  countryCodeV2: ({ address }) => address.countryCode,
  firstName: ({ address }) => address.firstName || null,
  lastName: ({ address }) => address.lastName || null,
  name: ({ address }) => nameOf(address),
  phone: ({ address }) => address.phone,
  province: ({ address }) => address.province,
  provinceCode: ({ address }) => address.provinceCode,
  zip: ({ address }) => address.zip,
  coordinatesValidated: () => false,
  formatted: ({ address }, args) =>
    formatted(address, args.withName === true, args.withCompany !== false),
  formattedArea: ({ address }) => `${address.city}, ${country(address.countryCode).name}`,
  timeZone: () => null,
};

function addressOf(customer: Customer): AddressSource | null {
  if (customer.address === null) return null;
  return { address: customer.address, number: numberOf('Customer', customer.id) + 7 };
}

export const customerResolvers: Resolvers<Customer> = {
  id: (customer) => gidOf('Customer', customer.id),
  legacyResourceId: (customer) => String(numberOf('Customer', customer.id)),
  displayName: (customer) => `${customer.firstName} ${customer.lastName}`.trim() || customer.email,
  createdAt: (customer) => printTime(customer.createdAt),
  updatedAt: (customer) => printTime(customer.updatedAt),
  locale: (customer) => customer.locale,
  state: () => 'ENABLED',
  numberOfOrders: (customer, _args, { world }) => String(world.orderCounts.get(customer.id) ?? 0),
  taxExemptions: (customer) =>
    customer.taxExempt && customer.vatNumber !== null ? ['EU_REVERSE_CHARGE_EXEMPTION_RULE'] : [],
  defaultAddress: addressOf,
  addresses: (customer) => [addressOf(customer)].filter((address) => address !== null),
  addressesV2: (customer, args) =>
    listed(
      [addressOf(customer)].filter((address) => address !== null),
      args,
      ({ number }) => number,
    ),
  defaultEmailAddress: (customer) => ({
    emailAddress: customer.email,
    marketingState: customer.acceptsMarketing ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
    marketingOptInLevel: 'SINGLE_OPT_IN',
    marketingUpdatedAt: printTimeOrNull(customer.marketingUpdatedAt),
    openTrackingLevel: 'UNKNOWN',
    validFormat: true,
  }),
  defaultPhoneNumber: (customer) =>
    customer.phone === null
      ? null
      : {
          phoneNumber: customer.phone,
          marketingState: 'NOT_SUBSCRIBED',
          marketingOptInLevel: 'SINGLE_OPT_IN',
          marketingUpdatedAt: null,
          marketingCollectedFrom: 'OTHER',
          smsMarketingConsent: {
            state: 'NEVER_SUBSCRIBED',
            optInLevel: 'SINGLE_OPT_IN',
            updatedAt: null,
            collectedFrom: 'OTHER',
          },
        },
};

export const companyResolvers: Resolvers<OrderCompany> = {
  id: (company) => gid('Company', 4_410_000 + company.id),
  name: (company) => company.name,
  createdAt: (_company, _args, { world }) => printTime(world.catalogue.shop.createdAt),
  updatedAt: (_company, _args, { world }) => printTime(world.catalogue.shop.createdAt),
  customerSince: (_company, _args, { world }) => printTime(world.catalogue.shop.createdAt),
  externalId: () => null,
  note: () => null,
};

export const companyLocationResolvers: Resolvers<OrderCompany> = {
  ...companyResolvers,
  id: (company) => gid('CompanyLocation', 5_520_000 + company.locationId),
  company: (company) => company,
  currency: () => 'EUR',
  locale: () => null,
  phone: () => null,
  taxRegistrationId: (company) => company.vatNumber,
};

export function customerVisit(order: Order): unknown {
  return {
    id: gid('CustomerVisit', numberOf('Order', order.id) + 11),
    landingPage: null,
    occurredAt: printTime(order.createdAt),
    referralCode: null,
    referrerUrl: order.referringSite,
    source: order.referringSite === null ? 'direct' : 'referral',
    utmParameters: null,
  };
}
