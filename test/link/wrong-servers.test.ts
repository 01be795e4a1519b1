// Whatever answers in a vendor's place, no channel is linked with it, by any way; the page says so in plain words.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { signatureOf } from '../../src/channels/shopify/link.ts';
import type { Way } from '../../src/channels/way.ts';
import { fieldsOf } from '../../src/link/form.ts';
import { isAll, isDeep } from '../all.ts';
import { CONSENTS, FORMS, typedFor } from '../browser/typing.ts';
import { openPlace, type Place } from '../browser/visitor.ts';
import {
  type Answer,
  type Answering,
  another,
  type Door,
  isTokenCall,
  startBehindDoor,
  tokenAnswer,
  WRONG_SERVERS,
} from '../wrong-servers.ts';
import { BARE_SHOPS } from './bare-shops.ts';

let door: Door;
let place: Place;
let visitor: Visitor;
let close: () => Promise<void>;
before(async () => {
  ({ door, started: place, close } = await startBehindDoor(openPlace));
  visitor = await visit('wrong-servers');
});
after(() => close());

interface Visitor {
  readonly user: string;
  readonly home: string;
  readonly cookie: string;
  readonly form: string;
}

/** What a try came to: undefined is linked, else what the page says. */
type Outcome = string | undefined;

const get = (path: string, cookie: string) =>
  fetch(`${place.origin}${path}`, { headers: { cookie }, redirect: 'manual' });

