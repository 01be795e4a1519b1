// Finds secrets in a text in every form that programs write one in, in a time that grows with the text alone.

/** Looks for several byte strings together, by the last bytes of each, skipping most of the text. */
interface Search {
  /** The next place where one of them ends, from `at` on; -1 where there is none. */
  next(bytes: Buffer, at: number): number;
  /** Where the longest of those that end here begins, not before `from`, and which one it is. */
  startOf(bytes: Buffer, end: number, from: number): { readonly start: number; which: number };
}

/** More of a secret's end need not be compared: chance does not repeat it. */
const WINDOW = 32;
const BLOCKS = 16_384;
/** Two bytes as one number, of ASCII without loss; the second is at this place. */
const blockAt = (bytes: Uint8Array, at: number): number =>
  (((bytes[at - 1] as number) << 7) ^ (bytes[at] as number)) & (BLOCKS - 1);

/**
 * After Wu and Manber: two bytes of the text say how far the end of any needle is at least. Whatever
 * the text is, no byte is compared more often than there are needles, times the window.
 */
function createSearch(needles: readonly Buffer[]): Search {
  const size = Math.min(WINDOW, ...needles.map(({ length }) => length));
  const skips = new Uint8Array(BLOCKS).fill(size - 1);
  const byEnd = new Map<number, number[]>();
  for (const [which, needle] of needles.entries()) {
    const end = needle.length - 1;
    for (let back = size - 2; back >= 0; back--) {
      const block = blockAt(needle, end - back);
      if ((skips[block] as number) > back) skips[block] = back;
    }
    const last = blockAt(needle, end);
    const alike = byEnd.get(last);
    if (alike) alike.push(which);
    else byEnd.set(last, [which]);
  }

  const endHere = (bytes: Buffer, at: number): readonly number[] =>
    (byEnd.get(blockAt(bytes, at)) ?? []).filter((which) => {
      const needle = needles[which] as Buffer;
      for (let back = 0; back < size; back++)
        if (needle[needle.length - 1 - back] !== bytes[at - back]) return false;
      return true;
    });

  return {
    next(bytes, from) {
      const { length } = bytes;
      for (let at = Math.max(from, size - 1); at < length; ) {
        const skip = skips[blockAt(bytes, at)] as number;
        if (skip > 0) at += skip;
        else if (endHere(bytes, at).length > 0) return at;
        else at += 1;
      }
      return -1;
    },

    startOf(bytes, end, from) {
      let found = { start: end + 1 - size, which: -1 };
      for (const which of endHere(bytes, end)) {
        const needle = needles[which] as Buffer;
        let start = end + 1 - size;
        let left = needle.length - size;
        while (left > 0 && start > from && needle[left - 1] === bytes[start - 1]) {
          start -= 1;
          left -= 1;
        }
        if (found.which < 0 || start < found.start) found = { start, which };
      }
      return found;
    },
  };
}

/** One way in which a secret may be written; of Base64 the whole word around it goes too. */
interface Form {
  readonly bytes: Buffer;
  readonly isBase64: boolean;
}

/** Fewer bytes of a secret, between characters that are escaped, do not make a search quick. */
const SHORTEST_RUN = 4;

export function createSecretSearch(secrets: readonly string[]) {
  const forms = secrets.flatMap(formsOf);
  // What no program has to escape stands in the vendor's bytes as it is.
  const runs = [...new Set(forms.map(({ bytes }) => longestRun(bytes.toString('latin1'))))];
  const isSlow = runs.some(({ length }) => length < SHORTEST_RUN);
  const quick = isSlow ? undefined : createSearch(runs.map((run) => Buffer.from(run, 'latin1')));
  let exact: Search | undefined;

  function* placesOf(bytes: Buffer): Generator<readonly [number, number]> {
    exact ??= createSearch(forms.map(({ bytes }) => bytes));
    let done = 0;
    for (let at = exact.next(bytes, 0); at >= 0; at = exact.next(bytes, Math.max(at + 1, done))) {
      let { start, which } = exact.startOf(bytes, at, done);
      let end = at + 1;
      if (forms[which]?.isBase64) {
        while (start > done && BASE64[bytes[start - 1] as number]) start -= 1;
        while (end < bytes.length && BASE64[bytes[end] as number]) end += 1;
      }
      yield [start, end];
      done = end;
    }
  }

  return {
    /** Whether one of them may be in what a vendor sent: quick, and never a wrong no. */
    mayHold: (bytes: Buffer): boolean => !quick || quick.next(bytes, 0) >= 0 || escapesPlain(bytes),

    /** Where they stand, in order and apart, as pairs of beginning and end. */
    placesIn(bytes: Buffer) {
      const found = [...placesOf(bytes)];
      const signs = SIGNS.filter((sign) => bytes.includes(sign));
      // One kind alone, since a secret may hold what looks like an escape of another; and all of them.
      for (const some of signs.length > 1
        ? [...signs.map((one) => [one]), signs]
        : signs.map((one) => [one])) {
        const { plain, from } = unescaped(bytes, some);
        for (const [start, end] of placesOf(plain))
          found.push([from[start] as number, from[end] as number]);
      }
      return joined(found);
    },
  };
}

