// Finding offers: pages and slices, filters, and what is read beside them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import { completeProduct } from '../../model/product.ts';
import type { ProductQuery } from '../../model/query.ts';
import { queryOf, readingOf } from './fake-vendor.ts';
import type { NativeOffer } from './native.ts';
import { products } from './products.ts';

const idOf = (n: number) => `2f1c6a6e-55d0-4b0e-9f44-${String(n).padStart(12, '0')}`;
const offer = (n: number, more: Partial<NativeOffer> = {}): NativeOffer => ({
  offerId: idOf(n),
  ean: `87200001${String(n).padStart(5, '0')}`,
  lastModifiedDateTime: `2026-09-${String(1 + (n % 28)).padStart(2, '0')}T08:00:00Z`,
  countryAvailabilities: [{ forSale: n % 2 === 0 }],
  pricing: { bundlePrices: [{ quantity: 1, unitPrice: '12.99' }] },
  fulfilment: { method: 'FBR' },
  ...more,
});
const offers = Array.from({ length: 120 }, (_, index) => offer(index));
const content = {
  attributes: [{ id: 'Name', values: [{ value: 'Lamp' }] }],
  parties: [],
};
const context = { account: {}, now: 0, note: () => {} };
const query = (more: Partial<ProductQuery> = {}): ProductQuery => ({ limit: 10, ...more });

/** bol with these offers; `more` answers what is not the list. */
function seller(all = offers, more: (ask: Ask) => Partial<Reply> | undefined = () => undefined) {
  return readingOf((ask) => {
    const own = more(ask);
    if (own) return own;
    switch (ask.operation) {
      case 'offers':
        return { body: list(ask) };
      case 'content':
        return { body: content };
      case 'products':
        return { body: { assets: [] } };
      default:
        return undefined;
    }
  });

  function list(ask: Ask): object {
    const named = (ask.query ?? []).filter(([name]) => name === 'offer-ids').map(([, id]) => id);
    const found = named.length > 0 ? all.filter(({ offerId }) => named.includes(offerId)) : all;
    const { cursor = '0', 'page-size': size } = queryOf(ask);
    const end = Number(cursor) + Number(size);
    return {
      offers: found.slice(Number(cursor), end),
      page: { pageSize: Number(size), ...(end < found.length && { nextCursor: String(end) }) },
    };
  }
}

async function walk(asked: ProductQuery, all = offers) {
  const given: string[] = [];
  let page: Parameters<typeof products.fetch>[1];
  do {
    const { items, next } = await products.fetch(asked, page, seller(all));
    assert.ok(items.length <= asked.limit);
    given.push(...items.map(({ offerId }) => offerId));
    page = next;
  } while (page);
  return given;
}

describe('pages', () => {
  test('are asked for in version 11, no smaller than bol makes them', async () => {
    const reading = seller();
    const { items, next } = await products.fetch(query(), undefined, reading);
    assert.equal(items.length, 10);
    assert.deepEqual(next, { size: 25, skip: 10 });
    const [ask] = reading.asks;
    assert.equal(ask?.url, 'https://api.bol.com/retailer/offers');
    assert.deepEqual(ask?.headers, { accept: 'application/vnd.retailer.v11+json' });
    assert.deepEqual(ask?.query, [['page-size', '25']]);
  });

  test('are cut as asked for, and nothing is lost or repeated', async () => {
    for (const limit of [1, 7, 10, 25, 60, 100])
      assert.deepEqual(
        await walk(query({ limit })),
        offers.map(({ offerId }) => offerId),
        `limit ${limit}`,
      );
  });

  test('that go round in a circle are noticed', async () => {
    const answering = (answer: (ask: Ask) => object) =>
      seller(offers, (ask) => (ask.operation === 'offers' ? { body: answer(ask) } : undefined));
    const round = answering(() => ({ offers: [], page: { nextCursor: 'x' } }));
    await assert.rejects(products.fetch(query(), undefined, round), {
      code: 'channel_invalid_response',
      message: /cursor/,
    });
    // Another cursor each time, and always the same offers, none of which is asked for.
    let reads = 0;
    const stuck = answering(() => ({
      offers: offers.slice(0, 25),
      page: { nextCursor: String(reads++) },
    }));
    await assert.rejects(products.fetch(query({ handle: 'none' }), undefined, stuck), {
      code: 'channel_invalid_response',
      message: /page/,
    });
  });

  test('hold what can be read of an offer, and go on past one that has no number', async () => {
    const odd = { ...offer(1), offerId: null } as unknown as NativeOffer;
    const all = [offer(0), odd, offer(2)];
    await assert.rejects(products.fetch(query(), undefined, seller(all)), {
      code: 'channel_invalid_response',
      record: 'without an identifier',
    });
    const lenient = { ...seller(all), leaveOut: () => {} };
    const first = await products.fetch(query({ limit: 2 }), undefined, lenient);
    assert.deepEqual(
      first.items.map(({ offerId }) => offerId),
      [idOf(0), idOf(2)],
    );
    assert.equal(first.next, undefined);
  });
});

