// What any number of instances must hold together; run on PostgreSQL as it is, and through a pooler.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BolStore } from '../../sandbox/stores/bol/index.ts';
import type { ServiceProcess } from '../chaos/service-process.ts';
import { startReceiver } from '../events/house.ts';
import { DEMO_CLIENT, getToken } from '../token.ts';
import { until } from '../until.ts';
import { type Asking, ask, magicLink, orders, revoke, visitor } from './asking.ts';
import { type Arrived, type House, startHouse, type Vendors } from './house.ts';

/** The long form is for people: `npm run instances`. */
export const LONG = process.env.INSTANCES_LONG === '1';
const RACES = LONG ? 1000 : 120;
const LINKS = LONG ? 300 : 30;
/** Of the 25 lists that bol allows in a minute, the service makes 12 in one go. */
const CALLS = { shopify: 100, bol: 12 } as const;
const WORK = LONG ? 600 : 60;
/** Amazon takes 20 searches of one seller in one go, then one in three minutes. */
const CONCURRENCY = 20;
const ASKED = 36;
/** In the long form: as many lists as bol allows in one go, of orders it gives one by one, 25 a second. */
const PACED = 12;
const TEN_MINUTES = 600_000;
const SOON = 60_000;
/** The promise: a token that was revoked is dead everywhere by then. */
const REVOKED = 5000;

export interface Place {
  readonly databaseUrl: string;
  readonly direct: string;
  readonly stop: () => Promise<void>;
}

