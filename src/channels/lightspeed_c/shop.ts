// What rarely changes about a shop: its currency, domain, clock and languages.
import type { Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { filled, identifier } from '../kit/text.ts';
import type { ProductShop, ShopFacts } from './native.ts';
import { askAt, languageList, type Place } from './place.ts';

const DAY = 86_400;

export const shopOf = (place: Place, reading: Reading): Promise<ShopFacts> =>
  reading.remember('shop', DAY, async () => factsFrom(await reading.call(askAt(place, 'shop'))));

export async function productShopOf(place: Place, reading: Reading): Promise<ProductShop> {
  const shop = await shopOf(place, reading);
  const languages = await reading.remember('languages', DAY, async () => {
    const list = languageList(await reading.call(askAt(place, 'languages')));
    return list.filter(({ isActive }) => isActive !== false).length;
  });
  return { ...shop, language: place.language, languages };
}

export function factsFrom({ body }: Reply): ShopFacts {
  const { shop } = (body ?? {}) as { shop?: unknown };
  const { id, currency, mainDomain, createdAt } = (shop ?? {}) as Readonly<Record<string, unknown>>;
  const code = filled((currency as { shortcode?: unknown } | undefined)?.shortcode);
  if (!code || !/^[A-Z]{3}$/.test(code))
    throw new Fault('channel_invalid_response', 'Lightspeed does not tell the shop’s currency.');
  return {
    id: identifier(id),
    currency: code,
    domain: filled(mainDomain),
    offset: offsetOf(filled(createdAt) ?? ''),
  };
}

/** The offset that a date carries, in milliseconds. */
function offsetOf(date: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})$/.exec(date.slice(10)) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -size : size;
}
