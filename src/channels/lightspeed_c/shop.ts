// What rarely changes about a shop: its currency, domain, clock and languages.
import type { Reply } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import { membersOf } from '../kit/loose.ts';
import { filled, identifier } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import { ask, type Connection, languagesIn } from './asks.ts';
import type { ProductShop, ShopFacts } from './native.ts';

const DAY = 86_400;
/** A currency that was changed would be every price's; a request of the quota an hour is what that is worth. */
const HOUR = 3600;

type Asking = Connection & Pick<Reading, 'remember'>;

export const shopOf = (asking: Asking): Promise<ShopFacts> =>
  asking.remember('shop', HOUR, async () => shopIn(await ask(asking, 'shop')));

export async function productShopOf(asking: Asking): Promise<ProductShop> {
  const shop = await shopOf(asking);
  const languages = await asking.remember('languages', DAY, async () => {
    const list = languagesIn(await ask(asking, 'languages'));
    return list.filter(({ isActive }) => isActive !== false).length;
  });
  return { ...shop, language: asking.server.language, languages };
}

export function shopIn({ body }: Reply): ShopFacts {
  const { id, currency, mainDomain, createdAt } = membersOf(membersOf(body).shop);
  const code = filled(membersOf(currency).shortcode);
  if (!code || !/^[A-Z]{3}$/.test(code))
    throw brokenAnswer('Lightspeed', 'a shop with its currency');
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
