// One exchange with a real server on loopback: sizes, broken bodies, encodings, aborts.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createSender } from './send.ts';

const sender = createSender({ maxBytes: 1000 });
let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response));
let route = '';

before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  route = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
after(async () => {
  await sender.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const send = (
  signal = AbortSignal.timeout(60_000),
  via: string | undefined = route,
  head: number | undefined = undefined,
) =>
  sender.send({
    head,
    method: 'GET',
    url: new URL('https://shop.nl/a?b=1'),
    route: via,
    headers: {},
    body: undefined,
    signal,
  });

test('a routed exchange says whom it was meant for', async () => {
  answer = (request, response) => {
    response.setHeader('X-Two', ['1', '2']);
    response.end(
      JSON.stringify([request.url, request.headers.host, request.headers['x-forwarded-proto']]),
    );
  };
  const { status, headers, bytes } = await send();
  assert.equal(status, 200);
  assert.equal(headers['x-two'], '1, 2');
  assert.deepEqual(JSON.parse(String(bytes)), ['/a?b=1', 'shop.nl', 'https']);
});

test('a compressed answer is read, a bomb is not', async () => {
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('hello'));
  assert.equal(String((await send()).bytes), 'hello');
  answer = (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('a'.repeat(1e6)));
  await assert.rejects(send(), { code: 'channel_invalid_response', message: /larger answer/ });
});

test('an answer without a body is empty, however it would have been packed', async () => {
  for (const encoding of ['gzip', 'deflate', 'br'])
    for (const head of [undefined, 300])
      for (const status of [200, 204]) {
        answer = (_, response) =>
          response.writeHead(status, { 'content-encoding': encoding }).end();
        const answered = await send(undefined, undefined, head);
        assert.deepEqual([answered.status, answered.bytes.length], [status, 0], encoding);
      }
  answer = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 100 });
    response.flushHeaders();
    setImmediate(() => response.destroy());
  };
  await assert.rejects(send(), { code: 'channel_invalid_response', message: /broke off/ });
  answer = (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('hello').subarray(0, 12));
  await assert.rejects(send(), { code: 'channel_invalid_response', message: /broke off/ });
});

test('of a page without end only the head is read, packed or not', async () => {
  const head = () => send(undefined, undefined, 300);
  answer = (_, response) => {
    const more = () => response.write('x'.repeat(500), () => setImmediate(more));
    response.on('close', () => response.destroy());
    more();
  };
  assert.ok((await head()).bytes.length >= 300);
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('hello'));
  assert.equal(String((await head()).bytes), 'hello');
  answer = (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(randomBytes(5000)));
  await assert.rejects(head(), { code: 'channel_invalid_response' });
  answer = (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('a'.repeat(900)));
  assert.equal(String((await head()).bytes), 'a'.repeat(900));
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip');
  await assert.rejects(head(), { code: 'channel_invalid_response', message: /broke off/ });
});

test('an answer without end and one that breaks off are faults', async () => {
  answer = (_, response) => {
    const more = () => response.write('x'.repeat(500), () => setImmediate(more));
    response.on('close', () => response.destroy());
    more();
  };
  await assert.rejects(send(), { code: 'channel_invalid_response', message: /larger answer/ });
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  await assert.rejects(send(), { code: 'channel_invalid_response', message: /broke off/ });
  answer = (request) => request.socket.destroy();
  await assert.rejects(send(), { code: 'channel_failed', message: /could not be reached/ });
});

test('an abort ends a stalled exchange with its own reason', async () => {
  answer = () => {};
  await assert.rejects(send(AbortSignal.timeout(50)), { name: 'TimeoutError' });
  answer = (_, response) => {
    response.writeHead(200);
    response.write('a');
  };
  await assert.rejects(send(AbortSignal.timeout(50)), { name: 'TimeoutError' });
});

test('without a route a private address is not connected to, by number or by name', async () => {
  const direct = (address: string) =>
    sender.send({
      method: 'GET',
      url: new URL(address),
      route: undefined,
      headers: {},
      body: undefined,
      signal: AbortSignal.timeout(60_000),
    });
  await assert.rejects(direct(route), { code: 'address_not_allowed' });
  await assert.rejects(direct(route.replace('127.0.0.1', 'localhost')), {
    code: 'address_not_allowed',
  });
});

test('a packed answer that is broken from its first byte on is a fault, and nothing else', async () => {
  // Head and error come in one piece: the body fails before anybody can listen to it.
  const broken = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n',
      ),
    );
  });
  await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done));
  const { port } = broken.address() as AddressInfo;
  try {
    await assert.rejects(send(undefined, `http://127.0.0.1:${port}`), {
      code: 'channel_invalid_response',
      message: /broke off in the middle/,
    });
  } finally {
    broken.close();
  }
});

test('a connection is used again, packed or not, and after a discarded body', async () => {
  let connections = 0;
  server.on('connection', () => connections++);
  const own = createSender({ maxBytes: 1000 });
  const ask = (discard?: true) =>
    own.send({
      ...{ method: 'GET', url: new URL('https://shop.nl/'), route, headers: {}, body: undefined },
      ...{ signal: AbortSignal.timeout(60_000), ...(discard && { discard }) },
    });
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed'));
  assert.equal(String((await ask()).bytes), 'packed');
  answer = (_, response) => response.end('plain');
  assert.equal(String((await ask()).bytes), 'plain');
  await ask(true);
  // The dropped body is read to its end in the background.
  await new Promise((done) => setImmediate(done));
  assert.equal(String((await ask()).bytes), 'plain');
  assert.equal(connections, 1);
  await own.close();
});

test('anyone who waits for an answer is let go immediately, also before it has a connection', async () => {
  const own = createSender({ maxBytes: 1000 });
  const gone = new AbortController();
  const waiting = own.send({
    ...{ method: 'GET', url: new URL('https://shop.nl/'), headers: {}, body: undefined },
    ...{ route: 'http://127.0.0.1:1', signal: gone.signal },
  });
  gone.abort(new Error('gone before it began'));
  await assert.rejects(waiting, /gone before it began/);
  await own.close();
});
