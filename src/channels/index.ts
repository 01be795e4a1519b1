// The channels there are: one line each, and their only names.
import { amazon } from './amazon/index.ts';
import { bigcommerce } from './bigcommerce/index.ts';
import { bol } from './bol/index.ts';
import type { Channel } from './channel.ts';
import { lightspeedC } from './lightspeed_c/index.ts';
import { magento } from './magento/index.ts';
import { mirakl } from './mirakl/index.ts';
import { sharetribe } from './sharetribe/index.ts';
import { shopify } from './shopify/index.ts';
import { woocommerce } from './woocommerce/index.ts';

export const channels: Readonly<Record<string, Channel>> = {
  shopify,
  amazon,
  woocommerce,
  bol,
  sharetribe,
  lightspeed_c: lightspeedC,
  mirakl,
  magento,
  bigcommerce,
};
