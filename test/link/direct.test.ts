// Linking by API, for applications that draw their own forms: every way of a channel, the same
// checks as on the pages, and nothing of what was typed in logs, steps or answers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { StoreRequest } from '../../sandbox/store.ts';
import { channels } from '../../src/channels/index.ts';
import { LANGUAGES } from '../../src/channels/words.ts';
import type { ChannelWays, LinkResult } from '../../src/link/direct.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { shownOn } from '../all.ts';
import { CONSENTS, FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import { actsOf } from '../console/operator.ts';
import { CLIENT } from '../service.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;
const BACK = 'https://app.example.com/linked?mine=1';

describe('linking by API', () => {
  let place: Place;
  before(async () => {
    place = await openPlace();
  });
  after(() => place.close());

  async function call<T>(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${place.origin}/api/ServiceClientApp/Users/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${place.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as T };
  }
  const linkBy = (user: string, name: string, body: unknown, query = '') =>
    call<LinkResult>(`${user}/Link/${name}${query}`, body);
  const refusalIn = ({ body }: { body: unknown }) =>
    (body as { Errors: { code: string; message: string; field?: string } }).Errors;

  const listed = (name: string, typed: Readonly<Record<string, string>>): Values =>
    Object.fromEntries(
      Object.entries(typed).map(([key, value]) => {
        const field = channels[name]?.fields.find((one) => one.key === key);
        return [key, field?.list ? value.split(', ') : value];
      }),
    );
  const valuesFor = (name: string, id: string): Values => {
    const [channel, entry] = [channels[name], FORMS[name]?.[id] ?? CONSENTS[name]?.[id]];
    const way = channel?.ways.find((one) => one.id === id);
    assert.ok(channel && entry && way, `${name} ${id}`);
    const keys = fieldsOf(way, channel).map(({ key }) => key);
    return listed(name, typedFor(entry, place.shop(name, entry.shop), keys));
  };

  for (const [name, channel] of shownOn(channels, 1)) {
    it(`${name}: shows every way as it is declared, in each of four languages`, async () => {
      const seen = new Set<string>();
      for (const language of LANGUAGES) {
        const { body } = await call<ChannelWays>(`unknown/Ways/${name}?language=${language}`);
        assert.equal(body.language, language);
        assert.deepEqual(
          body.ways.map(({ way, kind, fields }) => [way, kind, fields.map(({ key }) => key)]),
          channel.ways.map((way) => [
            way.id,
            way.kind,
            fieldsOf(way, channel).map(({ key }) => key),
          ]),
        );
        for (const { fields, steps, kind } of body.ways) {
          if (kind === 'form') assert.ok(steps.length > 0);
          for (const { key, label, secret, value } of fields) {
            assert.notEqual(label, key);
            assert.equal(value, null, 'nothing is linked yet');
            assert.equal(secret, channel.fields.find((one) => one.key === key)?.secret === true);
          }
        }
        assert.deepEqual(
          body.attention.map(({ code }) => code).toSorted(),
          [...channel.refusals, 'credential_refused', 'keys_missing'].sort(),
        );
        seen.add(JSON.stringify([body.ways, body.attention]));
      }
      assert.equal(seen.size, LANGUAGES.length);
      const best = await call<ChannelWays>(`unknown/Ways/${name}`, undefined, {
        'accept-language': 'es, fr;q=0.9, en;q=0.5',
      });
      assert.equal(best.body.language, 'fr');
      // Looking makes no user.
      assert.equal(await place.app.store.users.find(CLIENT.id, 'unknown'), undefined);
    });

    for (const way of channel.ways.filter(({ kind }) => kind === 'form'))
      it(`${name}, ${way.id}: is refused with its field in the language asked for, then linked and read`, async () => {
        const user = `form-${randomUUID()}`;
        const fields = fieldsOf(way, channel);
        const missing = fields.filter(({ optional }) => !optional).map(({ key }) => key);
        const empty = await linkBy(user, name, { way: way.id, values: {} }, '?language=nl');
        assert.equal(empty.body.outcome, 'refused', empty.text);
        assert.deepEqual(
          empty.body.refusals.map(({ code, field, text }) => [code, field, text]),
          missing.map((key) => ['missing', key, 'Vul dit veld in.']),
        );
        const values = valuesFor(name, way.id);
        const secrets = fields.filter(({ secret }) => secret).map(({ key }) => String(values[key]));
        // One character of the last secret is another.
        const last = fields.findLast(({ secret, key }) => secret && values[key])?.key ?? '';
        const right = String(values[last]);
        const wrong = `${right.slice(0, -1)}${right.endsWith('a') ? 'b' : 'a'}`;
        const refused = await linkBy(user, name, {
          way: way.id,
          values: { ...values, [last]: wrong },
        });
        assert.equal(refused.body.outcome, 'refused', refused.text);
        assert.equal(refused.body.account, null);
        const [refusal] = refused.body.refusals;
        assert.match(refusal?.code ?? '', /^[a-z_]+$/);
        assert.ok((refusal?.text.length ?? 0) > 20, refused.text);

        const { body, text } = await linkBy(user, name, { way: way.id, values });
        assert.equal(body.outcome, 'linked', text);
        assert.deepEqual(
          [body.account?.channel, body.account?.state, body.redirect_to, body.refusals],
          [name, 'linked', null, []],
        );
        const status = await place.status(user);
        assert.deepEqual(status.channels, [body.account]);
        const resource = channel.orders ? 'orders' : 'products';
        const read = await place[resource](name, { limit: 1 }, { user });
        assert.equal(read.status, 200, read.text.slice(0, 300));
        // What is known of the account is offered again, and no secret.
        const again = await call<ChannelWays>(`${user}/Ways/${name}`);
        for (const secret of [...secrets, wrong]) {
          for (const shown of [empty, refused, { text }, again])
            assert.ok(!shown.text.includes(secret), 'a secret in an answer');
          assert.ok(!place.logged().includes(secret), 'a secret in the log');
        }
        const steps = await actsOf(place).links.visit(body.session);
        assert.deepEqual(
          steps.map(({ step }) => step).filter((step) => step !== 'shown'),
          ['opened', 'begun', 'chosen', 'sent', 'linked', 'finished'],
        );
        for (const secret of secrets) assert.ok(!JSON.stringify(steps).includes(secret));
      });
  }

  for (const [name, ways] of shownOn(channels, 0).map(
    ([name]) => [name, CONSENTS[name] ?? {}] as const,
  ))
    for (const [id, { refused }] of Object.entries(ways))
      for (const answer of ['yes', 'no'] as const)
        it(`${name}, ${id}: the browser goes to the vendor and comes back to the application with a ${answer}`, async () => {
          const user = `consent-${randomUUID()}`;
          const asked = { way: id, values: valuesFor(name, id), redirectUrl: BACK };
          const { body, text } = await linkBy(user, name, asked);
          assert.equal(body.outcome, 'redirect', text);
          const browser = walkerOf(place);
          const end = await browser.walk(body.redirect_to ?? '', answer);
          // Whose no it was only a page of ours can ask, where the vendor sends no state.
          const way = channels[name]?.ways.find((one) => one.id === id);
          const isAsked = way?.kind === 'consent' && way.shopOf !== undefined;
          if (answer === 'no' && (refused === 'stays' || isAsked))
            return assert.equal(end, undefined);
          assert.ok(end, 'the browser came nowhere');
          const back = new URL(end);
          assert.equal(`${back.origin}${back.pathname}`, 'https://app.example.com/linked');
          assert.equal(back.searchParams.get('mine'), '1');
          const { channels: linked } = await place.status(user);
          const isYes = answer === 'yes';
          assert.equal(back.searchParams.get('status'), isYes ? 'completed' : 'cancelled', end);
          assert.equal(back.searchParams.get('linked'), isYes ? name : '');
          if (!isYes) assert.match(back.searchParams.get('code') ?? '', /^[a-z_]+$/);
          assert.deepEqual(
            linked.map(({ channel }) => channel),
            isYes ? [name] : [],
          );
          // The address was for one browser, once.
          const other = await fetch(body.redirect_to ?? '', { redirect: 'manual' });
          assert.notEqual(other.status, 303);
          assert.equal(other.headers.getSetCookie().some((one) => one.startsWith('manifold_visit')), false); // biome-ignore format: one line
        });

  it('what cannot be right is refused before anything is made', async () => {
    const values = valuesFor('bol', 'keys');
    const asked = { way: 'keys', values };
    const secret = String(values.clientSecret ?? Object.values(values)[0]);
    for (const [path, body, status, code, field] of [
      ['x/Link/nothing', asked, 400, 'unsupported_channel', 'channel'],
      ['x/Ways/nothing', undefined, 400, 'unsupported_channel', 'channel'],
      ['x/Ways/bol?language=es', undefined, 400, 'invalid_request', 'language'],
      ['x/Ways/bol?other=1', undefined, 400, 'invalid_request', 'other'],
      ['x/Ways/bol?known=a&known=b', undefined, 400, 'invalid_request', 'known'],
      ['x/Link/bol', { ...asked, way: 'none' }, 400, 'invalid_request', 'way'],
      ['x/Link/bol', { values }, 400, 'invalid_request', 'way'],
      ['x/Link/bol', { way: 'keys' }, 400, 'invalid_request', 'values'],
      ['x/Link/bol', [], 400, 'invalid_request', 'body'],
      ['x/Link/bol', { ...asked, more: 1 }, 400, 'invalid_request', 'more'],
      ['x/Link/bol', { ...asked, values: { ...values, more: 'x' } }, 400, 'invalid_request', 'values.more'], // biome-ignore format: one line
      ['x/Link/bol', { ...asked, values: { clientId: 1 } }, 400, 'invalid_request', 'values.clientId'], // biome-ignore format: one line
      ['x/Link/bol', { ...asked, values: { clientId: ['a'] } }, 400, 'invalid_request', 'values.clientId'], // biome-ignore format: one line
      ['x/Link/bol', { ...asked, redirectUrl: 1 }, 400, 'invalid_request', 'redirectUrl'],
      ['x/Link/bol', { ...asked, redirectUrl: 'http://app.example.com' }, 400, 'invalid_request', 'redirectUrl'], // biome-ignore format: one line
      ['x/Link/bol', { ...asked, userName: 'a\nb' }, 400, 'invalid_request', 'userName'],
      [`${'x'.repeat(300)}/Link/bol`, asked, 400, 'invalid_request', 'tpUserId'],
    ] as const) {
      const answer = await call(path, body);
      assert.equal(answer.status, status, `${path} ${answer.text}`);
      assert.equal(refusalIn(answer).code, code, answer.text);
      assert.match(answer.text, new RegExp(`"field":"${field}"`), answer.text);
      assert.ok(!answer.text.includes(secret));
    }
    assert.equal(await place.app.store.users.find(CLIENT.id, 'x'), undefined);
  });

  it('holds a redirectUrl to the origins that the client registered', async () => {
    const origins = { redirectOrigins: ['https://app.example.com'] };
    await place.app.tokens.clients.update(CLIENT.id, origins);
    const asked = { way: 'consent', values: {} };
    const there = await linkBy('held', 'bol', { ...asked, redirectUrl: BACK });
    assert.equal(there.body.outcome, 'redirect', there.text);
    const elsewhere = await linkBy('held', 'bol', {
      ...asked,
      redirectUrl: 'https://evil.example',
    });
    assert.equal(elsewhere.status, 400);
    assert.match(elsewhere.text, /registered for this client/);
    await place.app.tokens.clients.update(CLIENT.id, { redirectOrigins: [] });
  });

  it('a user of another client is another user, and a token without the scope links nothing', async () => {
    const other = await place.tenant(`other-${randomUUID()}`);
    const user = `mine-${randomUUID()}`;
    const asked = { way: 'keys', values: valuesFor('bol', 'keys') };
    assert.equal((await linkBy(user, 'bol', asked)).body.outcome, 'linked');
    const headers = { authorization: `Bearer ${other.token}` };
    const seen = await call<ChannelWays>(`${user}/Ways/bol`, undefined, headers);
    assert.ok(seen.body.ways.every(({ fields }) => fields.every(({ value }) => value === null)));
    assert.equal(await place.app.store.users.find(other.id, user), undefined);
    for (const authorization of ['', 'Bearer nonsense'])
      assert.equal((await call(`${user}/Ways/bol`, undefined, { authorization })).status, 401);
  });

  it('no more than four tries of one user are under way, as on the pages', async () => {
    const user = `many-${randomUUID()}`;
    const asked = { way: 'keys', values: valuesFor('bol', 'keys') };
    const fault = place.sandbox.faults.plant({ kind: 'latency', channel: 'bol' });
    const all = await Promise.all(Array.from({ length: 8 }, () => linkBy(user, 'bol', asked)));
    place.sandbox.faults.lift(fault.id);
    const codes = all.flatMap(({ body }) => body.refusals.map(({ code }) => code));
    assert.ok(codes.filter((code) => code === 'too_many_tries').length >= 4, codes.join());
  });

  it('where no shop is found, the address is what is refused', async () => {
    const values = valuesFor('woocommerce', 'keys');
    const { body, text } = await linkBy(`lost-${randomUUID()}`, 'woocommerce', {
      ...{ way: 'keys', values: { ...values, baseUrl: 'nowhere.woo.example' } },
    });
    assert.equal(body.outcome, 'refused');
    assert.equal(body.refusals[0]?.field, 'baseUrl', text);
  });

  it('a shop that is perhaps meant is asked about, and its keys go nowhere before that', async () => {
    const user = `meant-${randomUUID()}`;
    const values = valuesFor('shopify', 'token');
    const [shop = ''] = String(values.baseUrl).split('.');
    const asked = { way: 'token', values: { ...values, baseUrl: `${shop}.myshopfy.com` } };
    const seen: string[] = [];
    const store = place.store('shopify');
    const handle = store.handle.bind(store);
    Object.assign(store, {
      handle: (request: StoreRequest) => {
        seen.push(JSON.stringify(request));
        return handle(request);
      },
    });
    const first = await linkBy(user, 'shopify', asked);
    assert.equal(first.body.outcome, 'refused', first.text);
    assert.deepEqual(
      first.body.refusals.map(({ code, field }) => [code, field]),
      [['another_address', 'baseUrl']],
    );
    assert.ok(first.body.refusals[0]?.text.includes(`${shop}.myshopify.com`), first.text);
    assert.ok(seen.length > 0 && !seen.some((one) => one.includes(String(values.token))));
    const baseUrl = first.body.found?.address ?? '';
    const second = await linkBy(user, 'shopify', { ...asked, values: { ...values, baseUrl } });
    assert.equal(second.body.outcome, 'linked', second.text);
    assert.ok(seen.some((one) => one.includes(String(values.token))));
    Object.assign(store, { handle });
  });
});

/** A browser without a window: keeps cookies, goes on by itself, and answers a vendor's question. */
function walkerOf(place: Place) {
  const jar = new Map<string, string>();
  const open = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const unescaped = (text: string) =>
    text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  return {
    /** Where it leaves for the application; undefined where the vendor keeps it. */
    async walk(start: string, answer: 'yes' | 'no'): Promise<string | undefined> {
      let [url, init]: [string, RequestInit] = [start, {}];
      for (let at = 0; at < 30; at += 1) {
        if (url.startsWith('https://app.example.com')) return url;
        const response = await open(url, init);
        init = {};
        const location = response.headers.get('location');
        const page = await response.text();
        if (location) {
          url = new URL(location, url).href;
          continue;
        }
        const onward = /http-equiv="?refresh"? content="\d+; ?url=([^"]+)"/i.exec(page)?.[1];
        if (onward !== undefined) {
          url = new URL(unescaped(onward), url).href;
          continue;
        }
        const [, attributes = '', form = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
        const yes = /<a class="button primary" href="([^"]+)"/.exec(page)?.[1];
        if (form === '' && yes !== undefined) {
          url = new URL(unescaped(yes), url).href;
          continue;
        }
        if (form === '') return undefined;
        const isOurs = url.startsWith(place.origin);
        const body = new URLSearchParams();
        for (const [input] of form.matchAll(/<input[^>]*>/g)) {
          const [, name = ''] = /name="([^"]*)"/.exec(input) ?? [];
          const [, value = ''] = /value="([^"]*)"/.exec(input) ?? [];
          if (name !== '') body.append(unescaped(name), unescaped(value));
        }
        const buttons = [...form.matchAll(/<button[^>]*>/g)].map(([button]) => button);
        const pressed = answer === 'no' && !isOurs ? (buttons.at(-1) ?? '') : (buttons[0] ?? '');
        const [, name = ''] = /name="([^"]*)"/.exec(pressed) ?? [];
        if (name !== '') body.append(name, /value="([^"]*)"/.exec(pressed)?.[1] ?? '');
        const other = /formaction="([^"]*)"/.exec(pressed)?.[1];
        const action = other ?? /action="([^"]*)"/.exec(attributes)?.[1] ?? '';
        const target = new URL(unescaped(action) || url, url);
        if (/method="?post/i.test(attributes)) init = { method: 'POST', body };
        else target.search = body.toString();
        url = target.href;
      }
      return undefined;
    },
  };
}
