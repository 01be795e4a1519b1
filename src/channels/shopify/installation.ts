// The app behind the token, and what it may do.
import type { WriteScope } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Data } from './asks.ts';
import { installation } from './documents.ts';
import { scopeMissing } from './explain.ts';
import { numberOf } from './native.ts';

/** What is asked for besides, for clients that may write. */
export const WRITE_SCOPES = {
  'orders.write': ['write_merchant_managed_fulfillment_orders'],
  'products.write': ['write_products', 'write_inventory'],
} as const;
/** Any of them lets an app send what it is about: the merchant's own, and that of fulfilment services. */
export const FULFILLING = ['merchant_managed', 'assigned', 'third_party'].map(
  (whose) => `write_${whose}_fulfillment_orders`,
);

export interface Installation {
  readonly appId: string | null;
  readonly scopes: readonly string[];
}

/** Which app the token belongs to and what it may do; kept for an hour. */
export function installed(reading: Reading): Promise<Installation> {
  return reading.remember('installation', 3600, async () => {
    const { data } = await ask(installation, 1, () => ({}), reading);
    const { app } = data.currentAppInstallation as { app?: { id?: string } };
    return { appId: numberOf(app?.id), scopes: scopesOf(data) };
  });
}

export function scopesOf(data: Data): readonly string[] {
  const { accessScopes } = (data.currentAppInstallation ?? {}) as { accessScopes?: unknown };
  if (!Array.isArray(accessScopes)) throw brokenAnswer('Shopify', 'a list of access scopes');
  return parts<{ readonly handle: string }>(accessScopes).map(({ handle }) => handle);
}

/** Those that are not granted; a scope to write holds the one to read. */
export const missingOf = (scopes: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter(
    (scope) => !scopes.includes(scope) && !scopes.includes(scope.replace(/^read_/, 'write_')),
  );

/** What an app with these scopes may change. */
export const writesOf = (scopes: readonly string[]): readonly WriteScope[] => [
  ...(FULFILLING.some((scope) => scopes.includes(scope)) ? (['orders.write'] as const) : []),
  ...(missingOf(scopes, WRITE_SCOPES['products.write']).length === 0
    ? (['products.write'] as const)
    : []),
];

/** What both resources need; what else is missing is reported with the records. */
export function mustRead(scopes: readonly string[]): void {
  const missing = missingOf(scopes, ['read_orders', 'read_products']);
  if (missing.length > 0) throw scopeMissing(missing, { reason: `missing_${missing[0]}` });
}

/** Throws where the token may not write, by any of these scopes or by all of them. */
export async function mayWrite(
  wanted: readonly string[],
  how: 'any' | 'all',
  reading: Reading,
): Promise<void> {
  const { scopes } = await installed(reading);
  const missing = missingOf(scopes, wanted);
  const [first] = missing;
  if (first === undefined || (how === 'any' && missing.length < wanted.length)) return;
  throw scopeMissing(how === 'any' ? [first] : missing, { reason: `missing_${first}` });
}
