// What the channels take for the carrier of a parcel: codes that their vendors have, or a refusal that helps.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CarrierId, carrierOf } from '../model/carriers.ts';
import { Fault } from '../model/faults.ts';
import { folded } from '../model/text.ts';
import { providers } from './bigcommerce/carriers.ts';
import { channels } from './index.ts';
import { type Carriers, carriersOf, chooseCarrier } from './kit/carriers.ts';
import { marketplaceCarriers } from './mirakl/carriers.ts';
import { trackingCarriers } from './woocommerce/carriers.ts';

/** Every list there is: those of the channels, and two that were read from a shop. */
const MARKETPLACE = marketplaceCarriers([
  { code: 'FED', label: 'Fed Ex' },
  { code: 'TNT', label: 'PostNL' },
  { code: 'UPS', label: 'UPS Standard' },
  { code: 'PNL', label: 'PostNL Pakketten' },
  { code: 'own', label: null },
  { code: '', label: 'DHL' },
]);
const SHOP = trackingCarriers({
  Global: { Aramex: 'https://…', FedEx: 'https://…' },
  'United States': { USPS: 'https://…' },
  Nowhere: null,
});
const DECLARED = Object.entries(channels).flatMap(([name, { carriers }]) =>
  carriers ? [[name, carriers] as const] : [],
);
const ALL = [...DECLARED, ['a marketplace', MARKETPLACE], ['a shop', SHOP]] as const;

const refusal = (carriers: Carriers, text: string): Fault => {
  try {
    chooseCarrier('Here', carriers, text);
  } catch (fault) {
    assert.ok(fault instanceof Fault);
    assert.equal(fault.code, 'invalid_request');
    assert.equal(fault.field, 'tracking_company');
    return fault;
  }
  return assert.fail(`"${text.slice(0, 20)}" is taken`);
};

/** bol's `transporterCode`, of its own contract. */
const BOL = [
  ...['AMPERE', 'BPOST_BE', 'BPOST_BRIEF', 'BRIEFPOST', 'BUDBEE', 'COURIER', 'CYCLOON', 'DHL'],
  ...['DHL-GLOBAL-MAIL', 'DHL-SD', 'DHLFORYOU', 'DHL_DE', 'DPD-BE', 'DPD-NL', 'DYL', 'FEDEX_BE'],
  ...['FEDEX_NL', 'GLS', 'OTHER', 'PACKS', 'PARCEL-NL', 'PES', 'TNT', 'TNT-EXPRESS', 'TNT-EXTRA'],
  ...['TNT_BRIEF', 'TRANSMISSION', 'TRUNKRS', 'TSN', 'UPS'],
];
/** BigCommerce's `shipping_provider`, of its own contract. */
const BIGCOMMERCE = [
  ...['auspost', 'canadapost', 'endicia', 'usps', 'fedex', 'ups', 'upsready', 'upsonline'],
  ...['shipperhq', 'royalmail', ''],
];

describe('closed lists', () => {
  const { bol } = channels;

  test('bol: every code that can be sent is one of its contract, and every one of it can be', () => {
    assert.ok(bol?.carriers);
    const { codes, listed = [] } = bol.carriers;
    const sent = [...Object.values(codes), ...listed.map(({ code }) => code)];
    assert.deepEqual(sent.sort(), BOL);
  });

  test('BigCommerce: every provider is one of its contract, and has a word for its tracking too', () => {
    for (const [id, code] of Object.entries(providers)) {
      assert.ok(BIGCOMMERCE.includes(code), code);
      assert.ok(channels.bigcommerce?.carriers?.codes[id as CarrierId], id);
    }
  });

  test('a carrier that is not taken is refused with the near ones, and with all that are', () => {
    assert.ok(bol?.carriers);
    const { message } = refusal(bol.carriers, 'DPD');
    assert.match(message, /"DPD", which Here does not take\. Did you mean .*"DPD Netherlands"/);
    for (const { name } of carriersOf(bol)?.carriers ?? []) assert.ok(message.includes(name), name);
    assert.match(refusal(bol.carriers, 'fedex').message, /"FEDEX_BE" or "FEDEX_NL"/);
    assert.match(message, /OTHER/);
    assert.doesNotMatch(refusal(bol.carriers, 'Wells Fargo').message, /Did you mean/);
    assert.match(refusal(bol.carriers, `\n${'x'.repeat(1e6)}`).message, /^.{1,1000}$/);
  });

  test('a word that is bol’s for one carrier and ours for another is refused with both', () => {
    assert.ok(bol?.carriers);
    assert.match(refusal(bol.carriers, 'tnt').message, /write "TNT Express" or "PostNL"/);
    assert.equal(chooseCarrier('', bol.carriers, 'TNT Express').code, 'TNT-EXPRESS');
    assert.equal(chooseCarrier('', bol.carriers, 'PostNL').code, 'TNT');
  });

  test('Lightspeed keeps no carrier: it must be left out', () => {
    const { carriers } = channels.lightspeed_c ?? {};
    assert.ok(carriers);
    assert.match(refusal(carriers, 'UPS').message, /leave "tracking_company" out/);
    assert.deepEqual(carriersOf({ carriers }), { carriers: [], listed: [], others: false });
  });
});

