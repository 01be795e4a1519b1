// What real shops do: clocks that skip an hour, older versions, barriers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundOf } from './dates.ts';
import { ask, having, native, ok, read, store } from './test-shop.ts';

const textOf = (value: string, zone: string) =>
  new Date(boundOf(value, true, zone)).toISOString().slice(0, 19);

test('a bare time that the clock on the wall never shows is read later by what was skipped', () => {
  const cases: [zone: string, given: string, read: string][] = [
    ['Europe/Amsterdam', '2026-03-29T01:59:59', '2026-03-29T01:59:59'],
    ['Europe/Amsterdam', '2026-03-29T02:15:00', '2026-03-29T03:15:00'],
    ['Europe/Amsterdam', '2026-03-29T03:00:00', '2026-03-29T03:00:00'],
    ['America/New_York', '2026-03-08T02:15:00', '2026-03-08T03:15:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-04T02:45:00'],
    // In autumn an hour comes twice, but its text is the same.
    ['Europe/Amsterdam', '2026-10-25T02:15:00', '2026-10-25T02:15:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-05T01:45:00'],
    ['UTC', '2026-03-29T02:15:00', '2026-03-29T02:15:00'],
    ['Asia/Kolkata', '2026-03-29T02:15:00', '2026-03-29T02:15:00'],
  ];
  for (const [zone, given, expected] of cases)
    assert.equal(textOf(given, zone), expected, `${given} in ${zone}`);
});

test('without dates_are_gmt a bare time is site time, also in the hour that is skipped', () => {
  const instant = (text: string) =>
    new Date(boundOf(text, false, 'Europe/Amsterdam')).toISOString();
  assert.equal(instant('2026-03-29T01:30:00'), '2026-03-29T00:30:00.000Z');
  assert.equal(instant('2026-03-29T02:30:00'), '2026-03-29T01:30:00.000Z');
  assert.equal(instant('2026-03-29T03:30:00'), '2026-03-29T01:30:00.000Z');
  assert.equal(instant('2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z');
});

test('an older shop lists refunds without their tax, and an ancient one only by order', () => {
  const order = having('refund-partial');
  const id = store.orderId(order);
  const [refund] = native(order).refunds;
  assert.match(refund.total_tax, /^-?\d+\.\d\d$/);
  for (const shop of ['older', 'ancient'])
    assert.deepEqual(Object.keys(native(order, { shop }).refunds[0]), ['id', 'reason', 'total']);
  const [listed] = ok(`/wc/v3/refunds?include=${refund.id}&dp=6`, { shop: 'older' });
  assert.equal(listed.id, refund.id);
  assert.match(listed.amount, /^\d+\.\d{6}$/);
  assert.equal(ask('/wc/v3/refunds', { shop: 'ancient' }).status, 404);
  assert.equal(ok(`/wc/v3/orders/${id}/refunds`, { shop: 'ancient' })[0].id, refund.id);
});

test('barriers: a slash and the home page, a maintenance page, a login, a circle', () => {
  const given = (shop: string, path = '/wc/v3/orders?per_page=1') => ask(path, { shop });
  const slash = given('plain-permalinks');
  assert.deepEqual(
    [slash.status, slash.headers.location],
    [301, 'https://plain-permalinks.woo.example/wp-json/wc/v3/orders/?per_page=1'],
  );
  const home = given('plain-permalinks', '/');
  assert.equal(home.status, 200);
  assert.match(
    home.headers.link ?? '',
    /index\.php\?rest_route=\/>; rel="https:\/\/api\.w\.org\/"/,
  );
  assert.deepEqual(
    [given('updating').status, given('updating').headers['retry-after']],
    [503, '600'],
  );
  assert.match(given('members').headers.location ?? '', /\/wp-login\.php\?redirect_to=/);
  assert.equal(
    given('looping').headers.location,
    'https://looping.woo.example/wp-json/wc/v3/orders?per_page=1',
  );
});

test('the number of decimals is a setting', () => {
  const setting = ok('/wc/v3/settings/general/woocommerce_price_num_decimals');
  assert.deepEqual([setting.value, setting.group_id], ['2', 'general']);
  assert.equal(read(ask('/wc/v3/settings/general/nothing')).code, 'rest_setting_setting_invalid');
});
