// What Amazon's error answers mean, and what a seller or caller can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { appRefusal, appUnknown } from '../kit/app.ts';
import { membersOf, parts } from '../kit/loose.ts';
import { faultsOf, oauthErrorIn, sentenceOf } from '../kit/refusals.ts';
import { filled } from '../kit/text.ts';
import { pauseOf } from './limits.ts';
import { LOGIN_HOST } from './marketplaces.ts';

/** `{"errors":[{"code","message","details"}]}`, in older operations beside a `payload`. */
interface NativeError {
  readonly code: string;
  readonly message: string;
  readonly details: string;
}

type Make = ReturnType<typeof faultsOf>;

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  const { status, headers, body } = reply;
  const error = errorOf(body);
  if (!error && status < 400) return undefined;
  if (new URL(ask.url).host === LOGIN_HOST) return explainLogin(reply, ask);
  if (!error && status !== 429) return undefined;
  const { code, message, details } = error ?? { code: '', message: '', details: '' };
  const fault = faultsOf(reply, sentenceOf([message, details], ' ') ?? sentenceOf([code]));
  if (status === 429 || code === 'QuotaExceeded')
    return fault('channel_rate_limited', 'Amazon says that the seller’s quota is used up.', {
      retryAfter: headers['retry-after'] === undefined ? pauseOf(ask.operation) : undefined,
    });
  if (status === 401 || status === 403 || code === 'Unauthorized')
    return refused({ code, message, details }, fault);
  if (status === 400 || /^invalid_?input$/i.test(code))
    return invalidInput(`${message} ${details}`, fault);
  if (status < 500 && code !== 'InternalFailure')
    return fault('channel_failed', `Amazon refused the request (${code}).`);
  return fault('channel_failed', 'Amazon had an error of its own.', {
    // An error inside a good answer (Orders v0) may pass, though its status does not say so.
    status: status < 400 ? undefined : status,
  });
}

export function errorOf(body: unknown): NativeError | undefined {
  const [first] = parts(membersOf(body).errors as readonly Record<string, unknown>[]);
  if (!first) return undefined;
  const text = (value: unknown) => filled(value) ?? '';
  return { code: text(first.code), message: text(first.message), details: text(first.details) };
}

/** Almost everything about tokens and roles is one error; only its details differ. */
function refused({ code, details, message }: NativeError, fault: Make): Fault {
  if (/expired/i.test(details))
    return fault(
      'credential_refused',
      'The access token ran out: it is good for an hour. Send a fresh one, or a refresh token (Atzr|…).',
      { reason: 'token_expired' },
    );
  if (/revoked|malformed|invalid/i.test(details))
    return fault(
      'credential_refused',
      'Amazon does not accept this token: it was revoked, is not whole, or belongs to a seller of another region than the endpoint.',
      { reason: 'token_invalid' },
    );
  if (code === 'MissingAuthenticationToken' || /authentication token/i.test(message))
    return fault('channel_failed', 'Amazon does not know this operation.');
  return fault(
    'permission_missing',
    'The app lacks a role for this, the seller did not agree to it, or the marketplace is not in the seller’s account. Orders need "Inventory and Order Tracking", products "Product Listing".',
    { reason: 'role_missing' },
  );
}

function invalidInput(said: string, fault: Make): Fault {
  // "Application does not have access to one or more requested data elements: [shippingAddress]"
  if (/application do(es)? not have access/i.test(said))
    return fault(
      'permission_missing',
      'The app lacks a role for some of what is asked for: names and addresses of buyers need the restricted role "Direct-to-Consumer Delivery". Give it the role, then authorise it again.',
      { reason: 'role_missing' },
    );
  if (/pagination ?token|next ?token|page ?token/i.test(said))
    return fault(
      'invalid_page_token',
      'Amazon no longer knows this page. Start again without the next_page_token.',
      { field: 'next_page_token' },
    );
  if (/marketplace/i.test(said))
    return fault(
      'channel_failed',
      'Amazon refused a marketplace: it is not one of the seller’s, or not of this region.',
      { reason: 'wrong_marketplace' },
    );
  return fault('channel_failed', 'Amazon refused a parameter of the request.', {
    reason: 'invalid_input',
  });
}

/** The reason of a refusal because the token was issued to another app than the one that asks. */
const OTHER_APP = 'other_app';

/** What was granted to the operator's app by consent, and is refused to it, is the operator's matter. */
export const operators = (error: unknown): unknown =>
  error instanceof Fault && error.reason === OTHER_APP ? appUnknown('Amazon', error) : error;

/** Login with Amazon answers as OAuth does. */
function explainLogin(reply: Reply, ask: Ask): Fault | undefined {
  const { status, body } = reply;
  if (status < 400 || status >= 500 || status === 429) return undefined;
  const { error, description } = oauthErrorIn(body);
  // Not `unauthorized_client`: a token of another app causes that.
  const ofApp = appRefusal(reply, ask, 'Amazon', error, ['invalid_client']);
  if (ofApp) return ofApp;
  const fault = faultsOf(reply, description);
  switch (error) {
    case 'invalid_grant':
      return fault(
        'credential_refused',
        'The seller’s authorisation ended or was withdrawn, or the code was used before: authorise Amazon again.',
        { reason: 'authorisation_ended' },
      );
    case 'unauthorized_client':
      return fault(
        'credential_refused',
        'The refresh token was issued to another app: send the clientId and clientSecret of that app with it.',
        { reason: OTHER_APP },
      );
    case 'invalid_client':
      return fault(
        'credential_refused',
        'Login with Amazon does not know this client id and secret: they are wrong, or the secret was rotated.',
        { reason: 'client_unknown', field: 'clientId' },
      );
    default:
      return fault('channel_failed', 'Login with Amazon refused to give a token.');
  }
}
