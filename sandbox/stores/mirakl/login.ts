// The token service on auth.mirakl.net: client credentials for an access token.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { oauthError, oauthReply, page } from './replies.ts';
import type { Company } from './shops.ts';
import { issue } from './tokens.ts';

const known = ['grant_type', 'client_id', 'client_secret', 'audience'];

export function login(
  request: StoreRequest,
  companies: readonly Company[],
  now: number,
): StoreReply {
  if (request.path !== '/oauth/token') return page(404, 'Not Found');
  if (request.method !== 'POST') return page(405, 'Method Not Allowed');
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded') || request.rawQuery !== '')
    return oauthError(400, 'invalid_request', 'A form body is required');
  const form = new URLSearchParams(request.body);
  const strange = [...form.keys()].find((name) => !known.includes(name));
  if (strange !== undefined)
    return oauthError(400, 'invalid_request', `Unknown parameter: ${strange}`);
  if (form.get('grant_type') !== 'client_credentials')
    return oauthError(400, 'unsupported_grant_type', 'Only client_credentials is supported');
  const company = companies.find(({ clientId }) => clientId === form.get('client_id'));
  if (company === undefined || company.clientSecret !== form.get('client_secret'))
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  const audience = form.get('audience');
  if (company.needsAudience && audience === null)
    return oauthError(400, 'invalid_request', 'audience is required');
  if (company.needsAudience && audience !== company.companyId)
    return oauthError(401, 'access_denied', 'The client may not access this audience');
  return oauthReply({
    token_type: 'Bearer',
    access_token: issue(company, now, company.tokenLife),
    expires_in: company.tokenLife,
    target_app: '',
    resource_owner: '',
  });
}
