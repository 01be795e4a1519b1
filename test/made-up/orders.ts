// Orders of the stall: asked for by number, one page after the other, and turned into ours.
import type { Orders } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';
import { money } from '../../src/model/money.ts';
import { instant } from '../../src/model/time.ts';
import type { NativeOrder } from './native.ts';

interface Cursor {
  readonly after: number;
}

export const orders: Orders<NativeOrder, Cursor> = {
  filters: { since_id: 'channel' },
  id: { pattern: /^\d+$/, example: '7' },
  idOf: ({ no }) => no,
  async fetch({ limit, since_id }, cursor, { account, call }) {
    const after = cursor?.after ?? Number(since_id ?? 0);
    const { body } = await call({
      url: `https://${account.host}/orders`,
      query: [
        ['after', String(after)],
        ['size', String(limit + 1)],
      ],
    });
    if (!Array.isArray(body))
      throw new Fault('channel_invalid_response', 'The stall sent no list of orders.');
    const items = body.slice(0, limit) as NativeOrder[];
    const last = items.at(-1);
    return { items, ...(body.length > limit && last && { next: { after: last.no } }) };
  },
  transform: ({ no, placed, cents }) => ({
    id: String(no),
    created_at: instant(placed),
    currency: 'EUR',
    presentment_currency: 'EUR',
    total_price: money(`${cents}e-2`),
  }),
};
