// One text that costs more than it should: in a request, in a form, in what a shop answers.
import { setTimeout as pause } from 'node:timers/promises';
import { API, type Client, wooParams } from '../client.ts';
import { countsOf, type Flood, flood } from '../flood.ts';
import type { Attack, Scene } from '../scene.ts';
import { type Kind, shopAt } from '../shops.ts';
import { enter } from '../visit.ts';

/** Texts that cost too much are answered late, or never: the victim is measured for so long at most. */
const LONGEST = 20_000;
/** Not a flood: each of them alone must not be felt. */
const EACH_SECOND = 1;
const MIB = 1024 * 1024;

const some = (call: Flood['call']) => {
  const texts = flood({ perSecond: EACH_SECOND, first: 1, call });
  return {
    done: Promise.race([texts.answered(2), pause(LONGEST)]),
    end: async () => ({ saw: countsOf(await texts.end()) }),
  };
};

/** A body of an order request, made once: the attack must cost the service, not the attacker. */
const body = (name: string, title: string, about: string, make: () => object): Attack => ({
  ...{ name, title, about },
  async begin({ attackers: [attacker] }) {
    const sent = JSON.stringify(make());
    return some((_, signal) =>
      attacker.call(`${API}/Unified/Orders?channel=woocommerce&tpUserId=a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent,
        signal,
      }),
    );
  },
});

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);

export const unknownNames = body(
  'unknown-names',
  '90,000 unknown names',
  'A body with 90,000 names that no field has.',
  () => Object.fromEntries(numbered(90_000).map((name) => [name, 1])),
);

export const manyFields = body(
  'fields',
  '`fields` of 300,000 names',
  'A body whose `fields` holds 300,000 names, all but the last of them known.',
  () => ({ fields: `${'id,'.repeat(299_999)}no` }),
);

export const manyChannels = body(
  'channels',
  '70,000 channels in params',
  'A body with credentials for 70,000 channels.',
  () => ({ params: Object.fromEntries(numbered(70_000).map((name) => [name, []])) }),
);

/** Each at its longest, and each as long as the door lets it through. */
const ADDRESSES = [',', '/', '.', ' ', '-', '@', ':'].flatMap((sign) =>
  [MIB - 1000, 3900].map((length) => `https://shop.example${sign.repeat(length)}x`),
);
/** A channel with an address, and how its key is called. */
const ADDRESSED = [
  ['woocommerce', 'baseUrl'],
  ['magento', 'baseUrl'],
  ['shopify', 'baseUrl'],
  ['mirakl', 'baseUrl'],
  ['amazon', 'endpoint'],
] as const;

export const addresses: Attack = {
  name: 'addresses',
  title: 'addresses of commas',
  about: 'Addresses in `params` that are a megabyte of commas, slashes, dots and the like.',
  async begin({ attackers: [attacker] }) {
    return some((n, signal) => {
      const [channel, key] = ADDRESSED[n % ADDRESSED.length] ?? ADDRESSED[0];
      const value = ADDRESSES[n % ADDRESSES.length] ?? '';
      const token = { key: 'token', value: 'x' };
      const params = { [channel]: [{ key, value }, token] };
      return attacker.read('products', channel, { params }, { signal });
    });
  },
};

/** What an end user types, or comes to by a mistyped address. */
async function typing(
  { instance }: Scene,
  attacker: Client,
  typed: (n: number) => readonly [channel: string, baseUrl: string],
) {
  const visits = await Promise.all(
    ['a', 'b', 'c', 'd'].map((user) => enter(instance.origin, attacker, user, 'woocommerce')),
  );
  return some(async (n, signal) => {
    const [channel, baseUrl] = typed(n);
    const { home, cookie, form } = visits[n % visits.length] ?? { home: '', cookie: '', form: '' };
    const { status } = await fetch(`${home}/channels/${channel}/keys`, {
      method: 'POST',
      body: new URLSearchParams({ ...KEYS, _form: form, baseUrl }),
      headers: { cookie },
      redirect: 'manual',
      signal,
    });
    return `${status} ${status === 303 ? 'shown again' : ''}`.trim();
  });
}

const KEYS = {
  consumerKey: `ck_${'0'.repeat(40)}`,
  consumerSecret: `cs_${'0'.repeat(40)}`,
} as const;

export const typedAddresses: Attack = {
  name: 'typed-addresses',
  title: 'addresses in a form',
  about: 'An end user types 60 KB of commas, slashes or dots where an address belongs.',
  begin: (scene) =>
    typing(scene, scene.attackers[0], (n) => [
      'woocommerce',
      `shop.example${[',', '/', '.'][n % 3]?.repeat(n % 2 === 0 ? 19_000 : 3900)}x`,
    ]),
};

const PAGES: readonly Kind[] = ['metas', 'bodies', 'scripts', 'brackets'];

export const pages: Attack = {
  name: 'pages',
  title: 'pages of <meta, Link of <',
  about:
    'A mistyped address leads an end user to 256 KiB of <meta, <body or <script, or to a `Link` header of 15,000 <.',
  begin: (scene) =>
    typing(scene, scene.attackers[0], (n) => [
      'woocommerce',
      shopAt(PAGES[n % PAGES.length] ?? 'metas', n),
    ]),
};

const RULES = numbered(50).map((name) => ({
  field: `${name}${'x'.repeat(8000)}`,
  expression: `${'('.repeat(1900)}1${')'.repeat(1900)}`,
}));

export const longRules: Attack = {
  name: 'long-rules',
  title: '50 long rules',
  about:
    'Fifty override rules, each as long as may be, of fields that no one knows or that all do.',
  async begin({ attackers: [attacker] }) {
    const fields = ['note', 'tags', 'phone', 'email', 'po_number', 'source_name'];
    const known = fields.map((field, n) => ({ field, expression: RULES[n]?.expression }));
    return some((n, signal) =>
      attacker.call(`${API}/Overrides/Try`, {
        method: 'POST',
        body: {
          ...{ channel: 'woocommerce', resource: 'orders', sample: { id: 1 } },
          rules: n % 2 === 0 ? RULES : known,
        },
        signal,
      }),
    );
  },
};

const answered = (kind: Kind, title: string, about: string): Attack => ({
  ...{ name: kind, title, about, shops: [kind] },
  async begin({ attackers: [attacker] }) {
    return some((n, signal) =>
      attacker.read(
        'orders',
        'woocommerce',
        { ...wooParams(shopAt(kind, n)), status: 'any' },
        { signal },
      ),
    );
  },
});

export const zeros = answered(
  'zeros',
  'an amount of 60,000 zeros',
  'A shop answers an order whose total is 1 and 60,000 zeros behind the point.',
);
export const longString = answered(
  'string',
  'one text of 31 MiB',
  'A shop answers one text of 31 MiB.',
);
export const longKey = answered('key', 'one key of 31 MiB', 'A shop answers one key of 31 MiB.');
export const blanks = answered('blanks', '31 MiB of blanks', 'A shop answers 31 MiB of blanks.');