describe('filters', () => {
  test('by state, number and change keep exactly their offers', async () => {
    const kept = (keep: (n: number) => boolean) =>
      offers
        .map((_, n) => n)
        .filter(keep)
        .map(idOf);
    assert.deepEqual(
      await walk(query({ status: 'active' })),
      kept((n) => n % 2 === 0),
    );
    assert.deepEqual(
      await walk(query({ status: 'draft' })),
      kept((n) => n % 2 === 1),
    );
    assert.deepEqual(await walk(query({ status: 'archived' })), []);
    const at = Date.UTC(2026, 8, 14, 8);
    assert.deepEqual(
      await walk(query({ updated_at_min: at })),
      kept((n) => n % 28 >= 13),
    );
    assert.deepEqual(
      await walk(query({ updated_at_max: at })),
      kept((n) => n % 28 <= 13),
    );
    assert.deepEqual(
      await walk(query({ updated_at_min: at, updated_at_max: at })),
      kept((n) => n % 28 === 13),
    );
    const numbered = offers.map((one, n) => ({ ...one, product: { bolProductId: `93${n}` } }));
    assert.deepEqual(await walk(query({ handle: '9377' }), numbered), [idOf(77)]);
  });

  test('by change are sent along, in whole seconds', async () => {
    const reading = seller();
    const at = Date.UTC(2026, 8, 14, 8, 0, 0, 500);
    await products.fetch(query({ updated_at_min: at }), undefined, reading);
    assert.equal(queryOf(reading.asks[0])['last-modified-date-time'], '2026-09-14T08:00:00Z');
  });

  test('by id ask for these alone and keep their order', async () => {
    const ids = [idOf(50), idOf(999), idOf(3)];
    const reading = seller();
    const { items, next } = await products.fetch(query({ ids }), undefined, reading);
    assert.deepEqual(
      items.map(({ offerId }) => offerId),
      [idOf(50), idOf(3)],
    );
    assert.equal(next, undefined);
    assert.deepEqual(reading.asks[0]?.query, [
      ...ids.map((id) => ['offer-ids', id]),
      ['page-size', '100'],
    ]);
    assert.deepEqual(await walk(query({ ids, limit: 1 })), [idOf(50), idOf(3)]);
  });
});

