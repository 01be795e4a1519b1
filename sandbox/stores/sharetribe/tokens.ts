// The token service: client credentials and refresh tokens for access tokens that last ten minutes.
import { createHash } from 'node:crypto';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { json, plainRefusal, refused } from './replies.ts';
import type { Marketplace } from './shops.ts';

const ACCESS = 600;
const REFRESH = 30 * 86_400;

export interface Tokens {
  reply(request: StoreRequest): StoreReply;
  /** Whose data a request may read; an answer where it may not. */
  open(request: StoreRequest): Marketplace | StoreReply;
}

interface Issued {
  readonly shop: Marketplace;
  readonly scope: string;
  readonly ends: number;
}

export function openTokens(shops: readonly Marketplace[], now: () => number): Tokens {
  const access = new Map<string, Issued>();
  const refresh = new Map<string, Issued>();
  let count = 0;

  const issue = (shop: Marketplace, scope: string): StoreReply => {
    count += 1;
    const make = (kind: string): string =>
      createHash('sha256').update(`${kind} ${shop.name} ${count}`).digest('hex');
    const token = `eyJhbGciOiJIUzI1NiJ9.${make('access')}.sandbox`;
    access.set(token, { shop, scope, ends: now() + ACCESS * 1000 });
    const renewable = scope === 'integ';
    const again = `v2--${make('refresh')}`;
    if (renewable) refresh.set(again, { shop, scope, ends: now() + REFRESH * 1000 });
    return json(
      200,
      JSON.stringify({
        access_token: token,
        scope,
        token_type: 'bearer',
        expires_in: ACCESS,
        ...(renewable && { refresh_token: again }),
      }),
    );
  };

  return {
    reply({ method, headers, body }) {
      if (method !== 'POST') return refused(404, 'not-found');
      if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        return refused(400, 'unsupported-content-type');
      const form = new URLSearchParams(body);
      const shop = shops.find(({ clientId }) => clientId === form.get('client_id'));
      if (shop === undefined) return plainRefusal();
      if (form.get('grant_type') === 'refresh_token') {
        const issued = refresh.get(form.get('refresh_token') ?? '');
        return issued !== undefined && issued.shop === shop && issued.ends > now()
          ? issue(shop, issued.scope)
          : plainRefusal();
      }
      if (form.get('grant_type') !== 'client_credentials') return plainRefusal();
      if (form.get('scope') === 'public-read') return issue(shop, 'public-read');
      const right =
        form.get('scope') === 'integ' &&
        shop.application === 'integration' &&
        form.get('client_secret') === shop.clientSecret;
      return right ? issue(shop, 'integ') : plainRefusal();
    },

    open({ headers }) {
      const token = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
      if (token === undefined) return refused(401, 'auth-missing-access-token');
      const issued = access.get(token);
      if (issued === undefined || issued.ends <= now())
        return refused(401, 'auth-invalid-access-token');
      if (issued.scope !== 'integ' || !issued.shop.allowed) return refused(403, 'forbidden');
      return issued.shop;
    },
  };
}
