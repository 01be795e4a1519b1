// The operator's own app at a vendor: not set, refused, or well; what becomes of the users' links.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { NewCredential } from '../../src/store/index.ts';
import { isFull } from '../all.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import {
  type Answer,
  type BehindDoor,
  isTokenCall,
  json,
  startBehindDoor,
} from '../wrong-servers.ts';

type Link = Pick<NewCredential, 'account' | 'secrets'>;

/** Credentials that only the operator's app can renew, whose tokens have ended. */
const BY_APP: Readonly<
  Record<string, { account: Record<string, string>; secrets: Record<string, string> }>
> = {
  // biome-ignore format: one table
  shopify: {
    account: { baseUrl: 'https://velo-nord.myshopify.com' },
    secrets: { token: 'shpat_old', refreshToken: 'shprt_old', endsAt: '1' },
  },
  bol: { account: {}, secrets: { accessToken: 'old', refreshToken: 'r', endsAt: '1' } },
  amazon: {
    account: { endpoint: 'https://sellingpartnerapi-eu.amazon.com', home: 'A1PA6795UKMFR9', sellerId: 'A2EXAMPLE1SELLER', marketplaceIds: 'A1PA6795UKMFR9' }, // biome-ignore format: one account
    secrets: { refreshToken: 'Atzr|old' },
  },
};
const NAMES = Object.keys(BY_APP);

async function linked(service: Service, name: string, tpUserId: string, credential?: Link) {
  assert.ok(credential);
  const user = await service.app.store.users.ensure(CLIENT.id, tpUserId);
  const key = { userId: user?.id ?? '', channel: name };
  await service.app.store.credentials.save({ ...key, ...credential, expiresAt: 1 });
  return key;
}

const linkByApp = (service: Service, name: string, tpUserId: string) =>
  linked(service, name, tpUserId, BY_APP[name]);

const stateOf = async (service: Service, key: { userId: string; channel: string }) =>
  (await service.app.store.credentials.find(key))?.state;

const codeOf = (answer: { body: { Errors: object } }) =>
  'code' in answer.body.Errors ? answer.body.Errors.code : undefined;

async function gauge(service: Service, channel: string): Promise<string | undefined> {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return new RegExp(`manifold_vendor_app_usable{channel="${channel}"} (\\d)`).exec(text)?.[1];
}

