// A made-up channel, as a tenth one would be written: its own folder, and one line to register it.
import type { Channel, Orders } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';
import { money } from '../../src/model/money.ts';
import { instant } from '../../src/model/time.ts';

interface Native {
  readonly no: number;
  readonly placed: string;
  readonly cents: number;
}
interface Page {
  readonly after: number;
}

const orders: Orders<Native, Page> = {
  filters: { since_id: 'channel' },
  id: { pattern: /^\d+$/, example: '7' },
  idOf: ({ no }) => no,
  async fetch({ limit, since_id }, page, { account, call }) {
    const after = page?.after ?? Number(since_id ?? 0);
    const { body } = await call({
      url: `https://${account.host}/orders`,
      query: [
        ['after', String(after)],
        ['size', String(limit + 1)],
      ],
    });
    if (!Array.isArray(body))
      throw new Fault('channel_invalid_response', 'The stall sent no list of orders.');
    const items = body.slice(0, limit) as Native[];
    const last = items.at(-1);
    return { items, ...(body.length > limit && last && { next: { after: last.no } }) };
  },
  transform: ({ no, placed, cents }) => ({
    id: String(no),
    created_at: instant(placed),
    currency: 'EUR',
    total_price: money(`${cents}e-2`),
  }),
};

const NONE = { fields: {}, ways: {}, reasons: {} };

export const stall: Channel = {
  title: 'Market stall',
  fields: [
    {
      key: 'host',
      required: true,
      example: 'stall.shop',
      about: 'The host of the stall.',
    },
    {
      key: 'token',
      secret: true,
      required: true,
      example: 's3cret',
      about: 'The word on the back of the sign.',
    },
  ],
  versions: { default: '1', speaks: ['1'] },
  limits: [{ name: 'stall', by: 'host', atOnce: 1 }],
  accept: ({ host, token }) => ({
    account: { host: String(host) },
    secrets: { token: String(token) },
  }),
  hosts: ({ host = '' }) => [host],
  sign: (_, { secrets }) => ({ headers: { 'x-stall-token': secrets.token ?? '' } }),
  check: async () => ({}),
  ways: [],
  words: { en: NONE, nl: NONE, de: NONE, fr: NONE },
  orders: orders as Orders<unknown, unknown>,
};
