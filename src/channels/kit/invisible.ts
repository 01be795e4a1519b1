// Characters that no one sees and no one typed: they come along when a value is copied from a page.

/**
 * What Unicode calls ignorable (zero-width spaces and joiners, marks of direction, soft hyphens, byte
 * order marks, variation selectors, tags), controls, and the marks of objects and annotations.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u{fff9}-\u{fffc}]/gu;

/** Spaces of every width, and the ends of lines. */
const SPACES = /[\s\u{85}\u{2800}]+/gu;

/** Every character of it is seen: what keys and addresses are made of. */
const SEEN = /^[!-~]*$/;

/** The text without what cannot be seen; every space is a plain one, every line break `\n`. */
export const visible = (text: string): string =>
  SEEN.test(text)
    ? text
    : text
        .replace(UNSEEN, (mark) => (/[\t-\r\u{85}]/u.test(mark) ? mark : ''))
        .replace(SPACES, (space) => (/[\n-\r\u{85}\u{2028}\u{2029}]/u.test(space) ? '\n' : ' '))
        .trim();
