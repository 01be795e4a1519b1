// Secrets that were typed once are kept while a mistake is mended, and go to no other host than the one they were typed for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accepted } from '../../src/accounts/connect.ts';
import { channels } from '../../src/channels/index.ts';
import { ADDRESS, fieldsOf } from '../../src/link/form.ts';
import { walkOf } from '../../src/link/walk.ts';
import { Fault } from '../../src/model/faults.ts';
import { shownOn } from '../all.ts';
import { FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { type BehindDoor, type Seen, startBehindDoor } from '../wrong-servers.ts';
import { visitBy } from './visiting.ts';

const WITH_ADDRESS = shownOn(channels, 0).flatMap(([name, channel]) =>
  channel.ways
    .filter((way) => way.kind === 'form')
    .filter((way) => fieldsOf(way, channel).some(({ key }) => key === ADDRESS))
    .map((way) => ({ name, channel, way })),
);

describe('kept secrets', () => {
  let behind: BehindDoor<Place>;
  let place: Place;
  let seen: Seen[] = [];
  /** Hosts that fail. */
  let isDown = false;
  before(async () => {
    behind = await startBehindDoor(openPlace);
    place = behind.started;
    behind.door.answering = (call) => {
      seen.push(call);
      return isDown ? { status: 503 } : undefined;
    };
  });
  after(() => behind.close());

  for (const { name, channel, way } of WITH_ADDRESS)
    it(`${name}, ${way.id}: go nowhere else when the address is changed, and back to where they were typed for`, async () => {
      const entry = FORMS[name]?.[way.id];
      assert.ok(entry);
      const fields = fieldsOf(way, channel);
      const keys = fields.map(({ key }) => key);
      const typed = typedFor(entry, place.shop(name, entry.shop), keys);
      const plain = Object.fromEntries(
        Object.entries(typed).filter(([key]) => !fields.find((one) => one.key === key)?.secret),
      );
      const visitor = await visitBy(place, `${name}-${way.id}`);
      const send = async (values: Readonly<Record<string, string>>, tried = '') => {
        const sent = await visitor.post(`/channels/${name}/${way.id}`, { ...values, _try: tried });
        const at = sent.headers.get('location') ?? '';
        return { at, tried: new URL(at, place.origin).searchParams.get('try') ?? '' };
      };
      /** What each step shows of it. */
      const pageAt = async (at: string) => {
        const pages = ['', ...walkOf(way, channel).map((_, step) => `&step=${step + 1}`)];
        const bare = at.replace(/&step=\d+/, '');
        const texts = pages.map(async (step) => (await visitor.get(`${bare}${step}`)).text());
        return (await Promise.all(texts)).join();
      };

      isDown = true;
      const first = await send(typed);
      isDown = false;
      assert.match(await pageAt(first.at), /We have kept what you entered/);

      for (const address of [
        'https://attacker.example.org/',
        'attacker.myshopify.com',
        'https://admin.shopify.com/store/attacker',
        'attacker.mirakl.net',
        'not an address',
        '',
      ]) {
        seen = [];
        const { at } = await send({ ...plain, [ADDRESS]: address }, first.tried);
        assert.deepEqual(seen, [], `nothing is sent for ${address}`);
        const page = await pageAt(at);
        assert.match(page, /The address has changed, so please enter this again/, address);
        assert.doesNotMatch(page, /We have kept/, address);
        assert.match(page, /<title>Error: /);
      }
      seen = [];
      const { at } = await send(plain, first.tried);
      assert.match(at, new RegExp(`channels\\?linked=${name}$`), await pageAt(at));
      assert.ok(seen.length > 0);
    });

  it('are sent by no channel to a host that another field than its address names', () => {
    for (const [name, channel] of Object.entries(channels))
      for (const way of channel.ways.filter(({ kind }) => kind === 'form')) {
        const entry = FORMS[name]?.[way.id];
        assert.ok(entry);
        const fields = fieldsOf(way, channel);
        const keys = fields.map(({ key }) => key);
        const typed = typedFor(entry, place.shop(name, entry.shop), keys);
        assert.ok(channel.hosts(accepted(typed, channel).account).length > 0);
        for (const { key } of fields.filter((field) => field.key !== ADDRESS && !field.secret))
          for (const named of ['attacker.example.org', 'https://attacker.example.org/']) {
            let hosts: readonly string[] = [];
            try {
              hosts = channel.hosts(accepted({ ...typed, [key]: named }, channel).account);
            } catch (error) {
              assert.ok(error instanceof Fault, `${name} ${key}`);
            }
            assert.ok(!hosts.join().includes('attacker'), `${name} ${key}`);
          }
      }
  });
});
