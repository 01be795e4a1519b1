// A page token of one account must open no page of another, however alike their settings are.
import { channels } from '../../../src/channels/index.ts';
import type { Client } from '../client.ts';
import { inWords } from '../client.ts';
import { startInstance } from '../instance.ts';
import { type Check, credentialOf, paramsOf } from './check.ts';

export const pageTokens: Check = {
  name: 'page-tokens',
  about: 'A page token of one account opens no page of another',

  async run({ freshDatabase }) {
    const instance = await startInstance({
      clients: ['attacker'],
      databaseUrl: await freshDatabase?.(),
    });
    try {
      const attacker = instance.clients.attacker as Client;
      const refused: string[] = [];
      const taken: string[] = [];
      for (const [name, channel] of Object.entries(channels)) {
        const kind = channel.orders ? 'orders' : 'products';
        const keys = channel.fields.map(({ key }) => key);
        const status = channel.orders?.filters.status ? { status: 'any' } : {};
        const as = (shop: string) => ({ params: paramsOf(name, keys, credentialOf(name, shop)) });
        const first = await attacker.read(kind, name, { ...as('demo'), ...status, limit: 1 });
        const { next_page_token } = first.body.Output;
        if (!next_page_token) throw new Error(`${name} gave no page token: ${inWords(first)}`);
        const other = await attacker.read(kind, name, { ...as('small'), next_page_token });
        const good = other.body?.Errors?.code === 'invalid_page_token';
        (good ? refused : taken).push(good ? name : `${name} (${inWords(other)})`);
      }
      return {
        saw: `refused on ${refused.length} channels: ${refused.join(', ')}`,
        harm: taken.length > 0 ? `taken on ${taken.join(', ')}` : undefined,
      };
    } finally {
      await instance.close();
    }
  },
};
