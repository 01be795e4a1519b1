// How a merchant links a Magento shop: the four values of an integration, its token, or the cloud's keys.
import type { Given } from '../../model/credential.ts';
import { urlIn } from '../kit/web-address.ts';
import type { ByForm, Way } from '../way.ts';

const byFourValues: ByForm = {
  kind: 'form',
  id: 'integration',
  inputs: ['baseUrl', 'consumerKey', 'consumerSecret', 'accessToken', 'accessTokenSecret'],
  place: adminOf,
};

const byToken: ByForm = {
  kind: 'form',
  id: 'token',
  inputs: ['baseUrl', 'token'],
  place: adminOf,
};

const byCloud: ByForm = {
  kind: 'form',
  id: 'cloud',
  inputs: [
    'imsClientId',
    'imsClientSecret',
    'imsOrgId',
    { key: 'baseUrl', example: 'https://na1.api.commerce.adobe.com/AbCdEf123456' },
  ],
  copies: ['imsClientId', 'baseUrl'],
  place: () => 'https://developer.adobe.com/console/projects',
};

/**
 * The admin's address is the shop's own secret: known only where it was typed. Its pages have a key
 * of the session behind them, or a name that Magento gave it.
 */
function adminOf({ baseUrl }: Given): string | undefined {
  const url = typeof baseUrl === 'string' ? urlIn(baseUrl) : undefined;
  const path = url?.pathname ?? '';
  const [, admin] =
    /^((?:\/index\.php)?\/\w+)\/.*\/key\/[0-9a-f]{32,}(?:\/|$)/i.exec(path) ??
    /^(.*?\/admin(?:_\w+)?)(?:\/|$)/i.exec(path) ??
    [];
  return url && admin ? `${url.protocol}//${url.host}${admin}` : undefined;
}

export const ways: readonly Way[] = [byFourValues, byToken, byCloud];
