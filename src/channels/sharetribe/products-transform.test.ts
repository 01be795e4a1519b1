// What becomes of a listing: its price, its stock, its words, its address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Warning } from '../channel.ts';
import type { Listing } from './native.ts';
import { transformListing } from './products-transform.ts';

const ID = '00000001-0000-4000-8000-000000000000';

const listing = (attributes: object, more: Partial<Listing> = {}): Listing => ({
  id: ID,
  attributes: { createdAt: '2026-01-01T00:00:00.999Z', state: 'published', ...attributes },
  author_name: null,
  image_records: [],
  stock: null,
  ...more,
});

const read = (native: Listing, account = {}) => {
  const warnings: Warning[] = [];
  const draft = transformListing(native, { account, now: 0, note: (one) => warnings.push(one) });
  return { draft, variant: draft.variants?.[0], warnings };
};

const priceOf = (amount: number, currency: string) =>
  read(listing({ price: { amount, currency } })).variant?.price;

/** The web template's own table (subUnitDivisors in src/config/settingsCurrency.js). */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const HUNDREDTHS = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN
  BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
  GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD JOD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD
  LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
  PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TOP TRY
  TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW`;

test('minor units are those of the vendor’s own table, for every currency in it', () => {
  for (const currency of WHOLE.split(/\s+/))
    assert.equal(priceOf(1234, currency), '1234', currency);
  for (const currency of HUNDREDTHS.split(/\s+/))
    assert.equal(priceOf(1234, currency), '12.34', currency);
});

test('minor units of currencies that the table lacks are those of ISO 4217', () => {
  for (const currency of ['BHD', 'IQD', 'KWD', 'LYD', 'OMR', 'TND'])
    assert.equal(priceOf(1234, currency), '1.234', currency);
});

test('amounts are exact, and one that cannot be read is left out with a word', () => {
  assert.equal(priceOf(5, 'USD'), '0.05');
  assert.equal(priceOf(123400, 'HUF'), '1234.00');
  assert.equal(priceOf(9_007_199_254_740_991, 'EUR'), '90071992547409.91');
  const inquiry = read(listing({ price: null }));
  assert.deepEqual([inquiry.variant?.price, inquiry.warnings], [undefined, []]);
  const odd = read(listing({ price: { amount: 12.5, currency: 'EUR' } }));
  assert.equal(odd.variant?.price, undefined);
  assert.deepEqual(
    odd.warnings.map(({ code, field }) => [code, field]),
    [['value_unreadable', 'variants.price']],
  );
});

const stockOf = (stock: unknown, publicData = {}) => {
  const { variant, warnings } = read(listing({ publicData }, { stock }));
  return [
    variant?.inventory_quantity,
    variant?.inventory_policy,
    variant?.inventory_management,
    ...warnings.map(({ code }) => code),
  ];
};

test('a stock of 10^15, and what is left of it after sales, is no number of pieces', () => {
  for (const unlimited of [10 ** 15, 10 ** 15 - 1, 10 ** 15 - 123_456])
    assert.deepEqual(stockOf(unlimited), [undefined, 'continue', undefined]);
  assert.deepEqual(stockOf(0), [0, 'deny', 'sharetribe']);
  assert.deepEqual(stockOf(1_000_000), [1_000_000, 'deny', 'sharetribe']);
});

test('only bookings, inquiries and downloads sell without a record of stock; goods cannot be bought', () => {
  for (const unitType of ['day', 'night', 'hour', 'fixed', 'inquiry', 'offer', 'request', 'file'])
    assert.deepEqual(stockOf(null, { unitType }), [undefined, 'continue', undefined]);
  for (const process of ['default-inquiry', 'default-download'])
    assert.deepEqual(
      stockOf(null, { transactionProcessAlias: `${process}/release-1` }),
      [undefined, 'continue', undefined],
      process,
    );
  assert.deepEqual(stockOf(null, { unitType: 'item' }), [undefined, 'deny', 'sharetribe']);
  assert.deepEqual(stockOf(null), [undefined, undefined, undefined]);
});

test('stock below zero is given as it is, and one that cannot be read is said', () => {
  assert.deepEqual(stockOf(-3), [-3, 'deny', 'sharetribe']);
  for (const odd of [undefined, '4', 1.5, {}])
    assert.deepEqual(stockOf(odd), [undefined, undefined, undefined, 'value_unreadable']);
});

test('plain text is escaped, and its lines are kept', () => {
  const { draft } = read(listing({ title: 'A', description: 'a < b & "c"\r\nd\n\ne' }));
  assert.equal(draft.body_html, 'a &lt; b &amp; "c"<br>d<br><br>e');
  assert.equal(read(listing({ description: '  ' })).draft.body_html, null);
});

test('handles are what the web template makes of a title', () => {
  const handle = (title: string) => read(listing({ title })).draft.handle;
  assert.equal(handle('Straße in Łódź'), 'strase-in-lodz');
  assert.equal(handle('Käsi & Große Söhne!'), 'kasi-grose-sohne');
  assert.equal(handle('ŒUVRE D’ART, Ĳssel/Þing'), 'oeuvre-dart-ijssel-ding');
  assert.equal(handle("L'été: 100% coton_bio"), 'l-ete-100-coton-bio');
  assert.equal(handle('Scaun și masă'), 'scaun-i-masa', 'ș is none of its letters');
  assert.equal(handle('  --a -- b--  '), 'a-b');
  assert.equal(handle('宝石'), null);
});

test('addresses are those of the web template, and only what is published has one', () => {
  const account = { marketplaceUrl: 'https://shop.fi' };
  const url = (attributes: object) => read(listing(attributes), account).draft.url;
  assert.equal(url({ title: 'Käsi' }), `https://shop.fi/l/kasi/${ID}`);
  assert.equal(url({ title: '宝石' }), `https://shop.fi/l/no-slug/${ID}`);
  assert.equal(read(listing({ title: 'A' })).draft.url, null);
  for (const state of ['draft', 'pendingApproval', 'closed', 'frozen', null])
    assert.equal(url({ title: 'Käsi', state }), null, String(state));
});

test('an unknown state is named, and status stays empty', () => {
  const { draft, warnings } = read(listing({ state: 'frozen' }));
  assert.deepEqual([draft.status, draft.published_at], [null, null]);
  assert.equal(warnings[0]?.code, 'unknown_status');
});

test('public data is read only where it has the right form', () => {
  const publicData = {
    sku: 7,
    ean: '8710000000001',
    shippingEnabled: 'yes',
    categoryLevel1: 'home',
    categoryLevel3: '',
    tags: ['a', 3, ' b '],
  };
  const { draft, variant } = read(listing({ publicData }));
  assert.deepEqual([variant?.sku, variant?.barcode], [null, '8710000000001']);
  assert.equal(variant?.requires_shipping, null);
  assert.equal(draft.product_type, 'home');
  assert.deepEqual(draft.tags, ['home', 'a', 'b']);
});

test('the best rendition is taken, any rather than none', () => {
  const image = (variants: object) =>
    read(listing({ title: 'T' }, { image_records: [{ id: 'i', variants: { ...variants } }] })).draft
      .images?.[0];
  const one = (url: string) => ({ url, width: 1, height: 2 });
  assert.equal(image({ default: one('d'), 'scaled-large': one('l') })?.src, 'l');
  assert.equal(image({ 'listing-card': one('c') })?.src, 'c');
  assert.equal(image({})?.src, null);
  assert.equal(
    image({ default: one('d') })?.alt ?? null,
    null,
    'the title is no text of the image',
  );
});
