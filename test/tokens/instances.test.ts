// Tests of tokens over several instances of the service on one database.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../src/serve/config.ts';
import { openStore } from '../../src/store/index.ts';
import { type ClientError, createTokens } from '../../src/tokens/index.ts';
import { DEFAULT_SCOPES, SCOPES } from '../../src/tokens/scopes.ts';
import { eachDatabase, testSeal } from '../store/databases.ts';

const { tokenSeconds } = readConfig({});
eachDatabase((database) => {
  it('a token ended on one instance stops working on another within five seconds', async (t) => {
    const { store, place, clock } = await database.store(t);
    const second = await openStore({ ...place, role: 'tool', now: clock.now, seal: testSeal });
    t.after(() => second.close());
    const here = createTokens({ store, now: clock.now, tokenSeconds });
    const there = createTokens({ store: second, now: clock.now, tokenSeconds });
    const { secret } = await here.clients.create({ id: 'app' });
    await here.clients.create({ id: 'gone' });
    const presented = { clientId: 'app', clientSecret: secret, address: '10.0.0.1' };

    const caller = await there.authenticate(presented);
    const one = (await here.issue(caller)).accessToken;
    const two = (await here.issue(caller)).accessToken;
    const three = (await here.issue(caller)).accessToken;
    for (const token of [one, two, three]) {
      assert.equal((await there.verify(token))?.client.id, 'app');
    }
    clock.forward(1);
    await here.revoke(caller.client, one);
    assert.equal(await here.verify(one), undefined);
    assert.equal((await there.verify(two))?.client.id, 'app');
    clock.forward(4999);
    assert.equal(await there.verify(one), undefined);
    assert.equal((await there.verify(two))?.client.id, 'app');

    await here.clients.rotateSecret('app', { endOld: true, revokeTokens: true });
    clock.forward(4999);
    assert.equal(await there.verify(two), undefined);
    await assert.rejects(there.authenticate(presented), { code: 'invalid_client' });

    const again = await here.clients.rotateSecret('app');
    const fresh = await there.authenticate({ ...presented, clientSecret: again.secret });
    const four = (await there.issue(fresh)).accessToken;
    assert.equal((await there.verify(four))?.client.id, 'app');
    await here.clients.delete('app');
    clock.forward(4999);
    assert.equal(await there.verify(four), undefined);
  });

  it('a scope taken on one instance lets nothing be written on another within five seconds', async (t) => {
    const { store, place, clock } = await database.store(t);
    const second = await openStore({ ...place, role: 'tool', now: clock.now, seal: testSeal });
    t.after(() => second.close());
    const here = createTokens({ store, now: clock.now, tokenSeconds });
    const there = createTokens({ store: second, now: clock.now, tokenSeconds });
    const { secret } = await here.clients.create({ id: 'app', scopes: SCOPES });
    const presented = { clientId: 'app', clientSecret: secret, address: '10.0.0.1' };
    const token = (await here.issue(await there.authenticate(presented))).accessToken;
    const scopes = async () => (await there.verify(token))?.scopes;
    assert.deepEqual(await scopes(), SCOPES);

    await here.clients.update('app', { scopes: [...DEFAULT_SCOPES, 'orders.write'] });
    clock.forward(4999);
    assert.deepEqual(await scopes(), [...DEFAULT_SCOPES, 'orders.write']);
    await here.clients.update('app', { scopes: DEFAULT_SCOPES });
    clock.forward(4999);
    assert.deepEqual(await scopes(), DEFAULT_SCOPES);
  });

  it('rotations at the same moment leave exactly two live secrets', async (t) => {
    const { store, place, clock } = await database.store(t);
    const second = await openStore({ ...place, role: 'tool', now: clock.now, seal: testSeal });
    t.after(() => second.close());
    const here = createTokens({ store, now: clock.now, tokenSeconds });
    const there = createTokens({ store: second, now: clock.now, tokenSeconds });
    await here.clients.create({ id: 'app' });
    const rotated = await Promise.all([
      here.clients.rotateSecret('app'),
      there.clients.rotateSecret('app'),
    ]);
    assert.equal((await here.clients.find('app'))?.secrets.length, 2);
    for (const { secret } of rotated) {
      const presented = { clientId: 'app', clientSecret: secret, address: '10.0.0.1' };
      assert.equal((await here.authenticate(presented)).client.id, 'app');
    }
  });

  it('an id is given to one of many that ask for it at the same time', async (t) => {
    const { store, clock } = await database.store(t);
    const { clients } = createTokens({ store, now: clock.now, tokenSeconds });
    const asked = Array.from({ length: 8 }, () => clients.create({ id: 'app' }));
    const settled = await Promise.allSettled(asked);
    assert.equal(settled.filter((each) => each.status === 'fulfilled').length, 1);
    for (const each of settled) {
      if (each.status === 'rejected') assert.equal((each.reason as ClientError).code, 'id_taken');
    }
  });

  it('a demo client with a given secret is made once and then kept', async (t) => {
    const { store, clock } = await database.store(t);
    const tokens = createTokens({ store, now: clock.now, tokenSeconds });
    const demo = { id: 'demo-client', secret: 'demo-secret', name: 'Demo' };
    assert.equal(await tokens.clients.ensure(demo), 'created');
    assert.equal(await tokens.clients.ensure(demo), 'kept');
    const presented = { clientId: 'demo-client', clientSecret: 'demo-secret', address: '::1' };
    assert.equal((await tokens.authenticate(presented)).client.name, 'Demo');
    await assert.rejects(tokens.authenticate({ ...presented, clientSecret: '' }), {
      code: 'invalid_client',
    });
  });
});
