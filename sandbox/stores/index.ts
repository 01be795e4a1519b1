// The register of sandbox stores: one line a channel.
import type { OpenStore } from '../store.ts';
import { openWoocommerce } from './woocommerce/index.ts';

export const stores: readonly OpenStore[] = [openWoocommerce];
