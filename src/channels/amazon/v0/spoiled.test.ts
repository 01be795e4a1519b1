// Answers of v0 with every place spoiled: read as far as they go, or refused as a broken answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Ask } from '../../../model/exchange.ts';
import { ACCOUNT, fakeVendor, pathOf, unreadAnswers } from '../fake-vendor.ts';
import { fetchV0 } from './orders.ts';

const SAMPLE = new URL('../samples/order-v0-prices-with-tax.native.json', import.meta.url);
const { productsBySku: _, OrderItems, ...order } = JSON.parse(readFileSync(SAMPLE, 'utf8'));
const ANSWERS = {
  list: { payload: { Orders: [order], CreatedBefore: '2026-09-14T09:30:00Z' } },
  items: { payload: { OrderItems } },
  listings: { numberOfResults: 0, items: [] },
};
const QUERY = {
  limit: 10,
  status: 'any',
  created_at_min: 0,
  updated_at_max: Date.UTC(2026, 8, 14, 9),
};

test('orders, spoiled anywhere, never break the reading', async () => {
  const read = async (answers: typeof ANSWERS) => {
    const answer = (ask: Ask) => {
      if (pathOf(ask).startsWith('/listings')) return answers.listings;
      return pathOf(ask).endsWith('/orderItems') ? answers.items : answers.list;
    };
    const seller = fakeVendor(answer, { account: ACCOUNT, version: 'v0' });
    return (await fetchV0(QUERY, undefined, seller.reading)).items;
  };
  assert.equal((await read(ANSWERS)).length, 1, 'the whole answer is read');
  assert.deepEqual(await unreadAnswers(ANSWERS, read), []);
});
