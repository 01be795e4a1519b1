// What Shopify says of a mutation that it ran: its `userErrors` become refusals.
import type { Reply } from '../../model/exchange.ts';
import { Refusal, type WriteCode } from '../../model/writes.ts';
import { listed, membersOf, texts } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { brokenAnswer } from '../kit/unlike.ts';

const BY_CODE: Readonly<Record<string, WriteCode>> = {
  CHANGE_FROM_QUANTITY_STALE: 'stock_moved',
  COMPARE_QUANTITY_STALE: 'stock_moved',
  INVALID_INVENTORY_ITEM: 'record_not_found',
  INVALID_LOCATION: 'location_not_found',
  ITEM_NOT_STOCKED_AT_LOCATION: 'location_not_found',
  NON_MUTABLE_INVENTORY_ITEM: 'stock_not_set',
  PRODUCT_DOES_NOT_EXIST: 'record_not_found',
  PRODUCT_VARIANT_DOES_NOT_EXIST: 'record_not_found',
};

interface Said {
  readonly refusal: Refusal;
  /** Where in the input it is, such as `variants`, `0`, `price`. */
  readonly field: readonly string[];
}

/** What was refused of a mutation by its name in the document. Throws where it gave no account at all. */
export function saidOf({ body }: Reply, name: string): readonly Said[] {
  const { userErrors } = membersOf(membersOf(membersOf(body).data)[name]);
  if (!Array.isArray(userErrors)) throw brokenAnswer('Shopify', name);
  return listed<Record<'code' | 'field' | 'message', unknown>>(userErrors).map((error) => ({
    refusal: new Refusal(
      BY_CODE[filled(error.code) ?? ''] ?? 'refused_by_channel',
      `Shopify: ${filled(error.message) ?? 'refused without a word'}`,
    ),
    field: texts(error.field),
  }));
}
