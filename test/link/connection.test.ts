// A channel that is linked opens as what it is, never as an empty form; and the end says what comes next in
// the application's own words.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { LANGUAGES } from '../../src/channels/words.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { CLIENT } from '../service.ts';
import { until } from '../until.ts';
import { visitBy } from './visiting.ts';

let place: Place;
before(async () => {
  place = await openPlace();
});
after(() => place?.close());

it('shows the shop, since when, what is read, and how that went last', async () => {
  const user = await place.link('woocommerce', 'small');
  const visitor = await visitBy(place, user);
  const page = async () => await (await visitor.get('/channels/woocommerce')).text();
  const fresh = await page();
  const { host, credential } = place.shop('woocommerce', 'small');
  assert.match(fresh, /<h1>WooCommerce<\/h1>/);
  assert.ok(fresh.includes(`<dd>https://${host}</dd>`));
  assert.match(fresh, /Linked since<\/dt>.*Orders and products are read\./s);
  assert.match(fresh, /Nothing has been read yet/);
  assert.match(fresh, /Link again.*Unlink WooCommerce/s);
  assert.doesNotMatch(fresh, /id="input-/, 'no empty form');
  for (const secret of Object.values(credential.secrets)) assert.ok(!fresh.includes(secret));
  assert.equal((await place.orders('woocommerce', { limit: 1 }, { user })).status, 200);
  const says = (words: RegExp) => until(page, String(words), (text) => words.test(text));
  await says(/Last read<\/dt><dd><time datetime="[^"]+Z">[^<]* UTC<\/time>, without problems/);
  const fault = place.sandbox.faults.plant({ kind: '503', channel: 'woocommerce' });
  assert.notEqual((await place.orders('woocommerce', { limit: 1 }, { user })).status, 200);
  place.sandbox.faults.lift(fault.id);
  await says(/Last read<\/dt><dd><time datetime="[^"]+Z">[^<]* UTC<\/time>, but it failed/);
  // Another customer in the same browser sees the form, and nothing of it.
  const other = await visitBy(place, 'connection-other');
  const theirs = await (await other.get('/channels/woocommerce')).text();
  assert.match(theirs, /id="input-baseUrl"/);
  assert.ok(!theirs.includes(host));
});

it('ends with the shops by name and what happens next, in every language', async () => {
  const words = { en: 'Your orders arrive soon.', nl: 'Uw orders komen er zo aan.' };
  const { clients } = place.app.tokens;
  await clients.update(CLIENT.id, { doneTextEn: words.en, doneTextNl: words.nl });
  const visitor = await visitBy(place, 'the-end');
  const { baseUrl } = place.shop('magento', 'bearer').credential.account;
  const { token } = place.shop('magento', 'bearer').credential.secrets;
  const form = { baseUrl: String(baseUrl), token: token ?? '' };
  const linked = await visitor.post('/channels/magento/token', form);
  const list = await (await visitor.get(linked.headers.get('location') ?? '')).text();
  assert.match(list, /<title>Magento \/ Adobe Commerce is linked\. · /);
  assert.match(list, /role="status" tabindex="-1" autofocus/);
  assert.match(list, /value="completed"/);
  assert.doesNotMatch(list, /value="cancelled"/, 'one way out');
  await visitor.post('/finish', { status: 'completed' });
  for (const language of LANGUAGES) {
    const page = await (await visitor.get(`/closed?lang=${language}`)).text();
    assert.ok(page.includes(language === 'nl' ? words.nl : words.en), language);
    assert.match(page, /class="done"><li><svg.*Magento \/ Adobe Commerce<span class="account">/s);
  }
  await assert.rejects(clients.update(CLIENT.id, { doneTextEn: 'two\nlines' }), /one line/);
  await clients.update(CLIENT.id, { doneTextEn: '', doneTextNl: '' });
  const nothing = await visitBy(place, 'the-end-of-nothing');
  const empty = await (await nothing.get('/channels')).text();
  assert.match(empty, /value="cancelled"/);
  assert.doesNotMatch(empty, /value="completed"/, 'one way out');
});