describe('an app that is refused', () => {
  let place: BehindDoor<Service>;
  let service: Service;
  before(async () => {
    place = await startBehindDoor((options) => startService({ ...options, settings: {} }));
    service = place.started;
  });
  after(() => place.close());

  const OUTCOMES: readonly (readonly [string, Answer, code: string, state: string])[] = [
    ['invalid_client', json({ error: 'invalid_client' }, 401), 'app_refused', 'linked'],
    ['unauthorized_client', json({ error: 'unauthorized_client' }, 400), 'app_refused', 'linked'],
    ['a bare 401', { status: 401 }, 'app_refused', 'linked'],
    [
      'an error of another kind',
      json({ error: 'invalid_request' }, 400),
      'channel_failed',
      'linked',
    ],
    ['a page of a firewall', { status: 403, body: '<html>Blocked</html>' }, '', 'linked'],
    [
      'a limit',
      { status: 429, headers: { 'retry-after': '90' } },
      'channel_rate_limited',
      'linked',
    ],
    ['an outage', { status: 503 }, 'channel_failed', 'linked'],
    ['nonsense', { status: 200, body: 'hi' }, 'channel_invalid_response', 'linked'],
    ['invalid_grant', json({ error: 'invalid_grant' }, 400), 'credential_refused', 'attention'],
  ];

  for (const [turn, name] of NAMES.entries())
    it(`${name}: only what is said of the grant itself marks the user`, async () => {
      for (const [at, [said, answer, code, state]] of OUTCOMES.entries()) {
        // Without repetitions each channel hears every third answer, and channels next to each other others.
        if ((at + turn) % 3 > 0 && !isFull(name)) continue;
        const user = `${name}-${at}`;
        const key = await linkByApp(service, name, user);
        place.door.answering = (seen) => (isTokenCall(seen) ? answer : undefined);
        const headers = { prefer: 'wait=1' };
        const call = await service.products(name, { limit: 1 }, { user, headers });
        assert.notEqual(call.status, 200, said);
        if (code !== '') assert.equal(codeOf(call), code, `${said}: ${call.text}`);
        assert.equal(await stateOf(service, key), state, said);
        if (code === 'app_refused') assert.equal(call.status, 503);
        // The next vendor's word is asked for: a refused app rests a moment, a breaker longer.
        service.forward(60_000);
      }
    });

  it('a grant that was refused is tried once a minute, and heals when it is honoured again', async () => {
    const { account, secrets } = service.shop('shopify').credential;
    const baseUrl = String(account.baseUrl);
    const key = await linked(service, 'shopify', 'heals', {
      account: { baseUrl },
      secrets: { ...secrets, endsAt: '1' },
    });
    let tokenCalls = 0;
    place.door.answering = (seen) => {
      if (!isTokenCall(seen)) return undefined;
      tokenCalls += 1;
      return json({ error: 'invalid_grant' }, 400);
    };
    const call = () => service.products('shopify', { limit: 1 }, { user: 'heals' });
    for (let tries = 0; tries < 3; tries += 1) assert.equal((await call()).status, 424);
    assert.equal(await stateOf(service, key), 'attention');
    assert.equal(tokenCalls, 1);
    service.forward(60_000);
    const many = await Promise.all(Array.from({ length: 5 }, call));
    assert.deepEqual(many.map(({ status }) => status), Array(5).fill(424)); // biome-ignore format: one list
    assert.equal(tokenCalls, 2, 'one renewal a minute');
    place.door.answering = undefined;
    service.forward(120_000);
    assert.equal((await call()).status, 200);
    const healed = await service.app.store.credentials.find(key);
    assert.deepEqual([healed?.state, healed?.stateCode, healed?.version], ['linked', null, 2]);
  });

  it('is reported once when it begins and once when it ends, and rests for a moment', async () => {
    service.forward(3_600_000);
    const logged = () =>
      service
        .logged()
        .split('\n')
        .filter((line) => /own app/.test(line)).length;
    const { account, secrets } = service.shop('shopify').credential;
    const user = await service.app.store.users.ensure(CLIENT.id, 'reporting');
    const key = { userId: user?.id ?? '', channel: 'shopify' };
    const endsAt = service.now() + 1000;
    await service.app.store.credentials.save({
      ...key,
      account: { baseUrl: String(account.baseUrl) },
      secrets: { ...secrets, endsAt: String(endsAt) },
      expiresAt: endsAt,
    });
    // Well to begin with, whatever was said before.
    place.door.answering = undefined;
    assert.equal((await service.products('shopify', { limit: 1 })).status, 200);
    const since = logged();

    let tokenCalls = 0;
    place.door.answering = (seen) => {
      if (!isTokenCall(seen)) return undefined;
      tokenCalls += 1;
      return json({ error: 'invalid_client' }, 400);
    };
    for (let tries = 0; tries < 9; tries += 1) {
      const call = await service.products('shopify', { limit: 1 }, { user: 'reporting' });
      assert.equal(codeOf(call), 'app_refused', call.text);
      assert.doesNotMatch(call.text, /shprt_|shpss_/);
    }
    assert.equal(tokenCalls, 5, 'a refused app is not sent again and again');
    assert.equal(await gauge(service, 'shopify'), '0');
    assert.equal(logged() - since, 1);

    service.forward(11_000);
    place.door.answering = undefined;
    const well = await service.products('shopify', { limit: 1 }, { user: 'reporting' });
    assert.equal(well.status, 200, well.text);
    assert.equal(await stateOf(service, key), 'linked');
    assert.equal(await gauge(service, 'shopify'), '1');
    assert.equal(logged() - since, 2);
  });
});

