// Addresses of an order and the customer behind it, with what the customer agreed to.
import type { CustomerDraft } from '../../model/order-draft.ts';
import { instant } from '../../model/time.ts';
import { texts } from '../kit/loose.ts';
import { filled, identifier, joined } from '../kit/text.ts';
import { type Address, type Customer, isFilled, numberOf, type PhoneNumber } from './native.ts';

/** Addresses of an order have no identifier that lasts; only those of a customer do. */
export function addressOf(native: Address | null) {
  if (!isFilled(native)) return null;
  return {
    address1: filled(native.address1),
    address2: filled(native.address2),
    city: filled(native.city),
    company: filled(native.company),
    country: filled(native.country),
    country_code: filled(native.countryCodeV2),
    first_name: filled(native.firstName),
    last_name: filled(native.lastName),
    name: filled(native.name),
    phone: filled(native.phone),
    province: filled(native.province),
    province_code: filled(native.provinceCode),
    zip: filled(native.zip),
  };
}

export function customerOf(native: Customer | null): CustomerDraft | null {
  if (!isFilled(native)) return null;
  const { defaultEmailAddress: email, defaultPhoneNumber: phone, defaultAddress: home } = native;
  return {
    id: identifier(native.legacyResourceId),
    created_at: instant(native.createdAt),
    updated_at: instant(native.updatedAt),
    email: filled(email?.emailAddress),
    first_name: filled(native.firstName),
    last_name: filled(native.lastName),
    note: filled(native.note),
    phone: filled(phone?.phoneNumber),
    tags: joined(texts(native.tags), ', '),
    verified_email: native.verifiedEmail,
    tax_exempt: native.taxExempt,
    tax_exemptions: texts(native.taxExemptions).map((exemption) => exemption.toLowerCase()),
    default_address: isFilled(home) ? { ...addressOf(home), id: numberOf(home.id) } : null,
    sms_marketing_consent: isFilled(phone) ? smsConsentOf(phone) : null,
    email_marketing_consent: isFilled(email)
      ? {
          state: lower(email.marketingState),
          opt_in_level: lower(email.marketingOptInLevel),
          consent_updated_at: instant(email.marketingUpdatedAt),
        }
      : null,
  };
}

function smsConsentOf(phone: PhoneNumber) {
  const consent = phone.smsMarketingConsent ?? {
    state: phone.marketingState,
    optInLevel: phone.marketingOptInLevel,
    updatedAt: phone.marketingUpdatedAt,
    collectedFrom: phone.marketingCollectedFrom,
  };
  return {
    // Since 2026-10 Shopify says NEVER_SUBSCRIBED; the record says the same whatever the version.
    state: consent.state === 'NEVER_SUBSCRIBED' ? 'not_subscribed' : lower(consent.state),
    opt_in_level: lower(consent.optInLevel),
    consent_updated_at: instant(consent.updatedAt),
    consent_collected_from: filled(consent.collectedFrom),
  };
}

/** Words of Shopify's are ours in upper case. */
export const lower = (word: unknown): string | null => filled(word)?.toLowerCase() ?? null;
