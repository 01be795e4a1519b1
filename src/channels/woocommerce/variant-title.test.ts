// The variant of a line, read from its meta data.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { NativeOrder } from './native.ts';
import { isOfDeletedVariation, variantTitleOf } from './variant-title.ts';

const sample = new URL('./samples/order-paid.native.json', import.meta.url);
const [line] = (JSON.parse(readFileSync(sample, 'utf8')) as NativeOrder).line_items;
assert.ok(line);

type Written = readonly [key: string, shown: string, value: string];

/** The title of a variation whose meta data are these: key, key as shown, value. */
const titled = (name: string, ...meta: readonly Written[]) =>
  variantTitleOf({
    ...line,
    variation_id: 9,
    name,
    parent_name: 'Mug &amp; Cup',
    meta_data: meta.map(([key, display_key, value]) => ({
      key,
      value,
      display_key,
      display_value: value,
    })),
  });

test('attributes of the shop and of the product name the variant, in their order', () => {
  const blend: Written = ['blend', 'Blend', 'Blend 19'];
  const weight: Written = ['pa_weight', 'Weight', '250 g'];
  const packing: Written = ['kind-of-packing', 'Kind of packing', 'Bag &amp; tie'];
  assert.equal(titled('Mug &amp; Cup', blend, weight, packing), 'Blend 19 / 250 g / Bag & tie');
});

test('notes of plugins name no variant', () => {
  const colour: Written = ['pa_colour', 'Colour', 'Blue'];
  const notes: readonly Written[] = [
    ['_reduced_stock', '_reduced_stock', '1'],
    ['Engraving', 'Engraving', 'For Ada'],
    ['gift', 'gift', 'yes'],
    ['gift_note', 'Message on the card', 'Happy birthday'],
    ['gift_wrap', 'Gift wrap', 'Red'],
  ];
  assert.equal(titled('Mug &amp; Cup', colour, ...notes), 'Blue');
  assert.equal(titled('Mug &amp; Cup', ...notes), null);
});

test('keys are recognised as WordPress makes them from names', () => {
  for (const [key, name] of [
    ['maat-eu', 'Maat (EU)'],
    ['grosse', 'Größe'],
    ['groesse', 'Größe'],
    ['grose', 'Größe'],
    ['gr%c3%b6%c3%9fe', 'Größe'],
    ['größe', 'Größe'],
    ['grosze', 'Grosze'],
    ['laenge-gesamt', 'Länge (gesamt)'],
    ['lange-gesamt', 'Länge (gesamt)'],
    ['farge', 'Färge'],
    ['dlugosc', 'Długość'],
    ['%d1%86%d0%b2%d0%b5%d1%82', 'Цвет'],
    ['stoerrelse', 'Størrelse'],
    ['storrelse', 'Størrelse'],
    ['matiere', 'Matière'],
    ['цвет', 'Цвет'],
    ['h-b', 'H/B'],
    ['no-1', 'No.1'],
  ] as const)
    assert.equal(titled('Mug &amp; Cup', [key, name, 'One']), 'One', `${key} of ${name}`);
});

test('a value that the line’s name shows is the variant’s, whatever its key', () => {
  assert.equal(
    titled(
      'Mug &amp; Cup - Blue, Large',
      ['pa_colour', 'Colour', 'Blue'],
      ['size', 'size', 'Large'],
    ),
    'Blue / Large',
  );
  assert.equal(titled('Mug &amp; Cup - Blue', ['Engraving', 'Engraving', 'For Ada']), 'Blue');
});

test('versions that do not show names give what is certain', () => {
  const meta_data = [
    { key: 'blend', value: 'Blend 19' },
    { key: 'pa_weight', value: '250 g' },
  ];
  assert.equal(variantTitleOf({ ...line, variation_id: 9, meta_data }), '250 g');
  assert.equal(variantTitleOf({ ...line, variation_id: 0 }), null);
});

test('a key that is spelt otherwise than any slug of the name is no attribute', () => {
  assert.equal(titled('Mug &amp; Cup', ['grusse', 'Größe', 'One']), null);
});

test('a deleted variation is known by its attributes, which outlive it', () => {
  const blue = {
    key: 'pa_farbe',
    value: 'blau',
    display_key: 'Farbe',
    display_value: 'Blau',
  };
  const deleted = { ...line, variation_id: 0, parent_name: null, meta_data: [blue] };
  assert.equal(isOfDeletedVariation(deleted), true);
  assert.equal(variantTitleOf(deleted), 'Blau');
  const engraved = {
    ...line,
    variation_id: 0,
    meta_data: [{ key: 'Engraving', value: 'For Ada', display_key: 'Engraving' }],
  };
  assert.equal(isOfDeletedVariation(engraved), false);
  assert.equal(isOfDeletedVariation({ ...line, variation_id: 9, meta_data: [blue] }), false);
});

test('letters with several spellings are tried side by side, not one after the other', () => {
  const titleOf = (key: string, shown: string) => titled('Mug', [key, shown, 'Red']);
  assert.equal(titleOf('s'.repeat(90), 'ß'.repeat(60)), 'Red');
  // An expression would try 2^60 ways before it gave this one up.
  assert.equal(titleOf(`${'s'.repeat(90)}t`, 'ß'.repeat(60)), null);
  assert.equal(titleOf('s'.repeat(300), 'ß'.repeat(300)), null);
});
