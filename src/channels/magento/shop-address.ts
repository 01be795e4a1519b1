// The address of a shop as people type it, down to what the API is built on.
import type { Given } from '../../model/credential.ts';
import { refuse, textIn } from '../kit/given.ts';
import { webAddress } from '../kit/web-address.ts';
import { isCloud } from './asks.ts';

interface Address {
  readonly baseUrl: string;
  /** Where the typed address says that the API is. */
  readonly apiPath?: string;
  readonly storeCode?: string;
}

/** A folder stays, whatever was copied from the API or the admin pages goes. */
export function addressIn(given: Given): Address {
  const { protocol, host, pathname } = webAddress(textIn(given, 'baseUrl'), {
    key: 'baseUrl',
    example: 'the address of the shop, such as https://www.example.com',
    reason: 'address_form',
    plainHttp: true,
  });
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
    refuse(
      'baseUrl',
      'must name the tenant, such as https://na1.api.commerce.adobe.com/AbCdEf123456.',
      'tenant_missing',
    );
  return { baseUrl: `${origin.replace(/^http:/, 'https:')}/${tenant}`, apiPath: '' };
}
