// Settings: defaults, and every mistake said at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appSetting, ConfigError, readConfig, SETTINGS } from './config.ts';

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

test('every mistake is said at once', () => {
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

test('production needs a key ring', () => {
  assert.throws(() => readConfig({ MANIFOLD_MODE: 'production' }), /MANIFOLD_KEYS is required/);
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
