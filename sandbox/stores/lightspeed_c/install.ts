// The page on which a merchant installs the operator's app, and what it brings back.
import { createHash, randomBytes } from 'node:crypto';
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
import { apps, type Cluster, type LightspeedShop } from './shops.ts';

const vendor = 'Lightspeed eCom';

export interface Install {
  /** The install address that the operator registered for the app. */
  register(address: string): void;
  /** The shop that a password of the app opens. */
  shopOf(password: string): LightspeedShop | undefined;
  handle(request: StoreRequest, cluster: Cluster, language: string): StoreReply;
}

export function openInstall(shops: readonly LightspeedShop[], now: () => number): Install {
  const installed = new Map<string, LightspeedShop>();
  let registered = 'http://localhost:8080/link/return/lightspeed_c';

  function handle(request: StoreRequest, cluster: Cluster, language: string): StoreReply {
    const app = apps[cluster];
    if (parameterOf(request, 'api_key') !== app.key)
      return messagePage(404, vendor, 'Unknown app', 'There is no such app in this region.');
    const wanted = parameterOf(request, 'shop_id');
    const shop = shops.find(
      (candidate) =>
        candidate.cluster === cluster &&
        candidate.enabled &&
        (wanted === undefined || String(candidate.number) === wanted),
    );
    if (!shop) return messagePage(404, vendor, 'Unknown shop', 'There is no such shop here.');
    if (request.method === 'POST') return decide(request, shop, language);
    if (!isSignedIn(request)) return signInPage(request, vendor);
    return consentPage({
      vendor,
      heading: 'Install the app?',
      text: `The app will have access to ${shop.title} (${shop.number}).`,
      items: ['Read orders', 'Read products', 'Read customers', 'Read settings'],
      fields: [['install_url', registered]],
      action: `install?${request.rawQuery}`,
      buttons: [
        { label: 'Install', name: 'answer', value: 'install' },
        { label: 'Cancel', name: 'answer', value: 'cancel' },
      ],
    });
  }

  function decide(request: StoreRequest, shop: LightspeedShop, language: string): StoreReply {
    const sent = formOf(request);
    const address = sent.get('install_url') ?? registered;
    if (!isReturnAddress(address))
      return messagePage(400, vendor, 'No address', 'The app has no install address.');
    if (sent.get('answer') !== 'install')
      return redirectTo(withQuery(address, [['error', 'access_denied']]));
    const { secret } = apps[shop.cluster];
    const token = randomBytes(16).toString('hex');
    installed.set(md5(`${token}${secret}`), shop);
    const spoken = shop.languages.includes(language) ? language : (shop.languages[0] ?? 'en');
    const parameters: readonly (readonly [string, string])[] = [
      ['language', spoken],
      ['shop_id', String(shop.number)],
      ['timestamp', String(Math.floor(now() / 1000))],
      ['token', token],
    ];
    const place = ['cluster_id', shop.cluster] as const;
    // Accounts differ on whether the cluster is signed too, so each cluster does it its own way.
    const covered = shop.cluster === 'us1' ? [place, ...parameters] : parameters;
    const text = covered.map(([name, value]) => `${name}=${value}`).join('');
    return redirectTo(
      withQuery(address, [...parameters, place, ['signature', md5(`${text}${secret}`)]]),
    );
  }

  return {
    register(address) {
      registered = address;
    },
    shopOf: (password) => installed.get(password),
    handle,
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