describe('beside an offer', () => {
  test('its text is read once for each EAN, in Dutch', async () => {
    const twins = [offer(1), offer(2, { ean: '8720000100001' }), offer(3)];
    const reading = seller(twins);
    const { items } = await products.fetch(query(), undefined, reading);
    const texts = reading.asks.filter(({ operation }) => operation === 'content');
    assert.deepEqual(
      texts.map(({ url }) => url.replace('https://api.bol.com/retailer/content/', '')),
      ['catalog-products/8720000100001', 'catalog-products/8720000100003'],
    );
    assert.deepEqual(texts[0]?.headers, {
      accept: 'application/vnd.retailer.v10+json',
      'accept-language': 'nl',
    });
    assert.deepEqual(
      items.map((item) => item.content),
      [content, content, content],
    );
  });

  test('goods that bol does not know have neither text nor images', async () => {
    const reading = seller([offer(1)], ({ operation }) =>
      operation === 'content' ? { status: 404 } : undefined,
    );
    const { items } = await products.fetch(query(), undefined, reading);
    assert.equal(items[0]?.content, null);
    assert.equal(reading.asks.filter(({ operation }) => operation === 'products').length, 0);
    assert.deepEqual(reading.warnings, []);
  });

  test('a text that cannot be read is left out with a word; one that cannot be had fails the call', async () => {
    const answering = (answer: object) =>
      seller([offer(1)], ({ operation }) => (operation === 'content' ? answer : undefined));
    await assert.rejects(products.fetch(query(), undefined, answering({ status: 500 })), Fault);
    for (const body of [{}, [], 'odd', { attributes: null }]) {
      const reading = answering({ body });
      const { items } = await products.fetch(query(), undefined, reading);
      assert.equal(items[0]?.content, null);
      assert.deepEqual(
        reading.warnings.map(({ code, field, id }) => [code, field, id]),
        ['title', 'body_html', 'vendor', 'product_type'].map((field) => [
          'texts_left_out',
          field,
          offer(1).offerId,
        ]),
      );
    }
  });

  test('an EAN that bol refuses costs its own offer the text and the images, and no other', async () => {
    const reading = seller([offer(1), offer(2)], ({ operation, url }) =>
      operation !== 'offers' && url.includes('8720000100001') ? { status: 400 } : undefined,
    );
    const { items } = await products.fetch(query(), undefined, reading);
    assert.deepEqual(
      items.map((item) => [item.content, item.assets?.length]),
      [
        [null, undefined],
        [content, 0],
      ],
    );
    assert.deepEqual(
      new Set(reading.warnings.map(({ code, id }) => `${code} ${id}`)),
      new Set([`texts_left_out ${offer(1).offerId}`, `images_left_out ${offer(1).offerId}`]),
    );
  });

  test('one odd image spoils neither the product nor what is remembered of it', async () => {
    const odd = { size: 'medium', width: 1, height: 1, url: 'https://media.s-bol.com/a.jpg' };
    const assets = [{ usage: 'PRIMARY', order: 0, variants: [odd] }, null, { variants: null }];
    let asked = 0;
    const reading = seller([offer(1)], ({ operation }) => {
      if (operation !== 'products') return undefined;
      asked++;
      return { body: { assets } };
    });
    for (const _ of [1, 2]) {
      const { items } = await products.fetch(query(), undefined, reading);
      const draft = products.transform(items[0] as NativeOffer, context);
      assert.deepEqual(
        draft.images?.map(({ src }) => src),
        ['https://media.s-bol.com/a.jpg'],
      );
    }
    assert.equal(asked, 1);
    assert.deepEqual(reading.warnings, []);
  });

  test('images of one product that cannot be read leave those of the others alone, and are asked for again', async () => {
    for (const odd of [
      'none',
      [{ variants: [true] }],
      [{ variants: [{ size: { odd: 1 }, url: 'a' }] }],
    ]) {
      let assets: unknown = odd;
      const reading = seller([offer(1), offer(2)], (ask) =>
        ask.operation === 'products' && ask.url.includes('8720000100001')
          ? { body: { assets } }
          : undefined,
      );
      const lacking = await products.fetch(query(), undefined, reading);
      assert.deepEqual(
        lacking.items.map((item) => item.assets?.length),
        [undefined, 0],
      );
      assert.deepEqual(
        reading.warnings.map(({ code, field, id }) => [code, field, id]),
        ['images', 'variants.image_id'].map((field) => [
          'images_left_out',
          field,
          offer(1).offerId,
        ]),
      );
      assets = [];
      const { items } = await products.fetch(query(), undefined, reading);
      assert.deepEqual(
        items.map((item) => item.assets?.length),
        [0, 0],
      );
    }
  });

  test('images are read for twenty products, and it is said that others lack theirs', async () => {
    const reading = seller();
    const { items } = await products.fetch(query({ limit: 30 }), undefined, reading);
    assert.equal(reading.asks.filter(({ operation }) => operation === 'products').length, 20);
    const named = reading.warnings.filter(({ field }) => field === 'images').map(({ id }) => id);
    assert.deepEqual(
      named,
      items.filter(({ assets }) => assets === undefined).map(({ offerId }) => offerId),
    );
    assert.equal(named.length, 10);
    const before = reading.warnings.length;
    await products.fetch(query({ limit: 20 }), undefined, reading);
    assert.equal(reading.asks.filter(({ operation }) => operation === 'products').length, 20);
    assert.equal(reading.warnings.length, before);
  });

  test('images that cannot be read are left out with a word, but not the credential', async () => {
    const failing = (fault: Fault) =>
      seller([offer(1), offer(2)], ({ operation }) => {
        if (operation === 'products') throw fault;
        return undefined;
      });
    const reading = failing(new Fault('channel_rate_limited', 'Enough for now.'));
    const { items } = await products.fetch(query(), undefined, reading);
    assert.equal(items.length, 2);
    assert.match(reading.warnings[0]?.message ?? '', /Enough for now/);
    await assert.rejects(
      products.fetch(query(), undefined, failing(new Fault('credential_refused', 'No.'))),
      { code: 'credential_refused' },
    );
  });

  test('stock in bol’s warehouse is read by the page', async () => {
    const kept = [offer(1), offer(2, { fulfilment: { method: 'FBB' } })];
    const missing = offer(3, { fulfilment: { method: 'FBB' } });
    const rows = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ ean: `00000000${n}`, regularStock: 1 }));
    const reading = seller([...kept, missing], (ask) => {
      if (ask.operation !== 'inventory') return undefined;
      const first = queryOf(ask).page === '1';
      return {
        body: { inventory: first ? rows(50) : [{ ean: kept[1]?.ean, regularStock: 17 }] },
      };
    });
    const { items } = await products.fetch(query(), undefined, reading);
    assert.deepEqual(
      items.map(({ warehouse }) => warehouse),
      [undefined, 17, null],
    );
    assert.deepEqual(reading.warnings, []);
  });

  test('stock of an EAN that bol keeps under several numbers is added up, each row once', async () => {
    const row = (bsku: string, regularStock: unknown) => ({
      ...{ ean: '8720000100001', bsku, regularStock, gradedStock: 0 },
    });
    const read = async (inventory: readonly object[]) => {
      const reading = seller([offer(1, { fulfilment: { method: 'FBB' } })], ({ operation }) =>
        operation === 'inventory' ? { body: { inventory } } : undefined,
      );
      const { items } = await products.fetch(query(), undefined, reading);
      return [items[0]?.warehouse, ...reading.warnings.map(({ code }) => code)];
    };
    assert.deepEqual(await read([row('10', 4), row('11', 3), row('10', 4)]), [7]);
    const odd = [row('10', 4), row('11', 'some')];
    assert.deepEqual(await read(odd), [null, 'stock_left_out'], 'the rest would be too little');
  });

  test('stock that may not be read is null with a word; other trouble fails the call', async () => {
    const failing = (fault: Fault) =>
      seller([offer(2, { fulfilment: { method: 'FBB' } })], ({ operation }) => {
        if (operation === 'inventory') throw fault;
        return undefined;
      });
    const reading = failing(new Fault('permission_missing', 'Not registered.'));
    const { items } = await products.fetch(query(), undefined, reading);
    assert.equal(items[0]?.warehouse, null);
    assert.deepEqual(
      reading.warnings.map(({ code }) => code),
      ['stock_left_out'],
    );
    await assert.rejects(
      products.fetch(query(), undefined, failing(new Fault('channel_failed', 'Down.'))),
      { code: 'channel_failed' },
    );
  });
});

