// Linking: the trip to Seller Central and back, and words for every refusal.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fieldsOf, wayForm } from '../../link/form.ts';
import type { Ask } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Trip } from '../way.ts';
import { accept } from './accept.ts';
import { amazon } from './index.ts';
import { ways } from './link.ts';
import { MARKETPLACES } from './marketplaces.ts';

const [consent, form] = ways;
assert.ok(consent?.kind === 'consent' && form?.kind === 'form');

const trip: Trip = {
  app: { appId: 'amzn1.sellerapps.app.1', clientId: 'id', clientSecret: 'secret' },
  state: 'SAMPLEstate',
  returnUrl: 'https://service.example/link/amazon/callback',
  receiveUrl: '',
  verifier: '',
  challenge: '',
  appName: 'Test',
  writes: [],
  now: 0,
};
const account = { endpoint: 'https://sellingpartnerapi-eu.amazon.com', home: 'A1805IZSGTT6HS' };
const back = {
  state: 'SAMPLEstate',
  selling_partner_id: 'A2EXAMPLE1SELLER',
  spapi_oauth_code: 'SAMPLEcode',
};
const never = async () => {
  throw new Error('nothing should be asked');
};

describe('consent', () => {
  test('each marketplace has its own seller site', () => {
    const { url, account: known } = consent.begin({ marketplaceIds: 'A1805IZSGTT6HS' }, trip);
    assert.equal(
      url,
      'https://sellercentral.amazon.nl/apps/authorize/consent?application_id=amzn1.sellerapps.app.1&state=SAMPLEstate&redirect_uri=https%3A%2F%2Fservice.example%2Flink%2Famazon%2Fcallback',
    );
    assert.deepEqual(known, account);
    const siteOf = (marketplaceIds: string) =>
      new URL(consent.begin({ marketplaceIds }, trip).url).host;
    assert.equal(siteOf('A1PA6795UKMFR9'), 'sellercentral-europe.amazon.com');
    assert.equal(siteOf('US'), 'sellercentral.amazon.com');
    assert.equal(siteOf('SA'), 'sellercentral.amazon.com.sa');
    assert.throws(() => consent.begin({ marketplaceIds: 'Mars' }, trip), {
      reason: 'wrong_marketplace',
    });
  });

  test('an app in draft asks for its draft', () => {
    const draft = { ...trip, app: { ...trip.app, draft: 'true' } };
    const { url } = consent.begin({ marketplaceIds: 'DE' }, draft);
    assert.equal(new URL(url).searchParams.get('version'), 'beta');
  });

  test('the code is exchanged once, and the seller is kept', async () => {
    const asks: Ask[] = [];
    const credential = await consent.finish?.({ query: back, account }, trip, async (ask) => {
      asks.push(ask);
      const body = {
        access_token: 'Atza|SAMPLEaccessTOKENvalue0001',
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: 'Atzr|SAMPLErefreshTOKENvalue0001',
      };
      return { status: 200, headers: {}, text: '', body };
    });
    assert.deepEqual(credential, {
      account: { ...account, sellerId: 'A2EXAMPLE1SELLER' },
      secrets: {
        refreshToken: 'Atzr|SAMPLErefreshTOKENvalue0001',
        grantEndsAt: String(trip.now + 365 * 24 * 3_600_000),
      },
    });
    assert.equal(asks.length, 1);
    assert.equal(asks[0]?.reads, false);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(asks[0]?.body)), {
      grant_type: 'authorization_code',
      code: 'SAMPLEcode',
      redirect_uri: trip.returnUrl,
      client_id: 'id',
      client_secret: 'secret',
    });
  });

  test('another visit’s answer, a no, and an answer without a seller are refused before any call', async () => {
    const finish = (query: Record<string, string>) =>
      consent.finish?.({ query, account }, trip, never) ?? Promise.resolve();
    await assert.rejects(finish({ ...back, state: 'another' }), { reason: 'wrong_state' });
    await assert.rejects(finish({ ...back, state: 'SAMPLEstatö' }), { reason: 'wrong_state' });
    await assert.rejects(finish({ state: back.state, error: 'access_denied' }), {
      code: 'credential_refused',
      reason: 'consent_denied',
    });
    await assert.rejects(finish({ state: back.state, spapi_oauth_code: 'c' }), {
      reason: 'no_seller_named',
    });
  });
});

describe('the form', () => {
  test('its examples are accepted', () => {
    const given = Object.fromEntries(
      fieldsOf(form, amazon).map(({ key, example }) => [key, example]),
    );
    const { account: found } = accept(given);
    assert.equal(found.marketplaceIds, 'A1805IZSGTT6HS');
  });

  test('the home marketplace comes first, then the other countries, each once', () => {
    const [NL, BE, DE] = ['A1805IZSGTT6HS', 'AMEN7PMS3EDWL', 'A1PA6795UKMFR9'];
    const body = new URLSearchParams({ token: 'Atzr|x', marketplaceIds: NL ?? '' });
    for (const other of [DE, NL, BE]) body.append('marketplaceIds', other ?? '');
    const { account: found } = accept(wayForm(form, amazon).given(body, {}));
    assert.equal(found.marketplaceIds, [NL, DE, BE].join(','));
  });

  test('it points to the developer console of the seller’s own site', () => {
    assert.equal(
      form.place?.({ marketplaceIds: 'BE, NL' }),
      'https://sellercentral.amazon.com.be/sellingpartner/developerconsole',
    );
    assert.equal(form.place?.({ marketplaceIds: '' }), undefined);
  });
});

test('every marketplace can be chosen, by the name of its country', () => {
  const [home] = wayForm(consent, amazon).inputs('de');
  assert.equal(home?.choices.length, MARKETPLACES.length);
  assert.ok(home?.choices.some(({ label }) => label === 'Niederlande (amazon.nl)'));
});

test('every reason that is given has words', () => {
  const given = new Set<string>();
  for (const file of ['accept', 'auth', 'explain', 'link', 'participations'])
    for (const [, named, last] of readFileSync(
      new URL(`./${file}.ts`, import.meta.url),
      'utf8',
    ).matchAll(/reason: '(\w+)'|'([a-z]+_\w+)',?\s*\);/g))
      given.add(named ?? last ?? '');
  given.delete('invalid_input');
  assert.ok(given.has('half_a_client') && given.has('role_missing'), 'both forms are found');
  const { reasons } = amazon.words.en;
  for (const reason of given) assert.ok(reason in reasons, reason);
  for (const given of [{}, { endpoint: 'x' }, { marketplaceIds: 'NL,US', token: 'Atzr|x' }])
    try {
      accept(given);
    } catch (error) {
      assert.ok(error instanceof Fault && (error.reason ?? '') in reasons);
    }
});
