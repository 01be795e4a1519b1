// Every route of the table is sent what no one should send: broken percent signs, no text, far too much.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { MAX_CREDENTIAL_LENGTH, MAX_VALUE_LENGTH } from '../../src/model/text.ts';
import { isAll, isDeep } from '../all.ts';
import { CLIENT, type Service, startService } from '../service.ts';

const API = '/api/ServiceClientApp';
let service: Service;
/** A browser on a visit. */
let visitor: { readonly visit: string; readonly cookie: string; readonly form: string };
before(async () => {
  const settings = { MANIFOLD_CLIENT_RATE: '100000', MANIFOLD_CLIENT_BURST: '100000' };
  service = await startService({ settings });
  visitor = await visited();
});
after(() => service.close());

/** Kept open for what has no body: an answer may come before the whole of one, and end it. */
const open = new Agent({ keepAlive: true });
after(() => open.destroy());

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly location: string;
  readonly text: string;
}

/** As it is written: nothing mends the path on the way. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  const { hostname, port } = new URL(service.origin);
  return new Promise((resolve, reject) => {
    const agent = body === undefined ? open : false;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const all = { ...headers, ...length };
    const asked = request({ hostname, port, method, path, headers: all, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => {
        const { 'content-type': type = '', location = '' } = response.headers;
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, type, location, text });
      });
    });
    asked.on('error', (error) =>
      reject(new Error(`${method} ${path} ${String(body).slice(0, 40)}`, { cause: error })),
    );
    asked.end(body);
  });
}

async function visited() {
  const made = await ask('GET', `${API}/GetTpUserAuthDisposableToken?tpUserId=door`, bearer());
  const { token } = JSON.parse(made.text);
  const landing = await fetch(`${service.origin}/link?token=${token}`);
  const home = /action="([^"]+)"/.exec(await landing.text())?.[1] ?? '';
  const cookieOf = ({ headers }: Response) =>
    headers.getSetCookie().map((line) => line.split(';')[0]);
  const entered = await fetch(`${service.origin}${home}`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { cookie: cookieOf(landing).join('; ') },
    redirect: 'manual',
  });
  const cookie = cookieOf(entered).join('; ');
  const page = await ask('GET', `${home}/channels`, { cookie });
  const form = /name="_form" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return { visit: home.slice('/link/visit/'.length), cookie, form };
}

const bearer = () => ({ authorization: `Bearer ${service.token}` });

interface Route {
  readonly methods: readonly string[];
  readonly path: string;
}

/** The framework's own table, as it prints it: four columns a level. */
function routes(): readonly Route[] {
  const above: string[] = [];
  return service.app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(\W*?── )(\S+) \((.+)\)$/.exec(line) ?? [];
      if (part === '') return [];
      const level = indent.length / 4 - 1;
      const path = (above[level - 1] ?? '') + part;
      above.splice(level, above.length, path);
      return [{ path, methods: methods.split(', ').filter((method) => method !== 'HEAD') }];
    });
}

const LONG = 'a'.repeat(3000);
/** What stands in a path or a query. */
const TEXTS = ['%zz', '%', '%00', '%ff', 'caf%E9', '%ED%A0%80', '%F0%9F', LONG, '%00%zz'];
/** Names that some route reads, and one that none does. */
const NAMES = [
  ...['token', 'lang', 'q', 'linked', 'way', 'try', 'seen', 'beside', 'state', 'code', 'shop'],
  ...['channel', 'tpUserId', 'next_page_token', 'limit', 'status', 'type', 'address_id', 'utm'],
];
const queries = () => [
  ...TEXTS.flatMap((text) => [`${text}=1`, `utm=${text}&utm=${text}`]),
  NAMES.map((name) => `${name}=%zz`).join('&'),
  NAMES.map((name) => `${name}=%00`).join('&'),
  NAMES.map((name) => `${name}=caf%E9`).join('&'),
  ...NAMES.map((name) => `${name}=${LONG}`),
  'x&'.repeat(5000),
];

const filled = (path: string, text: string): string =>
  path
    .replace(':visit', visitor.visit)
    .replaceAll(/:\w+|\*/g, () => text)
    .replace(/\/$/, '/x');

const headersFor = (path: string): Record<string, string> => ({
  ...(path.startsWith(API) && bearer()),
  ...(path.startsWith('/link') && { cookie: visitor.cookie, 'accept-language': 'de' }),
});

/** What a route answers in, whatever it is asked. */
function typeOf(path: string): RegExp {
  if (path.startsWith('/link/receive')) return /^application\/json/;
  // A script asks for it.
  if (path.endsWith('/progress')) return /^(application\/json|text\/html)/;
  if (
    /^\/(link\/(logo|accent)|docs|llms\.txt|healthz|readyz|metrics|favicon)|^\/(link|console)\/assets|\.js$/.test(
      path,
    )
  )
    return /./;
  // An address that cannot be read at all is no page of it.
  if (path.startsWith('/console')) return /^(application\/json|text\/html)/;
  return path.startsWith('/link') ? /^text\/html/ : /^application\/json/;
}

