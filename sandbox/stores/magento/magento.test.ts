// The Magento store: who may ask, what criteria mean, and that it refuses what Magento refuses.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { catalogueOf } from '../../catalogue/index.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { openMagento } from './index.ts';
import type { MagentoShop } from './shops.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const catalogue = catalogueOf(Date.UTC(2026, 10, 15));
let clock = NOW;
const store = openMagento({ catalogue, now: () => clock, rates: 'vendor' });
const shop = (name: string): MagentoShop => {
  const found = store.shops.find((one) => one.name === name);
  assert.ok(found);
  return found as MagentoShop;
};

type Pairs = readonly (readonly [string, string])[];

function ask(
  name: string,
  path: string,
  query: Pairs = [],
  headers: Record<string, string> = {},
): StoreReply {
  const { host, scheme } = shop(name);
  const rawQuery = query
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  const request: StoreRequest = {
    method: 'GET',
    host,
    https: scheme === 'https',
    path,
    rawQuery,
    query,
    headers: { accept: 'application/json', ...headers },
    body: '',
  };
  const reply = store.handle(request);
  assert.ok(!(reply instanceof Promise));
  return reply;
}

const bearer = (name: string) => ({
  authorization: `Bearer ${shop(name).integration.accessToken}`,
});
const body = (reply: StoreReply) => JSON.parse(String(reply.body));
const small = (query: Pairs) => ask('small', '/rest/V1/products', query, bearer('small'));
const filter = (at: number, field: string, value: string, condition = 'eq'): Pairs => [
  [`searchCriteria[filter_groups][${at}][filters][0][field]`, field],
  [`searchCriteria[filter_groups][${at}][filters][0][value]`, value],
  [`searchCriteria[filter_groups][${at}][filters][0][condition_type]`, condition],
];

let nonces = 0;
function signed(
  name: string,
  path: string,
  query: Pairs,
  { secret, ...change }: Record<string, string> = {},
) {
  const { integration, host, scheme } = shop(name);
  nonces += 1;
  const values: Record<string, string> = {
    oauth_consumer_key: integration.consumerKey,
    oauth_nonce: String(nonces).padStart(32, '0'),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(clock / 1000),
    oauth_token: integration.accessToken,
    oauth_version: '1.0',
    ...change,
  };
  const sorted = [...query, ...Object.entries(values)]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const text = ['GET', `${scheme}://${host}${path}`, sorted].map(encodeURIComponent).join('&');
  const proof = createHmac(
    'sha256',
    `${integration.consumerSecret}&${secret ?? integration.accessTokenSecret}`,
  )
    .update(text)
    .digest('base64');
  const header = Object.entries({ ...values, oauth_signature: proof })
    .map(([part, value]) => `${part}="${encodeURIComponent(value)}"`)
    .join(', ');
  return { authorization: `OAuth ${header}` };
}

