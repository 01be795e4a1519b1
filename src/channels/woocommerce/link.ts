// How a merchant links a WooCommerce shop: by WordPress's own approval page, or by a pasted key.
import type { Account } from '../../model/credential.ts';
import { Fault } from '../../model/faults.ts';
import { membersOf } from '../kit/loose.ts';
import type { ByConsent, ByForm, Way } from '../way.ts';
import { accept, addressIn, permalinksIn } from './auth.ts';

/** For clients that may write: WordPress knows no finer right. */
const WRITING = 'read_write';

/**
 * WordPress asks its own user, then its server brings the key to `receiveUrl` and the browser comes
 * back with `success=1`, or with `success=0` when the user said no.
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#rest-api-keys
 */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'wordpress',
  needs: [],
  inputs: ['baseUrl'],

  begin(given, { appName, state, returnUrl, receiveUrl, writes }) {
    const account: Account = { baseUrl: addressIn(given), ...permalinksIn(given) };
    const url = new URL(
      account.permalinks === 'plain'
        ? `${account.baseUrl}/?wc-auth-version=1&wc-auth-route=authorize`
        : `${account.baseUrl}/wc-auth/v1/authorize`,
    );
    url.searchParams.set('app_name', appName);
    url.searchParams.set('scope', writes.length > 0 ? WRITING : 'read');
    url.searchParams.set('user_id', state);
    url.searchParams.set('return_url', returnUrl);
    url.searchParams.set('callback_url', receiveUrl);
    return { url: url.href.replaceAll('+', '%20'), account };
  },

  stateOf: ({ user_id: state }) => state,

  receive(body, { baseUrl = '', permalinks = '' }) {
    const brought = membersOf(body);
    const { consumer_key: consumerKey, consumer_secret: consumerSecret } = brought;
    if (typeof consumerKey !== 'string' || typeof consumerSecret !== 'string')
      throw new Fault('invalid_request', 'The shop sent no key.', { reason: 'not_received' });
    const { key_permissions: permissions } = brought;
    const granted = permissions === WRITING ? (['orders.write', 'products.write'] as const) : [];
    return {
      ...accept({ baseUrl, permalinks, consumerKey, consumerSecret }),
      ...(permissions !== undefined && { granted }),
    };
  },

  /** Asked only when the shop brought no key. */
  async finish({ query }) {
    if (query.success === '1')
      throw new Fault('credential_refused', 'The shop did not deliver its key.', {
        reason: 'not_received',
      });
    throw new Fault('credential_refused', 'The access was not approved.', {
      reason: 'consent_denied',
    });
  },
};

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['baseUrl', 'consumerKey', 'consumerSecret'],
  placeNeeds: 'baseUrl',
  place: (given) =>
    given.baseUrl === undefined
      ? undefined
      : `${addressIn(given)}/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys`,
};

export const ways: readonly Way[] = [byConsent, byKeys];
