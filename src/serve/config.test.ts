// Settings: defaults, and every mistake said in one go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appSetting, ConfigError, readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

test('without settings the service runs in sandbox mode on this machine alone', () => {
  const config = readConfig({});
  assert.equal(config.mode, 'sandbox');
  assert.equal(config.host, '127.0.0.1');
  assert.deepEqual([config.port, config.sandboxPort], [8080, 8090]);
  assert.deepEqual(
    [config.baseUrl, config.authUrl],
    ['http://localhost:8080', 'http://localhost:8080'],
  );
  assert.equal(readConfig({ MANIFOLD_PORT: '9000' }).baseUrl, 'http://localhost:9000');
  assert.equal(
    readConfig({ MANIFOLD_BASE_URL: 'https://api.shop.nl/' }).authUrl,
    'https://api.shop.nl',
  );
});

test('every mistake is said in one go', () => {
  assert.throws(
    () =>
      readConfig({
        MANIFOLD_MODE: 'prod',
        MANIFOLD_PORT: '80a',
        MANIFOLD_BASE_URL: 'api',
        MANIFOLD_DATABASE_URL: 'mysql://x',
        MANIFOLD_LINK_SECONDS: '10',
        MANIFOLD_PROT: '1',
      }),
    (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.message.split('\n').length, 6);
      assert.match(error.message, /MANIFOLD_PROT is not a setting/);
      return true;
    },
  );
});

const PRODUCTION = {
  MANIFOLD_MODE: 'production',
  MANIFOLD_KEYS: 'unused:unused',
  MANIFOLD_BASE_URL: 'https://api.example.com',
};

test('production needs a key ring, in one place', () => {
  const { MANIFOLD_KEYS, ...without } = PRODUCTION;
  assert.throws(() => readConfig(without), /MANIFOLD_KEYS_FILE \(or MANIFOLD_KEYS\) is required/);
  assert.match(readConfig({ ...without, MANIFOLD_KEYS_FILE: 'ring' }).keysFile ?? '', /^\/.+ring$/);
  assert.throws(() => readConfig({ ...PRODUCTION, MANIFOLD_KEYS_FILE: 'ring' }), /both set/);
});

