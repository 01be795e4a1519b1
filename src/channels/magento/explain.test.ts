// What a shop's error answers become, and that nothing of its server leaves with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vocabularies } from '../../link/words/index.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import type { FaultCode } from '../../model/faults.ts';
import { settled } from '../../net/reply.ts';
import { explain, IMS } from './explain.ts';
import { sentenceOf } from './sentence.ts';
import { words } from './words/index.ts';

const ask = (operation: string, url = 'https://shop.nl/winkel/rest/V1/products'): Ask => ({
  url,
  operation,
});
const PAGE = '<!doctype html><html><body>Hello</body></html>';

function reply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, text, body: typeof body === 'string' ? undefined : body };
}

const DENIED = {
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources: 'Magento_Catalog::products' },
};
const said = (message: string) => ({ message });

const CASES: [
  name: string,
  Reply,
  Ask,
  code: FaultCode,
  reason: string | undefined,
  sentence: RegExp,
][] = [
  ['bare token refused', reply(401, DENIED), ask('token'), 'credential_refused', 'token_refused', /2\.4\.4.*all four/],
  ['a password before the site', reply(401, PAGE, { 'www-authenticate': 'Basic realm="Staging"' }), ask('oauth'), 'channel_failed', 'password_wall', /user name and a password/],
  ['resource missing', reply(401, DENIED), ask('oauth'), 'permission_missing', 'resource_missing', /Catalog > Inventory > Products/],
  ['unknown consumer', reply(401, said('A consumer having the specified key does not exist')), ask('oauth'), 'credential_refused', 'consumer_key', /consumer key/],
  ['short consumer key', reply(401, said('Consumer key is not the correct length')), ask('oauth'), 'credential_refused', 'consumer_key', /consumer key/],
  ['unknown token', reply(401, said('Specified token does not exist')), ask('oauth'), 'credential_refused', 'access_token', /access token/],
  ['short token', reply(400, said('The token length is invalid. Check the length and try again.')), ask('oauth'), 'credential_refused', 'access_token', /access token/],
  ['foreign token', reply(401, said('Token is not associated with the specified consumer')), ask('oauth'), 'credential_refused', 'access_token', /another integration/],
  ['revoked', reply(401, said('Access token has been revoked')), ask('oauth'), 'credential_refused', 'revoked', /revoked/],
  ['wrong secret', reply(401, said('The signature is invalid. Verify and try again.')), ask('oauth'), 'credential_refused', 'signature', /secret/],
  ['clock', reply(401, said('An error occurred validating the nonce')), ask('oauth'), 'channel_failed', 'shop_clock', /clock/],
  ['clock, older', reply(400, 'oauth_problem=timestamp_refused'), ask('oauth'), 'channel_failed', 'shop_clock', /clock/],
  ['nonce used', reply(401, { message: 'The nonce is already being used by the consumer with ID %1', parameters: [3] }), ask('oauth'), 'channel_failed', 'nonce_used', /sent before/],
  ['signature method', reply(400, { message: 'Signature method %1 is not supported by OAuth', parameters: ['HMAC-SHA256'] }), ask('oauth'), 'channel_failed', 'signature_method', /HMAC-SHA256/],
  ['consumer key invalid', reply(403, 'oauth_problem=consumer_key_invalid'), ask('oauth'), 'credential_refused', 'consumer_key', /consumer key/],
  ['firewall', reply(403, PAGE), ask('token'), 'permission_missing', 'firewall', /firewall/],
  ['challenge', reply(503, PAGE, { 'cf-mitigated': 'challenge' }), ask('token'), 'permission_missing', 'firewall', /firewall/],
  ['not Magento', reply(404, PAGE), ask('token'), 'channel_failed', 'not_magento', /no Magento API/],
  ['page instead of data', reply(200, PAGE), ask('token'), 'channel_invalid_response', 'not_magento', /web page/],
  ['no route', reply(404, said('Request does not match any route.')), ask('token'), 'channel_failed', 'no_route', /no such part/],
  ['no such product', reply(404, { message: 'The product with SKU "%1" does not exist.', parameters: ['NOPE-1'] }), ask('token'), 'channel_failed', undefined, /\(404\)/],
  ['no criteria', reply(400, { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: 'searchCriteria' } }), ask('token'), 'channel_failed', undefined, /refused the request \(400\)/],
  ['page size', reply(400, { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: 300 } }), ask('token'), 'channel_failed', 'page_size', /smaller pages/],
  ['rate limit', reply(429, { message: 'Too Many Requests', trace: null }), ask('token'), 'channel_rate_limited', undefined, /too many/],
  ['maintenance', reply(503, PAGE, { 'retry-after': '60' }), ask('token'), 'channel_failed', 'maintenance', /maintenance/],
  ['own error', reply(500, said('Internal Error. Details are available in Magento log file. Report ID: webapi-1')), ask('token'), 'channel_failed', undefined, /\(500\)/],
  ['cloud client refused', reply(400, { error: 'invalid_client', error_description: 'invalid client_id' }), ask('', `https://${IMS}/ims/token/v3`), 'credential_refused', 'ims_refused', /Adobe/],
  ['cloud token service down', reply(503, ''), ask('', `https://${IMS}/ims/token/v3`), 'channel_failed', undefined, /Adobe/],
  ['resource missing, in another language', reply(401, { message: 'De afnemer mag %resources niet lezen.', parameters: { resources: 'Magento_Catalog::catalog_inventory' } }), ask('oauth'), 'permission_missing', 'resource_missing', /Tick “Catalog > Inventory” /],
  ['unknown store view', reply(400, said('Specified request cannot be processed.')), ask('oauth', 'https://shop.nl/rest/xx/V1/store/storeConfigs'), 'credential_refused', 'no_store_view', /no store view with the code "xx".*All Stores/],
  ['no REST API', reply(400, said('Specified request cannot be processed.')), ask('oauth'), 'channel_failed', 'no_route', /Check the address/],
  ['redirect to a login', reply(302, '', { location: 'https://shop.nl/customer/account/login/' }), ask('oauth'), 'channel_invalid_response', 'redirected_to_page', /a page of shop\.nl/],
  ['redirect to itself', reply(301, '', { location: 'https://shop.nl/winkel/rest/V1/products?x=1' }), ask('oauth'), 'channel_invalid_response', 'redirect_loop', /very address/],
  ['redirect to index.php', reply(302, '', { location: '/winkel/index.php/rest/V1/products' }), ask('oauth'), 'channel_invalid_response', 'redirected', /use https:\/\/shop\.nl\/winkel\/index\.php\/rest\/V1 as/],
  ['redirect', reply(301, '', { location: 'https://www.shop.nl/winkel/rest/V1/products?x=1' }), ask('token'), 'channel_invalid_response', 'redirected', /use https:\/\/www\.shop\.nl\/winkel as/],
]; // biome-ignore format: a table

