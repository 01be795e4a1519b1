// The link pages of a client that may write, on every channel: they say so, ask for the rights, and ask again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import type { Way } from '../../src/channels/way.ts';
import { LANGUAGES, type WayWords } from '../../src/channels/words.ts';
import { writesBy } from '../../src/channels/writing.ts';
import { walkOf } from '../../src/link/walk.ts';
import { vocabularies } from '../../src/link/words/index.ts';
import type { WriteScope } from '../../src/model/writes.ts';
import { DEFAULT_SCOPES, SCOPES } from '../../src/tokens/scopes.ts';
import { shownOn } from '../all.ts';
import { CONSENTS, FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { CLIENT } from '../service.ts';
import { getToken } from '../token.ts';
import { type Visitor, visitBy } from './visiting.ts';

const NAMES = shownOn(channels, 2).map(([name]) => name);
const APP = 'Test';
/** What each vendor's consent page is asked for besides, where that is said in its address. */
const ASKED: Readonly<Record<string, Readonly<Record<WriteScope, RegExp>>>> = {
  shopify: {
    'orders.write': /write_merchant_managed_fulfillment_orders/,
    'products.write': /write_products(?:,|%2C)write_inventory/,
  },
  woocommerce: {
    'orders.write': /[?&]scope=read_write&/,
    'products.write': /[?&]scope=read_write&/,
  },
};

let place: Place;
before(async () => {
  place = await openPlace();
});
after(() => place.close());

const allow = (scopes: readonly string[]) =>
  place.app.tokens.clients.update(CLIENT.id, { scopes: [...scopes] });
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('>', '&gt;');
const linkOf = async (user: string, channel: string) =>
  (await place.status(user)).channels.find((one) => one.channel === channel);

/** Every sentence that speaks of a change, in one language. */
function promises(language: (typeof LANGUAGES)[number]) {
  const { landing, channel } = vocabularies[language];
  return {
    landing: (scope: WriteScope) => escaped(landing.changes[scope]),
    channel: (scopes: readonly WriteScope[]) => {
      const [scope, ...others] = scopes;
      if (scope === undefined) return escaped(channel.unchanged);
      return escaped(channel.changes[others.length > 0 ? 'both' : scope](APP));
    },
  };
}

const GRANTS: readonly (readonly WriteScope[])[] = [
  [],
  ['orders.write'],
  ['products.write'],
  ['orders.write', 'products.write'],
];

it('the first page says what will be changed, and only then, in every language', async () => {
  for (const granted of GRANTS) {
    await allow([...DEFAULT_SCOPES, ...granted]);
    const link = await place.magicLink('reader');
    for (const language of LANGUAGES) {
      const page = await (await fetch(`${link}&lang=${language}`)).text();
      const { landing, sealed, sealedWrites } = vocabularies[language];
      for (const scope of ['orders.write', 'products.write'] as const)
        assert.equal(page.includes(promises(language).landing(scope)), granted.includes(scope));
      assert.equal(page.includes(escaped(landing.unchanged)), granted.length === 0, language);
      assert.equal(page.includes(escaped(sealed)), granted.length === 0, language);
      assert.equal(page.includes(escaped(sealedWrites)), granted.length > 0, language);
    }
  }
});

for (const name of NAMES)
  describe(name, () => {
    const channel: Channel = channels[name] ?? assert.fail(name);

    it('its page says what will be changed, by what the channel takes and the client may', async () => {
      for (const granted of GRANTS) {
        await allow([...DEFAULT_SCOPES, ...granted]);
        const visitor = await visitBy(place, `page-${randomUUID()}`);
        const writes = writesBy(channel, granted);
        for (const language of LANGUAGES)
          for (const way of channel.ways) {
            const address = `/channels/${name}?way=${way.id}&lang=${language}`;
            const page =
              (await (await visitor.get(address)).text()) +
              (await whatToDo(visitor, way, language));
            assert.ok(page.includes(promises(language).channel(writes)), `${address} ${granted}`);
            const words: WayWords | undefined = channel.words[language].ways[way.id];
            const toWrite = Object.entries(words?.toWrite ?? {});
            for (const [scope, text] of toWrite) {
              const isSaid = toWrite.some(
                ([other, same]) => same === text && writes.some((one) => one === other),
              );
              assert.equal(page.includes(escaped(text)), isSaid, `${address} ${scope} ${granted}`);
            }
          }
      }
    });

    /** The step of a way with keys that says what to do in the channel's own admin. */
    async function whatToDo(visitor: Visitor, way: Way, language: string): Promise<string> {
      if (way.kind !== 'form') return '';
      const sent = await visitor.post(`/channels/${name}/${way.id}`, {});
      const step = walkOf(way, channel).findIndex(({ draws }) => draws === 'menu') + 1;
      const tried = sent.headers.get('location')?.replace(/&step=\d+/, '');
      return await (await visitor.get(`${tried}&step=${step}&lang=${language}`)).text();
    }

    for (const [id, entry] of Object.entries(CONSENTS[name] ?? {}))
      it(`${id}: the vendor is asked for rights to write only then`, async () => {
        const shop = place.shop(name, entry.shop ?? 'demo');
        const way = channel.ways.find((one) => one.id === id);
        const keys = (way?.inputs ?? []).map((one) => (typeof one === 'string' ? one : one.key));
        for (const granted of GRANTS) {
          await allow([...DEFAULT_SCOPES, ...granted]);
          const visitor = await visitBy(place, `away-${randomUUID()}`);
          const sent = await visitor.post(`/channels/${name}/${id}`, typedFor(entry, shop, keys));
          const leaving = await visitor.get(sent.headers.get('location') ?? '');
          const page = (await leaving.text()).replaceAll('&amp;', '&');
          const url = /<a class="button primary" href="([^"]+)"/.exec(page)?.[1] ?? '';
          assert.match(url, /^https?:/, page.slice(0, 2000));
          for (const scope of ['orders.write', 'products.write'] as const) {
            const isShared = name === 'woocommerce' && granted.length > 0;
            const isAsked = ASKED[name]?.[scope].test(url) ?? false;
            const isMeant = ASKED[name] !== undefined && (granted.includes(scope) || isShared);
            assert.equal(isAsked, isMeant, `${url} ${granted}`);
          }
        }
      });

    it('what was linked for reading must be linked again before anything is written', async () => {
      const [[id = '', entry] = []] = Object.entries(FORMS[name] ?? {});
      assert.ok(entry, `${name} has no form`);
      const user = `again-${randomUUID()}`;
      const shop = place.shop(name, entry.shop ?? 'demo');
      const way = channel.ways.find((one) => one.id === id);
      const keys = (way?.inputs ?? []).map((one) => (typeof one === 'string' ? one : one.key));
      const link = async () => {
        const visitor = await visitBy(place, user);
        const sent = await visitor.post(`/channels/${name}/${id}`, typedFor(entry, shop, keys));
        assert.match(sent.headers.get('location') ?? '', /linked=/, `${name} ${id}`);
        return visitor;
      };
      await allow(DEFAULT_SCOPES);
      await link();
      assert.deepEqual((await linkOf(user, name))?.writes, []);

      await allow(SCOPES);
      const writes = writesBy(channel, SCOPES);
      const visitor = await visitBy(place, user);
      const { list, channel: words } = vocabularies.en;
      const rows = await (await visitor.get('/channels')).text();
      assert.equal(rows.includes(list.readOnly), writes.length > 0);
      const page = await (await visitor.get(`/channels/${name}`)).text();
      assert.equal(page.includes(escaped(words.readOnly(APP, channel.title))), writes.length > 0);
      if (writes.length === 0) return;

      const token = await getToken(place.origin, CLIENT);
      const write = async () => {
        const query = new URLSearchParams({ channel: name, tpUserId: user });
        const response = await fetch(
          `${place.origin}/api/ServiceClientApp/Unified/Stock?${query}`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'idempotency-key': randomUUID(),
            },
            body: JSON.stringify({ items: [{ variant_id: 'none', available: 1 }], dry_run: true }),
          },
        );
        return { status: response.status, text: await response.text() };
      };
      const before = await write();
      assert.equal(before.status, 424, before.text);
      assert.match(before.text, /"code":"permission_missing"/);
      assert.match(before.text, /Send the user a magic link/);
      const read = await place.products(name, { limit: 1 }, { user });
      assert.equal(read.status, 200, read.text);

      await link();
      const { writes: agreed } = (await linkOf(user, name)) ?? {};
      // Shopify says what the key may do, and that is less.
      assert.deepEqual(agreed, name === 'shopify' ? [] : writes);
      const again = await write();
      if ((agreed as string[]).includes('products.write'))
        assert.doesNotMatch(again.text, /without the right/, again.text);
      else assert.equal(again.status, 424, again.text);
    });
  });
