// How a seller links a bol account: by keys of the Retailer API, or by saying yes to the operator's app.
import { Fault } from '../../model/faults.ts';
import { codeIn, mustBeOurs } from '../kit/consent.ts';
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
    mustBeOurs(query.state, state);
    const code = codeIn(query, 'bol');
    try {
      return await redeem(code, returnUrl, app, call, now);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const [reason, message] = CODE_REFUSED[error.reason ?? ''] ?? [];
      if (!reason || !message) throw error;
      throw new Fault(error.code, message, { ...error, reason, cause: error });
    }
  },
};

/** What refusals of a token mean where it was asked for with a code. */
const CODE_REFUSED: Readonly<Record<string, readonly [reason: string, message: string]>> = {
  // A code that is no good is not an access that ran out.
  consent_ended: ['code_refused', 'bol does not accept the code it sent.'],
};

export const ways: readonly Way[] = [byKeys, byConsent];