for (const [name, given, asked, code, reason, sentence] of CASES)
  test(`${name}: ${code}`, () => {
    const fault = explain(given, asked);
    assert.equal(fault?.code, code);
    assert.equal(fault?.reason, reason);
    assert.equal(fault?.status, given.status);
    assert.match(fault?.message ?? '', sentence);
  });

test('what asking again does not change says so', () => {
  const lasting = CASES.filter(([, given, asked]) => explain(given, asked)?.retryable === false);
  const names = new Set(lasting.map(([name]) => name));
  for (const name of ['redirect', 'redirect to itself', 'redirect to a login', 'page instead of data', 'not Magento', 'no route', 'unknown store view'])
    assert.ok(names.has(name), name);
  for (const name of ['own error', 'maintenance', 'rate limit', 'nonce used'])
    assert.ok(!names.has(name), name);
}); // biome-ignore format: one table

test('good answers are left alone', () => {
  for (const given of [reply(200, { items: [] }), reply(200, []), reply(200, '')])
    assert.equal(explain(given, ask('oauth')), undefined);
});

test('parameters are put into the words, by number and by name', () => {
  const worded = (body: unknown) => sentenceOf(reply(400, body));
  assert.equal(
    worded({ message: 'The product with SKU "%1" does not exist.', parameters: ['NOPE-1'] }),
    'The product with SKU "NOPE-1" does not exist.',
  );
  assert.equal(
    worded(DENIED),
    "The consumer isn't authorized to access Magento_Catalog::products.",
  );
  assert.equal(worded({ message: '%1 of %2, %max', parameters: [1] }), '1 of %2, %max');
  assert.equal(
    worded({
      message: 'One or more input exceptions have occurred.',
      errors: [{ message: '"%fieldName" is required.', parameters: { fieldName: 'sku' } }],
    }),
    'One or more input exceptions have occurred. "sku" is required.',
  );
  assert.equal(
    worded({ messages: { error: [{ code: 500, message: 'Server internal error.' }] } }),
    'Server internal error.',
  );
  assert.equal(sentenceOf(reply(500, PAGE)), undefined);
});

test('a stack trace and the paths of the server stay where they are', () => {
  const trace = '#0 /var/www/shop/vendor/magento/module-webapi/Controller/Rest.php(192)';
  const fault = explain(reply(500, { message: 'Boom', trace }), ask('token'));
  assert.equal(fault?.native, 'Boom');
  const fatal = "Fatal Error: 'x' in '/var/www/shop/app/code/A.php' on line 12";
  const other = explain(reply(500, { messages: { error: [{ message: fatal, trace }] } }), ask(''));
  assert.equal(other?.native, "Fatal Error: 'x'");
});

test('a pause that the shop asks for is passed on', () => {
  // The core reads the header for every channel.
  const pauseOf = (given: Reply) => {
    const fault = explain(given, ask(''));
    return fault && settled(fault, given, 0).retryAfter;
  };
  assert.equal(pauseOf(reply(429, PAGE, { 'retry-after': '30' })), 30_000);
  assert.equal(pauseOf(reply(503, PAGE, { 'retry-after': '60' })), 60_000);
});

const wordsOf = (language: keyof typeof words): Readonly<Record<string, unknown>> => ({
  ...vocabularies[language].reasons,
  ...words[language].reasons,
});

test('the link pages have words for what a merchant can mend', () => {
  for (const [, given, asked] of CASES) {
    const reason = explain(given, asked)?.reason;
    const own = ['nonce_used', 'signature_method', 'page_size'];
    if (reason === undefined || own.includes(reason)) continue;
    for (const language of ['en', 'nl', 'de', 'fr'] as const)
      assert.ok(wordsOf(language)[reason], `${reason} in ${language}`);
  }
});
