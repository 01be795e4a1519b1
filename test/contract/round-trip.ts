// The round trip: what a channel returns, held against the catalogue that its sandbox store is made from.
import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import type { Order as CatalogueOrder } from '../../sandbox/catalogue/types.ts';
import { Fulfillment } from '../../src/model/fulfillment.ts';
import type { Product } from '../../src/model/product.ts';
import { Refund } from '../../src/model/refund.ts';
import { sumsOff } from '../../src/model/sums.ts';
import type { Service } from '../service.ts';
import {
  assertAgrees,
  type ChannelLosses,
  type Losses,
  type Pairs,
  type World,
} from './round-trip-compare.ts';
import { FULFILLMENT_FIELDS, REFUND_FIELDS, type WithLists } from './round-trip-include-fields.ts';
import { ORDER_FIELDS } from './round-trip-order-fields.ts';
import { PRODUCT_FIELDS } from './round-trip-product-fields.ts';

const LIMIT = 100;

/** All records of a channel's first shop, as they were read. */
export interface Walked<Got> {
  readonly records: readonly Got[];
  readonly warnings: readonly string[];
  /** How many records each page had. */
  readonly pages: readonly number[];
}

/** The orders with all that can be included, read with `body`. */
export function walkOrders(
  service: Service,
  name: string,
  body: object,
): Promise<Walked<WithLists>> {
  const words = wordsOf(service, name);
  const include = words.length > 0 && { include: words.join() };
  return walk(service, 'orders', name, { ...body, limit: LIMIT, ...include });
}

const wordsOf = (service: Service, name: string) => {
  const { includes } = service.channel(name).orders ?? {};
  return WORDS.filter((word) => includes?.[word]);
};

/**
 * Holds orders against those of the catalogue, all of them or only those that `among` names: then a
 * loss that none of them shows is no mistake.
 */
export function assertOrdersAgree(
  service: Service,
  name: string,
  { records, warnings }: Walked<WithLists>,
  all: ChannelLosses,
  among?: (order: CatalogueOrder) => boolean,
): void {
  const { orders: losses } = all;
  assert.ok(losses, `test/losses does not say what ${name} loses of orders`);
  const words = wordsOf(service, name);
  const orders = service.shop(name).orders.filter((order) => among?.(order) ?? true);
  const store = service.store(name);
  const pairs = paired(records, orders, (order) => store.orderId(order));
  if (!among) assertOneCurrency(name, orders, losses);
  const world = worldOf(service, name, losses);
  const compared = { channel: name, world, pairs, isPart: among !== undefined };
  assertAgrees(compared, ORDER_FIELDS, losses);
  assertListsAgree(compared, words, all);
  const off = records.map((record) => ({ id: record.id, off: sumsOff(record) }));
  assert.deepEqual(
    off.filter((one) => one.off.length > 0),
    [],
    'amounts do not add up',
  );
  const { listWarnings = [] } = all;
  const said = (code: string) => warnings.filter((warning) => warning.startsWith(`${code}: `));
  for (const code of among ? [] : listWarnings)
    assert.equal(said(code).length, 1, `${code} is never said`);
  const others = warnings.filter((one) => !listWarnings.some((code) => said(code).includes(one)));
  assert.deepEqual(others, [], 'nothing in the catalogue is worth a warning');
}

const LISTS = { fulfillments: FULFILLMENT_FIELDS, refunds: REFUND_FIELDS };
const SCHEMAS = { fulfillments: Compile(Fulfillment), refunds: Compile(Refund) };
const WORDS = ['fulfillments', 'refunds'] as const;

/** What was included with the orders, each list by itself. */
function assertListsAgree(
  compared: Pairs<CatalogueOrder, WithLists>,
  words: readonly (typeof WORDS)[number][],
  losses: ChannelLosses,
): void {
  const { channel, pairs } = compared;
  for (const word of words) {
    assert.ok(losses[word], `test/losses does not say what ${channel} loses of ${word}`);
    assertAgrees(compared, LISTS[word], { losses: losses[word] });
    for (const { record } of pairs)
      for (const entry of record[word]) {
        const [error] = SCHEMAS[word].Errors(entry);
        assert.equal(error, undefined, `${word} of ${record.id}: ${JSON.stringify(error)}`);
      }
  }
  for (const word of WORDS)
    assert.equal(losses[word] !== undefined, words.includes(word), `${channel}: ${word}`);
}

/** The products, in pages of the size that loses nothing. */
export const walkProducts = (
  service: Service,
  name: string,
  { productLimit: limit = LIMIT }: ChannelLosses,
): Promise<Walked<Product>> => walk(service, 'products', name, { limit });

/** The same with its products. */
export function assertProductsAgree(
  service: Service,
  name: string,
  { records, warnings }: Walked<Product>,
  { products: losses }: ChannelLosses,
): void {
  assert.ok(losses, `test/losses does not say what ${name} loses of products`);
  const store = service.store(name);
  const pairs = paired(records, service.shop(name).products, (one) => store.productId(one));
  const world = worldOf(service, name, losses);
  assertAgrees({ channel: name, world, pairs }, PRODUCT_FIELDS, losses);
  assert.deepEqual(warnings, [], 'nothing in the catalogue is worth a warning');
}

/** All records to the end, and all warnings on the way. */
async function walk<Got>(
  service: Service,
  kind: 'orders' | 'products',
  name: string,
  body: object,
): Promise<Walked<Got>> {
  const records: Got[] = [];
  const pages: number[] = [];
  const warnings = new Set<string>();
  let next: string | undefined;
  do {
    const answer = await service[kind](name, next ? { next_page_token: next } : body);
    assert.equal(answer.status, 200, answer.text.slice(0, 600));
    const { result } = answer.body.Output;
    records.push(...(result as Got[]));
    pages.push(result.length);
    for (const { code, message } of answer.body.Report.Warnings ?? [])
      warnings.add(`${code}: ${message}`);
    next = answer.body.Output.next_page_token;
  } while (next !== undefined);
  return { records, warnings: [...warnings], pages };
}

/** Each record beside that of the catalogue which it stands for; both sides are whole. */
function paired<Truth, Got extends { readonly id: string }>(
  records: readonly Got[],
  truths: readonly Truth[],
  idOf: (truth: Truth) => string,
) {
  const byId = new Map(truths.map((truth) => [idOf(truth), truth]));
  assert.equal(records.length, truths.length, 'not as many as the catalogue has');
  return records.map((record) => {
    const truth = byId.get(record.id);
    assert.ok(truth, `${record.id} is not in the catalogue`);
    return { record, truth };
  });
}

const worldOf = (service: Service, name: string, { oneCurrency }: Losses<never>): World => ({
  catalogue: service.sandbox.catalogue,
  store: service.store(name),
  sides: oneCurrency ? [oneCurrency.is, oneCurrency.is] : ['shop', 'presentment'],
});

/** A channel is said to know one currency only where it shows, and with a reason. */
function assertOneCurrency(
  name: string,
  orders: readonly CatalogueOrder[],
  { oneCurrency }: Losses<CatalogueOrder>,
): void {
  if (!oneCurrency) return;
  assert.match(oneCurrency.why, /^[A-Z].{15,}\.$/s);
  const foreign = orders.some(({ currency }) => currency !== 'EUR');
  assert.ok(foreign, `${name} has no order in another currency, so that nothing is lost`);
}
