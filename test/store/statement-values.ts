// Values for generated tests of the store: fractions, large numbers, nulls and odd text.
import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';
import { START } from './databases.ts';

/** Text that some database, language or format is known to stumble over; all of it can be stored. */
const ODD = [
  '',
  ' ',
  "it's; drop table client --",
  '"double" and `single`',
  'back\\slash \\n \\u0000 \\x',
  '100 % _ like ? $1 :name @p {x}',
  '[]',
  '{"a":null}',
  'null',
  '0.001',
  '1e-9',
  'true',
  '💥👩‍👩‍👧 \u{1f1f3}\u{1f1f1}',
  'שלום \u202eright to left',
  'e\u0301 is not é, ﬁ is not fi',
  '\u0001\u001f\u007f\u0085\u2028\ufeff',
  'line\r\nbreak\ttab',
  '\u{10ffff}\ufffd\uffff',
  'İıŞß',
] as const;

/** Text that cannot be kept as it is: half a pair, and the character that PostgreSQL has no place for. */
export const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'x\udc00y', '\udc00\ud800', '\0\ud83d'] as const;

const storableText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: anyCharacter, maxLength: 60 })
      .map((text) => text.replaceAll('\0', '0').toWellFormed()),
  },
);

/** Longer than any page of a database, and nothing that could be compressed away. */
export const longText = fc.integer({ min: 1, max: 1000 }).map((seed) => {
  let state = seed;
  const letters = Array.from({ length: 9000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (state % 20_000));
  });
  return letters.join('');
});

/** For most texts: anyone who takes them from outside has looked at them first, nearly always. */
export const text = fc.oneof(
  { weight: 60, arbitrary: storableText },
  { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) },
);

/** For text whose length nothing bounds. */
export const anyLength = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: longText },
);

/** For what may be given whatever a caller likes, and is looked up or cleaned as it is. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: storableText },
  { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) },
);

const FRACTIONS = [0.001, 1 / 3, 1e-9, 0.1 + 0.2, 1.5, 2_147_483_648.5, 1000 / 3] as const;
const WHOLE = [0, 1, 2, 40, 255, 65_536, 2 ** 31, 2 ** 32 + 1, 1e15, 2 ** 53 - 1] as const;

/** A count or a size. */
export const whole = fc.oneof(fc.constantFrom(...WHOLE), fc.nat());
/** A duration, a rate, a share: anything from nothing to far too much. */
export const amount = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...FRACTIONS) },
  { weight: 2, arbitrary: fc.constantFrom(...WHOLE) },
  {
    weight: 2,
    arbitrary: fc.double({ min: 1e-9, max: 1e6, noNaN: true, noDefaultInfinity: true }),
  },
);

const HOUR = 3_600_000;
/** Moments around the clock of the test, and some far off. */
export const time = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -2 * HOUR, max: 48 * HOUR }).map((ms) => START + ms) },
  { weight: 1, arbitrary: fc.constantFrom(START, 0, 1, 2 ** 31, 2 ** 32 + 1, 1e15, 2 ** 53 - 1) },
);
/** A moment as a vendor's answer gives it: seconds with a fraction, times a thousand. */
export const vendorsTime = fc.oneof(
  time,
  fc.constantFrom(START + 1 / 3, START + 1.5, START + 0.001, START - 0.5),
);

export const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 4 });
export const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
export const orNot = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
