// A corpus of addresses that must never be called, in every spelling there is; none may pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guard, isBlocked } from './guard.ts';

/** Addresses of networks that are not the public internet. */
const INSIDE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.0.1.1',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.20.10.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
];

const INSIDE_6 = [
  '::',
  '::1',
  '::2',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:c0a8:101::1',
  '2620:4f:8000::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%lo',
  'febf::1',
  'fec0::1',
  'ff00::1',
  'ff02::1',
  'ff0e::1',
];

/** The same IPv4 address as people and attackers write it; the platform reads all of them. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  return [
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${address}.`,
    [...address]
      .map((letter) => (/\d/.test(letter) ? String.fromCodePoint(0xff10 + Number(letter)) : letter))
      .join(''),
    address.replaceAll('.', '。'),
  ];
}

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'foo.localhost',
  'ip6-localhost',
  'shop.local',
  'printer.local.',
  'router.lan',
  'nas.home',
  'db.internal',
  'metadata.google.internal',
  'metadata',
  'metadata.internal',
  'instance-data',
  'kubernetes.default',
  'kubernetes.default.svc.cluster.local',
  'intranet',
  'intranet.corp',
  'wiki.intranet',
  'a.test',
  'x.invalid',
  'shop.example',
  'site.onion',
  '1.0.0.127.in-addr.arpa',
  'redis',
  'postgres',
  'host.docker.internal',
  'gateway.docker.internal',
  'ｌｏｃａｌｈｏｓｔ',
  'loc\u00adalhost',
  '⓵⓶⓻.⓪.⓪.①',
];

const bounds = (url: URL) => ({ hosts: [url.host], plainHttp: true });
const passes = (address: string): boolean => {
  const url = URL.parse(address);
  if (!url) return false;
  try {
    guard(url, bounds(url), false);
    return true;
  } catch {
    return false;
  }
};

const CORPUS = [
  ...INSIDE.flatMap((address) =>
    [address, ...spellings(address)].map((host) => `https://${host}/`),
  ),
  ...INSIDE_6.flatMap((address) => [
    `https://[${address}]/`,
    `https://[${address.toUpperCase()}]/`,
    `http://[${address}]:8080/`,
  ]),
  ...NAMES.flatMap((name) => [`https://${name}/`, `http://${name}:8080/`]),
  'https://user@shop.nl/',
  'https://user:pass@shop.nl/',
  'https://shop.nl:22/',
  'https://shop.nl:25/',
  'https://shop.nl:3306/',
  'https://shop.nl:5432/',
  'https://shop.nl:6379/',
  'https://shop.nl:0/',
  'ftp://shop.nl/',
  'file:///etc/passwd',
  'gopher://shop.nl/',
  'data:text/html,x',
  'javascript:alert(1)',
  'ws://shop.nl/',
  'blob:https://shop.nl/x',
  'unix:/var/run/docker.sock',

  'https://',
];

test('no address of the corpus passes', () => {
  assert.ok(CORPUS.length >= 200, `${CORPUS.length} addresses`);
  assert.deepEqual(CORPUS.filter(passes), []);
});

test('no inside address passes at connect time either', () => {
  assert.deepEqual(
    [...INSIDE, ...INSIDE_6].filter((address) => !isBlocked(address)),
    [],
  );
});

test('ordinary shops pass', () => {
  const good = [
    'https://shop.nl/',
    'https://www.example.com/winkel',
    'http://shop.nl/',
    'https://shop.nl:8443/',
    'https://xn--mller-kva.de/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ];
  assert.deepEqual(
    good.filter((address) => !passes(address)),
    [],
  );
});