describe('every list', () => {
  test('each channel that ships has one, with its source', () => {
    const without = Object.keys(channels).filter((name) => !channels[name]?.carriers);
    assert.deepEqual(without, ['sharetribe']);
    assert.equal(carriersOf(channels.sharetribe ?? {}), undefined);
    for (const [name, { source }] of ALL) assert.match(source, /^https:\/\/\S+\.\S+/, name);
  });

  for (const [name, carriers] of ALL)
    test(`${name}: whatever it shows can be written, by id or any name, and is what is sent`, () => {
      for (const { id, name: title, also, code } of carriersOf({ carriers })?.carriers ?? []) {
        const words = [id, title, ...also].filter((word) => !isAmbiguous(carriers, word));
        assert.ok(words.length > 0, id);
        for (const word of words) {
          const sent = chooseCarrier('', carriers, word);
          // A list that was read may know a word better.
          const listed = carriers.listed?.find((one) =>
            [one.name, one.code].map(folded).includes(folded(word)),
          );
          assert.equal(sent.code, listed?.code ?? code ?? otherCode(carriers), word);
          if (!listed) assert.equal(sent.name, title);
        }
      }
      for (const listed of carriers.listed ?? [])
        assert.equal(chooseCarrier('', carriers, listed.name).code, listed.code);
    });

  test('codes as the vendors write them are taken, and only one word has two meanings', () => {
    const ambiguous: string[] = [];
    for (const [name, carriers] of DECLARED)
      for (const code of Object.values(carriers.codes))
        if (isAmbiguous(carriers, code)) ambiguous.push(`${name} ${code}`);
        else assert.equal(chooseCarrier('', carriers, code).code, code, name);
    assert.deepEqual(ambiguous, ['bol TNT']);
  });

  test('what a channel lists beside our carriers is called like none of them', () => {
    for (const [name, { listed = [] }] of DECLARED)
      for (const one of listed) assert.equal(carrierOf(one.name), undefined, `${name} ${one.name}`);
  });

  test('any other name is passed on as it was written, where the vendor has a place for one', () => {
    for (const [name, carriers] of ALL)
      if (carriers.free !== false) {
        const sent = chooseCarrier('', carriers, '  Bob’s Vans ');
        assert.deepEqual(sent, { code: otherCode(carriers), name: 'Bob’s Vans' }, name);
        for (const text of ['', ' - ', '🚚', '\0']) refusal(carriers, text);
      }
  });
});

test('a list that was read: its own names come first, a code is no name of another carrier', () => {
  const send = (text: string) => chooseCarrier('', MARKETPLACE, text).code;
  assert.equal(send('federal express'), 'FED');
  assert.equal(send('PostNL'), 'TNT');
  assert.equal(send('postnl pakketten'), 'PNL');
  assert.equal(send('ups'), 'UPS');
  assert.equal(send('OWN'), 'own');
  assert.equal(send('DHL'), null);
  assert.match(refusal(MARKETPLACE, 'TNT').message, /write "TNT Express" or "PostNL"/);
  assert.equal(chooseCarrier('', SHOP, 'usps').code, 'USPS');
});

const otherCode = ({ free }: Carriers): string | null =>
  typeof free === 'object' ? free.code : null;

function isAmbiguous(carriers: Carriers, word: string): boolean {
  try {
    chooseCarrier('', carriers, word);
    return false;
  } catch (fault) {
    return fault instanceof Fault && / here and /.test(fault.message);
  }
}
