// Yes, no, or not said.
import type { Customer } from '../../model/order.ts';
import { reportUnreadable } from '../../model/unreadable-values.ts';

/** Null for anything but a plain yes or no. */
export function flagIn(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  reportUnreadable(value);
  return null;
}

/** Whether a buyer wants mail, where the vendor says no more than that; null where it says nothing. */
export function mailConsentIn(value: unknown): Customer['email_marketing_consent'] {
  const wanted = flagIn(value);
  if (wanted === null) return null;
  const state = wanted ? 'subscribed' : 'not_subscribed';
  return { state, opt_in_level: null, consent_updated_at: null };
}
