// What Accept-Encoding asks for, and what it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENCODINGS, readEncoding } from './compress.ts';

const cases: Readonly<Record<string, string | undefined>> = {
  '': undefined,
  gzip: 'gzip',
  'GZIP ': 'gzip',
  'x-gzip': 'gzip',
  br: 'br',
  zstd: 'zstd',
  deflate: undefined,
  identity: undefined,
  'gzip, deflate': 'gzip',
  'gzip, deflate, br': 'br',
  'gzip, deflate, br, zstd': 'zstd',
  'gzip;q=1.0, br;q=0.5': 'gzip',
  'gzip;q=0.001, br;q=0': 'gzip',
  'gzip ; q=0.8 , br;q=0.9': 'br',
  'gzip;q=0': undefined,
  'zstd;q=0, br;q=0, gzip;q=0': undefined,
  '*': 'zstd',
  '*;q=0.5, br;q=0.6': 'br',
  '*, zstd;q=0': 'br',
  '*;q=0': undefined,
  'gzip, *;q=0': 'gzip must',
  'gzip, identity;q=0': 'gzip must',
  'identity;q=0': undefined,
  'identity;q=0, *': 'zstd must',
  'identity;q=0, sdch': undefined,
  'identity, gzip': 'gzip',
  'identity;q=0.5, gzip;q=0.5': 'gzip',
  'identity;q=1, gzip;q=0.5': undefined,
  'identity;q=0.2, gzip;q=0.5': 'gzip',
  'gzip;q=2': undefined,
  'gzip;q=nonsense': undefined,
  'gzip;level=9': undefined,
  'gzip;q=0.5;x': undefined,
  'sdch, exi, gzip': 'gzip',
  ',,gzip,,': 'gzip',
  ';q=1': undefined,
};

test('the best of what is asked for is taken', () => {
  assert.equal(readEncoding(undefined), undefined);
  for (const [header, expected] of Object.entries(cases)) {
    const wanted = readEncoding(header);
    const said = wanted && `${wanted.encoding}${wanted.must ? ' must' : ''}`;
    assert.equal(said, expected, JSON.stringify(header));
  }
});

test('nothing is taken that is refused, whatever else the header holds', () => {
  const item = fc.oneof(
    fc.string(),
    fc
      .tuple(
        fc.constantFrom(...ENCODINGS, 'identity', '*', 'deflate'),
        fc.constantFrom('', ';q=0', ';q=0.000', ';q=0.5', ';q=1', '; q=0.25'),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(item), fc.constantFrom(...ENCODINGS), (items, refused) => {
      const header = [...items, `${refused};q=0`].join(', ');
      assert.notEqual(readEncoding(header)?.encoding, refused);
    }),
  );
  fc.assert(fc.property(fc.string(), (header) => void readEncoding(header)));
});
