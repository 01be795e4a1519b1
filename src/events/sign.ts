// Signs events as the Standard Webhooks specification says (standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The specification asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32;

export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Signable {
  /** The same in every try, so that a receiver recognises a repeated event. */
  readonly id: string;
  /** When this try is made, in milliseconds. */
  readonly at: number;
  readonly body: string;
}

export function signatureHeaders(event: Signable, secrets: readonly string[]) {
  const timestamp = String(Math.floor(event.at / 1000));
  const content = `${event.id}.${timestamp}.${event.body}`;
  return {
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, content)}`).join(' '),
  };
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
