// Requests that no route takes: each is answered by the same three objects, or by a page where people look.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { Failure } from '../../src/model/envelope.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const API = '/api/ServiceClientApp';
const schema = Compile(Failure);

/** Written by hand, byte by byte; whatever came until the connection ended. */
async function say(lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

async function ask(first: string, headers: readonly string[] = [], body = '') {
  const answer = await say([first, 'Host: a.example', 'Connection: close', ...headers], body);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, header, body: rest.join('\r\n\r\n') };
}

const long = (count: number) => 'a'.repeat(count);
const bearer = () => `Authorization: Bearer ${service.token}`;
const JSON_BODY = 'Content-Type: application/json';

test('what no route takes is answered in full, with a trace id', async () => {
  const cases: readonly (readonly [
    first: string,
    expected: readonly [status: number, code: string],
    headers?: readonly string[],
    body?: string,
  ])[] = [
    [`GET ${API}/Nope HTTP/1.1`, [404, 'not_found']],
    [`GET ${API} HTTP/1.1`, [404, 'not_found']],
    ['PUT / HTTP/1.1', [405, 'method_not_allowed']],
    ['GET /connect/nope HTTP/1.1', [404, 'not_found']],
    ['GET /docs/nope HTTP/1.1', [404, 'not_found']],
    [`GET ${API}/Unified/Orders HTTP/1.1`, [405, 'method_not_allowed']],
    [`PUT ${API}/Users HTTP/1.1`, [405, 'method_not_allowed']],
    [`OPTIONS ${API}/Channels HTTP/1.1`, [405, 'method_not_allowed']],
    ['POST /docs/errors HTTP/1.1', [405, 'method_not_allowed']],
    ['GET /connect/token HTTP/1.1', [405, 'method_not_allowed']],
    [`GET ${API}/Users/%zz HTTP/1.1`, [400, 'invalid_request']],
    [`GET ${API}/%ff HTTP/1.1`, [400, 'invalid_request']],
    [`GET ${API}/Users/${long(5000)} HTTP/1.1`, [400, 'invalid_request']],
    [`GET ${API}/Users?x=${long(20_000)} HTTP/1.1`, [431, 'invalid_request']],
    [`GET ${API}/Users HTTP/1.1`, [431, 'invalid_request'], [`X-Long: ${long(20_000)}`]],
    [`FOO ${API}/Users HTTP/1.1`, [400, 'invalid_request']],
    [`GET ${API}/Us ers HTTP/1.1`, [400, 'invalid_request']],
    [`GET ${API}/Users HTTP/9.9`, [400, 'invalid_request']],
    ['nothing like it', [400, 'invalid_request']],
    [
      `POST ${API}/Deliveries/Test HTTP/1.1`,
      [415, 'unsupported_media_type'],
      [bearer(), 'Content-Type: text/plain', 'Content-Length: 2'],
      '{}',
    ],
    [
      `POST ${API}/Deliveries/Test HTTP/1.1`,
      [413, 'body_too_large'],
      [bearer(), JSON_BODY, 'Content-Length: 2000000'],
    ],
    [
      `POST ${API}/Deliveries/Test HTTP/1.1`,
      [400, 'invalid_request'],
      [bearer(), JSON_BODY, 'Content-Length: abc'],
    ],
    [
      `POST ${API}/Deliveries/Test HTTP/1.1`,
      [400, 'invalid_request'],
      [bearer(), JSON_BODY, 'Transfer-Encoding: chunked'],
      'zz\r\nnot a chunk',
    ],
    [`GET ${API}/Users HTTP/1.1`, [401, 'invalid_token'], ['Expect: something-else']],
  ];
  for (const [first, expected, headers, body] of cases) {
    const answer = await ask(first, headers, body);
    const name = first.slice(0, 80);
    const read = JSON.parse(answer.body);
    assert.ok(schema.Check(read), `${name} ${answer.body.slice(0, 200)}`);
    assert.deepEqual([answer.status, read.Errors.code], expected, name);
    assert.ok(answer.body.length < 2000, `${name} repeats what was sent`);
    assert.equal(answer.header('content-type'), 'application/json; charset=utf-8', name);
    assert.equal(answer.header('cache-control'), 'no-store', name);
    assert.equal(answer.header('x-content-type-options'), 'nosniff', name);
    assert.match(read.Report.TraceId, /^(?!0{32})[0-9a-f]{32}$/);
    assert.equal(answer.header('allow') !== undefined, answer.status === 405, name);
  }
});

test('a 405 names the methods that there are', async () => {
  for (const [first, allow] of [
    [`DELETE ${API}/Unified/Orders HTTP/1.1`, 'POST'],
    [`POST ${API}/Users HTTP/1.1`, 'GET, HEAD'],
    [`POST ${API}/Users/someone HTTP/1.1`, 'GET, HEAD, DELETE'],
    ['PUT /docs HTTP/1.1', 'GET, HEAD'],
  ] as const) {
    const { status, header } = await ask(first);
    assert.deepEqual([status, header('allow')], [405, allow], first);
  }
});

test('HEAD has the same headers and no body', async () => {
  for (const [first, status] of [
    [`HEAD ${API}/Nope HTTP/1.1`, 404],
    [`HEAD ${API}/Unified/Orders HTTP/1.1`, 405],
  ] as const) {
    const answer = await ask(first);
    assert.deepEqual([answer.status, answer.body], [status, ''], first);
    assert.ok(Number(answer.header('content-length')) > 500);
  }
});

test('where people look they get a page, and nothing of the address runs on it', async () => {
  for (const [first, expected] of [
    ['GET /docs/<b>canary</b> HTTP/1.1', 404],
    ['GET /link/<b>canary</b> HTTP/1.1', 404],
    ['GET /link/%zz HTTP/1.1', 404],
    ['PUT /link HTTP/1.1', 405],
  ] as const) {
    const { status, header, body } = await ask(first, ['Accept: text/html,*/*;q=0.8']);
    assert.equal(status, expected, first);
    assert.match(header('content-type') ?? '', /^text\/html/, first);
    assert.match(header('content-security-policy') ?? '', /^default-src 'none'/, first);
    assert.doesNotMatch(body, first.includes('/docs') ? /canary/ : /<b>/);
  }
});

test('what is broken is never mixed into an answer that has begun', async () => {
  const whole = [`GET ${API}/Nope HTTP/1.1`, 'Host: a.example'];
  const answer = await say(whole, 'broken\r\n\r\n');
  // No one knows whose answer it would be: nothing, or the one that was owed.
  assert.ok((answer.match(/HTTP\/1\.1/g) ?? []).length <= 1, answer);
});
