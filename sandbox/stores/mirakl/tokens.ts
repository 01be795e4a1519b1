// Access tokens of Mirakl Connect: signed, so that none needs to be remembered, and really ending.
import { openJwts } from '../../jwt.ts';
import type { Company } from './shops.ts';

interface Payload {
  readonly sub: string;
  readonly company_id: string;
  readonly iat: number;
  readonly exp: number;
}

const tokens = openJwts<Payload>('mirakl sandbox');

export function issue(company: Company, now: number, seconds: number): string {
  const iat = Math.floor(now / 1000);
  return tokens.write(
    { alg: 'HS256', typ: 'JWT' },
    { sub: company.clientId, company_id: company.companyId, iat, exp: iat + seconds },
  );
}

export type Opened = { readonly company: Company } | { readonly refused: 'unknown' | 'expired' };

export function open(token: string, companies: readonly Company[], now: number): Opened {
  const payload = tokens.read(token);
  if (payload === null) return { refused: 'unknown' };
  if (payload.exp * 1000 <= now) return { refused: 'expired' };
  const company = companies.find(({ clientId }) => clientId === payload.sub);
  return company === undefined ? { refused: 'unknown' } : { company };
}
