// What holds for a whole store view: its currency, units, clock, and where its pages and images are.
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { filled } from '../kit/text.ts';
import { askFor, located } from './asks.ts';
import type { StoreFacts } from './native.ts';

const DAY = 86_400;

interface StoreConfig {
  readonly code?: unknown;
  readonly base_currency_code?: unknown;
  readonly weight_unit?: unknown;
  readonly timezone?: unknown;
  readonly base_link_url?: unknown;
  readonly secure_base_link_url?: unknown;
  readonly base_media_url?: unknown;
  readonly secure_base_media_url?: unknown;
}

/** Thrown so that a refusal is not remembered: a right is soon given. */
class Denied extends Error {}

export async function storeOf(reading: Reading): Promise<StoreFacts> {
  try {
    return await reading.remember('store', DAY, () => readStore(reading));
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    reading.note({
      code: 'permission_missing',
      message:
        'The integration may not read the shop’s settings (Stores > Settings > All Stores), so variants come without currency and weight, products without their address, and the addresses of images are the usual ones.',
      field: 'variants.currency',
    });
    const media_url = `${reading.account.baseUrl}/media/`;
    return { currency: null, weight_unit: null, timezone: null, link_url: null, media_url };
  }
}

async function readStore(reading: Reading): Promise<StoreFacts> {
  const account = await located(reading);
  const reply = await reading.call({ ...askFor(account, 'store/storeConfigs'), expect: [401] });
  if (reply.status === 401) throw new Denied();
  if (!Array.isArray(reply.body))
    throw new Fault('channel_invalid_response', 'The shop sent something else than its settings.');
  const configs = reply.body as readonly StoreConfig[];
  const config = configs.find(({ code }) => code === account.storeCode) ?? configs[0] ?? {};
  return {
    currency: filled(config.base_currency_code),
    weight_unit: filled(config.weight_unit),
    timezone: filled(config.timezone),
    link_url: filled(config.secure_base_link_url) ?? filled(config.base_link_url),
    media_url: filled(config.secure_base_media_url) ?? filled(config.base_media_url),
  };
}
