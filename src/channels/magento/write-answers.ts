// What a shop says of something that was to be written: refused as a whole, or some of it.
import type { Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import type { Taken } from '../writing.ts';
import { sentenceOf } from './sentence.ts';

/** Of one item, or of all items of a call, which is taken or refused as a whole. */
export const refusedIn = (reply: Reply, items = 1): readonly Taken[] =>
  Array.from(
    { length: items },
    () =>
    reply.status < 400
      ? undefined
      : new Refusal('refused_by_channel', `The shop refused it: ${sentenceOf(reply) ?? 'it did not say why.'}`), // biome-ignore format: one choice
  );

/**
 * Of prices, which are a list of what was refused: the rest was written. A row names its product by
 * SKU; one that does not, among several, is left to what is read back.
 */
export function refusedPrices(reply: Reply, skus: readonly string[]): readonly Taken[] {
  if (reply.status >= 400) return refusedIn(reply, skus.length);
  const rows = listed(reply.body).map((row) => {
    const { message, parameters } = membersOf(row);
    const values = listedTexts(parameters);
    let at = 0;
    const said = (filled(message) ?? '').replace(/%\w+/g, (mark) => values[at++] ?? mark);
    return { values, said: said.slice(0, LONGEST) };
  });
  return skus.map((sku) => {
    const mine = rows.find(({ values }) => skus.length === 1 || values.includes(sku));
    return mine && new Refusal('refused_by_channel', `The shop refused it: ${mine.said}`);
  });
}

const LONGEST = 300;

/** A list or, by name, an object; numbers and texts. */
const listedTexts = (parameters: unknown): readonly string[] =>
  Object.values(Array.isArray(parameters) ? parameters : membersOf(parameters)).map(
    (value) => filled(value) ?? '',
  );
