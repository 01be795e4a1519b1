// Every form's "open the page" leads into the sandbox, to keys that fit the form field by field.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DomUtils } from 'htmlparser2';
import { channels } from '../../src/channels/index.ts';
import type { Way } from '../../src/channels/way.ts';
import { wayForm } from '../../src/link/form.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { type Element, isOf, open, type Page, pageOf, send, sendOnce, textOf } from './page.ts';
import { type Visitor, visitBy } from './visiting.ts';

/** What must be typed before the page is known, as a merchant would paste it; nothing unless said. */
const FIRST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'amazon keys': { marketplaceIds: 'A1805IZSGTT6HS' },
  'bigcommerce keys': { store_hash: 'demo' },
  'magento integration': { baseUrl: 'https://demo.magento.example/admin' },
  'magento token': { baseUrl: 'https://bearer.magento.example/admin' },
  'mirakl marketplace': { baseUrl: 'market.mirakl.net' },
  'shopify own-app': { baseUrl: 'demo.myshopify.com' },
  'shopify token': { baseUrl: 'demo.myshopify.com' },
  'woocommerce keys': { baseUrl: 'demo.woo.example' },
};

describe('keys', () => {
  let place: Place;
  let visitor: Visitor;
  before(async () => {
    place = await openPlace();
    visitor = await visitBy(place, 'keys');
  });
  after(() => place?.close());

  for (const [name, channel] of Object.entries(channels))
    for (const way of channel.ways) {
      if (way.kind !== 'form') continue;

      it(`of ${name} are found by the form "${way.id}" and link the shop`, async () => {
        const form = `/channels/${name}?way=${way.id}`;
        const address = await addressOf(name, way.id, await open(visitor, form));
        assert.ok(address.startsWith(`${place.sandbox.origin}/_host/`), address);
        const keys = pageOf(await (await fetch(address)).text());
        assert.match(textOf(keys.all('h1')[0]), /^Keys of /);
        const title = channel.words.en.ways[way.id]?.title ?? '';
        const shown = shownFor(keys, title);
        assert.ok(shown.length > 0, `nothing is shown for “${title}”`);
        const typed: Record<string, string> = {};
        for (const [label, value] of shown)
          Object.assign(typed, typedInto(name, way, label, value));
        const linked = await send(visitor, form, typed);
        assert.equal(linked.path, `/channels?linked=${name}`, linked.source);
      });
    }

  /** The address behind the button, once all was typed that it needs. */
  async function addressOf(name: string, way: string, page: Page): Promise<string> {
    const store = place.store(name);
    // A back office that has no address of its own; its keys are on every page of the vendor.
    if (name === 'lightspeed_c')
      return `${place.sandbox.origin}/_host/${store.hosts[0]}/backoffice/`;
    const first = FIRST[`${name} ${way}`];
    const hash = place.shop(name).credential.account.store_hash;
    const typed = first?.store_hash ? { store_hash: String(hash) } : first;
    const shown = typed === undefined ? page : await sendOnce(visitor, page, typed);
    return shown.all('a', isOf('button'))[0]?.attribs.href ?? '';
  }

  /** The names and values of one form; the page leaves its title out where there is no other. */
  function shownFor(page: Page, title: string): readonly (readonly [string, string])[] {
    const lists = page.all('dl');
    const isTitled = (list: Element) => {
      const before = DomUtils.prevElementSibling(list);
      return before?.name === 'h2' && textOf(before) === title;
    };
    const list = lists.find(isTitled) ?? (lists.length === 1 ? lists[0] : undefined);
    if (list === undefined) return [];
    const texts = (tag: string) => DomUtils.getElementsByTagName(tag, list).map(textOf);
    const values = texts('dd');
    return texts('dt').map((label, at) => [label, values[at] ?? ''] as const);
  }

  /** What is typed into the input with this very label; of a choice, the one that is called so. */
  function typedInto(name: string, way: Way, label: string, value: string) {
    const channel = channels[name];
    const input =
      channel &&
      wayForm(way, channel)
        .inputs('en')
        .find((one) => one.label === label);
    const choice = input?.choices.find((one) => one.label === value)?.value;
    assert.ok(input && (input.choices.length === 0 || choice), `no place for ${label}: ${value}`);
    return { [input.key]: choice ?? value };
  }
});
