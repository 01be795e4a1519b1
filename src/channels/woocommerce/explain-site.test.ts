// What stands between us and a shop's REST API: each its own sentence, none with an advice already taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../model/exchange.ts';
import { settled } from '../../net/reply.ts';
import { explain } from './explain.ts';
import { words } from './words/index.ts';

const ask = {
  url: 'https://shop.nl/winkel/wp-json/wc/v3/orders',
  query: [['per_page', '10']] as const,
};
const index = { url: 'https://shop.nl/winkel/wp-json/' };

function reply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}
const PAGE = '<!DOCTYPE html><html><head><title>Winkel</title></head><body></body></html>';
const to = (location: string, status = 301) => reply(status, PAGE, { location });
const api = (root: string) => ({ link: `<${root}>; rel="https://api.w.org/"` });

const REDIRECTS: [name: string, location: string, reason: string, RegExp][] = [
  [
    'another host',
    'https://www.shop.nl/winkel/wp-json/wc/v3/orders?per_page=10',
    'moved',
    /use https:\/\/www\.shop\.nl\/winkel as its address/,
  ],
  ['another host’s home', 'https://www.shop.nl/', 'moved', /use https:\/\/www\.shop\.nl as/],
  [
    'another folder',
    'https://shop.nl/wp-json/wc/v3/orders',
    'moved',
    /use https:\/\/shop\.nl as its address/,
  ],
  [
    'a slash',
    'https://shop.nl/winkel/wp-json/wc/v3/orders/?per_page=10',
    'permalinks_plain',
    /permalinks set to Plain/,
  ],
  ['itself', '/winkel/wp-json/wc/v3/orders?per_page=10', 'redirect_loop', /without end/],
  [
    'plain http',
    'http://shop.nl/winkel/wp-json/wc/v3/orders?per_page=10',
    'back_to_http',
    /from https back to http/,
  ],
  [
    'the login page',
    'https://shop.nl/winkel/wp-login.php?redirect_to=https%3A%2F%2Fshop.nl%2Fwinkel%2Fwp-json',
    'login_wall',
    /login page/,
  ],
  ['an account page', 'https://shop.nl/winkel/my-account/', 'login_wall', /login page/],
  ['the home page', 'https://shop.nl/winkel/', 'redirected', /away from its REST API/],
  [
    'a landing page',
    'https://shop.nl/coming-soon/',
    'redirected',
    /https:\/\/shop\.nl\/coming-soon\//,
  ],
  [
    'itself with a language',
    'https://shop.nl/winkel/wp-json/wc/v3/orders?lang=nl',
    'redirected',
    /away from its REST API/,
  ],
];

for (const [name, location, reason, sentence] of REDIRECTS)
  test(`a redirect to ${name}: ${reason}`, () => {
    const fault = explain(to(location), ask);
    assert.deepEqual(
      [fault?.code, fault?.reason, fault?.retryable],
      ['channel_invalid_response', reason, false],
    );
    assert.match(fault?.message ?? '', sentence);
    assert.doesNotMatch(fault?.message ?? '', /use https:\/\/shop\.nl\/winkel as/);
  });

test('an http shop that moved to https is named by its new address', () => {
  const fault = explain(to('https://shop.nl/wp-json/wc/v3/orders'), {
    url: 'http://shop.nl/wp-json/wc/v3/orders',
  });
  assert.match(fault?.message ?? '', /use https:\/\/shop\.nl as its address/);
});

test('plain permalinks: the home page stands where the API should', () => {
  for (const given of [
    reply(200, PAGE, api('https://shop.nl/winkel/?rest_route=/')),
    reply(200, PAGE, api('https://shop.nl/winkel/index.php?rest_route=/')),
    reply(404, PAGE, api('https://shop.nl/winkel/index.php?rest_route=/')),
    reply(
      200,
      PAGE.replace(
        '</head>',
        '<link rel="https://api.w.org/" href="https://shop.nl/winkel/index.php?rest_route=/" /></head>',
      ),
    ),
  ]) {
    const fault = explain(given, index);
    assert.deepEqual([fault?.reason, fault?.retryable], ['permalinks_plain', false]);
    assert.match(fault?.message ?? '', /Settings > Permalinks/);
  }
});

