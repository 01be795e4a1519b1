// Reads what a shop writes as JSON, exactly, also where a plugin has written something before it.
import { exactJson } from '../kit/exact-json.ts';

/**
 * How an answer begins. Only the first such place is tried: behind a later one, the tail of an
 * answer that broke off might pass for a whole one.
 */
const BEGINNING = /\[\{"|\{"|\[\]\s*$/;

/**
 * WooCommerce writes amounts as text, but plugins that change prices write JSON numbers: those with
 * a fraction come as text here too, so that no digit is lost.
 */
export function readJson(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return exactJson(plain);
  } catch (error) {
    // PHP prints its notices ahead of the answer.
    const beginning = plain.search(BEGINNING);
    if (beginning <= 0) throw error;
    return exactJson(plain.slice(beginning));
  }
}
