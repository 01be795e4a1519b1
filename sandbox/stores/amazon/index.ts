// The sandbox store for Amazon: Login with Amazon, Seller Central's consent, the Selling Partner API.
import type { OpenStore, Store } from '../../store.ts';
import { limits, openApi } from './api.ts';
import { answerConsent, consentPath } from './consent.ts';
import { bucketOf } from './holding.ts';
import { orderId, productSku, variantSku } from './ids.ts';
import { keysOf } from './keys.ts';
import { display } from './living.ts';
import { answerLogin } from './login.ts';
import { apiHosts, loginHost, sellerSites } from './marketplaces.ts';
import { apiFault, loginFault } from './replies.ts';
import { shopsOf } from './shops.ts';
import { openTokens, publicApp } from './tokens.ts';

export const openAmazon: OpenStore = (context) => {
  const tokens = openTokens(context.now);
  const shops = shopsOf(context, tokens);
  const api = openApi(shops, context, tokens);
  const { appId, clientId, clientSecret } = publicApp;
  const store: Store = {
    channel: 'amazon',
    title: 'Amazon',
    hosts: [...apiHosts, loginHost, ...sellerSites.keys()],
    shops,
    limits,
    app: { appId, clientId, clientSecret },
    handle(request) {
      if (!request.https) return { status: 0, headers: {}, body: null };
      if (request.host === loginHost) return answerLogin(request, tokens);
      const region = sellerSites.get(request.host);
      if (region === undefined) return api(request);
      if (request.path === consentPath) return answerConsent(request, region, shops, tokens);
      return {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><title>Not found</title><h1>Not found</h1>',
      };
    },
    fault: (kind, request) => (request.host === loginHost ? loginFault(kind) : apiFault(kind)),
    secretNames: [
      'x-amz-access-token',
      'refresh_token',
      'client_secret',
      'code',
      'spapi_oauth_code',
    ],
    bucket: bucketOf,
    display,
    keys: keysOf(shops),
    orderId,
    productId: productSku,
    variantId: (_product, variant) => variantSku(variant),
  };
  return store;
};