test('an API in another place is named', () => {
  const moved = explain(reply(404, PAGE, api('https://shop.nl/shop/wp-json/')), index);
  assert.match(moved?.message ?? '', /use https:\/\/shop\.nl\/shop as its address/);
  const renamed = explain(reply(404, PAGE, api('https://shop.nl/winkel/api/')), index);
  assert.match(renamed?.message ?? '', /under another name, https:\/\/shop\.nl\/winkel\/api\//);
});

test('a page of a site whose API is where it should be is a page in the way', () => {
  const fault = explain(reply(200, PAGE, api('https://shop.nl/winkel/wp-json/')), ask);
  assert.deepEqual(
    [fault?.code, fault?.reason, fault?.retryable],
    ['channel_invalid_response', 'web_page', false],
  );
});

test('a page of a plugin that says so is maintenance too, to be tried again', () => {
  const page = PAGE.replace(/<title>[^<]*|<html>/, '<html><title>Coming soon: our shop');
  assert.match(page, /Coming soon/);
  const fault = explain(reply(200, page), ask);
  assert.deepEqual(
    [fault?.code, fault?.reason, fault?.retryable],
    ['channel_failed', 'maintenance', true],
  );
  assert.equal(explain(reply(503, page), ask)?.reason, 'maintenance');
});

test('the maintenance page says when to come again', () => {
  const json = JSON.stringify({ code: 'wp_die', message: 'Briefly unavailable', data: {} });
  for (const text of [PAGE, json]) {
    const closed = reply(503, text, { 'retry-after': '600' });
    const explained = explain(closed, ask);
    assert.ok(explained);
    // The core reads the header for every channel.
    const fault = settled(explained, closed, 0);
    assert.deepEqual(
      [fault.code, fault.reason, fault.retryable, fault.retryAfter],
      ['channel_failed', 'maintenance', true, 600_000],
    );
    assert.match(fault.message, /maintenance, and says to try again in 10 minutes\./);
  }
});

test('plain http on a port of https', () => {
  for (const words of [
    'The plain HTTP request was sent to HTTPS port',
    'Reason: You’re speaking plain HTTP to an SSL-enabled server port.',
  ]) {
    const fault = explain(reply(400, `<html><body>${words}</body></html>`), {
      url: 'http://shop.nl:8443/wp-json/',
    });
    assert.deepEqual([fault?.reason, fault?.retryable], ['https_port', false]);
    assert.match(fault?.message ?? '', /with https:\/\/ in front/);
  }
});

test('an API that is not there is not worth another try', () => {
  const none = JSON.stringify({ code: 'rest_no_route', message: 'No route', data: {} });
  assert.equal(explain(reply(404, none), ask)?.retryable, false);
  assert.equal(explain(reply(404, PAGE), ask)?.retryable, false);
});

test('a refused status is distinguished from other refused parameters, in any language', () => {
  const refused = (params: object) =>
    explain(
      reply(
        400,
        JSON.stringify({
          code: 'rest_invalid_param',
          message: 'Ongeldige parameter(s): status',
          data: { status: 400, params },
        }),
      ),
      ask,
    );
  assert.equal(refused({ status: 'status[3] is not one of …' })?.reason, 'status_refused');
  assert.equal(refused({ per_page: 'too many' })?.reason, undefined);
  assert.match(refused({ per_page: 'too many' })?.message ?? '', /refused a parameter.*per_page/);
});

test('every reason has words for the merchant', () => {
  for (const reason of [
    ...REDIRECTS.map(([, , one]) => one),
    'https_port',
    'maintenance',
    'web_page',
    'not_wordpress',
  ])
    assert.ok(reason in words.en.reasons, reason);
});
