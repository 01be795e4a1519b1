// From an address as people type it to the shop itself: what is found, what is refused, and how it is said.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { createLocate } from '../../src/link/locate.ts';
import { createTrySlots } from '../../src/link/try-slots.ts';
import type { Fault } from '../../src/model/faults.ts';
import type { Visit } from '../../src/store/index.ts';
import {
  magento,
  NOWHERE,
  redirect,
  searching,
  shopify,
  together,
  type Web,
  wordpress,
} from './searching.ts';

const visit = { userId: 'u', clientId: 'c' } as unknown as Visit;

function finder(web: Web, limitMs?: number) {
  const { search, asked } = searching(web);
  const takeSlot = createTrySlots();
  const locate = createLocate({ channels, search, takeSlot, now: Date.now, ...(limitMs && { limitMs }) }); // biome-ignore format: one line
  return {
    asked,
    takeSlot,
    async find(name: string, baseUrl: string, kind: 'form' | 'consent' = 'form', more = {}) {
      const way = channels[name]?.ways.find((one) => one.kind === kind);
      assert.ok(way);
      return await locate(visit, name, way, { baseUrl, ...more });
    },
  };
}

async function found(web: Web, name: string, table: Readonly<Record<string, string>>) {
  const { find } = finder(web);
  for (const [typed, baseUrl] of Object.entries(table)) {
    const located = await find(name, typed).catch((error: Fault) => error);
    const { given } = located as { readonly given?: { readonly baseUrl?: string } };
    assert.equal(given?.baseUrl, baseUrl, `${typed}: ${located}`);
  }
}

async function refused(web: Web, name: string, typed: string, reason: string, kind?: 'consent') {
  const { find } = finder(web);
  await assert.rejects(find(name, typed, kind), { reason, field: 'baseUrl' }, typed);
}

/** What the plugin writes into the pages of a shop. */
const MARKS = '<meta name="generator" content="WooCommerce 10.3.1" />';

describe('WooCommerce is found', () => {
  const other: Web = (url) => (url.host === 'shop.nl' ? redirect(`https://www.shop.nl${url.pathname}`) : undefined); // biome-ignore format: one line

  test('from every address that people type', () =>
    found(together(wordpress('https://www.shop.nl'), other), 'woocommerce', {
      'www.shop.nl': 'https://www.shop.nl',
      'shop.nl': 'https://www.shop.nl',
      'SHOP.NL': 'https://www.shop.nl',
      'http://shop.nl': 'https://www.shop.nl',
      'http://www.shop.nl/': 'https://www.shop.nl',
      'https//shop.nl': 'https://www.shop.nl',
      'htps://www.shop.nl': 'https://www.shop.nl',
      'http:\\\\www.shop.nl': 'https://www.shop.nl',
      'www,shop.nl': 'https://www.shop.nl',
      'www.shop.nl.': 'https://www.shop.nl',
      ' \u200bwww.shop.nl\u00a0': 'https://www.shop.nl',
      'www.shop.nl:443': 'https://www.shop.nl',
      'www.shop.nl/shop/': 'https://www.shop.nl',
      'www.shop.nl/product/bicycle/?size=1#reviews': 'https://www.shop.nl',
      'www.shop.nl/nl/winkel/fiets': 'https://www.shop.nl',
      'https://www.shop.nl/wp-admin/admin.php?page=wc-settings': 'https://www.shop.nl',
      'https://www.shop.nl/wp-json/wc/v3/orders': 'https://www.shop.nl',
      'https://www.shop.nl/?rest_route=/': 'https://www.shop.nl',
    }));

  test('in its folder, whatever stands behind it, and beside another site', () =>
    found(wordpress('https://shop.nl/winkel'), 'woocommerce', {
      'shop.nl/winkel': 'https://shop.nl/winkel',
      'shop.nl/winkel/': 'https://shop.nl/winkel',
      'shop.nl/winkel/product/x': 'https://shop.nl/winkel',
      'shop.nl/winkel/wp-admin/': 'https://shop.nl/winkel',
    }));

  test('by the head of its pages, and where no page names its API', async () => {
    for (const link of ['html', 'none'] as const)
      await found(wordpress('https://shop.nl/winkel', { link }), 'woocommerce', {
        'shop.nl/winkel/product/x': 'https://shop.nl/winkel',
      });
  });

  test('under its only name, with or without www', async () => {
    await found(wordpress('https://www.shop.nl'), 'woocommerce', { 'shop.nl': 'https://www.shop.nl' }); // biome-ignore format: one line
    await found(wordpress('https://shop.nl'), 'woocommerce', { 'www.shop.nl': 'https://shop.nl' });
  });

  test('with its name, its address for people, and what else was given', async () => {
    const { find } = finder(wordpress('https://xn--mnchen-3ya.shop/laden'));
    const located = await find('woocommerce', 'münchen.shop/laden', 'form', {
      consumerKey: 'ck_1',
    });
    assert.deepEqual(located, {
      given: { baseUrl: 'https://xn--mnchen-3ya.shop/laden', consumerKey: 'ck_1' },
      address: 'münchen.shop/laden',
      name: 'Kade & Zonen',
      isAsTyped: true,
    });
  });

  test('at another site it is shown as such, and at a site that another page names', async () => {
    const web = together(
      wordpress('https://new.example.org'),
      (url) => (url.host === 'old.nl' ? redirect('https://new.example.org/') : undefined),
      (url) =>
        url.host === 'liar.nl'
          ? { headers: { link: '<https://new.example.org/wp-json/>; rel="https://api.w.org/"' } }
          : undefined,
    );
    for (const typed of ['old.nl', 'liar.nl']) {
      const located = await finder(web).find('woocommerce', typed);
      assert.equal(located?.elsewhere, true, typed);
      assert.equal(located?.address, 'new.example.org', typed);
    }
    const near = together(wordpress('https://shop.brand.nl'), (url) =>
      url.host === 'brand.nl' ? redirect('https://shop.brand.nl/') : undefined,
    );
    assert.equal((await finder(near).find('woocommerce', 'brand.nl'))?.elsewhere, undefined);
  });
});

