// A client's own limit runs on a clock that never goes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBearer } from './bearer.ts';

test('setting the clock back by an hour locks no client out', async () => {
  let time = 10_000_000;
  const verified = { client: { id: 'a' }, scopes: ['orders'] };
  const options = { verify: async () => verified, now: () => time, rate: 1, burst: 2 };
  const hook = createBearer(options as unknown as Parameters<typeof createBearer>[0])('orders');
  const request = { headers: { authorization: 'Bearer abc' } } as unknown as FastifyRequest;
  const reply = { header: () => reply } as unknown as FastifyReply;
  await hook(request, reply);
  await hook(request, reply);
  await assert.rejects(hook(request, reply), { code: 'rate_limited' });
  time -= 3_600_000;
  await assert.rejects(hook(request, reply), { code: 'rate_limited', retryAfter: 1000 });
  time += 1000;
  await hook(request, reply);
});
