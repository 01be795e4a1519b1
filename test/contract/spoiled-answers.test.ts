// Vendors' answers spoiled on their way, one place at a time: never our own fault, never the end of the road.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { channels } from '../../src/channels/index.ts';
import { isAll, isDeep, shownOn } from '../all.ts';
import { type Mutation, spoil } from '../mutations.ts';
import { type Service, startService } from '../service.ts';
import { everything, idsOf } from './expected.ts';

/** Answers spoiled for each kind of record of each channel. */
const TIMES = isDeep ? 25 : isAll ? 10 : 3;
/** What a request may end in when one answer is not what it should be. */
const ENDINGS = new Set([200, 424, 429, 502]);

/** Stands between the service and the sandbox. */
interface Road {
  /** Spoils the answer to so many calls later; undefined lets all pass. */
  plan: { after: number; random: (below: number) => number } | undefined;
  /** Calls since the plan was made. */
  calls: number;
  spoiled: Mutation | undefined;
}
const road: Road = { plan: undefined, calls: 0, spoiled: undefined };

const between = createServer((incoming, response) => {
  pass(incoming.method ?? 'GET', incoming.url ?? '/', incoming.headers, incoming).then(
    ({ status, headers, body }) => response.writeHead(status, headers).end(body),
    (error: unknown) => response.destroy(error as Error),
  );
});

async function pass(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  incoming: AsyncIterable<Buffer>,
) {
  const sent: Buffer[] = [];
  for await (const chunk of incoming) sent.push(chunk);
  const answer = await request(`${service.sandbox.origin}${path}`, {
    method: method as 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(sent.length > 0 && { body: Buffer.concat(sent) }),
  });
  const body = spoiledBody(await answer.body.text());
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = answer.headers;
  return {
    status: answer.statusCode,
    headers: { ...rest, 'content-length': String(Buffer.byteLength(body)) },
    body,
  };
}

function spoiledBody(text: string): string {
  const { plan } = road;
  if (!plan || road.calls++ !== plan.after) return text;
  try {
    road.spoiled = spoil(JSON.parse(text), plan.random);
    return road.spoiled ? JSON.stringify(road.spoiled.value) : text;
  } catch {
    return text;
  }
}

let service: Service;
before(async () => {
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const address = between.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  service = await startService({
    days: Infinity,
    between: origin,
    settings: { MANIFOLD_LOG_LEVEL: 'error' },
  });
});
after(async () => {
  await service.close();
  between.closeAllConnections();
  between.close();
});

/** The same numbers every time (a linear congruential generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const [name, channel] of shownOn(channels, 3))
  describe(name, () => {
    for (const kind of ['orders', 'products'] as const) {
      if (!channel[kind]) continue;
      test(`${kind}: one spoiled answer is refused or read, and the next request is served`, async () => {
        const body = { ...(kind === 'orders' && everything(service, name)), limit: 5 };
        const ask = () => service[kind](name, body);
        await service.link(name, 'demo');
        const good = await ask();
        assert.equal(good.status, 200, good.text.slice(0, 300));
        const ids = idsOf(good.body.Output.result);
        const { length: calls } = good.body.Report.ExtResources;
        const random = seeded(name.length * 31 + kind.length);
        let spoiled = 0;
        for (let i = 0; i < TIMES; i++) {
          // Linked again, nothing is remembered: what drivers read once in a while is spoiled too.
          await service.link(name, 'demo');
          Object.assign(road, { plan: { after: random(calls), random }, calls: 0 });
          road.spoiled = undefined;
          const answer = await ask();
          road.plan = undefined;
          const what = `${(road.spoiled as Mutation | undefined)?.path} as ${(road.spoiled as Mutation | undefined)?.into}`;
          if (road.spoiled !== undefined) spoiled++;
          assert.ok(ENDINGS.has(answer.status), `${what}: ${answer.text.slice(0, 400)}`);
          const again = await ask();
          assert.deepEqual(idsOf(again.body.Output.result), ids, `after ${what}`);
        }
        assert.doesNotMatch(service.logged(), /an unexpected error/, 'a driver stumbled');
        assert.ok(spoiled > TIMES / 2, `only ${spoiled} answers were spoiled`);
      });
    }
  });
