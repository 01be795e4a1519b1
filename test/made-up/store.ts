// The made-up channel's sandbox store: a stall that lists its orders behind a word.
import type { OpenStore, StoreReply } from '../../sandbox/store.ts';

const HOST = 'stall.shop';
export const WORD = 'open sesame';

/** What a client sends to read it. */
export const params = (token = WORD) => ({
  stall: [
    { key: 'host', value: HOST },
    { key: 'token', value: token },
  ],
});

const json = (status: number, value: unknown): StoreReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** With records of its own, or those of the catalogue. */
export const openStall =
  (records?: readonly { readonly no: number }[]): OpenStore =>
  ({ catalogue }) => {
    const orders = catalogue.orders.toSorted((one, other) => one.id - other.id);
    const held =
      records ??
      orders.map(({ id, createdAt, totals }) => ({
        no: id,
        placed: new Date(createdAt).toISOString(),
        cents: totals.total.shop,
      }));
    return {
      channel: 'stall',
      title: 'Market stall',
      hosts: [HOST],
      shops: [
        {
          name: 'demo',
          title: 'Stall',
          about: 'Everything as it should be.',
          host: HOST,
          timeZone: 'UTC',
          credential: { account: { host: HOST }, secrets: { token: WORD } },
          orders,
          products: [],
        },
      ],
      limits: [],
      handle({ headers, query }) {
        if (headers['x-stall-token'] !== WORD) return json(401, 'Who goes there?');
        const { after = '0', size = '10' } = Object.fromEntries(query);
        const rest = held.filter(({ no }) => no > Number(after));
        return json(200, rest.slice(0, Number(size)));
      },
      orderId: ({ id }) => String(id),
      productId: ({ id }) => String(id),
      variantId: (_, { id }) => String(id),
    };
  };
