// Whose address counts: the visitor's behind trusted proxies, the peer's in all other cases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerAddress, type TrustedProxies, trust } from './caller-address.ts';

const PROXY = '10.0.0.1';
const from = (proxies: TrustedProxies, peer: string, header?: string | string[]) =>
  callerAddress(peer, header, trust(proxies));

test('no one is believed unless named', () => {
  assert.equal(from([], PROXY, '192.0.2.7'), PROXY);
  assert.equal(from(['10.0.0.0/8'], '192.0.2.9', '192.0.2.7'), '192.0.2.9');
  assert.equal(from(['loopback'], '::ffff:192.0.2.9', '127.0.0.1'), '192.0.2.9');
});

test('a trusted proxy is believed, and what stood in the header before is not', () => {
  for (const [header, visitor] of [
    ['192.0.2.7', '192.0.2.7'],
    ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['10.0.0.9, 127.0.0.1, 198.51.100.1,192.0.2.7 ', '192.0.2.7'],
    ['garbage, 192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
  ] as const)
    assert.equal(from(['10.0.0.0/8'], PROXY, header), visitor, header);
  assert.equal(from([PROXY], PROXY, ['198.51.100.1', '192.0.2.7']), '192.0.2.7', 'two headers');
  assert.equal(from([PROXY], PROXY), PROXY, 'no header');
});

test('a chain is followed as far as it is trusted', () => {
  const chain = '198.51.100.1, 192.0.2.7, 10.0.0.2';
  assert.equal(from(['10.0.0.0/8'], PROXY, chain), '192.0.2.7');
  assert.equal(from([PROXY], PROXY, chain), '10.0.0.2', 'the second is not named');
  assert.equal(from(2, '203.0.113.1', chain), '192.0.2.7', 'two stand in front, wherever');
  assert.equal(from(1, '203.0.113.1', chain), '10.0.0.2');
  assert.equal(from(99, '203.0.113.1', chain), '198.51.100.1', 'no more than were named');
  assert.equal(from(['uniquelocal'], PROXY, '10.1.1.1, 172.16.0.9'), '10.1.1.1', 'all inside');
});

test('ports, brackets, zones and mapped addresses are one visitor', () => {
  for (const written of ['192.0.2.7:5000', '192.0.2.7:5001', '::ffff:192.0.2.7', '192.0.2.7'])
    assert.equal(from([PROXY], PROXY, written), '192.0.2.7', written);
  for (const written of ['[2001:db8::7]:5000', '[2001:db8::7]', '2001:db8::7%eth0'])
    assert.equal(from([PROXY], PROXY, written), '2001:db8::7', written);
  assert.equal(from(['10.0.0.0/8'], `::ffff:${PROXY}`, '192.0.2.7, 10.0.0.2:443'), '192.0.2.7');
});

test('what is no address counts as the proxy that wrote it', () => {
  for (const written of [
    'unknown',
    '_hidden',
    '',
    ',',
    '192.0.2.7, ',
    '192.0.2.256',
    '192.0.2.7:',
    '[2001:db8::7',
    '2001:db8::7]:1',
    '192.0.2.7\u0000',
    'a'.repeat(16_000),
    '192.0.2.7/24',
    '1',
  ])
    assert.equal(from(['10.0.0.0/8'], PROXY, written), PROXY, written);
});

test('ranges of both families are held to their bits', () => {
  assert.equal(from(['10.0.0.0/31'], PROXY, '192.0.2.7'), '192.0.2.7');
  assert.equal(from(['10.0.0.2/31'], PROXY, '192.0.2.7'), PROXY);
  assert.equal(from(['2001:db8::/33'], '2001:db8::1', '192.0.2.7'), '192.0.2.7');
  assert.equal(from(['2001:db8::/33'], '2001:db8:8000::1', '192.0.2.7'), '2001:db8:8000::1');
  assert.equal(from(['loopback'], '::1', '192.0.2.7'), '192.0.2.7');
  assert.equal(from(['::ffff:10.0.0.1'], PROXY, '192.0.2.7'), '192.0.2.7');
});

test('a connection without an address is no one’s proxy', () => {
  assert.equal(from(1, '', '192.0.2.7'), '');
});
