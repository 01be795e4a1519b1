// The app behind the token, and what it may do.
import type { Reading } from '../channel.ts';
import { parts } from '../kit/loose.ts';
import { installation } from './documents.ts';
import { ask, type Data, invalid } from './graphql.ts';
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
  if (!Array.isArray(accessScopes)) throw invalid('no list of access scopes');
  return parts<{ readonly handle: string }>(accessScopes).map(({ handle }) => handle);
}

/** A scope to write holds the one to read. */
export const grants = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(scope.replace(/^read_/, 'write_'));
