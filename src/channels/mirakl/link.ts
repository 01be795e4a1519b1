// How a seller links Mirakl: with a client of Mirakl Connect, or with the key of one marketplace.
import type { Given } from '../../model/credential.ts';
import { urlIn } from '../kit/web-address.ts';
import type { ByForm, Way } from '../way.ts';

const connect: ByForm = {
  kind: 'form',
  id: 'connect',
  inputs: ['clientId', 'clientSecret', 'companyId'],
  place: () => 'https://miraklconnect.com/',
};

const marketplace: ByForm = {
  kind: 'form',
  id: 'marketplace',
  inputs: ['baseUrl', { key: 'token', example: 'c0a80121-7ac0-4e1c-9f2b-5d0d6f3b7a11' }, 'shop_id'],
  placeNeeds: 'baseUrl',
  place: ({ baseUrl }: Given) => {
    const url = urlIn(String(baseUrl ?? ''));
    if (!url?.hostname.includes('.')) return undefined;
    return `https://${url.host}/mmp/shop/user/api`;
  },
};

export const ways: readonly Way[] = [connect, marketplace];