describe('WooCommerce is not found', () => {
  test('where something else answers, which is named where it is certain', async () => {
    const bare = wordpress('https://shop.nl', { namespaces: ['wp/v2'] });
    await refused(bare, 'woocommerce', 'shop.nl', 'woocommerce_inactive');
    await refused(shopify('velo', 'shop.nl'), 'woocommerce', 'shop.nl', 'other_kind_shopify');
    await refused(magento('https://shop.nl'), 'woocommerce', 'shop.nl', 'other_kind_magento');
    await refused(() => NOWHERE, 'woocommerce', 'shop.nl', 'not_wordpress');
    const closed = { status: 503, headers: { 'retry-after': '600' } };
    await refused(() => closed, 'woocommerce', 'shop.nl', 'maintenance');
    await refused(() => ({ status: 403 }), 'woocommerce', 'shop.nl', 'firewall', 'consent');
    await refused(() => undefined, 'woocommerce', 'shop.nl', 'unknown_host');
    const lie: Web = () => ({ body: '<html>"namespaces":["wc/v3"] Shopify.shop</html>' });
    await refused(lie, 'woocommerce', 'shop.nl', 'not_wordpress');
  });

  test('where its permalinks are plain, or its API has another name', async () => {
    const naming = (root: string): Web => () => ({ headers: { link: `<${root}>; rel="https://api.w.org/"` } }); // biome-ignore format: one line
    await refused(naming('https://shop.nl/?rest_route=/'), 'woocommerce', 'shop.nl', 'permalinks_plain'); // biome-ignore format: one line
    await refused(naming('https://shop.nl/index.php?rest_route=/'), 'woocommerce', 'shop.nl', 'permalinks_plain'); // biome-ignore format: one line
    await refused(naming('https://shop.nl/api/'), 'woocommerce', 'shop.nl', 'rest_elsewhere');
  });

  test('behind a firewall, and then a key may be tried at what was typed', async () => {
    const located = await finder(() => ({ status: 403, body: '<html>No.</html>' })).find('woocommerce', 'shop.nl/winkel/'); // biome-ignore format: one line
    assert.equal(located?.given.baseUrl, 'https://shop.nl/winkel');
    assert.equal(located?.doubt?.reason, 'firewall');
  });

  test('by http where its pages came by https', async () => {
    const site = wordpress('https://shop.nl');
    const { find, asked } = finder((url) =>
      url.pathname === '/'
        ? { headers: { link: '<http://shop.nl/wp-json/>; rel="https://api.w.org/"' } }
        : site(url),
    );
    assert.equal((await find('woocommerce', 'shop.nl'))?.given.baseUrl, 'https://shop.nl');
    assert.ok(asked.every((href) => href.startsWith('https:')));
  });

  test('where its API is closed: a key may be tried, no one is sent there unless the shop shows', async () => {
    const closed = wordpress('https://shop.nl', { closed: true });
    const located = await finder(closed).find('woocommerce', 'shop.nl');
    assert.equal(located?.doubt?.reason, 'rest_closed');
    await refused(closed, 'woocommerce', 'shop.nl', 'rest_closed', 'consent');
    const marked = wordpress('https://shop.nl', { closed: true, marks: MARKS });
    const seen = await finder(marked).find('woocommerce', 'shop.nl', 'consent');
    assert.equal(seen?.given.baseUrl, 'https://shop.nl');
  });
});

