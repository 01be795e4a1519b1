// The register of sandbox stores: one line per channel.
import type { OpenStore } from '../store.ts';
import { openAmazon } from './amazon/index.ts';
import { openBigcommerce } from './bigcommerce/index.ts';
import { openBol } from './bol/index.ts';
import { openLightspeedC } from './lightspeed_c/index.ts';
import { openMagento } from './magento/index.ts';
import { openMirakl } from './mirakl/index.ts';
import { openSharetribe } from './sharetribe/index.ts';
import { openShopify } from './shopify/index.ts';
import { openWoocommerce } from './woocommerce/index.ts';

export const stores: readonly OpenStore[] = [
  openAmazon,
  openBigcommerce,
  openBol,
  openLightspeedC,
  openMagento,
  openMirakl,
  openSharetribe,
  openShopify,
  openWoocommerce,
];
