// The client's logo, fetched by us and shown from our own address: visitors call no other server.
import { endsAfter } from '../model/ends-after.ts';
import { lruCache } from '../model/lru-cache.ts';
import { guard } from '../net/guard.ts';
import type { From } from './dependencies.ts';

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];
const MOST_BYTES = 512 * 1024;
const DEADLINE_MS = 5000;
const KEPT_MS = 60 * 60_000;
/** A logo that could not be had is asked for again sooner. */
const MISSING_MS = 5 * 60_000;
const MOST_KEPT = 200;

export function createLogos({
  store,
  sender,
  routes,
  now,
}: From<'store' | 'sender' | 'routes' | 'now'>) {
  const kept = lruCache<Promise<Logo | undefined>>({ max: MOST_KEPT, lifetime: MISSING_MS, now });

  return async function logoOf(clientId: string): Promise<Logo | undefined> {
    const client = await store.clients.find(clientId);
    if (!client?.logoUrl) return undefined;
    const { logoUrl } = client;
    const known = kept.get(logoUrl);
    if (known) return known;
    const logo = fetchLogo(logoUrl).catch(() => undefined);
    kept.set(logoUrl, logo);
    if (await logo) kept.set(logoUrl, logo, { ttl: KEPT_MS });
    return logo;
  };

  async function fetchLogo(address: string): Promise<Logo | undefined> {
    const url = new URL(address);
    const route = routes(url.host);
    guard(url, { hosts: [url.host], plainHttp: false }, route !== undefined);
    const { status, headers, bytes } = await sender.send({
      method: 'GET',
      url,
      route,
      headers: { accept: TYPES.join(', ') },
      body: undefined,
      signal: endsAfter(DEADLINE_MS),
    });
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (status !== 200 || !TYPES.includes(type) || bytes.length > MOST_BYTES) return undefined;
    return { type, bytes };
  }
}
