// Names the variant of an order's line by the attributes that its meta data hold.
import { filled, joined } from '../kit/text.ts';
import { plainText } from './entities.ts';
import type { Meta, NativeLineItem } from './native.ts';

/**
 * A line's meta data hold the attributes of its variation beside what plugins note there. Those of
 * the whole shop are marked by `pa_`. Those of one product alone have a key made from the
 * attribute's name, and WooCommerce shows that name for them, but for any other note the key itself
 * (`wc_attribute_label`). What is left may still show in the line's name.
 */
export function variantTitleOf(line: NativeLineItem): string | null {
  if (line.variation_id === 0) return null;
  const suffix =
    line.parent_name && line.name.startsWith(`${line.parent_name} - `)
      ? line.name.slice(line.parent_name.length + 3)
      : '';
  const values = (line.meta_data ?? [])
    .filter(({ key }) => !key.startsWith('_'))
    .map((meta) => ({ meta, text: filled(meta.display_value ?? meta.value) }))
    .filter(({ meta, text }) => text !== null && (isAttribute(meta) || suffix.includes(text)))
    .map(({ text }) => plainText(text));
  return joined(values, ' / ') ?? plainText(suffix);
}

function isAttribute({ key, display_key }: Meta): boolean {
  if (key.startsWith('pa_')) return true;
  const name = plainText(display_key);
  if (name === null || name === key) return false;
  return [name, spelled(name, LOCAL)].some((one) => slug(one) === bare(key));
}

/** What WordPress makes of a title, in short: small letters without accents, joined by hyphens. */
const slug = (text: string): string =>
  bare(spelled(text, LETTERS))
    .replace(/[./\s–—]+/g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const spelled = (text: string, letters: Readonly<Record<string, string>>): string =>
  [...text.normalize('NFC').toLowerCase()].map((letter) => letters[letter] ?? letter).join('');

/** Letters that are more than one with an accent. */
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/** WordPress in German and in Danish spells these otherwise (`remove_accents`). */
const LOCAL = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
