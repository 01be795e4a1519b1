// The app behind the token, and what it may do.
import type { Reading } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Data } from './asks.ts';
import { installation } from './documents.ts';
import { scopeMissing } from './explain.ts';
import { numberOf } from './native.ts';

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

/** What both resources need; what else is missing is reported with the records. */
export function mustRead(scopes: readonly string[]): void {
  const missing = missingOf(scopes, ['read_orders', 'read_products']);
  if (missing.length > 0) throw scopeMissing(missing, { reason: `missing_${missing[0]}` });
}