const post = (path: string, form: Record<string, string>, cookie: string) =>
  fetch(`${place.origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie },
    redirect: 'manual',
  });

async function visit(user: string): Promise<Visitor> {
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  const token = new URL(await place.magicLink(user)).searchParams.get('token') ?? '';
  const landing = await get(`/link?token=${token}`, '');
  const home = /action="([^"]+)"/.exec(await landing.text())?.[1] ?? '';
  const cookie = cookiesOf(await post(home, { token }, cookiesOf(landing)));
  const page = await (await get(`${home}/channels/woocommerce`, cookie)).text();
  return { user, home, cookie, form: /name="_form" value="([^"]+)"/.exec(page)?.[1] ?? '' };
}

const alertOf = (page: string): string => {
  const [, alert = ''] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(page) ?? [];
  return alert.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ').trim(); // biome-ignore format: one chain
};

let tries = 0;

const fieldsIn = (name: string, way: Way) => {
  const channel = channels[name];
  return channel ? fieldsOf(way, channel) : [];
};

/** Fills in the form of a way, with a credential that was not used before unless `real`. */
async function byForm(name: string, way: Way, real = false): Promise<Outcome> {
  const entry = FORMS[name]?.[way.id] ?? {};
  const fields = fieldsIn(name, way);
  const keys = fields.map(({ key }) => key);
  const typed: Record<string, string> = { ...typedFor(entry, place.shop(name, entry.shop), keys) };
  const secret = fields.findLast((field) => field.secret)?.key ?? '';
  tries += 1;
  if (!real) typed[secret] = another(typed[secret] ?? '', tries);
  const { home, cookie, form } = visitor;
  const sent = await post(`${home}/channels/${name}/${way.id}`, { ...typed, _form: form }, cookie);
  return outcomeAt(sent.headers.get('location') ?? '', cookie);
}

/** Leaves for the vendor and comes back as from there, with what only the vendor would add. */
async function byConsent(name: string, way: Way): Promise<Outcome> {
  const { home, cookie, form } = visitor;
  const entry = CONSENTS[name]?.[way.id];
  assert.ok(entry, `typing.ts must say what is typed for ${name} "${way.id}"`);
  const fields = fieldsIn(name, way);
  const keys = fields.map(({ key }) => key);
  const typed = typedFor(entry, place.shop(name, entry.shop), keys);
  const begun = await post(`${home}/channels/${name}/${way.id}`, { ...typed, _form: form }, cookie);
  const departure = begun.headers.get('location') ?? '';
  // No one is sent to an address that was not seen to be such a shop.
  if (!departure.endsWith('/leaving')) return outcomeAt(departure, cookie);
  const left = await get(departure, cookie);
  const ticket = left.headers.getSetCookie().map((line) => line.split(';')[0]);
  const leaving = await left.text();
  const address = /class="button primary" href="([^"]+)"/.exec(leaving)?.[1] ?? '';
  const { searchParams } = new URL(address.replaceAll('&amp;', '&'));
  tries += 1;
  if (name === 'woocommerce')
    await fetch(`${place.origin}/link/receive/${searchParams.get('user_id')}`, {
      method: 'POST',
      body: JSON.stringify({
        consumer_key: another(`ck_${'a'.repeat(40)}`, tries),
        consumer_secret: `cs_${'b'.repeat(40)}`,
      }),
    });
  const query = new URLSearchParams(arrivalOf(name, searchParams));
  const returned = await get(`/link/return/${name}?${query}`, ticket.join('; '));
  const location = returned.headers.get('location') ?? '';
  if (location.endsWith('/confirm')) await post(location, { _form: form, _answer: 'yes' }, cookie);
  else await get(location, cookie);
  const arrived = await get(departure.replace(/leaving$/, 'arrived'), cookie);
  return outcomeAt(arrived.headers.get('location') ?? '', cookie);
}

/** What the page says that the browser is sent to; nothing where it says that all is well. */
async function outcomeAt(location: string, cookie: string): Promise<Outcome> {
  if (location.includes('linked=')) return undefined;
  return alertOf(await (await get(location, cookie)).text());
}

const seconds = () => String(Math.floor(place.now() / 1000));

/** What a vendor sends the browser back with, signed where it signs. */
function arrivalOf(name: string, sent: URLSearchParams): Record<string, string> {
  const app = place.store(name).app ?? {};
  const state = sent.get('state') ?? '';
  const code = `code-${tries}`;
  switch (name) {
    case 'shopify': {
      const { host } = place.shop(name);
      const query = { code, shop: host, state, timestamp: seconds() };
      return { ...query, hmac: signatureOf(query, app.clientSecret ?? '') };
    }
    case 'amazon':
      return { spapi_oauth_code: code, state, selling_partner_id: 'A2EXAMPLE1SELLER' };
    case 'bigcommerce':
      return { code, context: contextOf(), scope: SCOPE };
    case 'lightspeed_c': {
      const query = { language: 'nl', shop_id: '1', timestamp: seconds(), token: `token${tries}` };
      const text = Object.entries(query).map(([key, value]) => `${key}=${value}`).join(''); // biome-ignore format: one chain
      const signature = createHash('md5').update(`${text}${app.clientSecret}`).digest('hex');
      return { ...query, signature };
    }
    case 'woocommerce':
      return { success: '1' };
    default:
      return { code, state };
  }
}

const contextOf = () => `stores/${place.shop('bigcommerce').credential.account.store_hash}`;
/** What any of the vendors calls the rights that are needed. */
const SCOPE = 'store_v2_orders_read_only store_v2_products_read_only read_orders read_products';

const attempt = (name: string, way: Way, real = false) =>
  way.kind === 'form' ? byForm(name, way, real) : byConsent(name, way);

const goodToken = (): Answer =>
  tokenAnswer({
    scope: SCOPE,
    context: contextOf(),
    refresh_token: `Atzr|refresh-token-${tries}`,
  });

/** With a good token from the vendor, and the wrong answer to all that is asked with it. */
const behindToken =
  (answer: Answering): Answering =>
  (seen) =>
    isTokenCall(seen) ? goodToken() : answer(seen);

/** What a page may say of a server that is not the vendor's; nothing of keys or rights. */
const PLAIN_WORDS = [
  /(but not one that .+ (would|should) give|but it does not answer like)/,
  /There is no WordPress at this address/,
  /no Mirakl marketplace at this address/,
  /There is no Shopify shop at this address/,
  /(at a different address|to a sign-in page|a web page instead of data|redirects us to a web page)/,
  /answered with an error/,
  /sends us (round )?in circles/,
  /is not on the public internet/,
  /The shop at this address runs on \w+/,
];

/** Tries a way against a server; it must end in words that say what is wrong. Whether it asked for a token. */
async function mustFail(name: string, way: Way, server: string, answering: Answering) {
  let asked = false;
  door.answering = (seen) => {
    asked ||= isTokenCall(seen);
    return answering(seen);
  };
  const outcome = await attempt(name, way).finally(() => {
    door.answering = undefined;
  });
  assert.ok(outcome !== undefined, `${name} "${way.id}" was linked with ${server}`);
  const heading = `${channels[name]?.title} is not linked yet `;
  assert.ok(outcome.startsWith(heading), `${name}, ${server}: ${outcome}`);
  const words = outcome.slice(heading.length);
  const known = [...PLAIN_WORDS, ...(MAY_SAY[`${name} ${server}`] ?? [])];
  assert.ok(known.some((sentence) => sentence.test(words)), `${name}, ${server}: ${words}`); // biome-ignore format: one line
  return asked;
}

/** What a server says in the vendor's own form, although nothing in it is the vendor's. */
const MAY_SAY: Readonly<Record<string, readonly RegExp[]>> = {
  'amazon an empty payload behind a token': [/does not sell in any marketplace in this region/],
};

/** What cannot be distinguished from the vendor: its own empty answer, behind a token of the vendor's. */
const AS_THE_VENDOR: Readonly<Record<string, string>> = {
  'mirakl an empty list of data':
    'Mirakl Connect answers so for a company without orders, and has nothing else to be asked for',
};

async function mustHaveKeptNothing() {
  assert.deepEqual((await place.status(visitor.user)).channels, []);
  assert.doesNotMatch(place.logged(), /an unexpected error/, 'a driver stumbled');
}

const WAYS = Object.entries(channels).flatMap(([name, { ways }]) =>
  ways.map((way) => ({ name, way })),
);

/**
 * A consent writes down each of its steps, which takes time, and what it brings is checked as what a
 * form brings: these few show that it is, and all of them go to the exchange of its code.
 */
const FEW = ['an object of its own', 'an empty list'];
const EXCHANGED = [
  ...FEW,
  ...['a text', 'null', 'an empty object', 'an empty answer', 'no content', 'a web page'],
  ...['an error with 200', 'one plausible record', 'the request itself', 'a captive portal'],
];

/** Without repetitions each way meets one server in so many, and ways next to each other others. */
const EACH = isDeep ? 1 : isAll ? 2 : 12;

/** Where nothing is exchanged at the vendor, a consent has nothing of its own that could be fooled. */
const serversFor = (way: Way) =>
  Object.entries(WRONG_SERVERS).filter(
    ([server]) => way.kind === 'form' || (way.needs.length > 0 ? EXCHANGED : FEW).includes(server),
  );

describe('none of the wrong servers is taken for', () => {
  for (const [place, { name, way }] of WAYS.entries())
    it(`${name}, linked by "${way.id}"`, async () => {
      for (const [at, [server, answer]] of serversFor(way).entries()) {
        if ((at + place) % EACH > 0) continue;
        const asksForToken = await mustFail(name, way, server, answer);
        const again = asksForToken && (way.kind === 'form' || FEW.includes(server));
        if (again && !AS_THE_VENDOR[`${name} ${server}`])
          await mustFail(name, way, `${server} behind a token`, behindToken(answer));
      }
      await mustHaveKeptNothing();
    });
});

describe('the sandbox is taken for what it is', () => {
  /** What each vendor answered to its own check. */
  const answers = new Map<string, readonly Answer[]>();
  for (const { name, way } of WAYS)
    if (way.kind === 'form')
      it(`${name}, linked by "${way.id}"`, async () => {
        door.passed = [];
        assert.equal(await attempt(name, way, true), undefined);
        answers.set(`${name} ${way.id}`, door.passed);
      });

  it('no channel is taken for another', async () => {
    visitor = await visit('other-vendors');
    for (const [place, { name, way }] of WAYS.entries()) {
      if (way.kind !== 'form') continue;
      for (const [at, [other, sent]] of [...answers].entries()) {
        if (other.startsWith(`${name} `) || (at + place) % EACH > 0) continue;
        const inTurn = (list: readonly Answer[]): Answering => {
          let at = 0;
          return () => list[at++ % list.length];
        };
        const data = sent.filter(({ body }) => !body?.includes('access_token'));
        await mustFail(name, way, other, behindToken(inTurn(data)));
      }
    }
    await mustHaveKeptNothing();
  });
});

describe('a shop that sends no more than it must is linked', () => {
  for (const [what, { name, way: id, answers }] of Object.entries(BARE_SHOPS))
    it(what, async () => {
      const way = channels[name]?.ways.find((known) => known.id === id);
      assert.ok(way);
      door.answering = behindToken((seen) => answers(`${seen.method} ${seen.path}`));
      const outcome = await attempt(name, way).finally(() => {
        door.answering = undefined;
      });
      assert.equal(outcome, undefined);
    });
});
