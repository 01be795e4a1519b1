// Shopify's messages to the public app of a shop: its removal, and the three requests about privacy.
import { createHmac, randomUUID } from 'node:crypto';
import type { HookKind, StoreHooks } from '../../store.ts';
import { publicApp } from './app.ts';
import { shopNumber } from './ids.ts';
import { shopPlans } from './shops.ts';
import type { Tokens } from './tokens.ts';

const topics: Readonly<Record<HookKind, string>> = {
  uninstalled: 'app/uninstalled',
  data_request: 'customers/data_request',
  customer_redact: 'customers/redact',
  shop_redact: 'shop/redact',
};
const customer = { id: 191_167, email: 'john@example.com', phone: '555-625-1199' };
const orders = [299_938, 280_263, 220_458];

export function openHooks(now: () => number, tokens: Tokens): StoreHooks {
  let address = 'http://localhost:8080/hooks/shopify';
  return {
    kinds: ['uninstalled', 'data_request', 'customer_redact', 'shop_redact'],
    register(given) {
      address = given;
    },
    happen(kind, name) {
      const index = shopPlans.findIndex((plan) => plan.name === name);
      const at = new Date(now()).toISOString();
      if (kind === 'uninstalled') tokens.uninstall(index);
      const body = JSON.stringify(bodyOf(kind, index, `${name}.myshopify.com`, at));
      const hmac = createHmac('sha256', publicApp.clientSecret).update(body).digest('base64');
      return {
        method: 'POST',
        url: address,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Shopify-Captain-Hook',
          'x-shopify-topic': topics[kind],
          'x-shopify-hmac-sha256': hmac,
          'x-shopify-shop-domain': `${name}.myshopify.com`,
          'x-shopify-api-version': '2026-10',
          'x-shopify-webhook-id': randomUUID(),
          'x-shopify-event-id': randomUUID(),
          'x-shopify-triggered-at': at,
        },
      };
    },
  };
}

function bodyOf(kind: HookKind, index: number, domain: string, at: string): object {
  const shop = { shop_id: shopNumber(index), shop_domain: domain };
  switch (kind) {
    case 'uninstalled':
      return {
        id: shop.shop_id,
        name: shopPlans[index]?.title,
        email: 'alma@kade-zonen.example',
        domain: null,
        country: 'NL',
        myshopify_domain: domain,
        updated_at: at,
      };
    case 'data_request':
      return { ...shop, orders_requested: orders, customer, data_request: { id: 9999 } };
    case 'customer_redact':
      return { ...shop, customer, orders_to_redact: orders };
    case 'shop_redact':
      return shop;
  }
}
