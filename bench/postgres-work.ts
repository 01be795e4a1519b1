// What is measured on PostgreSQL, and the rows that are there beforehand.
import type { Store } from '../src/store/index.ts';

export const WORKS = [
  'budget, 1,000 accounts',
  'budget, one account',
  'token check',
  'event: kept, claimed, done',
  'execution rows, 100 together',
] as const;

export const CLIENT = 'bench';
export const TOKENS = 1000;
export const tokenOf = (n: number): string => `token-${n}`;

const YEAR = 365 * 24 * 3_600_000;

/** One client with its tokens; nothing of a vendor or a user. */
export async function seed(store: Store): Promise<void> {
  await store.clients.create({
    ...{ id: CLIENT, name: 'Bench', secrets: [], scopes: ['orders'], redirectOrigins: [] },
    ...{ tokenSeconds: null, logoUrl: null, branding: {} },
  });
  const now = store.now();
  for (let n = 0; n < TOKENS; n++)
    await store.tokens.add({
      ...{ hash: tokenOf(n), clientId: CLIENT, secretId: 's', scopes: ['orders'] },
      ...{ createdAt: now, expiresAt: now + YEAR },
    });
}
