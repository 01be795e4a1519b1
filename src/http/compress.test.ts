// Compressions under way are bounded, shared by client, and given back by anyone who leaves.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { isAll } from '../../test/all.ts';
import { until } from '../../test/until.ts';
import { compressAnswers } from './compress.ts';
import { DOCS_PATHS, PATHS } from './paths.ts';

const STREAM = `${PATHS.executions}/:id`;
const LARGE = Buffer.from(
  '{"a":1,"b":null,"words":"twice, twice"}'.repeat(isAll ? 200_000 : 50_000),
);

/** A server whose streams stay open until they are ended by hand. */
async function setUp(t: TestContext) {
  const failures: unknown[] = [];
  const open = new Set<Readable>();
  const server = Fastify();
  compressAnswers(server, {
    whose: ({ headers }) => String(headers.who),
    onFailure: (error) => failures.push(error),
  });
  const json = 'application/json';
  server.get(STREAM, (_, reply) => {
    const stream = new Readable({ read() {} });
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    stream.push('{"first":"piece"');
    return reply.type(json).send(stream);
  });
  server.get(PATHS.users, (_, reply) => reply.type(json).send(LARGE));
  server.get(PATHS.overrides, (_, reply) =>
    reply.type(json).header('cache-control', 'no-transform').send(LARGE),
  );
  server.get(PATHS.deliveries, (_, reply) => reply.type('image/png').send(LARGE));
  server.get(PATHS.eventAddresses, (_, reply) => reply.type(json).send(LARGE));
  server.get(PATHS.metrics, (_, reply) =>
    reply.type('text/plain').send(randomBytes(1_000_000).toString('base64')),
  );
  server.get(PATHS.orders, (_, reply) =>
    reply.type(json).header('vary', 'origin').header('etag', '"strong"').send(LARGE),
  );
  server.get(DOCS_PATHS.viewer(':version'), (_, reply) =>
    reply.type('text/javascript').header('etag', 'W/"viewer"').send(LARGE),
  );
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    server.server.closeAllConnections();
    await server.close();
    assert.deepEqual(failures, []);
  });
  const { port } = new URL(origin);

  const get = async (path: string, who: string, encoding = 'gzip', signal?: AbortSignal) => {
    const headers = { who, 'accept-encoding': encoding };
    const asked = ask({ port, path, headers, ...(signal && { signal }) });
    asked.on('error', () => {});
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    return answer;
  };
  return { get, open };
}

const encodingOf = ({ headers }: IncomingMessage) => headers['content-encoding'];
const streamOf = STREAM.replace(':id', 'one');

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('one client has a share, another finds room, and who leaves gives it back', async (t) => {
  const { get, open } = await setUp(t);
  const many = [];
  for (let n = 0; n < 8; n++) many.push(await get(streamOf, 'greedy'));
  const got = many.map(encodingOf);
  assert.deepEqual(got, [...Array(4).fill('gzip'), ...Array(4).fill(undefined)]);
  assert.equal(encodingOf(await get(PATHS.users, 'greedy')), undefined);
  assert.equal(encodingOf(await get(PATHS.users, 'other')), 'gzip');
  const second = await get(streamOf, 'other');
  assert.equal(encodingOf(second), 'gzip');
  second.destroy();
  // They went away in the middle: what they read from is closed, and their places are free.
  for (const one of many) one.destroy();
  await until(() => open.size === 0);
  await until(async () => encodingOf(await get(PATHS.users, 'greedy')) === 'gzip');
});

test('what says the same to everybody is compressed once, at whatever address it is asked for', async (t) => {
  const { get } = await setUp(t);
  assert.equal(encodingOf(await get(DOCS_PATHS.viewer('1.js'), 'one')), 'gzip');
  for (let n = 0; n < 4; n++) assert.equal(encodingOf(await get(streamOf, 'greedy')), 'gzip');
  assert.equal(encodingOf(await get(PATHS.users, 'greedy')), undefined);
  const again = await get(DOCS_PATHS.viewer('any.js'), 'greedy');
  assert.equal(encodingOf(again), 'gzip');
  assert.ok(gunzipSync(await bodyOf(again)).equals(LARGE));
});

test('anyone who refuses what is not encoded waits for a place', async (t) => {
  const { get, open } = await setUp(t);
  const many = [];
  for (let n = 0; n < 4; n++) many.push(await get(streamOf, 'greedy'));
  let isAnswered = false;
  const waiting = get(PATHS.users, 'greedy', 'gzip, identity;q=0').then((answer) => {
    isAnswered = true;
    return answer;
  });
  // Somebody who waits and goes away leaves the line.
  const leaving = new AbortController();
  const left = get(PATHS.users, 'greedy', 'gzip, *;q=0', leaving.signal).catch(() => 'left');
  await get(PATHS.users, 'other').then(bodyOf);
  assert.equal(isAnswered, false);
  leaving.abort();
  assert.equal(await left, 'left');
  for (const stream of open) {
    stream.push('}');
    stream.push(null);
    break;
  }
  assert.equal(
    gunzipSync(await bodyOf(many[0] ?? (await waiting))).toString(),
    '{"first":"piece"}',
  );
  const answer = await waiting;
  assert.equal(encodingOf(answer), 'gzip');
  assert.ok(gunzipSync(await bodyOf(answer)).equals(LARGE));
  assert.equal(encodingOf(await get(PATHS.users, 'greedy')), 'gzip');
});

test('who does not read an answer holds no place', async (t) => {
  const { get } = await setUp(t);
  for (let n = 0; n < 12; n++) assert.equal(encodingOf(await get(PATHS.users, 'slow')), 'gzip');
});

test('a large answer is whole, also when many ask at the same time and some go away', async (t) => {
  const { get } = await setUp(t);
  const answers = await Promise.all(
    Array.from({ length: isAll ? 40 : 15 }, async (_, n) => {
      const answer = await get(PATHS.users, `client ${n % 5}`, ['gzip', 'br', 'zstd'][n % 3]);
      if (n % 4 === 0) answer.destroy();
      return n % 4 === 0 ? undefined : { encoding: encodingOf(answer), body: await bodyOf(answer) };
    }),
  );
  for (const answer of answers) {
    if (answer?.encoding === 'gzip') assert.ok(gunzipSync(answer.body).equals(LARGE));
    if (answer?.encoding === undefined && answer) assert.ok(answer.body.equals(LARGE));
  }
  assert.equal(encodingOf(await get(PATHS.users, 'client 0')), 'gzip');
});

test('what cannot be distinguished by its encoding says so, and what is to stay does', async (t) => {
  const { get } = await setUp(t);
  for (const path of [PATHS.overrides, PATHS.deliveries, PATHS.eventAddresses])
    assert.equal(encodingOf(await get(path, 'one')), undefined, path);
  assert.equal((await get(PATHS.eventAddresses, 'one')).headers.vary, undefined);
  const noise = await get(PATHS.metrics, 'one');
  assert.equal(gunzipSync(await bodyOf(noise)).length, 1_333_336);
  const { headers } = await get(PATHS.orders, 'one');
  assert.deepEqual([headers.vary, headers.etag], ['origin, accept-encoding', 'W/"strong"']);
  const { headers: plain } = await get(PATHS.orders, 'one', 'identity');
  assert.deepEqual([plain.vary, plain.etag], ['origin, accept-encoding', '"strong"']);
});
