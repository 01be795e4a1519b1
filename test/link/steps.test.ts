// The steps of linking: what a visitor did stands in the funnel and in the steps of the
// visit, without a key, an address or another client's visits.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { OF_CHANNEL } from '../../src/operate/links.ts';
import { shownOn } from '../all.ts';
import { FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { actsOf } from '../console/operator.ts';
import { CLIENT } from '../service.ts';
import { visitBy } from './visiting.ts';

let place: Place;
before(async () => {
  place = await openPlace();
});
after(() => place?.close());

const stepsOf = async (from: number) => {
  const acts = actsOf(place);
  const filter = { from, to: place.now() + 1 };
  const [visit] = await acts.links.visits(filter);
  const steps = visit ? await acts.links.visit(visit.session) : [];
  return { steps, funnel: await acts.links.funnel(filter) };
};

for (const [name, channel] of shownOn(channels, 1))
  it(`${name}: opened, begun, chosen, refused, linked, unlinked, finished`, async () => {
    place.forward(60_000);
    const from = place.now();
    const [[id = '', entry] = []] = Object.entries(FORMS[name] ?? {});
    assert.ok(entry, `${name} has no form`);
    const shop = place.shop(name, entry.shop ?? 'demo');
    const way = channel.ways.find((one) => one.id === id);
    const keys = (way?.inputs ?? []).map((one) => (typeof one === 'string' ? one : one.key));
    const typed = typedFor(entry, shop, keys);
    const visitor = await visitBy(place, `steps-${randomUUID()}`);
    await visitor.get(`/channels/${name}`);
    await visitor.post(`/channels/${name}/${id}`, {});
    const linked = await visitor.post(`/channels/${name}/${id}`, typed);
    assert.match(linked.headers.get('location') ?? '', /linked=/);
    await visitor.post(`/disconnect/${name}`, {});
    await visitor.post('/finish', { status: 'completed' });

    const { steps: all, funnel } = await stepsOf(from);
    const ofFields = (step: string) => all.filter((one) => one.step === step);
    for (const { code } of [...ofFields('shown'), ...ofFields('checked')])
      assert.ok(keys.includes(code ?? '') || channel.fields.some(({ key }) => key === code), code ?? ''); // biome-ignore format: one line
    const steps = all.filter(({ step }) => step !== 'shown' && step !== 'checked');
    assert.deepEqual(
      steps.map(({ step, channel, code }) => [step, channel, code]),
      [
        ['opened', null, null],
        ['begun', null, null],
        ['chosen', name, null],
        ['sent', name, null],
        ['refused', name, 'form'],
        ['sent', name, null],
        ['linked', name, null],
        ['unlinked', name, null],
        // Nothing is linked in the end.
        ['finished', null, 'cancelled'],
      ],
    );
    const counts = { chosen: 1, sent: 1, refused: 1, left: 0, returned: 0, linked: 1 };
    const visits = OF_CHANNEL.map((step) => counts[step]);
    assert.deepEqual(funnel.channels, [{ channel: name, visits }]);
    assert.deepEqual(funnel.refusals, [{ channel: name, code: 'form', visits: 1 }]);
    assert.deepEqual(
      funnel.steps.map(({ step, visits, left }) => [step, visits, left]),
      [
        ['opened', 1, 0],
        ['begun', 1, 0],
        ['chosen', 1, 0],
        ['sent', 1, 0],
        ['linked', 1, 0],
        ['finished', 0, 1],
      ],
    );
    // Neither a key nor where the shop is.
    const rows = JSON.stringify(
      await place.app.store.linkSteps.recent({ from, to: place.now() + 1 }),
    );
    for (const value of Object.values(typed))
      if (value.length > 3) assert.ok(!rows.includes(value), value);
  });

it('a trip to the vendor has its steps, and a refusal its code', async () => {
  place.forward(60_000);
  const from = place.now();
  const [user] = [`trip-${randomUUID()}`];
  const visitor = await visitBy(place, user);
  const sent = await visitor.post('/channels/bigcommerce/keys', {
    storeHash: 'stores/abc123',
    accessToken: 'x'.repeat(31),
  });
  assert.match(sent.headers.get('location') ?? '', /try=/);
  const { steps, funnel } = await stepsOf(from);
  const refused = steps.find(({ step }) => step === 'refused');
  assert.ok(refused?.code && refused.code !== 'unexpected', JSON.stringify(steps));
  assert.equal(funnel.refusals[0]?.visits, 1);
  assert.equal(funnel.steps.find(({ step }) => step === 'sent')?.left, 0);
});

it('one client’s funnel counts none of another’s visits, and a visit’s steps have an end', async () => {
  place.forward(60_000);
  const from = place.now();
  await place.tenant('other-client');
  const visitor = await visitBy(place, 'reloading');
  for (let n = 0; n < 210; n += 1) await visitor.get('/channels/bol');
  const filter = { from, to: place.now() + 1 };
  const acts = actsOf(place);
  const others = await acts.links.funnel({ ...filter, client: 'other-client' });
  assert.ok(others.steps.every(({ visits }) => visits === 0));
  assert.deepEqual(others.channels, []);
  const own = await acts.links.funnel({ ...filter, client: CLIENT.id });
  assert.equal(own.steps.find(({ step }) => step === 'chosen')?.visits, 1);
  const [visit] = await acts.links.visits(filter);
  assert.equal((await acts.links.visit(visit?.session ?? '')).length, 200);
  await assert.rejects(acts.links.funnel({ ...filter, client: 'none' }), /none/);
});

it('each step is an event for an address that names it, and for no other', async () => {
  const { addresses } = place.app.events;
  const wish = (path: string, types: string[]) =>
    addresses.add(CLIENT.id, { url: `http://127.0.0.1:9/${path}`, types, paused: false });
  await wish('steps', ['link.step']);
  await wish('all', ['*']);
  const visitor = await visitBy(place, 'steps-event');
  await visitor.get('/channels/shopify');
  await visitor.post('/finish', { status: 'completed' });
  const { rows } = await place.app.store.deliveries.list(CLIENT.id, {}, undefined, 20);
  const sent = rows.map(({ url, body }) => ({ to: new URL(url).pathname, ...JSON.parse(body) }));
  const to = (path: string) => sent.filter((one) => one.to === path).reverse();
  assert.deepEqual(
    to('/steps').map(({ data }) => [data.tpUserId, data.step, data.channel, data.code]),
    [
      ['steps-event', 'opened', null, null],
      ['steps-event', 'begun', null, null],
      ['steps-event', 'chosen', 'shopify', null],
      ['steps-event', 'finished', null, 'cancelled'],
    ],
  );
  assert.equal(new Set(to('/steps').map(({ data }) => data.session)).size, 1);
  assert.deepEqual(
    to('/all').map(({ type }) => type),
    ['link.finished'],
  );
});

it('a shop of another kind is one click from its own channel, with the address that was typed', async () => {
  const visitor = await visitBy(place, 'other-kind');
  const typed = { baseUrl: 'demo.magento.example', _step: '0' };
  const tried = await visitor.post('/channels/woocommerce/keys', typed);
  const page = await (await visitor.get(tried.headers.get('location') ?? '')).text();
  assert.match(page, /The shop at this address runs on Magento/);
  const link = /href="([^"]+)">Link it as a Magento/.exec(page)?.[1] ?? assert.fail(page);
  const there = await (await visitor.get(link.replaceAll('&amp;', '&'))).text();
  assert.match(there, /value="demo\.magento\.example"/);
  // Where that channel is linked already, too: its form is what was asked for.
  const linkedBy = await visitBy(place, 'other-kind-linked');
  const [[id = '', entry] = []] = Object.entries(FORMS.magento ?? {});
  const way = channels.magento?.ways.find((one) => one.id === id);
  assert.ok(entry && way);
  const keys = way.inputs.map((one) => (typeof one === 'string' ? one : one.key));
  const shop = place.shop('magento', entry.shop ?? 'demo');
  await linkedBy.post(`/channels/magento/${id}`, typedFor(entry, shop, keys));
  const again = await linkedBy.post('/channels/woocommerce/keys', typed);
  const tryOf = new URL(again.headers.get('location') ?? '', place.origin).searchParams.get('try');
  const form = await (await linkedBy.get(`/channels/magento?from=${tryOf}`)).text();
  assert.match(form, /value="demo\.magento\.example"/);
  // Another visit gets nothing of it, and neither does a channel that was not found.
  const other = await visitBy(place, 'another');
  const from = link.slice(link.indexOf('?'));
  const theirs = await (await other.get(`/channels/magento${from}`)).text();
  const own = await (await visitor.get(`/channels/shopify${from}`)).text();
  for (const shown of [theirs, own]) assert.doesNotMatch(shown, /demo\.magento\.example/);
});
