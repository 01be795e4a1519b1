// How a merchant links a shop: by an API key of its own, or by installing the operator's app.
import type { Credential, VendorApp } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import { refuse } from '../kit/given.ts';
import type { Arrival, ByConsent, ByForm, Trip, Way } from '../way.ts';
import { type App, installed, isSigned } from './auth.ts';
import {
  type Cluster,
  HOSTS,
  isCluster,
  languageIn,
  readLanguage,
  regionIn,
  shopIdIn,
} from './region.ts';

/** How old an installation may be, and how far clocks may be apart. */
const TOLERANCE = 5 * 60_000;

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['region', 'apiKey', 'apiSecret', 'language'],
};

/**
 * The shop opens the address that is registered for the app, with a token in its query. Lightspeed
 * sends no state along: the browser is known by a cookie, the visitor is asked whether the shop that
 * came is theirs, and where one was named before leaving, it must be that one.
 */
const byApp: ByConsent = {
  kind: 'consent',
  id: 'app',
  needs: ['clientId', 'clientSecret'],
  inputs: ['region', 'language', 'shopId'],

  begin(given, { app }) {
    const { cluster } = regionIn(given);
    if (!cluster)
      return refuse('region', 'must be eu1 (Europe) or us1 (North America).', 'region_form');
    // The page before the shop is chosen speaks English on either cluster.
    const language = languageIn(given) ?? 'en';
    const shopId = shopIdIn(given);
    const url = new URL(`https://${HOSTS[cluster]}/${language}/apps/install`);
    url.searchParams.set('api_key', appAt(cluster, app).key);
    if (shopId) url.searchParams.set('shop_id', shopId);
    return { url: url.href, account: { cluster, ...(shopId && { shopId }) } };
  },

  /** The signature and the shop are looked at before anybody is asked. */
  shopOf(arrival, trip) {
    const { account } = receive(arrival, trip);
    const { shopId } = account;
    return shopId ? `Lightspeed ${shopId}` : 'Lightspeed';
  },

  // The token is good for as long as the app is installed.
  asksTwice: true,
  finish: async (arrival, trip) => receive(arrival, trip),
};

/** An app has a key of its own on each cluster; an operator with one app only has one. */
function appAt(cluster: Cluster, app: VendorApp): App {
  const { clientId = '', clientSecret = '', usClientId, usClientSecret } = app;
  return cluster === 'us1' && usClientId && usClientSecret
    ? { key: usClientId, secret: usClientSecret }
    : { key: clientId, secret: clientSecret };
}

function receive({ query, account }: Arrival, { app, now }: Trip): Credential {
  const { token = '', signature = '', timestamp = '' } = query;
  const refused = (reason: string, message: string, native?: string) =>
    new Fault('credential_refused', message, { reason, native });
  if (token === '' || signature === '' || query.error !== undefined)
    throw refused('consent_denied', 'The app was not installed.', query.error);
  const { cluster = '' } = account;
  if (!isCluster(cluster)) throw refused('wrong_state', 'No one knows where this trip began.');
  const own = appAt(cluster, app);
  if (!isSigned(query, own.secret))
    throw refused('bad_signature', 'The answer was not signed by Lightspeed for this app.');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > TOLERANCE)
    throw refused('clock_skew', 'The answer is too old, or a clock is wrong.');
  if (query.cluster_id && query.cluster_id !== cluster)
    throw refused('wrong_account', 'The app was installed on the other cluster.');
  if (account.shopId && query.shop_id !== account.shopId)
    throw refused('wrong_account', 'The app was installed in another shop than the one named.');
  const language = readLanguage(query.language ?? '');
  return installed(own, token, {
    cluster,
    ...(language && { language }),
    ...(query.shop_id && { shopId: query.shop_id }),
  });
}

export const ways: readonly Way[] = [byKeys, byApp];
