// Stock and prices of variants: each is a record of its own, changed by a call.
import { add, isAmount, over } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { exactNumber, sorted } from '../kit/plans.ts';
import { filled, identifier } from '../kit/text.ts';
import type { Plan, PriceWrite, StockWrite } from '../writing.ts';
import { ask, isAbsent, serverOf, writeAsk } from './asks.ts';
import { refusalIn } from './explain.ts';
import { linkedIn, type NativeProduct, type NativeVariant } from './native.ts';

/** Amounts of Lightspeed have up to four decimals. */
const PLACES = 4;

export const planStock = (writes: readonly StockWrite[], reading: Reading): Promise<Plan> =>
  planOf(writes, reading, stockOf);

export const planPrices = (writes: readonly PriceWrite[], reading: Reading): Promise<Plan> =>
  planOf(writes, reading, pricesOf);

async function planOf<Write extends StockWrite | PriceWrite>(
  writes: readonly Write[],
  reading: Reading,
  changesOf: (write: Write) => object | Refusal,
): Promise<Plan> {
  const server = await serverOf(reading);
  const { planned, refused } = sorted(writes, (write) => {
    const changes = changesOf(write);
    if (changes instanceof Refusal) return changes;
    return {
      items: [write.at],
      ask: writeAsk(server, 'variant', String(write.variant.id), changes),
      read: (reply) => [refusalIn(reply)],
    } satisfies Plan['steps'][number];
  });
  return { steps: planned, refused };
}

function stockOf({ item, native, variant }: StockWrite): object | Refusal {
  const { variants, variantRecords } = native as NativeProduct;
  const known = [variantRecords, variants].flatMap((list) => listed<NativeVariant>(list));
  const own = known.find(({ id }) => identifier(id) === variant.id);
  const tracking = filled(own?.stockTracking);
  if (tracking === 'enabled') return { stockLevel: item.available };
  return new Refusal(
    'stock_not_set',
    `The variant is sold whatever its stock is (its stock tracking is "${tracking ?? ''}"). Set it to "enabled" in the back office of Lightspeed first.`,
  );
}

/**
 * A shop counts from prices with tax or from those without, and no answer says from which: both are
 * given, so that it takes its own. Where the rate is not known, the price that buyers see is.
 */
function pricesOf({ item, native, variant }: PriceWrite): object {
  const rows = listed<NativeVariant>((native as NativeProduct).variants);
  const rate = rows.find(({ id }) => identifier(id) === variant.id)?.tax;
  const both = (name: 'price' | 'oldPrice', amount: string) => ({
    [`${name}Incl`]: exactNumber(amount),
    ...(isAmount(rate) && { [`${name}Excl`]: exactNumber(over(amount, add('1', rate), PLACES)) }),
  });
  const { price, compare_at_price: before } = item;
  return { ...both('price', price), ...(before !== undefined && both('oldPrice', before ?? '0')) };
}

/** A variant names its product; one ask for each. */
export async function productsOf(
  variantIds: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, string>> {
  const connection = { ...reading, server: await serverOf(reading) };
  const ids = variantIds.filter((id) => /^\d{1,15}$/.test(id));
  const found = await inGroups(ids, async (id): Promise<[string, string][]> => {
    try {
      const { body } = await ask(connection, `variants/${id}`);
      const { product } = membersOf(membersOf(body).variant) as Pick<NativeLinked, 'product'>;
      const own = identifier(linkedIn(product));
      return own === null ? [] : [[id, own]];
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  });
  return new Map(found.flat());
}

interface NativeLinked {
  readonly product?: Parameters<typeof linkedIn>[0];
}