describe('Magento is found', () => {
  test('from every address that people type', async () => {
    const table = {
      'shop.nl': 'https://shop.nl',
      'http://shop.nl': 'https://shop.nl',
      'https:/shop.nl/': 'https://shop.nl',
      'shop.nl/nl': 'https://shop.nl',
      'shop.nl/nl/fietsen/stadsfiets.html?color=4': 'https://shop.nl',
      'shop.nl/admin_1a2b3c/admin/dashboard/index/key/0123456789abcdef/': 'https://shop.nl',
      'shop.nl/secret/admin/system_account/index/key/0123456789abcdef/': 'https://shop.nl',
      'shop.nl/index.php/backend/admin': 'https://shop.nl',
      'shop.nl/rest/V1/products': 'https://shop.nl',
    };
    await found(magento('https://shop.nl'), 'magento', table);
    await found(magento('https://shop.nl', { codes: true }), 'magento', table);
    const plain = magento('https://shop.nl', { rewrites: false });
    await found(plain, 'magento', table);
    // A storefront of another kind may answer for everything else: the check must not ask it.
    const { given = {} } = (await finder(plain).find('magento', 'shop.nl')) ?? {};
    const keys = { token: 't'.repeat(32) };
    assert.equal(
      channels.magento?.accept({ ...given, ...keys }).account.apiPath,
      '/index.php/rest',
    );
    const { 'http://shop.nl': _, ...onHttp } = table;
    const typed = Object.keys(onHttp).map((key) => [`http://${key.replace(/^https:\//, '')}`, 'http://shop.nl']); // biome-ignore format: one line
    await found(magento('http://shop.nl'), 'magento', Object.fromEntries(typed));
  });

  test('in its folder, which is no store view', () =>
    found(magento('https://shop.nl/winkel', { codes: true }), 'magento', {
      'shop.nl/winkel': 'https://shop.nl/winkel',
      'shop.nl/winkel/nl/': 'https://shop.nl/winkel',
      'shop.nl/winkel/nl/fiets.html': 'https://shop.nl/winkel',
    }));

  test('in the cloud without a question', async () => {
    const { find, asked } = finder(() => undefined);
    const typed = 'https://na1.api.commerce.adobe.com/AbCdEf123456';
    assert.equal((await find('magento', typed))?.given.baseUrl, typed);
    assert.deepEqual(asked, []);
  });

  test('or not, and what it is instead is said', async () => {
    await refused(wordpress('https://shop.nl', { marks: MARKS }), 'magento', 'shop.nl', 'other_kind_woocommerce'); // biome-ignore format: one line
    await refused(wordpress('https://shop.nl'), 'magento', 'shop.nl', 'not_magento');
    await refused(shopify('velo', 'shop.nl'), 'magento', 'shop.nl', 'other_kind_shopify');
    await refused(magento('https://shop.nl', { api: false }), 'magento', 'shop.nl', 'api_closed');
    await refused(() => NOWHERE, 'magento', 'shop.nl', 'not_magento');
    // JSON with a message is anybody's.
    const lie: Web = () => ({ status: 401, body: { message: 'No.', parameters: { resources: 'all' } } }); // biome-ignore format: one line
    await refused(lie, 'magento', 'shop.nl', 'not_magento');
  });
});

