// A sync that changes its language: whatever moves meanwhile and wherever it is killed, the copy ends as the truth.
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Manifold } from '../../client/src/index.ts';
import { readState, writeState } from '../../client/src/sync-state.ts';
import { isAll, isDeep } from '../all.ts';
import { chance, type Item, openShop } from '../client/shop.ts';
import { CLIENT, startService } from '../service.ts';
import { CLIENT_FOLDER, PYTHON_ENV, python, withoutPython } from './interpreter.ts';

interface Batch {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly state: string;
}

/** A Python process that syncs on command, and can be killed between any two batches. */
function openPython(url: string, { id, secret }: { readonly id: string; readonly secret: string }) {
  let child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  let lines: AsyncIterator<string> | undefined;
  async function say(command: object): Promise<unknown> {
    if (!child) {
      child = spawn(python, [join(CLIENT_FOLDER, 'tests/driver.py'), url, id, secret], {
        env: { ...PYTHON_ENV, PATH: process.env.PATH },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    }
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const line = await lines?.next();
    if (!line || line.done) throw new Error('the Python client ended');
    return JSON.parse(line.value);
  }
  return {
    async *sync(query: object, now: number): AsyncGenerator<Batch> {
      await say({ sync: query, now });
      for (;;) {
        const batch = await say({});
        if (batch === null) return;
        yield batch as Batch;
      }
    },
    gone: (query: object) => say(query) as Promise<{ id: string; answer: string }[]>,
    kill() {
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

const RUNS = Number(process.env.SYNC_RUNS ?? (isDeep ? 30 : isAll ? 12 : 4));
const WHO = { resource: 'orders', channel: 'shopify', user: 'demo' } as const;

describe('a sync in two languages', { skip: withoutPython, timeout: 1_200_000 }, () => {
  it('writes the same text for the same state', async () => {
    const owner = { resource: 'orders', channel: 'bol', user: 'Zoë "\n\u2028\u007f😀/ours' };
    const states = [
      {},
      { until: 1 },
      { until: 1, window: { from: -5, to: 9, token: 't', form: '[null]', hole: true } },
      { window: { to: 9 }, again: ['1', 'é'] },
    ];
    const texts = states.map((state) => writeState(state, owner));
    const program = `
import json, sys
from manifold_commerce._state import Owner, read_state, write_state
owner, texts = json.loads(sys.stdin.read())
owner = Owner(**owner)
print(json.dumps([write_state(read_state(text, owner), owner) for text in texts]))
for wrong in (texts[1][:-3], texts[1] + "!", "e30", write_state(read_state(texts[1], owner), owner._replace(user="x"))):
    try:
        read_state(wrong, owner)
        print("taken", wrong)
    except Exception as error:
        assert error.code == "invalid_state"
`;
    const child = spawn(python, ['-c', program], {
      env: PYTHON_ENV,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify([owner, texts]));
    const said = await new Response(child.stdout as unknown as ReadableStream).text();
    const [written = '', ...taken] = said.trim().split('\n');
    assert.deepEqual(taken, []);
    assert.deepEqual(JSON.parse(written), texts);
    for (const [at, text] of texts.entries()) assert.deepEqual(readState(text, owner), states[at]);
  });

  it('ends with the truth, whatever moves meanwhile and wherever it is killed', async () => {
    let shop = openShop({ random: chance(0), late: 0 });
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers) as [string, string][];
      const init = { method: 'POST', headers, body: Buffer.concat(chunks).toString() };
      const answer = await shop.fetch(request.url ?? '', init);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = openPython(url, { id: 'app', secret: 'secret' });
    const handed = { python: 0, javascript: 0 };
    try {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const random = chance(seed);
          const settle = Math.floor(random() * 200);
          const overlap = Math.floor(random() * 900);
          shop = openShop({ random, late: (settle + overlap) * 1000, odd: { broken: true } });
          const { fetch, now } = shop;
          const own = new Manifold({ url, clientId: 'app', clientSecret: 'secret', fetch, now });
          const copy = new Map<string, number>();
          let state: string | undefined;
          other.kill();
          for (let count = random() * 40; count > 0; count -= 1) shop.live();

          const run = async (mayBeKilled: boolean) => {
            const limit = 1 + Math.floor(random() * 7);
            const asking = { ...WHO, state, settle, overlap, limit, lenient: true };
            const isPython = random() < 0.5;
            const batches = isPython ? other.sync(asking, shop.now()) : own.sync(asking);
            for await (const { records, state: next } of batches) {
              if (mayBeKilled && random() < 0.1) return isPython && other.kill(); // before it was kept
              for (const record of records) {
                const { id, version } = record as unknown as Item;
                copy.set(id, version);
              }
              state = next;
              handed[isPython ? 'python' : 'javascript'] += 1;
              shop.live();
              if (mayBeKilled && random() < 0.1) return isPython && other.kill(); // after it was kept
            }
            return undefined;
          };

          for (let count = 2 + Math.floor(random() * 6); count > 0; count -= 1) {
            await run(true);
            const dice = random();
            shop.pass(dice < 0.4 ? 0 : dice < 0.8 ? random() * 3_600_000 : 25 * 3_600_000);
            shop.live();
          }
          shop.rest();
          shop.pass((settle + overlap + 1) * 1000);
          // One may have to end a window with a hole; the next reads that again.
          for (let count = 2; count > 0; count -= 1) await run(false);

          const truth = new Map(shop.truth().map(({ id, version }) => [id, version]));
          for (const [id, version] of truth)
            assert.equal(copy.get(id), version, `record ${id} of seed ${seed}`);
          const extra = [...copy.keys()].filter((id) => !truth.has(id));
          const found = await other.gone({ ...WHO, gone: [...copy.keys()] });
          assert.deepEqual(
            found.map(({ id, answer }) => `${id} ${answer}`).sort(),
            extra.map((id) => `${id} gone`).sort(),
          );
        }),
        { numRuns: RUNS },
      );
    } finally {
      other.kill();
      server.closeAllConnections();
      server.close();
    }
    assert.ok(handed.python > RUNS && handed.javascript > RUNS, JSON.stringify(handed));
  });

  it('goes on in the other language against the service, page by page, with the same copy', async () => {
    const service = await startService();
    const other = openPython(service.origin, CLIENT);
    try {
      const own = new Manifold({
        url: service.origin,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        now: service.now,
      });
      const copy = new Map<string, unknown>();
      let state: string | undefined;
      let isPython = false;
      let pages = 0;
      // Each reads one page and is killed.
      for (let isDone = false; !isDone; pages += 1) {
        const asking = { ...WHO, state, limit: isAll ? 25 : 100 };
        const batches = isPython ? other.sync(asking, service.now()) : own.sync(asking);
        isDone = true;
        for await (const batch of batches) {
          for (const record of batch.records) copy.set(String(record.id), record);
          isDone = batch.state === state;
          state = batch.state;
          break;
        }
        if (isPython) other.kill();
        isPython = !isPython;
      }
      assert.ok(pages > 4, String(pages));
      const { items } = await service.walk('orders', 'shopify', { status: 'any', limit: 100 });
      assert.deepEqual(copy, new Map(items.map((item) => [String(item.id), item])));
    } finally {
      other.kill();
      await service.close();
    }
  });
});
