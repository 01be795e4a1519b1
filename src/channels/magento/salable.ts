// What the website can sell: of the stock it sells from, less what orders have reserved. Sources hold
// what lies in all warehouses.
import type { SalableDraft } from '../../model/product.ts';
import type { Reading } from '../channel.ts';
import { inGroups } from '../kit/groups.ts';
import { listed, membersOf, parts } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { filled, identifier } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { Unread } from '../kit/unread.ts';
import { askFor, located } from './asks.ts';
import { explain } from './explain.ts';
import type { NativeItem, NativeProduct, SalableRecord, StoreFacts } from './native.ts';
import { sentenceOf } from './sentence.ts';
import { callWithSku } from './signed-path.ts';
import { whole } from './stock-transform.ts';

const HOUR = 3600;
/** Asks under way at the same time; the shop's own limit is the same. */
const TOGETHER = 2;

/**
 * One ask for each SKU whose stock is counted. None where the inventory modules were removed: there
 * the number of the stock item is what can be sold.
 */
export async function readSalable(
  items: readonly NativeItem[],
  store: StoreFacts,
  reading: Reading,
): Promise<readonly SalableRecord[]> {
  const stock = items.length === 0 ? null : await stockIdOf(store, reading);
  if (stock === null) return [];
  const account = await located(reading);
  const rows = await inGroups(
    items,
    async ({ id, sku }): Promise<SalableRecord | undefined> => {
      const name = filled(sku);
      if (name === null) return undefined;
      const path = `inventory/get-product-salable-quantity/${encode(name)}/${stock}`;
      const ask = askFor(account, path);
      const reply = await callWithSku(ask, reading);
      // The web server’s own word, not Magento’s: it takes no such SKU in an address.
      if (reply.status === 404 && sentenceOf(reply) === undefined)
        reading.note({
          code: 'stock_unknown',
          message:
            'The shop’s web server refuses the SKU of a variant in an address, so it is not known how much of it can be sold.',
          field: 'salable',
          id: String(id),
        });
      // 400: a kind of product that lies in no source; 404: deleted since.
      if (reply.status === 400 || reply.status === 404) return undefined;
      if (reply.status >= 300)
        throw explain(reply, ask) ?? brokenAnswer('The shop', 'a salable quantity');
      return { id, stock_id: stock, quantity: reply.body };
    },
    TOGETHER,
  );
  return rows.filter((row) => row !== undefined);
}

/** The stock that the website sells from; null where there are no inventory modules. */
const stockIdOf = (store: StoreFacts, reading: Reading): Promise<string | null> =>
  reading.remember('stock of the website', HOUR, async () => {
    const account = await located(reading);
    const { body } = await reading.call(askFor(account, 'store/websites'));
    const websites = listed<Unread<'id' | 'code'>>(body).filter(
      ({ id }) => identifier(id) !== null,
    );
    const own = websites.find(({ id }) => filled(id) === store.website_id) ?? websites[0];
    const path = `inventory/stock-resolver/website/${encode(filled(own?.code) ?? '')}`;
    const reply = await reading.call({ ...askFor(account, path), expect: [404] });
    if (reply.status === 404) return null;
    const stock = identifier(membersOf(reply.body).stock_id);
    if (stock === null) throw brokenAnswer('The shop', 'the stock of its website');
    return stock;
  });

export const salableOf = ({ salable_records }: NativeProduct): readonly SalableDraft[] =>
  parts<SalableRecord>(salable_records).map(({ id, stock_id, quantity }) => ({
    variant_id: String(id),
    stock_id: filled(stock_id),
    quantity: whole(quantity),
  }));