describe('signatures', () => {
  const path = '/rest/V1/products';
  const query: Pairs = [
    ...filter(0, 'visibility', '2,3,4', 'in'),
    ['searchCriteria[pageSize]', '2'],
  ];
  const said = (change: Record<string, string>) => {
    const reply = ask('demo', path, query, signed('demo', path, query, change));
    return [reply.status, reply.status === 200 ? '' : body(reply).message];
  };

  test('a right one opens the shop', () => {
    assert.deepEqual(said({}), [200, '']);
  });
  test('each wrong part is named', () => {
    assert.deepEqual(said({ secret: 'x' }), [401, 'The signature is invalid. Verify and try again.']);
    assert.deepEqual(said({ oauth_consumer_key: 'a'.repeat(32) }), [401, 'A consumer having the specified key does not exist']);
    assert.deepEqual(said({ oauth_token: 'a'.repeat(32) }), [401, 'Specified token does not exist']);
    assert.deepEqual(said({ oauth_token: 'a' }), [400, 'The token length is invalid. Check the length and try again.']);
    assert.deepEqual(said({ oauth_signature_method: 'HMAC-SHA1' }), [400, 'Signature method %1 is not supported']);
    assert.deepEqual(said({ oauth_version: '2.0' })[0], 400);
    assert.deepEqual(said({ oauth_timestamp: String(clock / 1000 + 601) }), [401, 'An error occurred validating the nonce']);
    assert.deepEqual(said({ oauth_timestamp: String(clock / 1000 + 599) }), [200, '']);
  }); // biome-ignore format: a table
  test('a nonce works once', () => {
    const nonce = { oauth_nonce: 'f'.repeat(32) };
    assert.equal(said(nonce)[0], 200);
    assert.equal(said(nonce)[1], 'The nonce is already being used by the consumer with ID %1');
  });
  test('a SKU in the path is signed decoded by 2.4.6, as it was sent by later versions', () => {
    const stock = (name: string, sent: string, signedAs: string) =>
      ask(name, `/rest/V1/stockItems/${sent}`, [], signed(name, `/rest/V1/stockItems/${signedAs}`, [])).status; // biome-ignore format: one line
    for (const product of shop('odd').products) {
      const sku = product.variants[0]?.sku ?? '';
      const sent = encodeURIComponent(sku);
      // Everything but the space and the apostrophe may stand in a path; a lone % may not.
      const decoded = sku
        .replace(/%(?!20)/, '%25')
        .replace(' ', '%20')
        .replace("'", '%27');
      const strict = sent.replace("'", '%27');
      assert.equal(stock('odd', strict, decoded), 200, sku);
      assert.equal(stock('odd', strict, strict), decoded === strict ? 200 : 401, sku);
    }
    assert.equal(stock('demo', 'A%2FB', 'A%2FB'), 404);
    assert.equal(stock('demo', 'A%2FB', 'A/B'), 401);
  });
  test('over http too, for the address with http', () => {
    const reply = ask('plain', path, query, signed('plain', path, query));
    assert.equal(reply.status, 200);
  });
});

describe('tokens', () => {
  const query: Pairs = [['searchCriteria[pageSize]', '1']];
  test('a token alone opens only the shops that allow it', () => {
    const status = (name: string) => ask(name, '/rest/V1/products', query, bearer(name)).status;
    assert.equal(status('bearer'), 200);
    assert.equal(status('closed'), 401);
    assert.equal(status('demo'), 401);
    assert.deepEqual(body(ask('bearer', '/rest/V1/products', query)), {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: 'Magento_Catalog::products' },
    });
  });

  test('those of the cloud end after a day', () => {
    const { cloud, host } = shop('cloud');
    assert.ok(cloud);
    const token = (change: Record<string, string> = {}) => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: cloud.clientId,
        client_secret: cloud.clientSecret,
        scope: 'openid,commerce.accs',
        ...change,
      });
      return store.handle({
        method: 'POST',
        host: 'ims-na1.adobelogin.com',
        https: true,
        path: '/ims/token/v3',
        rawQuery: '',
        query: [],
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      }) as StoreReply;
    };
    assert.equal(token({ client_secret: 'x' }).status, 400);
    const { access_token, expires_in } = body(token());
    const path = `/${cloud.tenant}/V1/products`;
    const headers = {
      authorization: `Bearer ${access_token}`,
      'x-api-key': cloud.clientId,
      'x-gw-ims-org-id': cloud.orgId,
    };
    assert.equal(host, 'na1-sandbox.api.commerce.adobe.com');
    assert.equal(ask('cloud', path, query, headers).status, 200);
    assert.equal(ask('cloud', path, query, { ...headers, 'x-api-key': 'x' }).status, 401);
    clock = NOW + expires_in * 1000;
    assert.equal(ask('cloud', path, query, headers).status, 401);
    clock = NOW;
  });
});

