// Paths with odd SKUs: what each version signs, and that one form is tried after the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask, Call, Reply } from '../../model/exchange.ts';
import { encode } from '../kit/oauth1.ts';
import { askFor } from './asks.ts';
import { sign } from './auth.ts';
import { account, shopOf } from './fake-vendor.ts';
import { callWithSku, DECODED, decodedForm } from './signed-path.ts';

const ROOT = 'https://shop.nl/winkel/rest/V1/stockItems/';

test('Laminas decodes what a path may hold, and leaves the rest', () => {
  const cases: Record<string, string> = {
    'A-1_b.~': 'A-1_b.~',
    'A/B': 'A/B',
    'A,B': 'A,B',
    'A+B': 'A+B',
    'A&B;C=D:E@F$': 'A&B;C=D:E@F$',
    'A B': 'A%20B',
    Ä: '%C3%84',
    "it's (1)!*": 'it%27s%20%281%29%21%2A',
    'A?B#C': 'A%3FB%23C',
    // A lone percent sign is encoded again; one before two hex digits is not.
    '50%': '50%25',
    '5%20x': '5%20x',
  };
  for (const [sku, form] of Object.entries(cases))
    assert.equal(decodedForm(`${ROOT}${encode(sku)}`), `${ROOT}${form}`, sku);
});

const SECRETS = {
  consumerKey: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  consumerSecret: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  accessToken: '0lnuajnuzeei2o8xcddii5us77xnb600',
  accessTokenSecret: '1c6d2hycnir5ygf39fycs6zhtaagx800',
};
const MOMENT = { now: 0, nonce: '0'.repeat(32) };

test('a marked ask is signed in that form, and sent as it is', () => {
  const header = (ask: Ask) => sign(ask, { account, secrets: SECRETS }, MOMENT).headers;
  const url = `${ROOT}A%2FB`;
  assert.deepEqual(header({ url, operation: DECODED }), header({ url: `${ROOT}A/B` }));
  assert.notDeepEqual(header({ url, operation: DECODED }), header({ url }));
});

/** A shop that takes one form of signatures only. */
function shopThatSigns(decoded: boolean) {
  const asked: boolean[] = [];
  const call: Call = (ask) => {
    const form = ask.operation === DECODED ? decodedForm(ask.url) : ask.url;
    asked.push(ask.operation === DECODED);
    const good = form === (decoded ? decodedForm(ask.url) : ask.url);
    const body = good ? { qty: 1 } : { message: 'The signature is invalid. Verify and try again.' };
    const reply: Reply = { status: good ? 200 : 401, headers: {}, text: '', body };
    return Promise.resolve(reply);
  };
  const reading = { ...shopOf([]).reading, call };
  const read = async (sku: string) =>
    (await callWithSku(askFor(account, `stockItems/${encode(sku)}`), reading)).status;
  return { asked, read };
}

test('whichever form a shop signs, every SKU is read, and the form is found once', async () => {
  for (const decoded of [true, false]) {
    const shop = shopThatSigns(decoded);
    for (const sku of ['A/B', 'A,B', 'A+B', 'A&B', 'A;B', '5%20x', 'A=B', 'plain'])
      assert.equal(await shop.read(sku), 200, `${sku} ${decoded}`);
    assert.equal(shop.asked.length, decoded ? 8 : 9);
  }
});

test('a right that is missing is not taken for a wrong signature', async () => {
  let count = 0;
  const call: Call = () => {
    count++;
    const body = {
      message: 'No.',
      parameters: { resources: 'Magento_Catalog::catalog_inventory' },
    };
    return Promise.resolve({ status: 401, headers: {}, text: '', body });
  };
  const ask = askFor(account, 'stockItems/A%2FB');
  assert.equal((await callWithSku(ask, { ...shopOf([]).reading, call })).status, 401);
  assert.equal(count, 1);
});
