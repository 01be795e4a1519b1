// Yes, no, or not said.
import type { Customer } from '../../model/order.ts';

/** Null for anything but a plain yes or no. */
export const flagIn = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : null;

/** Whether a buyer wants mail, where the vendor says no more than that; null where it says nothing. */
export function mailConsentIn(value: unknown): Customer['email_marketing_consent'] {
  const wanted = flagIn(value);
  if (wanted === null) return null;
  const state = wanted ? 'subscribed' : 'not_subscribed';
  return { state, opt_in_level: null, consent_updated_at: null };
}
