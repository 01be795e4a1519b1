// The address guard: what may never be called, in whatever spelling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guard, isBlocked } from './guard.ts';

const open = (address: string, bounds = {}) => {
  const url = new URL(address);
  return () => guard(url, { hosts: [url.host], plainHttp: true, ...bounds }, false);
};

test('private, loopback, link-local, metadata, shared, mapped and reserved addresses are blocked', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '100::1',
    '5f00::1',
    '3fff::1',
  ])
    assert.equal(isBlocked(address), true, address);
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    assert.equal(isBlocked(address), false, address);
  assert.equal(isBlocked('not an address'), true);
});

test('addresses in odd spellings are caught by name', () => {
  for (const address of [
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://shop.local/',
    'https://db.internal/',
    'https://intranet/',
    'https://router.lan/',
    'https://a.test/',
    'https://169.254.169.254/latest/meta-data/',
    'https://1.0.0.127.in-addr.arpa/',
  ])
    assert.throws(open(address), { code: 'address_not_allowed' }, address);
  assert.doesNotThrow(open('https://shop.nl/'));
  assert.doesNotThrow(open('https://shop.nl:8443/'));
});

test('only https, only this account’s hosts, no odd ports, no passwords', () => {
  assert.throws(open('http://shop.nl/', { plainHttp: false }), /must be https/);
  assert.throws(open('https://shop.nl/', { hosts: ['other.nl'] }), /not a host of this account/);
  assert.throws(open('https://shop.nl:22/'), /port 22/);
  assert.doesNotThrow(open('https://shop.nl:9443/', { ports: new Set(['9443']) }));
  assert.throws(open('https://user:secret@shop.nl/'), (error: Error) => {
    assert.match(error.message, /user name or password/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
  assert.throws(open('ftp://shop.nl/'), /only https/);
});

test('each refusal has its own reason, and a search may go to any public host', () => {
  const reasons = {
    'http://shop.nl/': 'https_only',
    'ftp://shop.nl/': 'https_only',
    'https://me:pw@shop.nl/': 'login_in_address',
    'https://shop.nl:22/': 'port_not_allowed',
    'https://myshop/': 'one_word',
    'https://localhost/': 'private_address',
    'https://10.0.0.7/': 'private_address',
    'https://shop.local/': 'private_address',
  };
  for (const [address, reason] of Object.entries(reasons))
    assert.throws(open(address, { hosts: 'any', plainHttp: false }), { reason }, address);
  assert.throws(open('https://shop.nl/', { hosts: ['other.nl'] }), { reason: 'other_host' });
  assert.doesNotThrow(open('https://any.shop/', { hosts: 'any' }));
});

test('a routed host is the operator’s own choice, but still must be the account’s', () => {
  const url = new URL('https://demo.example/');
  assert.doesNotThrow(() => guard(url, { hosts: ['demo.example'], plainHttp: false }, true));
  assert.throws(() => guard(url, { hosts: ['x.example'], plainHttp: false }, true));
});
