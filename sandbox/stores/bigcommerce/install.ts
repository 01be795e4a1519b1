// The login host: the page on which a merchant installs the app, and the token behind it.
import { openCodes } from '../../consent/codes.ts';
import {
  consentPage,
  formOf,
  isReturnAddress,
  isSignedIn,
  messagePage,
  parameterOf,
  redirectTo,
  signInPage,
  withQuery,
} from '../../consent/page.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { json } from './replies.ts';
import { type BigcommerceShop, digest } from './shops.ts';

export const loginHost = 'login.bigcommerce.com';
const vendor = 'BigCommerce';

/** The operator's app as the Developer Portal knows it. */
export const app = {
  clientId: digest('app id').slice(0, 31),
  clientSecret: digest('app secret'),
} as const;

/** Scopes are those of the app's profile; a merchant accepts all of them or none. */
const profileScopes =
  'store_v2_customers_read_only store_v2_information_read_only store_v2_orders_read_only store_v2_products_read_only users_basic_information';
const accountUuid = '9b1d5a7c-4a3e-4f62-8c61-1f0e6d2a7b58';
const codeSeconds = 600;

export interface Install {
  /** The token that the app has for a store since it was last installed there. */
  tokenOf(hash: string): string;
  /** The merchant removes the app: its token is dead, the next one is another. */
  uninstall(hash: string): void;
  /** The auth callback that the operator registered for the app. */
  register(callback: string): void;
  handle(request: StoreRequest): StoreReply;
}

export function openInstall(shops: readonly BigcommerceShop[], now: () => number): Install {
  const codes = openCodes<{ readonly hash: string; readonly callback: string }>(now, codeSeconds);
  const removals = new Map<string, number>();
  const tokenOf = (hash: string): string =>
    digest(`${hash} app token ${removals.get(hash) ?? 0}`).slice(0, 31);
  let registered = 'http://localhost:8080/link/return/bigcommerce';

  return {
    tokenOf,
    uninstall(hash) {
      removals.set(hash, (removals.get(hash) ?? 0) + 1);
    },
    register(callback) {
      registered = callback;
    },
    handle(request) {
      const { method, path } = request;
      if (path === '/oauth2/token')
        return method === 'POST' ? token(request) : json(405, '{"error":"method_not_allowed"}');
      const page = /^\/app\/([^/]+)\/install(\/succeeded|\/failed)?$/.exec(path);
      if (page === null || page[1] !== app.clientId)
        return messagePage(404, vendor, 'Not found', 'There is no such app.');
      if (page[2] === '/succeeded')
        return messagePage(200, vendor, 'App installed', 'You can close this window.');
      if (page[2] === '/failed')
        return messagePage(200, vendor, 'App not installed', 'Please try again.');
      if (method === 'POST') return decide(request);
      return isSignedIn(request) ? consent(request) : signInPage(request, vendor);
    },
  };

  /** The store that the merchant signed in to; the first one unless the address names another. */
  function consent(request: StoreRequest): StoreReply {
    const wanted = parameterOf(request, 'sandbox_store');
    const shop = shops.find(({ hash }) => hash === wanted) ?? shops[0];
    return consentPage({
      vendor,
      heading: 'Install the app?',
      text: `You are signed in to ${shop?.title} (${shop?.hash}). The app asks for these permissions:`,
      items: profileScopes.split(' '),
      fields: [
        ['store', shop?.hash ?? ''],
        ['callback', registered],
      ],
      action: 'install',
      buttons: [
        { label: 'Confirm', name: 'answer', value: 'approve' },
        { label: 'Cancel', name: 'answer', value: 'deny' },
      ],
    });
  }

  function decide(request: StoreRequest): StoreReply {
    const sent = formOf(request);
    const shop = shops.find(({ hash }) => hash === sent.get('store'));
    const callback = sent.get('callback') ?? registered;
    if (shop === undefined || !isReturnAddress(callback))
      return messagePage(400, vendor, 'App not installed', 'The app has no auth callback.');
    // Who cancels stays in the control panel: no callback is documented for it.
    if (sent.get('answer') !== 'approve')
      return messagePage(200, vendor, 'App not installed', 'You are back in your control panel.');
    return redirectTo(
      withQuery(callback, [
        ['account_uuid', accountUuid],
        ['code', codes.mint({ hash: shop.hash, callback })],
        ['context', `stores/${shop.hash}`],
        ['scope', profileScopes],
        ['external_install', 'true'],
      ]),
    );
  }

  function token({ headers, body }: StoreRequest): StoreReply {
    const refuse = (error: string, status = 400): StoreReply =>
      json(status, JSON.stringify({ error }));
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      return refuse('invalid_request', 415);
    const sent = readJson(body);
    if (sent === null) return refuse('invalid_request');
    if (sent.client_id !== app.clientId || sent.client_secret !== app.clientSecret)
      return refuse('invalid_client', 401);
    if (sent.grant_type !== 'authorization_code') return refuse('unsupported_grant_type');
    const known = codes.redeem(sent.code ?? '');
    if (
      known === null ||
      sent.context !== `stores/${known.hash}` ||
      sent.scope !== profileScopes ||
      sent.redirect_uri !== known.callback
    )
      return refuse('invalid_grant');
    const person = { id: 24_654, username: 'alma@kade-zonen.example', email: 'alma@kade-zonen.example' }; // biome-ignore format: one person
    return json(
      200,
      JSON.stringify({
        access_token: tokenOf(known.hash),
        scope: profileScopes,
        user: person,
        owner: person,
        context: `stores/${known.hash}`,
        account_uuid: accountUuid,
      }),
    );
  }
}

function readJson(body: string): Readonly<Record<string, string>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : null;
  } catch {
    return null;
  }
}
