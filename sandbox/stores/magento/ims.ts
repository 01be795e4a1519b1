// Adobe's token service for the cloud: client credentials for tokens that end after a day.
import { createHash } from 'node:crypto';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { same } from './auth.ts';
import { html, json } from './replies.ts';
import type { Cloud } from './shops.ts';

export const imsHost = 'ims-na1.adobelogin.com';
const LIFETIME = 86_399;

export interface Ims {
  reply(request: StoreRequest): StoreReply;
  /** True while a token opens the tenant of this client. */
  opens(token: string, cloud: Cloud): boolean;
}

export function openIms(clouds: readonly Cloud[], now: () => number): Ims {
  const tokens = new Map<string, { readonly clientId: string; readonly ends: number }>();
  return {
    reply(request) {
      if (request.path !== '/ims/token/v3' || request.method !== 'POST') return html(404, '404');
      if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
        return refused('invalid_request', 'the body must be a form');
      const form = new URLSearchParams(request.body);
      if (form.get('grant_type') !== 'client_credentials')
        return refused('unsupported_grant_type', 'grant_type is not supported');
      if (!form.get('scope')?.split(',').includes('commerce.accs'))
        return refused('invalid_scope', 'the scope must hold commerce.accs');
      const cloud = clouds.find(({ clientId }) => clientId === form.get('client_id'));
      if (cloud === undefined || !same(cloud.clientSecret, form.get('client_secret') ?? ''))
        return refused('invalid_client', 'invalid client_id or client_secret parameter');
      const token = `eyJhbGciOiJSUzI1NiJ9.${createHash('sha256')
        .update(`${cloud.clientId} ${now()} ${tokens.size}`)
        .digest('hex')}.sandbox`;
      tokens.set(token, { clientId: cloud.clientId, ends: now() + LIFETIME * 1000 });
      return json(
        200,
        JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: LIFETIME }),
      );
    },
    opens(token, { clientId }) {
      const known = tokens.get(token);
      return known !== undefined && known.clientId === clientId && known.ends > now();
    },
  };
}

const refused = (error: string, error_description: string): StoreReply =>
  json(400, JSON.stringify({ error, error_description }));
