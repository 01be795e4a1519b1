// Texts as they can be kept in a database and elsewhere, counted, cut, compared and repeated.

/** PostgreSQL takes no zero character, and half a surrogate pair has no UTF-8. */
export function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The nearest text that can be kept, for texts that only people read. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** As people count: a letter beyond the first 65,536 is one character, not two. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether it has more characters; a text far beyond is not counted to its end. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || lengthOf(text) > most);

/** The most characters of any one value of a request, unless its schema declares another bound. */
export const MAX_VALUE_LENGTH = 2000;
/** The most characters that a client's own identifier of a user may have. */
export const MAX_USER_LENGTH = 256;
/** Of an address that a client gives: where events go, where a user goes afterwards. */
export const MAX_ADDRESS_LENGTH = 2048;
/** Of one part of a credential: some vendors' tokens are signed documents of more than 2,000. */
export const MAX_CREDENTIAL_LENGTH = 4000;

export function withoutStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/** Without such characters at its end; /x+$/ would be tried at every one of them, to the end each time. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without case, accents, spaces, dots and other signs: for finding what people call something. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

export const printable = (text: string): string => {
  // A letter beyond the first 65,536 may be cut in half.
  const shown = text.length > 60 ? `${text.slice(0, 57).toWellFormed()}...` : text.toWellFormed();
  return shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
};
