// What Amazon's error answers mean, and what a seller or caller can do about them.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault, type FaultDetail } from '../../model/faults.ts';
import { pauseOf } from './limits.ts';
import { LOGIN_HOST } from './marketplaces.ts';

/** `{"errors":[{"code","message","details"}]}`, in older operations beside a `payload`. */
interface NativeError {
  readonly code: string;
  readonly message: string;
  readonly details: string;
}

export function explain(reply: Reply, ask: Ask): Fault | undefined {
  if (new URL(ask.url).host === LOGIN_HOST) return explainLogin(reply);
  const error = errorOf(reply.body);
  const { status, headers } = reply;
  if (!error) return status === 429 ? tooMany(reply, ask, undefined) : undefined;
  const native = [error.message, error.details].filter((part) => part !== '').join(' ');
  const detail: FaultDetail = { status, native: native === '' ? error.code : native };
  if (status === 429 || error.code === 'QuotaExceeded') return tooMany(reply, ask, detail.native);
  if (status === 401 || status === 403 || error.code === 'Unauthorized')
    return refused(error, detail);
  if (status === 400 || /^invalid_?input$/i.test(error.code)) return invalidInput(error, detail);
  if (status < 500 && error.code !== 'InternalFailure')
    return new Fault('channel_failed', `Amazon refused the request (${error.code}).`, detail);
  return new Fault('channel_failed', 'Amazon had an error of its own.', {
    ...detail,
    // An error inside a good answer (Orders v0) may pass, though its status does not say so.
    status: status < 400 ? undefined : status,
    retryAfter: retryAfterOf(headers),
  });
}

export function errorOf(body: unknown): NativeError | undefined {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  const [first] = Array.isArray(errors) ? (errors as readonly Record<string, unknown>[]) : [];
  if (!first) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return { code: text(first.code), message: text(first.message), details: text(first.details) };
}

function tooMany(reply: Reply, ask: Ask, native: string | undefined): Fault {
  return new Fault('channel_rate_limited', 'Amazon says that the seller’s quota is used up.', {
    status: reply.status,
    native,
    retryAfter: retryAfterOf(reply.headers) ?? pauseOf(ask.operation),
  });
}

function retryAfterOf(headers: Reply['headers']): number | undefined {
  const told = headers['retry-after']?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(told) ? Math.ceil(Number(told) * 1000) : undefined;
}

/** Almost everything about tokens and roles is one error; only its details differ. */
function refused({ code, details, message }: NativeError, detail: FaultDetail): Fault {
  if (/expired/i.test(details))
    return new Fault(
      'credential_refused',
      'The access token ran out: it is good for an hour. Send a fresh one, or a refresh token (Atzr|…).',
      { ...detail, reason: 'token_expired' },
    );
  if (/revoked|malformed|invalid/i.test(details))
    return new Fault(
      'credential_refused',
      'Amazon does not accept this token: it was revoked, is not whole, or belongs to a seller of another region than the endpoint.',
      { ...detail, reason: 'token_invalid' },
    );
  if (code === 'MissingAuthenticationToken' || /authentication token/i.test(message))
    return new Fault('channel_failed', 'Amazon does not know this operation.', detail);
  return new Fault(
    'permission_missing',
    'The app lacks a role for this, the seller did not agree to it, or the marketplace is not in the seller’s account. Orders need "Inventory and Order Tracking", products "Product Listing".',
    { ...detail, reason: 'role_missing' },
  );
}

function invalidInput({ message, details }: NativeError, detail: FaultDetail): Fault {
  const said = `${message} ${details}`;
  // "Application does not have access to one or more requested data elements: [shippingAddress]"
  if (/application do(es)? not have access/i.test(said))
    return new Fault(
      'permission_missing',
      'The app lacks a role for some of what is asked for: names and addresses of buyers need the restricted role "Direct-to-Consumer Delivery". Give it the role, then authorise it again.',
      { ...detail, reason: 'role_missing' },
    );
  if (/pagination ?token|next ?token|page ?token/i.test(said))
    return new Fault(
      'invalid_page_token',
      'Amazon no longer knows this page. Start again without the next_page_token.',
      { ...detail, field: 'next_page_token' },
    );
  if (/marketplace/i.test(said))
    return new Fault(
      'channel_failed',
      'Amazon refused a marketplace: it is not one of the seller’s, or not of this region.',
      { ...detail, reason: 'wrong_marketplace' },
    );
  return new Fault('channel_failed', 'Amazon refused a parameter of the request.', {
    ...detail,
    reason: 'invalid_input',
  });
}

/** Login with Amazon answers as OAuth does: `{"error","error_description"}`. */
function explainLogin({ status, body }: Reply): Fault | undefined {
  if (status < 400 || status >= 500 || status === 429) return undefined;
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const detail = {
    status,
    native: typeof description === 'string' ? description : undefined,
  };
  switch (error) {
    case 'invalid_grant':
      return new Fault(
        'credential_refused',
        'The seller’s authorisation ended or was withdrawn, or the code was used before: authorise Amazon again.',
        { ...detail, reason: 'authorisation_ended' },
      );
    case 'unauthorized_client':
      return new Fault(
        'credential_refused',
        'The refresh token was issued to another app: send the clientId and clientSecret of that app with it.',
        { ...detail, reason: 'other_app' },
      );
    case 'invalid_client':
      return new Fault(
        'channel_failed',
        'Login with Amazon does not know this client id and secret: they are wrong, or the secret was rotated.',
        { ...detail, reason: 'app_unknown' },
      );
    default:
      return new Fault('channel_failed', 'Login with Amazon refused to give a token.', detail);
  }
}