/** Credentials with a client of the merchant's own, by which tokens are asked for. */
const OWN: Readonly<Record<string, Link>> = {
  shopify: {
    account: { baseUrl: 'https://velo-nord.myshopify.com' },
    secrets: { clientId: 'own', clientSecret: 'own-secret' },
  },
  bol: { account: {}, secrets: { token: Buffer.from('own:secret').toString('base64') } },
  amazon: {
    account: { endpoint: 'https://sellingpartnerapi-eu.amazon.com', sellerId: 'A2EXAMPLE1SELLER', marketplaceIds: 'A1PA6795UKMFR9' }, // biome-ignore format: one account
    secrets: { refreshToken: 'Atzr|old', clientId: 'own', clientSecret: 'own-secret' },
  },
  mirakl: { account: {}, secrets: { clientId: 'own', clientSecret: 'own-secret' } },
  sharetribe: {
    account: { clientId: '11111111-2222-3333-4444-555555555555' },
    secrets: { clientSecret: 'own-secret' },
  },
  magento: {
    account: { auth: 'ims', baseUrl: 'https://na1.api.commerce.adobe.com/AbCdEf123456', imsClientId: 'own', imsOrgId: 'org' }, // biome-ignore format: one account
    secrets: { imsClientSecret: 'own-secret' },
  },
};

describe('a client of the merchant’s own', () => {
  let place: BehindDoor<Service>;
  before(async () => {
    place = await startBehindDoor(startService);
  });
  after(() => place.close());

  it('that is refused is the vendor’s word on the key; an outage or a firewall is not', async () => {
    const service = place.started;
    const said: readonly (readonly [Answer, state: string])[] = [
      [{ status: 503 }, 'linked'],
      [{ status: 403, body: '<html>Blocked</html>' }, 'linked'],
      [{ status: 404, body: 'Not here' }, 'linked'],
      [{ status: 200, body: 'hi' }, 'linked'],
      [json({ error: 'invalid_client' }, 401), 'attention'],
    ];
    for (const [name, credential] of Object.entries(OWN))
      for (const [at, [answer, state]] of said.entries()) {
        // Where the shop itself gives out tokens, a shop that is not there is its word.
        if (name === 'shopify' && answer.status === 404) continue;
        const user = `own-${at}`;
        const key = await linked(service, name, user, credential);
        place.door.answering = (seen) => (isTokenCall(seen) ? answer : undefined);
        const headers = { prefer: 'wait=1' };
        const call = await service.products(name, { limit: 1 }, { user, headers });
        const shown = `${name} ${answer.status}: ${call.text.slice(0, 200)}`;
        assert.equal(await stateOf(service, key), state, shown);
        assert.equal(codeOf(call) === 'credential_refused', state === 'attention', shown);
        service.forward(60_000);
      }
  });
});

describe('an app that is not set', () => {
  let place: BehindDoor<Service>;
  before(async () => {
    const apps = { bol: { clientId: 'half' } };
    place = await startBehindDoor((options) => startService({ ...options, apps, settings: {} }));
  });
  after(() => place.close());

  it('is the operator’s fault alone: said plainly, reported once, no user marked, no vendor asked', async () => {
    const service = place.started;
    const asked: string[] = [];
    place.door.answering = (seen) => {
      if (isTokenCall(seen)) asked.push(seen.host);
      return undefined;
    };
    assert.equal(await gauge(service, 'bol'), '0', 'half an app');
    for (const name of NAMES) {
      const key = await linkByApp(service, name, 'unset');
      for (const _ of [1, 2]) {
        const call = await service.products(name, { limit: 1 }, { user: 'unset' });
        assert.deepEqual([call.status, codeOf(call)], [503, 'app_refused'], call.text);
        assert.match(call.text, /are not set/);
        assert.ok(call.headers.get('retry-after'));
      }
      assert.equal(await stateOf(service, key), 'linked');
      assert.equal(await gauge(service, name), '0');
      const lines = service.logged().split('\n').filter((line) => line.includes('own app') && line.includes(`"${name}"`)); // biome-ignore format: one list
      assert.equal(lines.length, 1);
    }
    assert.deepEqual(asked, []);
  });
});
