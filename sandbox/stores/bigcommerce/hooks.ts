// BigCommerce's message to the app: a merchant removed it from the store.
import { randomUUID } from 'node:crypto';
import { withQuery } from '../../consent/page.ts';
import { openJwts } from '../../jwt.ts';
import type { StoreHooks } from '../../store.ts';
import { app, type Install } from './install.ts';
import type { BigcommerceShop } from './shops.ts';

const person = { id: 24_654, email: 'alma@kade-zonen.example' };
const daySeconds = 86_400;

export function openHooks(
  shops: readonly BigcommerceShop[],
  install: Install,
  now: () => number,
): StoreHooks {
  const jwts = openJwts(app.clientSecret);
  let address = 'http://localhost:8080/hooks/bigcommerce';
  return {
    kinds: ['uninstalled'],
    register(given) {
      address = given;
    },
    happen(_kind, name) {
      const hash = shops.find((shop) => shop.name === name)?.hash ?? '';
      install.uninstall(hash);
      const iat = Math.floor(now() / 1000);
      const token = jwts.write(
        { alg: 'HS256', typ: 'JWT' },
        {
          aud: app.clientId,
          iss: 'bc',
          iat,
          nbf: iat - 5,
          exp: iat + daySeconds,
          jti: randomUUID(),
          sub: `stores/${hash}`,
          user: { ...person, locale: 'en-US' },
          owner: person,
          url: '/',
          channel_id: null,
        },
      );
      return {
        method: 'GET',
        url: withQuery(address, [['signed_payload_jwt', token]]),
        headers: { accept: 'application/json' },
      };
    },
  };
}