describe('Shopify is found', () => {
  test('by its name, its permanent address, its admin and its own domain', async () => {
    const wanted = 'https://velo-nord.myshopify.com';
    for (const options of [{}, { meta: false }])
      await found(shopify('velo-nord', 'velonord.nl', options), 'shopify', {
        'velo-nord': wanted,
        'Velo-Nord.myshopify.com': wanted,
        'www.velo-nord.myshopify.com': wanted,
        'velo-nord.myshopify.com:443': wanted,
        'velo-nord.myshopify.com.': wanted,
        'https//velo-nord.myshopify.com/admin/orders': wanted,
        'https://admin.shopify.com/store/velo-nord/settings': wanted,
        'velonord.nl': wanted,
        'https://velonord.nl/collections/all': wanted,
      });
  });

  test('behind a password too, by its name', async () => {
    const web = shopify('velo', 'velonord.nl', { password: true, meta: false });
    await found(web, 'shopify', { velo: 'https://velo.myshopify.com' });
  });

  test('by http, by a near miss, and by a name of two words, which no key goes to before a yes', async () => {
    const web = shopify('kaarsen-nl', 'kaarsen.shop');
    await found(web, 'shopify', { 'http://kaarsen.shop': 'https://kaarsen-nl.myshopify.com' });
    for (const typed of [
      'Kaarsen NL',
      'kaarsen.nl',
      'kaarsen_nl',
      'kaarsen-nl.myshopfy.com',
      'https://kaarsen-nl.myshopify.nl/admin',
    ]) {
      // biome-ignore format: one line
      const located = await finder(web).find('shopify', typed);
      assert.equal(located?.guess, true, typed);
      assert.equal(located?.address, 'kaarsen-nl.myshopify.com', typed);
    }
    assert.equal((await finder(web).find('shopify', 'kaarsen.shop'))?.guess, undefined);
    await refused(web, 'shopify', 'Kaarsen BE', 'shop_unknown');
    await refused(web, 'shopify', 'me@kaarsen.nl', 'mail_address');
  });

  test('or not: no such shop, another software, or a page that lies', async () => {
    const web = together(
      shopify('velo', 'velonord.nl'),
      wordpress('https://shop.nl', { marks: MARKS }),
      magento('https://mage.nl'), // biome-ignore format: one line
      (url) => (url.host === 'liar.nl' ? { body: '<script>Shopify.shop = "gone.myshopify.com";</script>' } : undefined), // biome-ignore format: one line
    );
    await refused(web, 'shopify', 'gone', 'shop_unknown', 'consent');
    await refused(web, 'shopify', 'liar.nl', 'shop_unknown', 'consent');
    await refused(web, 'shopify', 'shop.nl', 'other_kind_woocommerce', 'consent');
    await refused(web, 'shopify', 'mage.nl', 'other_kind_magento');
    await refused(web, 'shopify', 'unknown.nl', 'unknown_host');
    await refused(() => NOWHERE, 'shopify', 'shop.nl', 'not_shopify');
    await refused(() => ({ status: 403 }), 'shopify', 'shop.nl', 'firewall');
  });
});