function joined(places: readonly (readonly [number, number])[]) {
  const apart: [number, number][] = [];
  for (const [start, end] of [...places].sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

/**
 * A secret as it is, as a form writes its spaces, and in Base64 of either alphabet, wherever in the
 * encoded text it begins: three bytes become four characters, so that there are three ways.
 */
function formsOf(secret: string): Form[] {
  const bytes = Buffer.from(secret);
  const texts = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((whole.length * 8) / 6);
    return [...new Set([whole.toString('base64'), whole.toString('base64url')])].map((text) =>
      text.slice(first, last),
    );
  });
  return [
    { bytes, isBase64: false },
    ...(secret.includes(' ')
      ? [{ bytes: Buffer.from(secret.replaceAll(' ', '+')), isBase64: false }]
      : []),
    ...texts.map((text) => ({ bytes: Buffer.from(text, 'latin1'), isBase64: true })),
  ];
}

/** The last of the longest: tokens of one kind often begin alike. */
const longestRun = (text: string): string =>
  (text.match(/[\w.~-]+/g) ?? []).reduce((a, b) => (b.length >= a.length ? b : a), '');

const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
};
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = tableOf(`${ALPHANUMERIC}+/-_=`);
/** What no address, no JSON and no HTML has to escape. */
const UNRESERVED = tableOf(`${ALPHANUMERIC}-._~`);

const PERCENT = 0x25;
const SIGNS = ['%', '&', '\\'];
/** How addresses, HTML and JSON write a character otherwise. */
const ESCAPE =
  /%([\da-fA-F]{2})|&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));|\\(?:u([\da-fA-F]{4})|(["\\/'bfnrt]))/g;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};
/** How JSON escapes a Latin letter or a digit. */
const JSON_LATIN = Buffer.from('\\u00');

/** Whether characters are escaped that need not be: then nothing is found by looking at the bytes. */
function escapesPlain(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(JSON_LATIN); at >= 0; at = bytes.indexOf(JSON_LATIN, at + 6))
    if (UNRESERVED[hexAt(bytes, at + 4, 2)]) return true;
  for (let at = bytes.indexOf(PERCENT); at >= 0; at = bytes.indexOf(PERCENT, at + 1))
    if (UNRESERVED[hexAt(bytes, at + 1, 2)]) return true;
  return false;
}

/** The number that so many hexadecimal digits stand for; -1 where they are none. */
function hexAt(bytes: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const byte = bytes[i] ?? 0;
    const digit = byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (byte >= 0x3a && digit < 10)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** The text with its escapes resolved, and for each byte of it where it stood before. */
function unescaped(
  bytes: Buffer,
  signs: readonly string[],
): { readonly plain: Buffer; readonly from: Uint32Array } {
  const plain = Buffer.allocUnsafe(bytes.length);
  const from = new Uint32Array(bytes.length + 1);
  let out = 0;
  let at = 0;
  const copyUntil = (end: number) => {
    for (; at < end; at++) {
      plain[out] = bytes[at] as number;
      from[out++] = at;
    }
  };
  for (const match of bytes.toString('latin1').matchAll(ESCAPE)) {
    const [written] = match;
    const resolved = signs.includes(written.charAt(0)) ? resolvedOf(match) : undefined;
    if (resolved === undefined) continue;
    copyUntil(match.index);
    for (const byte of resolved) {
      plain[out] = byte;
      from[out++] = at;
    }
    at += written.length;
  }
  copyUntil(bytes.length);
  from[out] = bytes.length;
  return { plain: plain.subarray(0, out), from };
}

/** The bytes that an escape stands for; undefined where there is no such character. */
function resolvedOf([, byte, hex, decimal, name, unit, letter]: RegExpExecArray) {
  if (byte) return [Number.parseInt(byte, 16)];
  if (unit) return Buffer.from(String.fromCharCode(Number.parseInt(unit, 16)));
  const word = letter ?? name;
  if (word) return [(NAMED[word] ?? word).charCodeAt(0)];
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10ffff ? Buffer.from(String.fromCodePoint(code)) : undefined;
}
