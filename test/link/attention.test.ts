// Revoked keys are noticed by one check and heal by themselves; nothing but the vendor's word marks a link.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FaultKind } from '../../sandbox/faults.ts';
import { channels } from '../../src/channels/index.ts';
import { shownOn } from '../all.ts';
import { CLIENT, type Service, startService, type Tenant } from '../service.ts';
import { type BehindDoor, startBehindDoor } from '../wrong-servers.ts';

const MINUTE = 60_000;
const NAMES = shownOn(channels, 1).map(([name]) => name);

describe('needs attention', () => {
  let place: BehindDoor<Service>;
  let service: Service;
  let other: Tenant;
  /** Calls that reached a vendor. */
  let asked: string[] = [];

  before(async () => {
    place = await startBehindDoor(startService);
    service = place.started;
    other = await service.tenant('second');
    for (const name of NAMES) await other.link(name, 'demo');
    place.door.answering = ({ host, path }) => {
      asked.push(`${host}${path}`);
      return undefined;
    };
  });
  after(() => place.close());

  async function stateOf(name: string, tenant: Tenant = service) {
    const path = `${service.origin}/api/ServiceClientApp/Users/demo`;
    const response = await fetch(path, { headers: { authorization: `Bearer ${tenant.token}` } });
    const { channels: all } = (await response.json()) as {
      channels: { channel: string; state: string; code: string | null; reason: string | null }[];
    };
    const found = all.find(({ channel }) => channel === name);
    assert.ok(found, name);
    return found;
  }

  const codeOf = (answer: Awaited<ReturnType<Service['products']>>) =>
    'code' in answer.body.Errors ? answer.body.Errors.code : undefined;

  for (const name of NAMES)
    it(`${name}: a key that is refused twice is marked, and heals when a call works again`, async () => {
      const fault = service.sandbox.faults.plant({ kind: '401', channel: name });
      // Less time than the check may take: what is left of it is a fraction of a millisecond long.
      const soon = { headers: { prefer: 'wait=9' } };
      const first = await service.products(name, { limit: 1 }, soon);
      assert.equal(codeOf(first), 'credential_refused', first.text);
      const marked = await stateOf(name);
      assert.equal(marked.state, 'needs_attention', first.text);
      assert.match(marked.code ?? '', /^[a-z_]+$/);
      assert.ok((marked.reason ?? '').length > 10);
      assert.equal((await stateOf(name, other)).state, 'linked', 'another client’s user');

      asked = [];
      const remembered = await service.products(name, { limit: 1 });
      assert.equal(codeOf(remembered), 'credential_refused');
      assert.match(remembered.text, /Send the user a new magic link/);
      assert.deepEqual(asked, [], 'the vendor is left alone');

      // One try a minute, however many calls there are.
      service.forward(MINUTE);
      const tries = await Promise.all([1, 2, 3, 4].map(() => service.products(name, { limit: 1 })));
      assert.deepEqual(tries.map(codeOf), Array(4).fill('credential_refused'));
      const isRemembered = ({ text }: { text: string }) => /new magic link/.test(text);
      assert.equal(tries.filter(isRemembered).length, 3);
      assert.equal((await stateOf(name)).state, 'needs_attention');

      service.sandbox.faults.lift(fault.id);
      // Longer than the rest that a credential gets which was refused again and again.
      service.forward(2 * MINUTE);
      const well = await service.products(name, { limit: 1 });
      assert.equal(well.status, 200, well.text);
      const healed = await stateOf(name);
      assert.deepEqual([healed.state, healed.code, healed.reason], ['linked', null, null]);
    });

  it('an outage, a firewall, a storm of limits or a missing right marks no one', async () => {
    const kinds: FaultKind[] = ['503', '403', '429-no-retry-after', 'reset'];
    for (const kind of kinds) {
      const fault = service.sandbox.faults.plant({ kind });
      const answers = await Promise.all(
        NAMES.map((name) =>
          service.products(name, { limit: 1 }, { headers: { prefer: 'wait=1' } }),
        ),
      );
      service.sandbox.faults.lift(fault.id);
      for (const [at, name] of NAMES.entries()) {
        assert.notEqual(answers[at]?.status, 200, `${name} ${kind}`);
        assert.doesNotMatch(
          answers[at]?.text ?? '',
          /"code":"credential_refused"/,
          `${name} ${kind}`,
        );
        assert.equal((await stateOf(name)).state, 'linked', `${name} ${kind}`);
      }
      // The breaker's rests, and the pauses that limits asked for.
      service.forward(MINUTE);
    }
  });

  it('one refusal with a good check marks no one, and a storm of calls makes one check', async () => {
    const name = 'bigcommerce';
    const once = service.sandbox.faults.plant({ kind: '401', channel: name, times: 1 });
    assert.equal(codeOf(await service.products(name, { limit: 1 })), 'credential_refused');
    assert.equal((await stateOf(name)).state, 'linked');
    service.sandbox.faults.lift(once.id);
    service.forward(MINUTE);

    const fault = service.sandbox.faults.plant({ kind: '401', channel: name });
    asked = [];
    const storm = await Promise.all(
      Array.from({ length: 50 }, () => service.products(name, { limit: 1 })),
    );
    assert.deepEqual(storm.map(codeOf), Array(50).fill('credential_refused'));
    assert.equal((await stateOf(name)).state, 'needs_attention');
    const checks = asked.filter((address) => address.endsWith('/v2/store')).length;
    assert.ok(checks <= 51 && asked.length <= 52, `${asked.length} calls for 50 and one check`);
    service.sandbox.faults.lift(fault.id);
  });

  it('a refusal that comes late does not mark what was linked again', async () => {
    const name = 'woocommerce';
    const store = service.app.store.credentials;
    const user = await service.app.store.users.ensure(CLIENT.id, 'demo');
    const key = { userId: user?.id ?? '', channel: name };
    const before = await store.find(key);
    let relinked: Promise<unknown> | undefined;
    const fault = service.sandbox.faults.plant({ kind: '401', channel: name });
    place.door.answering = () => {
      service.forward(1);
      relinked ??= service.link(name, 'demo');
      return undefined;
    };
    await service.products(name, { limit: 1 });
    await relinked;
    service.sandbox.faults.lift(fault.id);
    const now = await store.find(key);
    assert.ok(now && before && now.linkedAt > before.linkedAt);
    assert.equal(now.state, 'linked');
  });
});