describe('criteria', () => {
  test('must be there, and be spelt right', () => {
    const message = (query: Pairs) => body(small(query)).message;
    assert.equal(small([]).status, 400);
    assert.equal(message([]), '"%fieldName" is required. Enter and try again.');
    assert.match(message([['searchCriteria[pagesize]', '1']]), /does not have accessor method/);
    assert.match(message([['pageSize', '1']]), /not a parameter/);
    assert.match(message([['searchCriteria[pageSize]', '0']]), /type is invalid/);
    assert.match(message(filter(0, 'colour', 'x')), /Invalid attribute name/);
    assert.match(message(filter(0, 'created_at', '2026-10-01T00:00:00Z', 'gteq')), /Invalid/);
    assert.match(message(filter(0, 'entity_id', '1', 'above')), /not a condition/);
    assert.equal(small([['searchCriteria', '']]).status, 200);
  });

  test('filters compare as the database does', () => {
    const ids = (query: Pairs) =>
      (body(small(query)).items as { id: number }[]).map(({ id }) => id);
    const [first] = shop('small').products;
    assert.ok(first);
    assert.deepEqual(ids(filter(0, 'name', first.title.toUpperCase())), [1001]);
    assert.deepEqual(ids([...filter(0, 'entity_id', '1002', 'gt'), ...filter(1, 'entity_id', '1003,1005,1001', 'in')]), [1003, 1005]); // biome-ignore format: one line
    const at = new Date(first.createdAt).toISOString().replace('T', ' ').slice(0, 19);
    assert.deepEqual(ids([...filter(0, 'created_at', at, 'lteq'), ...filter(1, 'created_at', at, 'gteq')]), [1001]); // biome-ignore format: one line
  });

  test('children are hidden, and counted all the same', () => {
    const hidden = body(small(filter(0, 'visibility', '1')));
    const expected = shop('small').products.flatMap(({ options, variants }) =>
      options.length > 0 ? variants : [],
    );
    assert.equal(hidden.total_count, expected.length);
  });

  test('fields cut the answer, and leave null of an empty list', () => {
    const fields = (query: Pairs) =>
      body(small([...query, ['fields', 'items[id,sku],total_count']]));
    assert.deepEqual(fields(filter(0, 'entity_id', '1001')), {
      items: [{ id: 1001, sku: 'KZ-0001' }],
      total_count: 1,
    });
    assert.deepEqual(fields(filter(0, 'entity_id', '1')), { items: null, total_count: 0 });
  });

  test('behind the last page there is nothing; old versions repeat the last', () => {
    const page = (name: string, number: string) =>
      body(
        ask(
          name,
          '/rest/V1/products',
          [
            ['searchCriteria[pageSize]', '100'],
            ['searchCriteria[currentPage]', number],
            ...filter(0, 'visibility', '2,3,4', 'in'),
          ],
          bearer(name),
        ),
      ).items.length;
    assert.deepEqual([page('bearer', '4'), page('bearer', '5')], [12, 0]);
    assert.deepEqual([page('old', '4'), page('old', '9')], [12, 12]);
  });
});

describe('stock', () => {
  const read = (name: string, path: string, query: Pairs = [['searchCriteria', '']]) =>
    ask(name, `/rest/V1/${path}`, query, signed(name, `/rest/V1/${path}`, query));
  test('some lies in a source that is switched off', () => {
    const { items } = body(read('demo', 'inventory/sources'));
    const closed = items.find(({ enabled }: { enabled: boolean }) => !enabled);
    const rows = body(read('demo', 'inventory/source-items', filter(0, 'source_code', closed.source_code))); // biome-ignore format: one line
    assert.ok(rows.total_count > 0);
  });
  test('what is not counted says so in its stock item alone', () => {
    const endless = shop('demo').products.flatMap(({ variants }) => variants).find(({ stock }) => !stock.tracked); // biome-ignore format: one line
    assert.ok(endless?.sku);
    const item = body(read('demo', `stockItems/${endless.sku}`, []));
    assert.deepEqual([item.manage_stock, item.use_config_manage_stock], [false, false]);
    assert.equal(body(read('demo', 'inventory/source-items', filter(0, 'sku', endless.sku))).total_count > 0, true); // biome-ignore format: one line
    const followed = shop('endless').products[0]?.variants[0]?.sku ?? '';
    const follower = body(read('endless', `stockItems/${followed}`, []));
    assert.deepEqual([follower.manage_stock, follower.use_config_manage_stock], [false, true]);
  });
  test('a right that is missing is refused for that resource alone', () => {
    assert.deepEqual(body(read('no-sources', 'inventory/sources')).parameters, {
      resources: 'Magento_InventoryApi::source',
    });
    const sku = shop('no-sources').products[0]?.variants[0]?.sku ?? '';
    assert.equal(read('no-sources', `stockItems/${sku}`, []).status, 200);
  });
});

