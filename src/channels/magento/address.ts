// The address of a shop as people type it, down to what the API is built on.
import { Fault } from '../../model/faults.ts';
import { isCloud } from './asks.ts';

export interface Address {
  readonly baseUrl: string;
  /** Where the typed address says that the API is. */
  readonly apiPath?: string;
  readonly storeCode?: string;
}

export const refusal = (field: string, message: string, reason?: string): Fault =>
  new Fault('invalid_request', `"${field}" ${message}`, { field, reason });

/** A folder stays, whatever was copied from the API or the admin pages goes. */
export function readAddress(text: string): Address {
  const example = 'write the address of the shop, such as https://www.example.com';
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(whole))
    throw refusal('baseUrl', `is not an address; ${example}.`, 'address_form');
  const { protocol, username, password, host, pathname } = new URL(whole);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw refusal('baseUrl', `must begin with https:// or http://; ${example}.`, 'address_form');
  if (username !== '' || password !== '')
    throw refusal('baseUrl', 'must not hold a user name or password; leave them out.');
  const origin = `${protocol}//${host}`;
  if (isCloud(origin)) return readCloud(origin, pathname);
  const api = /^(.*?)((?:\/index\.php)?\/rest)(?:\/(\w+))?(?:\/V1\b.*)?\/*$/i.exec(pathname);
  if (!api) return { baseUrl: `${origin}${withoutAdmin(pathname)}` };
  const [, folder = '', apiPath = '', code] = api;
  return {
    baseUrl: `${origin}${folder}`,
    ...(/^\/index\.php/i.test(apiPath) && { apiPath: '/index.php/rest' }),
    ...(code !== undefined && !/^V1$/i.test(code) && { storeCode: code }),
  };
}

/** The admin is at /admin, or since 2.2 at /admin_ and some letters. */
const withoutAdmin = (path: string): string =>
  path.replace(/\/(index\.php|admin(_\w+)?)(\/.*)?$/i, '').replace(/\/+$/, '');

/** The tenant is the first part of the path. */
function readCloud(origin: string, pathname: string): Address {
  const tenant = /^\/([\w-]+)(?:\/.*)?$/.exec(pathname)?.[1];
  if (tenant === undefined || tenant === 'V1')
    throw refusal(
      'baseUrl',
      'must name the tenant, such as https://na1.api.commerce.adobe.com/AbCdEf123456.',
      'tenant_missing',
    );
  return { baseUrl: `${origin.replace(/^http:/, 'https:')}/${tenant}`, apiPath: '' };
}