export function instancesHold(name: string, open: () => Promise<Place>): void {
  describe(name, () => {
    let place: Place;
    let house: House;
    let token = '';
    before(async () => {
      place = await open();
      house = await startHouse({
        ...place,
        // One machine's clock is wrong: none of what follows may notice.
        instances: [{}, {}, { clockAhead: TEN_MINUTES }],
        strictChannels: ['amazon', 'bol'],
      });
      token = await getToken(at(0).origin, DEMO_CLIENT);
    });
    after(async () => {
      await house?.close();
      await place?.stop();
    });

    const at = (n: number): ServiceProcess =>
      house.instances[n % house.instances.length] ?? assert.fail();
    const asking = (n: number): Asking => ({ origin: at(n).origin, token });
    const each = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => work(n)));

    it('a machine whose clock is wrong says so at its start and in /readyz, and serves', async () => {
      const ready = async (n: number) => {
        const answer = await fetch(`${at(n).origin}/readyz`);
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      };
      assert.deepEqual(await ready(0), { status: 200, body: { status: 'ready' } });
      const wrong = await ready(2);
      assert.equal(wrong.status, 200);
      const { ahead_ms, warning } = wrong.body.clock as { ahead_ms: number; warning: string };
      assert.ok(Math.abs(ahead_ms - TEN_MINUTES) < SOON, `${ahead_ms}`);
      assert.match(warning, /seconds ahead of the database’s/);
      assert.match(at(2).said(), /seconds ahead of the database’s/);
      assert.doesNotMatch(at(0).said(), /ahead of the database’s/);
    });

    it('one link, opened by many browsers on all instances, lets in exactly one', async () => {
      const link = await magicLink(asking(0), 'raced');
      const browsers = [];
      // A page is opened by fewer at a time than sockets are waiting; the race comes after it.
      for (let n = 0; n < RACES; n += 50)
        browsers.push(
          ...(await each(Math.min(50, RACES - n), (m) => visitor(at(n + m).origin, link))),
        );
      const statuses = await Promise.all(
        browsers.map((browser, n) => browser.enter(at(n + 1).origin)),
      );
      assert.equal(statuses.filter((status) => status === 303).length, 1);
      assert.equal(statuses.filter((status) => status === 410).length, RACES - 1);
    });

    it('many links, each raced for on all instances, let in one each', async () => {
      const won = await each(LINKS, async (n) => {
        const link = await magicLink(asking(n), `race-${n}`);
        const browsers = await each(3, (m) => visitor(at(m).origin, link));
        const statuses = await Promise.all(
          browsers.map((browser, m) => browser.enter(at(m + n).origin)),
        );
        return statuses.filter((status) => status === 303).length;
      });
      assert.deepEqual(won, Array(LINKS).fill(1));
    });

    for (const channel of ['shopify', 'bol'] as const)
      it(`a token of ${channel} that ends is renewed once for ${CALLS[channel]} calls on two instances`, async () => {
        const vendors = channel === 'bol' ? house.strict : house.vendors;
        const shop = vendors.shop(channel, 'small');
        const endsAt = Date.now() + 20_000;
        // The refresh token of either is void once it was used.
        const secrets =
          channel === 'bol'
            ? bolSecrets(vendors, endsAt)
            : { ...shop.credential.secrets, endsAt: String(endsAt) };
        const given = { secrets, expiresAt: endsAt };
        const userId = await house.link('renewed', channel, shop, given);
        const before = vendors.arrived.length;
        const answers = await each(CALLS[channel], (n) =>
          orders(asking(n % 2), channel, 'renewed'),
        );
        const wrong = answers.find(({ status }) => status !== 200);
        assert.equal(wrong, undefined, JSON.stringify(wrong));
        for (const { body } of answers) assert.equal(body.Output.result.length, 1);
        const renewals = vendors.arrived
          .slice(before)
          .filter(({ path }) => /\/(access_)?token$/.test(path));
        assert.equal(renewals.length, 1);
        const kept = await (await house.store()).credentials.find({ userId, channel });
        assert.deepEqual([kept?.version, kept?.state], [2, 'linked']);
      });

    it('what a vendor allows one account is used to the last call by all together, and no more', async () => {
      const { strict } = house;
      await house.link('paced', 'amazon', strict.shop('amazon'));
      const call = (n: number) => orders(asking(n), 'amazon', 'paced', { wait: 20 });
      // Each of them once, then all at the same moment: the quickest may get all that is left.
      const answers = [await call(0), await call(1), await call(2), ...(await each(ASKED, call))];
      const good = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const { status } of answers.slice(0, 3)) assert.equal(status, 200);
      assert.equal(good.length, CONCURRENCY, JSON.stringify(refused[0]));
      for (const { status, body } of refused)
        assert.deepEqual([status, body.Errors.code], [429, 'channel_rate_limited']);
      const arrived = strict.arrived.filter(
        ({ channel, path }) => channel === 'amazon' && path.endsWith('/orders'),
      );
      assert.equal(arrived.length, CONCURRENCY, 'what would be refused was not even asked');
      assert.deepEqual(
        arrived.filter(({ isThrottled }) => isThrottled),
        [],
      );
    });

    if (LONG)
      it('says how fast the orders of one account come through three instances', async () => {
        const { strict } = house;
        await house.link('paced', 'bol', strict.shop('bol'));
        const before = strict.arrived.length;
        const answers = await each(PACED, (n) => orders(asking(n), 'bol', 'paced', { limit: 20 }));
        for (const { status } of answers) assert.equal(status, 200);
        sayPace(strict.arrived.slice(before));
      });

    it('executions and deliveries are shared, and each is done exactly once', async (t) => {
      const receiver = await startReceiver(t);
      await house.link('shared', 'woocommerce', house.vendors.shop('woocommerce'));
      const before = house.vendors.arrived.length;
      const accepted = new Set<string>();
      // All of them given to one instance.
      for (let n = 0; n < WORK; n += 15)
        for (const { body } of await each(15, (m) =>
          orders(asking(0), 'woocommerce', 'shared', {
            later: true,
            callback: `${receiver.url}/${(n + m) % 6}`,
          }),
        ))
          accepted.add(body.execution_id);
      assert.equal(accepted.size, WORK);
      await receiver.arrived(WORK);
      await until(async () => {
        const { body } = await ask(asking(1), '/Deliveries?state=waiting');
        return body.result.length === 0;
      }, 'the deliveries');
      const reported = receiver.received.map(({ event }) => event.data.execution_id as string);
      assert.deepEqual(reported.sort(), [...accepted].sort(), 'each reported once');
      const asked = house.vendors.arrived
        .slice(before)
        .filter(({ path, status }) => path.endsWith('/orders') && status === 200);
      assert.equal(asked.length, WORK, 'each run once');
      const ran = new Set(asked.map(({ agent }) => agent));
      const sent = new Set(receiver.received.map(({ headers }) => headers['user-agent']));
      assert.ok(ran.size > 1 && sent.size > 1, `run by ${ran.size}, sent by ${sent.size}`);
      // What one instance ran, another hands out.
      for (const [n, id] of [...accepted].slice(0, 9).entries()) {
        const { body } = await ask(asking(n), `/Executions/${id}`);
        assert.deepEqual([body.status, body.response?.isSuccess ?? true], ['succeeded', true]);
      }
    });

    it('a token that was revoked on one instance is dead on all within five seconds', async () => {
      const mine = await getToken(at(1).origin, DEMO_CLIENT);
      const users = (n: number) => ask({ origin: at(n).origin, token: mine }, '/Executions');
      for (const { status } of await each(3, users)) assert.equal(status, 200);
      assert.equal(await revoke(at(0).origin, mine), 200);
      assert.equal((await users(0)).status, 401, 'where it was revoked, immediately');
      await sleep(REVOKED);
      assert.deepEqual(
        (await each(3, users)).map(({ status }) => status),
        [401, 401, 401],
      );
    });

    it('the work of an instance that is killed is taken over by the others', async (t) => {
      const receiver = await startReceiver(t);
      const doomed = at(1);
      // Its own calls hang at the vendor, so that there is work in hand when it dies.
      let hanging = 0;
      house.vendors.before = (agent) => {
        if (!agent.includes(doomed.origin)) return undefined;
        hanging += 1;
        return new Promise(() => {});
      };
      const accepted: string[] = [];
      for (const { body } of await each(24, () =>
        orders({ origin: doomed.origin, token }, 'woocommerce', 'shared', {
          later: true,
          callback: receiver.url,
        }),
      ))
        accepted.push(body.execution_id);
      await until(() => hanging > 0, 'work in hand');
      await doomed.kill();
      await until(() => {
        const reported = new Set(receiver.received.map(({ event }) => event.data.execution_id));
        return accepted.every((id) => reported.has(id));
      }, 'the work of the dead');
      for (const id of accepted) {
        const { body } = await ask(asking(0), `/Executions/${id}`);
        assert.equal(body.status, 'succeeded');
      }
    });
  });
}

function bolSecrets({ sandbox }: Vendors, endsAt: number) {
  const store = sandbox.stores.find(({ channel }) => channel === 'bol');
  if (!store || !('tokens' in store)) throw new Error('there is no bol');
  const { tokens } = store as BolStore;
  return {
    accessToken: tokens.issue('small', 'someone', 60),
    refreshToken: tokens.lend('small'),
    endsAt: String(endsAt),
  };
}

/** Said, not asserted, since a busy machine delivers late what was sent in time. */
function sayPace(arrived: readonly Arrived[]): void {
  const single = arrived.filter(({ path }) => /\/orders\/[^/]+$/.test(path));
  const times = single.map(({ at }) => at);
  const took = (Math.max(...times) - Math.min(...times)) / 1000;
  const throttled = single.filter(({ isThrottled }) => isThrottled).length;
  process.stdout.write(
    `  ${single.length} orders of one account in ${took.toFixed(1)} s, ${throttled} refused; bol allows 25 a second\n`,
  );
}
