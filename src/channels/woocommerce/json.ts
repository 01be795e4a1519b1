// Reads what a shop writes as JSON, also where a plugin has written something before it.

/** The one amount that WooCommerce writes as a JSON number; read as text it stays exact. */
const NOMINAL = /"nominal_amount":(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/**
 * How an answer begins. Only the first such place is tried: behind a later one, the tail of an
 * answer that broke off might pass for a whole one.
 */
const BEGINNING = /\[\{"|\{"|\[\]\s*$/;

export function readJson(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '').replace(NOMINAL, '"nominal_amount":"$1"');
  try {
    return JSON.parse(plain);
  } catch (error) {
    // PHP prints its notices ahead of the answer.
    const beginning = plain.search(BEGINNING);
    if (beginning <= 0) throw error;
    return JSON.parse(plain.slice(beginning));
  }
}
