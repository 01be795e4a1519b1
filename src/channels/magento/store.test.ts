// The view whose prices are read: its currency, unit and website, and the shop's clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, item, shopOf } from './fake-vendor.ts';
import { products } from './products.ts';

const view = (id: number, code: string, website_id: number, more: object = {}) => ({
  id,
  code,
  website_id,
  base_currency_code: 'EUR',
  default_display_currency_code: 'EUR',
  weight_unit: 'kgs',
  timezone: 'Europe/Amsterdam',
  secure_base_url: 'https://shop.nl/',
  secure_base_link_url: `https://shop.nl/${code}/`,
  ...more,
});
const website = (id: number, default_group_id: number) => ({ id, default_group_id });
const group = (id: number, website_id: number, default_store_id: number) => ({
  id,
  website_id,
  default_store_id,
});

interface Settings {
  readonly views: readonly object[];
  readonly websites?: readonly object[];
  readonly groups?: readonly object[];
  readonly currency?: object;
}

async function read({ views, websites = [], groups = [], currency }: Settings, storeCode?: string) {
  const shop = shopOf([item(1)], (path) => {
    if (path.endsWith('store/storeConfigs')) return [200, views];
    if (path === 'store/websites') return [200, websites];
    if (path === 'store/storeGroups') return [200, groups];
    if (path === 'directory/currency') return currency ? [200, currency] : [404, {}];
    return path.includes('products')
      ? [200, { items: [item(1)], total_count: 1 }]
      : path.includes('source-items')
        ? [200, { items: [], total_count: 0 }]
        : undefined;
  });
  const assumed: string[] = [];
  const { items } = await products.fetch({ limit: 1 }, undefined, {
    ...shop.reading,
    account: { ...account, ...(storeCode !== undefined && { storeCode }) },
    assume: (filter, value) => assumed.push(`${filter}=${value}`),
  });
  const path = shop.asked.find((one) => one.path.includes('products'))?.path;
  return { store: items[0]?.store, path, assumed };
}

const DOLLARS = { base_currency_code: 'USD', default_display_currency_code: 'USD' };
const twoWebsites: Settings = {
  // Not in the order of websites, and the default one is the second.
  views: [
    view(3, 'us', 2, { ...DOLLARS, weight_unit: 'lbs', timezone: 'America/Chicago' }),
    view(1, 'nl', 1),
    view(2, 'de', 1),
  ],
  websites: [website(0, 0), website(1, 1), website(2, 2)],
  groups: [group(0, 0, 0), group(1, 1, 2), group(2, 2, 3)],
};

test('one view says all, and nothing more is asked for', async () => {
  const { store, path } = await read({ views: [view(1, 'default', 1)] });
  assert.equal(store?.currency, 'EUR');
  assert.equal(path, 'products');
});

test('a named view’s currency and unit are taken, and the clock of the shop', async () => {
  const { store } = await read(twoWebsites, 'us');
  assert.deepEqual(
    [store?.currency, store?.weight_unit, store?.website_id, store?.timezone],
    ['USD', 'lbs', '2', 'Europe/Amsterdam'],
  );
});

test('with several views of one website the default one is that of its group', async () => {
  const { store, path } = await read({
    views: [view(1, 'nl', 1), view(2, 'de', 1)],
    websites: [website(0, 0), website(1, 1)],
    groups: [group(1, 1, 2)],
  });
  assert.equal(store?.link_url, 'https://shop.nl/de/');
  assert.equal(path, 'products');
});

test('the currency that the shop sells in says which website is the default one', async () => {
  const { store, path, assumed } = await read({ ...twoWebsites, currency: DOLLARS });
  assert.deepEqual([store?.currency, store?.weight_unit], ['USD', 'lbs']);
  assert.equal(path, 'products');
  assert.deepEqual(assumed, ['visibility=2,3,4']);
  const other = await read({ ...twoWebsites, currency: { base_currency_code: 'EUR', default_display_currency_code: 'EUR' } }); // biome-ignore format: one line
  assert.deepEqual([other.store?.currency, other.store?.link_url], ['EUR', 'https://shop.nl/de/']);
});

test('websites that cannot be distinguished: the oldest is named in every ask, and in the report', async () => {
  const { store, path, assumed } = await read({
    views: [view(3, 'be', 2, { weight_unit: 'lbs' }), view(1, 'nl', 1)],
    websites: [website(1, 1), website(2, 2)],
    groups: [group(1, 1, 1), group(2, 2, 3)],
    currency: { base_currency_code: 'EUR', default_display_currency_code: 'EUR' },
  });
  assert.equal(store?.weight_unit, 'kgs');
  assert.equal(path, 'nl/V1/products');
  assert.deepEqual(assumed, ['visibility=2,3,4', 'storeCode=nl']);
});

test('the admin’s scope has what all views agree on', async () => {
  const { store } = await read(twoWebsites, 'all');
  assert.deepEqual([store?.currency, store?.weight_unit, store?.link_url], [null, null, null]);
  const same = await read({ views: [view(1, 'nl', 1), view(2, 'de', 1)] }, 'all');
  assert.equal(same.store?.currency, 'EUR');
});

test('settings are remembered for five minutes, lest prices keep a currency that was changed', async () => {
  const { reading } = shopOf([item(1)], (path) =>
    path.endsWith('store/storeConfigs') ? [200, [view(1, 'nl', 1)]] : undefined,
  );
  const kept = new Map<string, number>();
  const remember: typeof reading.remember = (key, seconds, make) => {
    kept.set(key, seconds);
    return reading.remember(key, seconds, make);
  };
  await products.fetch({ limit: 1 }, undefined, { ...reading, remember });
  assert.equal(kept.get('store'), 300);
});