test('an offer for sale in one country is active, and films are no images', () => {
  const native = offer(1, {
    countryAvailabilities: [{ forSale: false }, { forSale: true }],
    stock: { amount: 5 },
    assets: [
      asset('ADDITIONAL', 1, 'b', 'image/jpeg'),
      asset('IMAGE', 0, 'film', 'video/mp4'),
      asset('PRIMARY', 3, 'a', 'image/jpeg'),
    ],
  });
  const product = completeProduct(products.transform(native, context), 'bol');
  assert.equal(product.status, 'active');
  assert.deepEqual(
    product.images.map(({ src, position }) => [src, position]),
    [
      ['a', 1],
      ['b', 2],
    ],
  );
  assert.equal(product.variants[0]?.inventory_quantity, 5);
  assert.equal(product.title, native.ean);
});

test('an offer without countries has no status, unless it is on hold', () => {
  const statusOf = (more: Partial<NativeOffer>) =>
    products.transform(offer(1, more), context).status;
  assert.equal(statusOf({ countryAvailabilities: null }), null);
  assert.equal(statusOf({ countryAvailabilities: [] }), null);
  assert.equal(statusOf({ countryAvailabilities: null, onHoldByRetailer: true }), 'draft');
  assert.equal(statusOf({ countryAvailabilities: [{ forSale: false }, {}] }), null);
  assert.equal(statusOf({ countryAvailabilities: [{ forSale: false }] }), 'draft');
});

test('everything is sent, and whether it is taxed is not known', () => {
  const draft = products.transform(offer(1), context);
  const [variant] = completeProduct(draft, 'bol').variants;
  assert.deepEqual([variant?.requires_shipping, variant?.taxable], [true, null]);
});

const asset = (usage: string, order: number, url: string, mimeType: string) => ({
  usage,
  order,
  variants: [{ size: 'medium', width: 1, height: 1, mimeType, url }],
});
