// The register of sandbox stores: one line a channel.
import type { OpenStore } from '../store.ts';
import { openShopify } from './shopify/index.ts';
import { openWoocommerce } from './woocommerce/index.ts';

export const stores: readonly OpenStore[] = [openShopify, openWoocommerce];
