// The words of a listing's address, as Sharetribe's web template makes them from its title.

/**
 * Letters that the template writes in Latin ones (createSlug in its src/util/urlHelpers.js). Its own
 * list, not Unicode's: Þ is d, ß is s, and letters that are not in it are dropped.
 */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'àáâãäåæāăąạảấầẩẫậắằẳẵặ',
  c: 'çćĉč',
  d: 'ðďđþ',
  e: 'èéêëēĕėęěẹẻẽếềểễệ',
  g: 'ĝğģǵ',
  h: 'ĥḧ',
  i: 'ìíîïĩīįỉị',
  ij: 'ĳ',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺļľł',
  m: 'ḿ',
  n: 'ñńņň',
  o: 'òóôõöøōŏőọỏốồổỗộớờởỡợǫǭơ',
  oe: 'œ',
  p: 'ṕ',
  r: 'ŕŗř',
  s: 'ßśŝşš',
  t: 'ţť',
  u: 'ùúûüũūŭůűųụủứừửữựư',
  w: 'ẃŵẁẅ',
  x: 'ẍ',
  y: 'ýŷÿỳỵỷỹ',
  z: 'źżž',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin] as const),
  ),
);

/** Null where nothing of the title is left; the template then writes `no-slug`. */
export function slugOf(title: string): string | null {
  const letters = [...title.toLowerCase()].map((letter) => LATIN.get(letter) ?? letter);
  const slug = letters
    .join('')
    .replace(/[\s·/_,:;']+/g, '-')
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? null : slug;
}
