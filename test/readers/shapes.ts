// Texts that cost most where something is read again and again: one sign, or a few, many times over.

const SIGNS = [
  ...['0', '7', 'x', 'ß', 'å', ' ', '\n', '\t', ',', '/', '.', ':', ';', '=', '-', '_', '"', "'"],
  ...['\\', '\\"', '<', '>', '<a ', '<meta ', '<!--', '</', '&', '&amp', '%', '%2', '%41', '%1 '],
  ...['[', '{"a":', '(', '|', '[1,', '"a",', 'a@a.a.', 'a.a-', 'a=1&', 'a=b; ', 'q=0.1,', 'en-a,'],
  ...[
    'h',
    'https:',
    'https://',
    'www.',
    '/rest',
    '/index.php',
    '/admin_',
    '/wp-json',
    '<a>; rel=x,',
  ],
  ...[
    'ck_',
    'Bearer ',
    'wait=',
    'W/"',
    '\u200b',
    '\ud83d',
    '\u0300',
    '\0',
    'Magento_',
    'consumer ',
  ],
] as const;

/** With an end that spoils it, and also with a beginning that a reader takes for its own. */
const AROUND = {
  'an end': (text: string) => `${text}§\n§`,
  'an address': (text: string) => `https://shop.example/${text}x`,
} as const;

export interface Shape {
  readonly name: string;
  /** A text of about so many characters. */
  of(length: number): string;
}

const made = (around: readonly (keyof typeof AROUND)[], signs: readonly string[]): Shape[] =>
  signs.flatMap((sign) =>
    around.map((place) => {
      const texts = new Map<number, string>();
      return {
        name: `${JSON.stringify(sign)}${place && ` with ${place}`}`,
        of(length: number) {
          const text = texts.get(length) ?? AROUND[place](sign.repeat(length / sign.length));
          texts.set(length, text);
          return text;
        },
      };
    }),
  );

export const SHAPES: readonly Shape[] = made(['an end', 'an address'], SIGNS);

/** For what is read in every channel. */
export const PLAIN_SHAPES: readonly Shape[] = made(['an end'], SIGNS);

/** For what there are thousands of: each place of each record. */
export const FEW_SHAPES: readonly Shape[] = made(
  ['an end'],
  ['0', 'x', 'ß', ' ', '/', '.', ',', '<a ', '&amp', '%41', 'a@a.a.', '-'],
);
