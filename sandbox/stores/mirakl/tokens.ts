// Access tokens of Mirakl Connect: signed, so that none needs to be remembered, and really ending.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Company } from './shops.ts';

const key = 'mirakl sandbox';

/** A JSON Web Token in form; signed with a key that only the sandbox has. */
export function issue(company: Company, now: number, seconds: number): string {
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const payload = encode({
    sub: company.clientId,
    company_id: company.companyId,
    iat: Math.floor(now / 1000),
    exp: Math.floor(now / 1000) + seconds,
  });
  return `${header}.${payload}.${signature(`${header}.${payload}`)}`;
}

export type Opened = { readonly company: Company } | { readonly refused: 'unknown' | 'expired' };

export function open(token: string, companies: readonly Company[], now: number): Opened {
  const [header = '', payload = '', given = ''] = token.split('.');
  if (!same(signature(`${header}.${payload}`), given)) return { refused: 'unknown' };
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sub: string;
    exp: number;
  };
  if (exp * 1000 <= now) return { refused: 'expired' };
  const company = companies.find(({ clientId }) => clientId === sub);
  return company === undefined ? { refused: 'unknown' } : { company };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signature = (text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
