// Wrong keys for a victim's shop, sent by another client: the victim's own calls are not held up.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { isAll } from '../all.ts';
import { openDatabases, type TestDatabases } from '../postgres.ts';
import { type Service, startService, type Tenant } from '../service.ts';
import { assertUnharmed } from '../victim.ts';

/** How long the shop looks for keys that it does not have. */
const SLOW = 700;
/** Calls of the attacker at the same time: more than any shop has places. */
const CONCURRENCY = 25;

/** A new wrong key for every call, as the channel spells keys. */
const WRONG: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  woocommerce: () => ({ token: btoa(`ck_wrong${hex(8)}:cs_${hex(20)}`) }),
  magento: () => ({ token: `wrong${hex(16)}` }),
  sharetribe: () => ({ clientId: randomUUID(), clientSecret: `wrong${hex(18)}` }),
};
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Whether one of the keys above is in it: in a header, or in the body of an ask for a token. */
function isWrong({ headers }: IncomingMessage, body: string): boolean {
  const sent = headers.authorization ?? '';
  const basic = Buffer.from(sent.replace(/^Basic /, ''), 'base64').toString();
  return [sent, basic, body].some((text) => text.includes('wrong'));
}

/** Stands between the service and the sandbox: the true answers, late for wrong keys. */
async function slowForWrongKeys(sandbox: () => string) {
  const between = createServer(async (incoming, response) => {
    try {
      const sent: Buffer[] = [];
      for await (const chunk of incoming) sent.push(chunk);
      const body = Buffer.concat(sent);
      if (isWrong(incoming, String(body))) await sleep(SLOW);
      const answer = await request(`${sandbox()}${incoming.url}`, {
        method: incoming.method as 'GET',
        headers: { ...incoming.headers, 'accept-encoding': 'identity' },
        ...(body.length > 0 && { body }),
      });
      const text = await answer.body.text();
      const type = String(answer.headers['content-type'] ?? 'text/plain');
      response.writeHead(answer.statusCode, { 'content-type': type }).end(text);
    } catch {
      response.destroy();
    }
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const address = between.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { between, origin: `http://127.0.0.1:${port}` };
}

interface Scene {
  service: Service;
  hostile: Tenant;
  close(): Promise<void>;
}

async function scene(databaseUrl?: string): Promise<Scene> {
  let service: Service | undefined;
  const { between, origin } = await slowForWrongKeys(() => service?.sandbox.origin ?? '');
  service = await startService({ between: origin, ...(databaseUrl && { databaseUrl }) });
  return {
    service,
    hostile: await service.tenant('hostile'),
    async close() {
      await service.close();
      between.closeAllConnections();
      between.close();
    },
  };
}

async function attacked({ service, hostile }: Scene, channel: string) {
  const { account } = service.shop(channel).credential;
  const { baseUrl } = account;
  const params = () => ({
    [channel]: Object.entries({ ...(baseUrl && { baseUrl }), ...WRONG[channel]?.() }).map(
      ([key, value]) => ({ key, value }),
    ),
  });
  let refused = 0;
  await assertUnharmed({
    // It was 50 to 680 times: twenty leaves room for a busy machine on either side.
    times: 20,
    victim: async () => {
      const { status, text } = await service.products(channel, { limit: 1 });
      return status === 200 ? undefined : text.slice(0, 200);
    },
    calls: 6,
    settle: 200,
    attack: async () => {
      const stop = new AbortController();
      const attacks = Array.from({ length: CONCURRENCY }, async () => {
        while (!stop.signal.aborted) {
          const asking = { user: 'any', signal: stop.signal };
          const answer = await hostile
            .products(channel, { params: params() }, asking)
            .catch(() => undefined);
          if (answer) refused += 1;
          assert.ok(!answer || [424, 429].includes(answer.status), answer?.text.slice(0, 300));
          await sleep(20);
        }
      });
      return async () => {
        stop.abort();
        await Promise.all(attacks);
      };
    },
  });
  return refused;
}

describe('in one process', () => {
  let held: Scene;
  before(async () => {
    held = await scene();
  });
  after(() => held.close());

  for (const channel of Object.keys(WRONG))
    test(`${channel}: the victim is served as before`, async () => {
      await attacked(held, channel);
    });
});

if (isAll)
  describe('on PostgreSQL', () => {
    let postgres: TestDatabases;
    let held: Scene;
    before(async () => {
      postgres = await openDatabases();
      held = await scene(await postgres.fresh());
    });
    after(async () => {
      await held.close();
      await postgres.stop();
    });

    test('woocommerce: the victim is served as before', async () => {
      await attacked(held, 'woocommerce');
    });
  });
