// Whose app asks a vendor for a token, the operator's or the merchant's own, and whom a refusal blames.
import type { Secrets, VendorApp } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultDetail } from '../../model/faults.ts';
import { oauthErrorIn } from './refusals.ts';

export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The operator's: what the vendor says of it is no word on the merchant's access. */
  readonly byApp: boolean;
}

/** The operator's own app at a vendor. */
export function appOf(app: VendorApp | undefined, vendor: string): App {
  const { clientId, clientSecret } = app ?? {};
  if (clientId && clientSecret) return { clientId, clientSecret, byApp: true };
  throw new Fault(
    'app_refused',
    `Nothing can be asked of ${vendor}: the client ID and secret of the operator’s own app there are not set. The operator of this service must set them.`,
    { reason: 'app_not_set' },
  );
}

/** The app that a token was issued to: the merchant's own, where the credential names it. */
export function issuerOf(secrets: Secrets, app: VendorApp | undefined, vendor: string): App {
  const { clientId, clientSecret = '' } = secrets;
  return clientId ? { clientId, clientSecret, byApp: false } : appOf(app, vendor);
}

/** What OAuth says of an app rather than of a grant (RFC 6749, section 5.2). */
const OF_THE_APP = ['invalid_client', 'unauthorized_client'];

/**
 * A token service's refusal of the operator's app. Undefined where the vendor speaks of something
 * else, such as the grant, or where the merchant's own app asked: then its words are about the key.
 */
export function appRefusal(
  reply: Reply,
  ask: Ask,
  vendor: string,
  /** The error, where the vendor writes it in a way of its own. */
  said = oauthErrorIn(reply.body).error,
  ofTheApp: readonly string[] = OF_THE_APP,
): Fault | undefined {
  if (!ask.byApp) return undefined;
  const isApps = said === undefined ? reply.status === 401 : ofTheApp.includes(said);
  if (!isApps) return undefined;
  const { description } = oauthErrorIn(reply.body);
  return appUnknown(vendor, { status: reply.status, native: description ?? said });
}

export const appUnknown = (vendor: string, detail: FaultDetail): Fault =>
  new Fault(
    'app_refused',
    `${vendor} refuses the operator’s own app: its client ID or secret is wrong, was replaced, or is not allowed to do this. The operator of this service must correct it.`,
    { ...detail, reason: 'app_unknown' },
  );
