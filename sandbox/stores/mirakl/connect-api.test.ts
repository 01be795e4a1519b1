// Mirakl Connect in the sandbox: tokens, parameters, seek pages, figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, good, having, type Native, openStore, read } from './test-mirakl.ts';

const open = openStore();
const { store, connect, shop } = open;
const { moments } = catalogue;
const since = `updated_from=${new Date(moments.first).toISOString()}`;

function every(query: string, name = 'demo'): Native[] {
  const rows: Native[] = [];
  let next = '';
  do {
    const page = good(connect(`/api/v2/orders?${query}&limit=100${next}`, name));
    rows.push(...page.data);
    next = page.next_page_token ? `&page_token=${page.next_page_token}` : '';
  } while (next !== '');
  return rows;
}

const sorted = (ids: readonly string[]) => [...ids].sort();

test('tokens are given for a client, and really end', () => {
  const { login, client, send, clock } = openStore();
  const { access_token, ...rest } = good(login(client('demo')));
  assert.deepEqual(rest, {
    token_type: 'Bearer',
    expires_in: 3599,
    target_app: '',
    resource_owner: '',
  });
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = () => send('miraklconnect.com', '/api/v2/orders', { headers });
  assert.equal(ask().status, 200);
  clock.now += 3_600_000;
  assert.deepEqual(read(ask()), { code: 'UNAUTHORIZED', message: 'The access token expired' });
});

test('wrong forms and wrong clients are refused in the words of OAuth', () => {
  const { login, client, send } = open;
  const good_ = client('demo');
  for (const [fields, status, error] of [
    [{ ...good_, client_secret: 'x' }, 401, 'invalid_client'],
    [{ ...good_, client_id: 'x' }, 401, 'invalid_client'],
    [{ ...good_, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ ...good_, scope: 'all' }, 400, 'invalid_request'],
    [{ ...client('older-client'), audience: 'x' }, 401, 'access_denied'],
  ] as const) {
    const reply = login(fields);
    assert.deepEqual([reply.status, read(reply).error], [status, error]);
  }
  const { audience: _, ...unnamed } = client('older-client');
  assert.deepEqual(read(login(unnamed)), {
    error: 'invalid_request',
    error_description: 'audience is required',
  });
  assert.equal(login(client('older-client')).status, 200);
  const json = send('auth.mirakl.net', '/oauth/token', { method: 'POST', body: '{}' });
  assert.equal(json.status, 400);
});

test('without a bearer token nothing is given', () => {
  for (const authorization of ['', 'Basic abc', 'Bearer abc', 'Bearer ', open.token('demo')]) {
    const reply = open.send('miraklconnect.com', '/api/v2/orders', { headers: { authorization } });
    assert.deepEqual([reply.status, read(reply).code], [401, 'UNAUTHORIZED']);
  }
  assert.equal(connect('/api/v2/orders', 'no-orders').status, 403);
  assert.equal(connect('/api/products', 'no-orders').status, 200);
});

test('parameters that Connect does not have, or not so, are refused by name', () => {
  for (const [query, field] of [
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['max=10', 'max'],
    ['statuses=SHIPPED,CLOSED', 'statuses'],
    ['statuses=shipped', 'statuses'],
    ['order_ids=a,b', 'order_ids'],
    ['updated_from=2026-10-01', 'updated_from'],
    ['updated_from=2026-02-30T00:00:00Z', 'updated_from'],
    ['sort=id', 'sort'],
    ['sort=created_at,desc', 'sort'],
    ['page_token=abc', 'page_token'],
    ['limit=1&limit=2', 'limit'],
  ] as const) {
    const reply = connect(`/api/v2/orders?${query}`);
    assert.equal(reply.status, 400, query);
    const { code, errors } = read(reply);
    assert.deepEqual([code, errors[0].field], ['INVALID_INPUT', `query.${field}`]);
  }
  assert.equal(connect('/api/products?updated_from=2026-10-01T00:00:00Z').status, 400);
  assert.equal(connect('/api/orders').status, 404);
});

test('a page token goes with the filters it came from', () => {
  const first = good(connect('/api/v2/orders?sort=created_at&limit=2'));
  assert.equal(first.data.length, 2);
  const token = `page_token=${first.next_page_token}`;
  const second = good(connect(`/api/v2/orders?sort=created_at&limit=5&${token}`));
  assert.ok(second.data[0].created_at <= first.data[1].created_at);
  assert.equal(connect(`/api/v2/orders?sort=updated_at&limit=2&${token}`).status, 400);
});

