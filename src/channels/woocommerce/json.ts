// Where a shop's JSON begins, when a plugin or PHP itself has written something before it.

/**
 * How an answer begins. Only the first such place is tried: behind a later one, the tail of an
 * answer that broke off might pass for a whole one.
 */
const BEGINNING = /\[\{"|\{"|\[\]\s*$/;

/** PHP prints its notices ahead of the answer. */
export const beginningOf = (head: string): number => head.search(BEGINNING);
