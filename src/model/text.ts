// Texts as they can be kept in a database and elsewhere, counted and cut.

/**
 * PostgreSQL takes no zero character, and half a surrogate pair has no UTF-8: both would fail or,
 * worse, come back as another text. No stored key holds one, so a search for it finds nothing.
 */
export function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The nearest text that can be kept, for texts that only people read. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** As people count: a letter beyond the first 65,536 is one character, not two. */
export const lengthOf = (text: string): number => [...text].length;

/** The most characters that a client's own identifier of a user may have. */
export const MAX_USER_LENGTH = 256;

/** The text without such characters at its beginning. */
export function withoutStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/**
 * The text without such characters at its end. An expression like /x+$/ is tried at every one of
 * them, and reads on to the end each time.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
