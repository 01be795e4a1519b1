// The channels there are: one line each, and their only names.
import type { Channel } from './channel.ts';
import { shopify } from './shopify/index.ts';
import { woocommerce } from './woocommerce/index.ts';

export const channels: Readonly<Record<string, Channel>> = {
  shopify,
  woocommerce,
};
