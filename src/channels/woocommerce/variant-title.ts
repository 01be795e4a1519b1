// Names the variant of an order's line by the attributes that its meta data hold.
import { filled, identifier, joined } from '../kit/text.ts';
import { plainText } from './entities.ts';
import type { Meta, NativeLineItem } from './native.ts';
import { objectsIn } from './values.ts';

/**
 * A line's meta data hold the attributes of its variation beside what plugins note there. Those of
 * the whole shop are marked by `pa_`. Those of one product alone have a key made from the
 * attribute's name, and WooCommerce shows that name for them, but for any other note the key itself
 * (`wc_attribute_label`). What is left may still show in the line's name.
 */
export function variantTitleOf(line: NativeLineItem, known: readonly string[] = []): string | null {
  const suffix = identifier(line.variation_id) === null ? '' : suffixOf(line);
  const values = attributesOf(line, suffix, known).map(({ text }) => plainText(text));
  return joined(values, ' / ') ?? plainText(suffix);
}

/**
 * Whether a line of a variation has notes that may be attributes typed in small letters, whose key
 * is what is shown for them: then only its product can say it.
 */
export const isDoubtful = (line: NativeLineItem): boolean =>
  identifier(line.variation_id) !== null &&
  notesOf(line).some(
    ({ meta, text }) =>
      !isAttribute(meta, []) &&
      plainText(meta.display_key) === filled(meta.key) &&
      !suffixOf(line).includes(text ?? ''),
  );

/**
 * Whether the line is of a variation that was deleted: WooCommerce drops the identifier of one, but
 * its attributes stay. A simple product has none.
 */
export const isOfDeletedVariation = (line: NativeLineItem): boolean =>
  identifier(line.variation_id) === null && attributesOf(line, '', []).length > 0;

function suffixOf({ name, parent_name }: NativeLineItem): string {
  const [whole, parent] = [filled(name) ?? '', filled(parent_name)];
  return parent !== null && whole.startsWith(`${parent} - `) ? whole.slice(parent.length + 3) : '';
}

const attributesOf = (line: NativeLineItem, suffix: string, known: readonly string[]) =>
  notesOf(line).filter(({ meta, text }) => isAttribute(meta, known) || suffix.includes(text ?? ''));

/** What stands beside a line for people to see. */
const notesOf = ({ meta_data }: NativeLineItem) =>
  objectsIn(meta_data)
    .filter(({ key }) => !(typeof key === 'string' && key.startsWith('_')))
    .map((meta) => ({ meta, text: filled(meta.display_value) ?? filled(meta.value) }))
    .filter(({ text }) => text !== null);

/** `known`: names of the attributes by which variations of the product differ. */
function isAttribute(meta: Meta, known: readonly string[]): boolean {
  const key = filled(meta.key) ?? '';
  if (key.startsWith('pa_')) return true;
  const isKeyOf = (name: string) => isSpelled(slug(decoded(key)), slug(name));
  const name = plainText(meta.display_key);
  if (name !== null && name !== key && isKeyOf(name)) return true;
  return known.some(isKeyOf);
}

/** WordPress writes letters that it cannot spell as bytes: `%d1%86`. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** What WordPress makes of a title, in short: small letters, joined by hyphens. */
const slug = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[./\s–—]+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}_-]/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');

/** Names of attributes are short: no database of WordPress has room for more. */
const LONGEST = 200;

/**
 * Whether a key is a slug that the name can have: how accents are spelled depends on the shop's
 * language. All places that the letters so far can end at are kept side by side: to try one spelling
 * after the other would double the work with every "ß".
 */
function isSpelled(key: string, name: string): boolean {
  if (name.length > LONGEST) return false;
  let ends = new Set([0]);
  for (const letter of name) {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    const spelled = [letter, bare, ...(SPELLED[letter] ?? [])].filter(Boolean);
    ends = new Set(
      [...ends].flatMap((end) =>
        spelled.filter((one) => key.startsWith(one, end)).map((one) => end + one.length),
      ),
    );
  }
  return ends.has(key.length);
}

/** Letters that are spelled by others (`remove_accents`; German, Danish and Serbian differ). */
const SPELLED: Readonly<Record<string, readonly string[]>> = {
  ä: ['ae'],
  ö: ['oe'],
  ü: ['ue'],
  ß: ['ss', 's'],
  å: ['aa'],
  æ: ['ae'],
  ø: ['oe', 'o'],
  œ: ['oe'],
  ł: ['l'],
  đ: ['d', 'dj'],
  ð: ['d'],
  þ: ['th'],
  ı: ['i'],
  ŋ: ['n'],
};
