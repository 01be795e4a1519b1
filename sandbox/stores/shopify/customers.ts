// Customers, their addresses and the companies they buy for.
import { country } from '../../catalogue/countries.ts';
import type { Address, Customer, OrderCompany } from '../../catalogue/types.ts';
import { gid, gidOf, numberOf } from './ids.ts';
import { printTime, printTimeOrNull } from './time.ts';
import type { Resolvers } from './world.ts';

interface AddressSource {
  readonly address: Address;
  readonly number: number;
}

export const addressResolvers: Resolvers<AddressSource> = {
  id: ({ number }) => `${gid('MailingAddress', number)}?model_name=Address`,
  address1: ({ address }) => address.address1,
  address2: ({ address }) => address.address2,
  city: ({ address }) => address.city,
  company: ({ address }) => address.company,
  country: ({ address }) => country(address.countryCode).name,
  countryCodeV2: ({ address }) => address.countryCode,
  firstName: ({ address }) => address.firstName || null,
  lastName: ({ address }) => address.lastName || null,
  name: ({ address }) => `${address.firstName} ${address.lastName}`.trim() || null,
  phone: ({ address }) => address.phone,
  province: ({ address }) => address.province,
  provinceCode: ({ address }) => address.provinceCode,
  zip: ({ address }) => address.zip,
};

export const customerResolvers: Resolvers<Customer> = {
  id: (customer) => gidOf('Customer', customer.id),
  legacyResourceId: (customer) => String(numberOf('Customer', customer.id)),
  createdAt: (customer) => printTime(customer.createdAt),
  updatedAt: (customer) => printTime(customer.updatedAt),
  taxExemptions: (customer) =>
    customer.taxExempt && customer.vatNumber !== null ? ['EU_REVERSE_CHARGE_EXEMPTION_RULE'] : [],
  defaultAddress: ({ id, address }) =>
    address === null ? null : { address, number: numberOf('Customer', id) + 7 },
  defaultEmailAddress: (customer) => ({
    emailAddress: customer.email,
    marketingState: customer.acceptsMarketing ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
    marketingOptInLevel: 'SINGLE_OPT_IN',
    marketingUpdatedAt: printTimeOrNull(customer.marketingUpdatedAt),
  }),
  defaultPhoneNumber: ({ phone }) =>
    phone === null
      ? null
      : {
          phoneNumber: phone,
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
};

export const companyLocationResolvers: Resolvers<OrderCompany> = {
  id: (company) => gid('CompanyLocation', 5_520_000 + company.locationId),
};
