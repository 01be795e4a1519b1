// How a seller links a bol account: by keys of the Retailer API, or by saying yes to the operator's app.
import { timingSafeEqual } from 'node:crypto';
import { Fault } from '../../model/faults.ts';
import type { ByConsent, ByForm, Way } from '../way.ts';
import { LOGIN } from './asks.ts';
import { redeem } from './auth.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['clientId', 'clientSecret'],
  place: () => 'https://partner.bol.com/sdd/preferences/services/api',
};

/**
 * The code flow for intermediaries, which bol has to approve.
 * https://api.bol.com/retailer/public/Retailer-API/intermediary-authorization.html
 */
const byConsent: ByConsent = {
  kind: 'consent',
  id: 'consent',
  needs: ['clientId', 'clientSecret'],
  inputs: [],

  begin(_given, { app, state, returnUrl }) {
    const url = new URL(`https://${LOGIN}/authorize`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId ?? '',
      scope: 'offline_access',
      redirect_uri: returnUrl,
      state,
    }).toString();
    return { url: url.href, account: {} };
  },

  async finish({ query }, { app, state, returnUrl, now }, call) {
    if (!same(query.state ?? '', state))
      throw new Fault('credential_refused', 'The browser came back with another state.', {
        reason: 'wrong_state',
      });
    if (query.error !== undefined)
      throw new Fault('credential_refused', 'bol was told not to give access.', {
        reason: query.error === 'access_denied' ? 'consent_denied' : 'code_refused',
        native: query.error_description ?? query.error,
      });
    if (!query.code)
      throw new Fault('credential_refused', 'bol sent the browser back without a code.', {
        reason: 'code_refused',
      });
    try {
      return await redeem(query.code, returnUrl, app, call, now);
    } catch (error) {
      // A code that is no good is not an access that ran out.
      if (error instanceof Fault && error.reason === 'consent_ended')
        throw new Fault(error.code, 'bol does not accept the code it sent.', {
          ...error,
          reason: 'code_refused',
          cause: error,
        });
      if (error instanceof Fault && error.reason === 'unknown_keys')
        throw new Fault(error.code, 'bol does not know the client ID and secret of this app.', {
          ...error,
          reason: 'app_unknown',
          cause: error,
        });
      throw error;
    }
  },
};

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b);
}

export const ways: readonly Way[] = [byKeys, byConsent];