/** Answers well: no failure of ours, of the right kind, and without a line in the log. */
function assertWell(name: string, path: string, { status, type, location, text }: Answer) {
  const shown = `${name.slice(0, 120)}: ${status} ${type} ${text.slice(0, 200)}`;
  assert.ok(status < 500 && status >= 200, shown);
  if (text !== '') assert.match(type, typeOf(path), shown);
  else assert.ok(location !== '' || [204, 304, 404].includes(status), shown);
  assert.ok(text.length < 60_000 || status === 200, `${shown} repeats what was sent`);
}

function assertQuiet() {
  const loud = service
    .logged()
    .split('\n')
    .filter((line) => /"level":(?:"?(?:error|fatal)|[56]0)|"stack"|\\n\s+at /.test(line));
  assert.deepEqual(loud.slice(0, 3), []);
}

/** Without repetitions each route meets one case in so many, and routes next to each other others. */
const EACH = isDeep ? 1 : isAll ? 3 : 9;
/** There are many more of them. */
const EACH_QUERY = isAll ? EACH : 15;
/** Of what a body holds far too many. */
const MANY = isAll ? 90_000 : 9000;

test('no path and no query makes any route fail, and every door keeps its own kind of answer', async () => {
  const all = routes();
  assert.ok(all.length > 50, `${all.length} routes`);
  for (const [place, { methods, path }] of all.entries())
    for (const method of methods) {
      const headers = headersFor(path);
      const well = filled(path, 'shopify');
      for (const [at, query] of queries().entries()) {
        if ((at + place) % EACH_QUERY > 0) continue;
        const answer = await ask(method, `${well}?${query}`, headers);
        assertWell(`${method} ${well}?${query}`, path, answer);
      }
      if (!/:(?!visit)\w+|\*/.test(path)) continue;
      for (const [at, text] of TEXTS.entries()) {
        if ((at + place) % EACH > 0) continue;
        const wrong = filled(path, text);
        assertWell(`${method} ${wrong}`, path, await ask(method, wrong, headers));
      }
    }
  assertQuiet();
});

test('no body makes any route fail', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const bodies: readonly (readonly [Record<string, string>, string | Buffer])[] = [
    [form, `_form=%FORM%&baseUrl=%00&_try=%00&token=%zz&_intent=%E9&lang=%ff`],
    [form, `_form=%FORM%&baseUrl=${','.repeat(60_000)}`],
    [form, 'a='.repeat(100_000)],
    [form, 'x=1&'.repeat(10_000)],
    [form, Buffer.from([0xff, 0xfe, 0x00, 0x3d])],
    [json, `{"${LONG}":1}`],
    [json, JSON.stringify({ channel: LONG, url: LONG, rules: LONG, addresses: LONG, ids: LONG })],
    [json, JSON.stringify({ addresses: Array(5000).fill({ url: LONG.slice(0, 90) }) })],
    [json, JSON.stringify({ user_id: '\0', consumer_key: '\ud800', consumer_secret: LONG })],
    [json, '['.repeat(30_000)],
    [json, Buffer.from([0x22, 0xff, 0x22])],
    [json, ''],
    [{ 'content-type': LONG }, 'x'],
  ];
  for (const [place, { methods, path }] of routes().entries())
    for (const method of methods.filter((one) => one !== 'GET'))
      for (const [at, [type, body]] of bodies.entries()) {
        if ((at + place) % EACH > 0) continue;
        // A form of ours may end the visit.
        if (path.startsWith('/link/visit') && type === form) visitor = await visited();
        const sent = typeof body === 'string' ? body.replace('%FORM%', visitor.form) : body;
        const where = filled(path, path.includes(':way') ? 'woocommerce' : 'shopify');
        const answer = await ask(method, where, { ...headersFor(path), ...type }, sent);
        assertWell(`${method} ${path} ${body.slice(0, 40)}`, path, answer);
      }
  assertQuiet();
});

test('a visitor reads what is wrong, in their language', async () => {
  const { visit, cookie, form } = await visited();
  const home = `/link/visit/${visit}`;
  const german = { cookie, 'accept-language': 'de' };
  const mail = await ask('GET', `${home}/channels?mc_eid=%zz&utm=caf%E9`, german);
  assert.deepEqual([mail.status, /Kanäle|Kanal/.test(mail.text)], [200, true]);
  const nul = await ask('GET', `${home}/trips/%00/done`, german);
  assert.deepEqual([nul.status, /Diese Seite gibt es nicht/.test(nul.text)], [404, true]);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const where = `${home}/channels/woocommerce/keys`;
  const large = await ask('POST', where, { ...german, ...type }, 'a='.repeat(100_000));
  assert.deepEqual([large.status, /zu viel gesendet/.test(large.text)], [413, true]);
  const sent = `_form=${form}&baseUrl=${'%2C'.repeat(10_000)}&consumerKey=ck&consumerSecret=cs`;
  const long = await ask('POST', where, { ...german, ...type }, sent);
  assert.equal(long.status, 303);
  const again = await ask('GET', long.location, german);
  assert.match(again.text, new RegExp(`mehr als ${MAX_CREDENTIAL_LENGTH} Zeichen`));
  assert.ok(again.text.length < 40_000);
});

test('a vendor that writes Latin-1 brings the browser back all the same', async () => {
  const asked = '/link/return/shopify?state=unknown&shop=demo.myshopify.com&name=caf%E9&code=1';
  const { status, location } = await ask('GET', asked);
  assert.deepEqual([status, location], [303, '/link/said/wrongState']);
});

test('what is too long is refused by its name and its bound, in the shape of the door', async () => {
  const json = { ...bearer(), 'content-type': 'application/json' };
  const most = MAX_VALUE_LENGTH.toLocaleString('en');
  const orders = `${API}/Unified/Orders?channel=shopify&tpUserId=door`;
  const long = (count: number) => 'x'.repeat(count);
  const cases: readonly [string, string, unknown, field: string, bound: string][] = [
    ['POST', orders, { fields: long(2001) }, 'fields', most],
    ['POST', orders, { ids: long(10_001) }, 'ids', '10,000'],
    ['POST', orders, { created_at_min: long(2001) }, 'created_at_min', most],
    [
      'POST',
      orders,
      { params: { shopify: [{ key: 'baseUrl', value: long(4001) }] } },
      'params.shopify[0].value',
      '4,000',
    ],
    [
      'POST',
      orders,
      {
        params: Object.fromEntries(
          Array.from({ length: isAll ? 70_000 : 7000 }, (_, n) => [`c${n}`, []]),
        ),
      },
      'params',
      '100',
    ],
    [
      'POST',
      `${orders}&next_page_token=a&completionCallbackUrl=${long(2049)}`,
      undefined,
      'completionCallbackUrl',
      '2,048',
    ],
    ['GET', `${API}/Executions?channel=${long(2001)}`, undefined, 'channel', most],
    ['GET', `${API}/Deliveries/${long(2001)}`, undefined, 'id', most],
    ['POST', `${API}/Deliveries/Test`, { url: long(2049) }, 'url', '2,048'],
    ['PUT', `${API}/EventAddresses`, { addresses: Array(3000).fill({}) }, 'addresses', '5'],
    [
      'PUT',
      `${API}/Overrides`,
      {
        channel: 'shopify',
        resource: 'orders',
        rules: [{ field: 'note', expression: long(4001) }],
      },
      'rules[0].expression',
      '4,000',
    ],
  ];
  for (const [method, path, body, field, bound] of cases) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await ask(method, path, sent === undefined ? bearer() : json, sent);
    const { Errors, Output } = JSON.parse(answer.text);
    assert.deepEqual([answer.status, Errors.code], [400, 'invalid_request'], field);
    assert.equal(Output.schemaValidationErrors[0].field, field);
    assert.ok(Errors.message.startsWith(`"${field}"`), Errors.message);
    assert.match(Errors.message, new RegExp(`\\b${bound}\\b`), field);
  }
  const header = await ask('POST', orders, { ...json, prefer: long(2001) }, '{}');
  assert.match(JSON.parse(header.text).Errors.message, /"prefer" has more than 2,000/);
  const token = await ask(
    'POST',
    '/connect/token',
    { 'content-type': 'application/x-www-form-urlencoded' },
    `grant_type=client_credentials&client_id=${CLIENT.id}&client_secret=${long(2001)}`,
  );
  assert.deepEqual(
    [token.status, JSON.parse(token.text)],
    [
      400,
      {
        error: 'invalid_request',
        error_description: 'The parameter client_secret has more than 2000 characters.',
      },
    ],
  );
  // A sample is a record as its vendor has it, however long its texts.
  const sample = { id: 1, note: long(500_000) };
  const body = { channel: 'woocommerce', resource: 'orders', rules: [], sample };
  const tried = await ask('POST', `${API}/Overrides/Try`, json, JSON.stringify(body));
  assert.equal(tried.status, 200, tried.text.slice(0, 300));
});

test('of many faults twenty are said, and the rest is counted', async () => {
  const json = { ...bearer(), 'content-type': 'application/json' };
  const orders = `${API}/Unified/Orders?channel=shopify&tpUserId=door`;
  const names = Array.from({ length: MANY }, (_, n) => [`n${n}`, 1]);
  const many = await ask('POST', orders, json, JSON.stringify(Object.fromEntries(names)));
  const said: { message: string }[] = JSON.parse(many.text).Output.schemaValidationErrors;
  assert.equal(many.status, 400);
  assert.equal(said.length, 21);
  const rest = (MANY - 20).toLocaleString('en');
  assert.match(said.at(-1)?.message ?? '', new RegExp(`^${rest} more faults are not listed`));
  assert.ok(many.text.length < 20_000, `${many.text.length}`);
  const query = Array.from({ length: 400 }, (_, n) => `u${n}=1`).join('&');
  const asked = await ask('POST', `${orders}&${query}`, json, '{}');
  assert.equal(JSON.parse(asked.text).Output.schemaValidationErrors.length, 21);
});