test('the last 30 days are shown unless a date or identifiers are asked for', () => {
  const recent = shop('demo').orders.filter(
    ({ updatedAt }) => updatedAt >= open.clock.now - 30 * 86_400_000,
  );
  assert.deepEqual(
    sorted(every('sort=updated_at').map(({ id }) => id)),
    sorted(recent.map(store.orderId)),
  );
  assert.equal(every(since).length, shop('demo').orders.length);
  const [old] = shop('demo').orders;
  assert.ok(old);
  assert.equal(every(`order_ids=${store.orderId(old)}`).length, 1);
});

test('what the buyer pays is the catalogue’s total, after cancelations what is left of it', () => {
  const rows = new Map(every(since).map((row) => [row.id, row]));
  for (const order of shop('demo').orders) {
    const { order_lines } = rows.get(store.orderId(order));
    const digits = { JPY: 1, KWD: 1000 }[order.currency as string] ?? 100;
    const minor = ({ amount }: { amount: number }) => Math.round(amount * digits);
    const taxes = (list: Native[]) => list.reduce((sum, tax) => sum + minor(tax.amount), 0);
    const sum = order_lines.reduce(
      (all: number, line: Native) =>
        all +
        minor(line.price) +
        minor(line.total_shipping_price) +
        taxes(line.taxes) +
        taxes(line.shipping_taxes),
      0,
    );
    const canceled = order_lines.some((line: Native) =>
      line.adjustments.some(({ type }: Native) => type === 'CANCELATION'),
    );
    assert.equal(sum, canceled ? 0 : order.totals.total.presentment, store.orderId(order));
  }
});

test('statuses stand for what the catalogue says', () => {
  const state = (trait: Parameters<typeof having>[1]) => {
    const order = having(shop('demo'), trait);
    const [row] = every(`order_ids=${store.orderId(order)}`);
    return [row.status, row.status_reason];
  };
  assert.deepEqual(state('payment-pending'), ['AWAITING_PAYMENT', undefined]);
  assert.deepEqual(state('payment-authorized'), ['AWAITING_ACCEPTANCE', undefined]);
  assert.deepEqual(state('payment-failed'), ['CLOSED', 'REFUSED_PAYMENT']);
  assert.deepEqual(state('partially-shipped'), ['AWAITING_SHIPMENT', undefined]);
  for (const order of shop('demo').orders) assert.equal(store.bucket?.(order), order.state);
});

test('products come in the order of their numbers, a thousand at a time', () => {
  const { data, next_page_token } = good(connect('/api/products'));
  assert.equal(next_page_token, undefined);
  const ids = data.map(({ id }: Native) => id);
  assert.deepEqual(ids, sorted(shop('demo').products.map(store.productId)));
  assert.equal(good(connect('/api/products?limit=3')).data.length, 3);
});

test('the odd account has statuses that no other account has', () => {
  const words = every(since, 'odd').map(({ status, status_reason }) => status_reason ?? status);
  assert.ok(words.includes('CHANNEL_SPECIFIC') && words.includes('RECALLED'));
});

test('a list may be begun once a minute; its further pages are free', () => {
  const { connect: ask, clock } = openStore('vendor');
  const first = good(ask('/api/v2/orders?limit=1'));
  for (let page = 0; page < 3; page++)
    assert.equal(ask(`/api/v2/orders?limit=1&page_token=${first.next_page_token}`).status, 200);
  clock.now += 20_000;
  const refused = ask('/api/v2/orders?limit=1');
  assert.deepEqual(
    [refused.status, refused.headers['retry-after'], read(refused).code],
    [429, '40', 'TOO_MANY_REQUEST'],
  );
  assert.equal(ask('/api/products?limit=1').status, 200);
  assert.equal(ask('/api/v2/orders?limit=1', 'small').status, 200);
  clock.now += 40_000;
  assert.equal(ask('/api/v2/orders?limit=1').status, 200);
});

test('planted faults use the words of the API that was called', () => {
  const request = (host: string) => ({ host }) as Parameters<NonNullable<typeof store.fault>>[1];
  const refusal = (host: string) => {
    const reply = store.fault?.('401', request(host));
    assert.ok(reply);
    return read(reply);
  };
  assert.equal(refusal('miraklconnect.com').code, 'UNAUTHORIZED');
  assert.equal(refusal('auth.mirakl.net').error, 'invalid_client');
  assert.deepEqual(refusal('market.mirakl.net'), { message: 'Unauthorized', status: 401 });
  assert.equal(store.fault?.('429', request('market.mirakl.net'))?.headers['retry-after'], '2');
});
