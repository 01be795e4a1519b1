// Sets stock: of an inventory source, or the one number of a shop that has none.
import type { Ask } from '../../model/exchange.ts';
import { isAmount } from '../../model/money.ts';
import { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { batches, inGroups } from '../kit/groups.ts';
import { isRecord, parts } from '../kit/loose.ts';
import { encode } from '../kit/oauth1.ts';
import { exactNumber } from '../kit/plans.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';
import type { RefusedItem, Step, StockWrite, Writing } from '../writing.ts';
import { askFor, located, writingAsk } from './asks.ts';
import { explain } from './explain.ts';
import { keyOf, type NativeProduct, type SourceItem } from './native.ts';
import { asSigned, callWithSku } from './signed-path.ts';
import { isNo } from './sources.ts';
import { refusedIn } from './write-answers.ts';

const INVENTORY = 'https://developer.adobe.com/commerce/webapi/rest/inventory/manage-source-items/';
/** Entries of a list that a shop takes in one call, where it limits them. */
export const MOST_ENTRIES = 20;

export const stock: Writing<StockWrite> = {
  facts: {
    needs: {
      about:
        'The permission Stores > Inventory > Stocks > Source Item Assigning, or Catalog > Inventory in a shop without inventory sources.',
      source:
        'https://github.com/magento/inventory, InventoryApi/etc/webapi.xml (`Magento_InventoryApi::stock_source_item_assign`); https://github.com/magento/magento2, app/code/Magento/CatalogInventory/etc/webapi.xml (`Magento_Catalog::catalog_inventory`)',
    },
    most: MOST_ENTRIES,
    shows: {
      seconds: 90,
      why: 'Source items can be read immediately. In a shop without sources the stock of many products is read as a whole, and kept for a minute.',
      source: 'seen on Magento 2.4.6',
    },
    idempotent: {
      is: false,
      about: 'The calls have no key; they set a number, so the later one counts.',
      source: INVENTORY,
    },
    limits: [
      {
        about:
          'What lies in the source is set, orders that were not shipped yet included; what the website can sell is less by those.',
        source: 'https://developer.adobe.com/commerce/webapi/rest/inventory/',
      },
      {
        about:
          'More than 0 marks what was out of stock as in stock again. 0 does not mark it as out of stock: a shop that takes backorders goes on selling it.',
        source: INVENTORY,
      },
    ],
  },
  async plan(writes, reading) {
    const account = await located(reading);
    const planned = writes.map((write) => {
      const { source_items: sources } = write.native as NativeProduct;
      const key = keyOf({ sku: write.variant.sku });
      const isHere = (one: SourceItem) =>
        keyOf(one) === key && one.source_code === write.locationId;
      return { write, row: parts(sources).find(isHere) };
    });
    const inSources = planned.filter(({ row }) => row !== undefined);
    const steps = batches(inSources, MOST_ENTRIES).map((some) => ({
      items: some.map(({ write }) => write.at),
      ask: writingAsk(account, 'POST', 'inventory/source-items', {
        sourceItems: some.map(({ write: { item }, row }) => ({
          sku: row?.sku,
          source_code: row?.source_code,
          quantity: item.available,
          status: item.available > 0 || !isNo(row?.status) ? 1 : 0,
        })),
      }),
      read: (reply: Parameters<typeof refusedIn>[0]) => refusedIn(reply, some.length),
    }));
    const others = await inGroups(
      planned.filter(({ row }) => row === undefined),
      ({ write }) => ofStockItem(write, reading),
      2,
    );
    return {
      steps: [...steps, ...others.filter((one) => 'ask' in one)],
      refused: others.filter((one) => 'refusal' in one),
    };
  },
};

/** The whole stock item is written back with another quantity: the contract wants all its members. */
async function ofStockItem(write: StockWrite, reading: Reading): Promise<Step | RefusedItem> {
  const { at, item, variant } = write;
  const sku = filled(variant.sku);
  const refuse = (sentence: string) => ({ at, refusal: new Refusal('stock_not_set', sentence) });
  // An address cannot end in dots.
  if (sku === null || /^\.{1,2}$/.test(sku)) return refuse('The variant has no SKU that an address can hold.'); // biome-ignore format: one sentence
  const account = await located(reading);
  const asked = askFor(account, `stockItems/${encode(sku)}`);
  const reply = await callWithSku(asked, { ...reading, account });
  if (reply.status >= 400 && reply.status !== 404)
    throw explain(reply, asked) ?? brokenAnswer('The shop', 'a stock item');
  const row = isRecord(reply.body) ? reply.body : {};
  const id = filled(row.item_id);
  if (reply.status === 404 || id === null) return refuse('The shop has no stock item of this SKU.');
  const isInStock = item.available > 0 || !isNo(row.is_in_stock);
  const ask: Ask = writingAsk(account, 'PUT', `products/${encode(sku)}/stockItems/${encode(id)}`, {
    stockItem: { ...written(row), qty: item.available, is_in_stock: isInStock },
  });
  return { items: [at], ask: await asSigned(ask, { ...reading, account }), read: refusedIn };
}

/** Numbers that binary cannot hold were read as texts; they are numbers again. */
const written = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && isAmount(value) ? exactNumber(value) : value,
    ]),
  );