describe('a search', () => {
  for (const name of ['woocommerce', 'magento', 'shopify'])
    test(`${name}: a site behind a password, in trouble or in maintenance is said to be that`, async () => {
      const headers = { 'www-authenticate': 'Basic realm="Staging"' };
      const staging: Web = () => ({
        status: 401,
        headers,
        body: '<h1>Authorization Required</h1>',
      });
      await refused(staging, name, 'staging.nl', 'password_wall');
      const later = { status: 503, headers: { 'retry-after': '600' } };
      await refused(() => later, name, 'shop.nl', 'maintenance');
      const { find } = finder(() => ({ status: 502 }));
      await assert.rejects(find(name, 'shop.nl'), { status: 502, retryable: true });
    });

  for (const [name, channel] of Object.entries(channels).filter(([, { locate }]) => locate))
    test(`${name}: a name that does not exist is said to, however often it is tried`, async () => {
      assert.ok(channel.fields.some(({ key }) => key === 'baseUrl'));
      const { find, asked } = finder(() => undefined);
      await assert.rejects(find(name, 'mistyped.nl'), { reason: 'unknown_host', field: 'baseUrl' });
      const once = asked.length;
      for (let tries = 2; tries <= 12; tries++) {
        await assert.rejects(find(name, 'mistyped.nl'), { reason: 'unknown_host' });
        assert.equal(asked.length, tries * once);
      }
      assert.deepEqual([...new Set(asked)].length, once, 'each address once a search');
    });

  const SEARCHED = ['woocommerce', 'magento'];

  test('never leads inside, by whatever hop', async () => {
    const inside = ['http://127.0.0.1/', 'https://10.0.0.7/', 'https://[::1]/', 'https://router/', 'https://intranet.local/', 'https://shop.nl:6379/']; // biome-ignore format: one list
    for (const name of [...SEARCHED, 'shopify'])
      for (const address of inside) {
        const { find, asked } = finder((url) =>
          url.host === 'shop.nl' ? redirect(address) : { body: 'inside' },
        );
        await assert.rejects(find(name, 'https://shop.nl'), { field: 'baseUrl' }, address);
        assert.ok(asked.every((href) => new URL(href).host === 'shop.nl'), `${name} ${address}`); // biome-ignore format: one line
      }
    const named = finder(() => ({ headers: { link: '<https://10.0.0.7/wp-json/>; rel="https://api.w.org/"' } })); // biome-ignore format: one line
    await assert.rejects(named.find('woocommerce', 'shop.nl'), { code: 'address_not_allowed' });
  });

  test('says what is wrong with an address that cannot be called', async () => {
    const cases = { 'shop.nl:6379': 'port_not_allowed', myshop: 'one_word', 'https://10.0.0.7': 'private_address', 'info@shop.nl': 'mail_address', 'https://a:b@shop.nl': 'login_in_address' }; // biome-ignore format: one table
    for (const name of SEARCHED)
      for (const [typed, reason] of Object.entries(cases))
        await refused(() => NOWHERE, name, typed, reason);
  });

  test('ends in circles, on long ways, and where https would become http', async () => {
    for (const name of SEARCHED) {
      const circle: Web = ({ pathname }) => redirect(pathname === '/a' ? '/b' : '/a');
      await refused(circle, name, 'shop.nl', 'redirect_loop');
      let hops = 0;
      const onAndOn: Web = () => {
        hops += 1;
        return redirect(`/${hops}`);
      };
      await refused(onAndOn, name, 'shop.nl', 'redirect_loop');
      assert.ok(hops <= 7, `${hops} hops`);
      await refused(() => redirect('http://shop.nl/'), name, 'shop.nl', 'back_to_http');
    }
  });

  test('gives up in time on a slow shop, and gives its place back', async () => {
    const { find, takeSlot } = finder(() => new Promise(() => {}), 50);
    await assert.rejects(find('woocommerce', 'shop.nl'), {
      code: 'channel_timeout',
      field: 'baseUrl',
    });
    const leave = [1, 2, 3, 4].map(() => takeSlot(visit));
    for (const one of leave) one();
  });

  test('has few places for one user, and shares them with tries', async () => {
    const { find, takeSlot } = finder(wordpress('https://shop.nl'));
    const held = [1, 2, 3, 4].map(() => takeSlot(visit));
    await assert.rejects(find('woocommerce', 'shop.nl'), { reason: 'too_many_tries' });
    for (const leave of held) leave();
    assert.ok(await find('woocommerce', 'shop.nl'));
  });

  test('is not made where there is nothing to search for', async () => {
    const { search, asked } = searching(() => NOWHERE);
    const locate = createLocate({ channels, search, takeSlot: createTrySlots(), now: Date.now });
    for (const [name, channel] of Object.entries(channels))
      for (const way of channel.ways)
        if (!channel.locate)
          assert.equal(await locate(visit, name, way, { token: 'x' }), undefined);
    assert.deepEqual(asked, []);
  });

  test('asks little: at most a dozen times, wherever the shop is', async () => {
    for (const name of SEARCHED) {
      const { find, asked } = finder(() => NOWHERE);
      await assert.rejects(find(name, 'shop.nl/a/b/c/d/e/f/g'));
      assert.ok(asked.length <= 12, `${name}: ${asked.length}`);
    }
  });
});