test('production needs a public address: https, or http on localhost, without a path', () => {
  const { MANIFOLD_BASE_URL, ...without } = PRODUCTION;
  assert.throws(() => readConfig(without), /MANIFOLD_BASE_URL is required in production/);
  const read = (url: string, mode = 'production') =>
    readConfig({ ...PRODUCTION, MANIFOLD_BASE_URL: url, MANIFOLD_MODE: mode }).baseUrl;
  assert.equal(read('https://api.example.com/'), 'https://api.example.com');
  for (const local of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
    assert.equal(read(local), local.replace(':80', local.endsWith(':80') ? '' : ':80'));
  assert.throws(() => read('http://api.example.com'), /must begin with https/);
  assert.equal(read('http://shop.internal', 'sandbox'), 'http://shop.internal');
  for (const mode of ['production', 'sandbox'])
    assert.throws(() => read('https://example.com/manifold', mode), /no path/);
  assert.throws(
    () => readConfig({ ...PRODUCTION, MANIFOLD_AUTH_URL: 'http://a.example' }),
    /AUTH_URL/,
  );
});

test('proxies are ranges or a number, and never everyone', () => {
  const read = (given: string) => readConfig({ MANIFOLD_TRUST_PROXY: given }).trustProxy;
  assert.deepEqual(readConfig({}).trustProxy, []);
  assert.equal(read('2'), 2);
  assert.deepEqual(read('loopback, 10.0.0.0/8,::1'), ['loopback', '10.0.0.0/8', '::1']);
  for (const wrong of ['0', '100', 'true', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.local'])
    assert.throws(() => read(wrong), /MANIFOLD_TRUST_PROXY/, wrong);
});

test('vendor apps are read by channel', () => {
  const { apps } = readConfig({
    MANIFOLD_LIGHTSPEED_C_CLIENT_ID: 'a',
    MANIFOLD_LIGHTSPEED_C_US_CLIENT_ID: 'd',
    MANIFOLD_AMAZON_APP_ID: 'b',
    MANIFOLD_AMAZON_CLIENT_SECRET: 'c',
  });
  assert.deepEqual(apps, {
    lightspeed_c: { clientId: 'a', usClientId: 'd' },
    amazon: { appId: 'b', clientSecret: 'c' },
  });
});

test('a key of a vendor app has the name under which it is read', () => {
  const name = appSetting('some_channel', 'usClientSecret');
  assert.equal(name, 'MANIFOLD_SOME_CHANNEL_US_CLIENT_SECRET');
  assert.deepEqual(readConfig({ [name]: 'x' }).apps, { some_channel: { usClientSecret: 'x' } });
  assert.throws(() => appSetting('some_channel', 'other'), /no setting holds/);
});

test('what is read unless set is what is declared, and within its range', () => {
  const numbers = SETTINGS.flatMap((setting) =>
    setting.range ? [{ ...setting, range: setting.range }] : [],
  );
  assert.ok(numbers.length > 10);
  for (const { name, fallback, range } of numbers) {
    assert.deepEqual(readConfig({ [name]: fallback }), readConfig({}), name);
    for (const beyond of [range[0] - 1, range[1] + 1])
      assert.throws(() => readConfig({ [name]: String(beyond) }), ConfigError, name);
  }
});

const REAL = {
  MANIFOLD_MODE: 'production',
  MANIFOLD_BASE_URL: 'https://api.shop.nl',
  MANIFOLD_KEYS_FILE: '/keys',
} as const;
const SHARED = { ...REAL, MANIFOLD_DATABASE_URL: 'postgres://db/manifold' } as const;

test('workers need PostgreSQL, and their database connections are those of the service', () => {
  assert.equal(readConfig(REAL).workers, 1);
  assert.equal(readConfig({ ...REAL, MANIFOLD_WORKERS: '1' }).workers, 1);
  assert.ok(readConfig({ ...SHARED, MANIFOLD_WORKERS: 'auto' }).workers >= 1);
  for (const [workers, connections, all] of [
    ['1', undefined, 10],
    ['2', undefined, 10],
    ['4', undefined, 20],
    ['4', '8', 8],
    ['1', '2', 2],
  ] as const) {
    const env = { MANIFOLD_WORKERS: workers, MANIFOLD_DATABASE_CONNECTIONS: connections };
    const config = readConfig({ ...SHARED, ...env });
    assert.deepEqual([config.workers, config.databaseConnections], [Number(workers), all]);
  }
  for (const [env, sentence] of [
    [{ ...REAL, MANIFOLD_WORKERS: '2' }, /^MANIFOLD_WORKERS is 2, and the embedded store is for/],
    [{ ...REAL, MANIFOLD_WORKERS: 'auto' }, /^MANIFOLD_WORKERS is auto, and the embedded store/],
    [{ MANIFOLD_WORKERS: '2' }, /^MANIFOLD_WORKERS is 2, and sandbox mode is one process/],
    [{ ...SHARED, MANIFOLD_WORKERS: '0' }, /^MANIFOLD_WORKERS must be auto or a whole number/],
    [{ ...SHARED, MANIFOLD_WORKERS: 'two' }, /^MANIFOLD_WORKERS must be auto or a whole number/],
    [
      { ...SHARED, MANIFOLD_WORKERS: '8', MANIFOLD_DATABASE_CONNECTIONS: '10' },
      /^MANIFOLD_DATABASE_CONNECTIONS is 10, and each of 8 workers needs 2: set it to 16 at least, or MANIFOLD_WORKERS to 5 at most\.$/,
    ],
  ] as const)
    assert.throws(
      () => readConfig(env),
      (error: Error) => {
        assert.match(error.message, sentence);
        assert.equal(error.message.split('\n').length, 1);
        return true;
      },
    );
});

test('routes are a table from host to origin; a malformed one is refused with what to change', () => {
  const read = (json: string) => readConfig({ MANIFOLD_ROUTES: json }).routes;
  assert.deepEqual(readConfig({}).routes, []);
  assert.deepEqual(read('{"*.a.nl":"http://127.0.0.1:1/"}'), [
    { pattern: '*.a.nl', origin: 'http://127.0.0.1:1' },
  ]);
  assert.throws(() => read('nonsense'), /must be JSON/);
  assert.throws(() => read('[]'), /JSON object/);
  assert.throws(() => read('{"a b":"http://x"}'), /"a b" is not a host/);
  assert.throws(() => read('{"a.nl":"ftp://x"}'), /must look like/);
  assert.throws(() => read('{"a.nl":"http://x/path"}'), /must look like/);
  assert.throws(() => read('{"a.nl":7}'), /must look like/);
});
