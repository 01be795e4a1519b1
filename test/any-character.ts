// One character of a generated text, as the unit "binary" of fast-check, which makes a table of all of them
// first, in every process.
import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (place) => String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count),
  (character) => {
    const code = String(character).codePointAt(0);
    if (code === undefined || String.fromCodePoint(code) !== character)
      throw new TypeError('not one character');
    return code < SURROGATES.from ? code : code - SURROGATES.count;
  },
);