describe('websites', () => {
  const read = (path: string) => body(ask('websites', `/rest/${path}`, [], signed('websites', `/rest/${path}`, []))); // biome-ignore format: one line
  test('settings are not sorted by the default website, and do not name it', () => {
    const codes = read('V1/store/storeConfigs').map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['nl', 'us']);
    assert.equal(read('V1/directory/currency').base_currency_code, 'USD');
    assert.equal(read('nl/V1/directory/currency').base_currency_code, 'EUR');
    assert.equal(read('V1/store/websites').length, 3);
    assert.deepEqual(read('V1/store/storeGroups').map(({ default_store_id }: { default_store_id: number }) => default_store_id), [0, 1, 2]); // biome-ignore format: one line
  });
  test('prices are those of the view that is named, or of the default one', () => {
    const query: Pairs = [['searchCriteria[pageSize]', '3']];
    const prices = (path: string): number[] =>
      body(ask('websites', path, query, signed('websites', path, query))).items.map(({ price }: { price: number }) => price); // biome-ignore format: one line
    assert.deepEqual(prices('/rest/V1/products'), prices('/rest/us/V1/products'));
    assert.notDeepEqual(prices('/rest/V1/products'), prices('/rest/nl/V1/products'));
  });
});

describe('shops', () => {
  const status = (name: string, path: string) => ask(name, path, []).status;
  test('each answers where it lives, and only there', () => {
    assert.equal(status('demo', '/rest/V1/nothing'), 404);
    assert.equal(
      body(ask('demo', '/rest/V1/nothing')).message,
      'Request does not match any route.',
    );
    const unknown = ask('demo', '/rest/xx/V1/products');
    assert.equal(unknown.status, 400);
    assert.equal(body(unknown).message, 'Specified request cannot be processed.');
    assert.match(String(ask('no-rewrites', '/rest/V1/products').body), /<html>/);
    assert.equal(status('no-rewrites', '/index.php/rest/V1/products'), 401);
    assert.equal(status('folder', '/winkel/rest/V1/products'), 401);
    assert.equal(status('folder', '/rest/V1/products'), 404);
    assert.equal(status('views', '/rest/nl/V1/products'), 401);
    assert.equal(status('views', '/rest/default/V1/products'), 400);
    assert.equal(status('no-msi', '/rest/V1/inventory/sources'), 404);
    assert.equal(status('maintenance', '/rest/V1/products'), 503);
    assert.equal(status('other', '/rest/V1/products'), 404);
  });

  test('no product is without a SKU, none is archived', () => {
    for (const { products } of store.shops)
      for (const { status: state, variants } of products) {
        assert.notEqual(state, 'archived');
        assert.ok(variants.every(({ sku }) => sku !== null));
      }
  });

  test('a busy CDN says when to come back', () => {
    const replies = Array.from({ length: 21 }, () => ask('busy', '/rest/V1/products'));
    assert.equal(replies.at(-1)?.status, 429);
    assert.equal(replies.at(-1)?.headers['retry-after'], '10');
  });

  test('stack traces come in developer mode alone', () => {
    const trace = (name: string) => body(ask(name, '/rest/V1/products')).trace;
    assert.match(trace('developer'), /\/var\/www/);
    assert.equal(trace('demo'), undefined);
  });
});
