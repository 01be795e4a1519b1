// What a vendor signed: bytes by HMAC with a secret or by RSA with its own key, and JSON Web Tokens.
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { isSame } from './consent.ts';
import { isRecord } from './loose.ts';

/** HMAC-SHA256 of the bytes, as text. */
export const hmac = (
  bytes: Uint8Array | string,
  secret: string,
  encoding: 'base64' | 'base64url' | 'hex',
): string => createHmac('sha256', secret).update(bytes).digest(encoding);

/** Whether bytes were signed by RSA with SHA-256; the key is PEM, or DER in base64, as the vendor gives it. */
export function isSignedByKey(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey(
      publicKey.includes('-----BEGIN')
        ? publicKey
        : { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' },
    );
    if (key.asymmetricKeyType !== 'rsa') return false;
    return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** The members of a JSON object in UTF-8; none where the bytes are something else. */
export function jsonIn(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The parts of a token in the compact form of RFC 7515, as they came. */
interface Parts {
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
}

function partsOf(token: string): Parts | undefined {
  const [, header = '', payload = '', signature = ''] =
    /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  return header === '' ? undefined : { header, payload, signature };
}

/**
 * Whether a token was signed with this secret by HS256 (RFC 7519). The algorithm is ours to say, not
 * the token's: one that names another, or extensions we would have to understand, is refused.
 */
export function isSignedToken(token: string, secret: string): boolean {
  const parts = partsOf(token);
  if (!parts) return false;
  const { alg, crit } = jsonIn(Buffer.from(parts.header, 'base64url'));
  if (alg !== 'HS256' || crit !== undefined) return false;
  return isSame(parts.signature, hmac(`${parts.header}.${parts.payload}`, secret, 'base64url'));
}

/** What a token claims; to be believed only once its signature was looked at. */
export function claimsIn(token: string): Readonly<Record<string, unknown>> {
  return jsonIn(Buffer.from(partsOf(token)?.payload ?? '', 'base64url'));
}

/** How far the vendor's clock may be from ours. */
const CLOCK_SECONDS = 60;

/** Whether a token holds now: it must say when it ends, and may say when it begins. */
export function isInForce({ exp, nbf }: Readonly<Record<string, unknown>>, now: number): boolean {
  const seconds = now / 1000;
  if (typeof exp !== 'number' || !(exp > seconds - CLOCK_SECONDS)) return false;
  return nbf === undefined || (typeof nbf === 'number' && nbf <= seconds + CLOCK_SECONDS);
}
