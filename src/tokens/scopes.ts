// The scopes a client may have and a token may carry.
import { TokenFault } from './fault.ts';

export const SCOPES = ['orders', 'products', 'links', 'orders.write', 'products.write'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a client has unless the operator says otherwise: no right to write. */
export const DEFAULT_SCOPES: readonly Scope[] = ['orders', 'products', 'links'];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** In the order of `SCOPES`, each once. */
export function inOrder(scopes: Iterable<string>): Scope[] {
  const given = new Set(scopes);
  return SCOPES.filter((scope) => given.has(scope));
}

/** The scopes of a new token: those asked for, or all the client has. */
export function grantScopes(asked: string | undefined, allowed: readonly string[]): Scope[] {
  const names = asked?.split(' ').filter((name) => name !== '') ?? [];
  if (names.length === 0) return inOrder(allowed);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new TokenFault(
      'invalid_scope',
      `The scope has a name that does not exist: use any of ${SCOPES.join(', ')}, with a space between two.`,
    );
  }
  const missing = inOrder(names).filter((name) => !allowed.includes(name));
  if (missing.length > 0) {
    throw new TokenFault(
      'invalid_scope',
      `This client does not have the scope ${missing.join(', ')}; it has ${inOrder(allowed).join(', ')}.`,
    );
  }
  return inOrder(names);
}
