// The address of a shop as people type it, down to what the API is built on.
import type { Given } from '../../model/credential.ts';
import { withoutEnd } from '../../model/text.ts';
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
  const parts = withoutEnd(pathname, '/').split('/');
  const at = parts.findIndex((part, place) => /^rest$/i.test(part) && isApi(parts, place));
  if (at < 0) return { baseUrl: `${origin}${withoutAdmin(pathname)}` };
  const byIndex = /^index\.php$/i.test(parts[at - 1] ?? '');
  const code = parts[at + 1];
  return {
    baseUrl: `${origin}${parts.slice(0, byIndex ? at - 1 : at).join('/')}`,
    ...(byIndex && { apiPath: '/index.php/rest' }),
    ...(code !== undefined && !isVersion(code) && { storeCode: code }),
  };
}

const isVersion = (part: string | undefined): boolean => /^V1\b/i.test(part ?? '');

/** Whether the API begins here: `/rest`, `/rest/<store>`, `/rest/V1/…` or `/rest/<store>/V1/…`. */
function isApi(parts: readonly string[], at: number): boolean {
  const [next, afterNext] = [parts[at + 1], parts[at + 2]];
  if (next === undefined || isVersion(next)) return true;
  return /^\w+$/.test(next) && (afterNext === undefined || isVersion(afterNext));
}

/** The admin is at /admin, or since 2.2 at /admin_ and some letters. */
const withoutAdmin = (path: string): string =>
  withoutEnd(path.replace(/\/(index\.php|admin(_\w+)?)(\/[\s\S]*)?$/i, ''), '/');

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
