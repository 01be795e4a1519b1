// Sends requests over kept connections, as fast as they are answered or at a pace, and times them.
import { Client } from 'undici';

export interface Request {
  /** POST, unless it says otherwise. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Loaded {
  readonly done: number;
  /** Of those that were not answered with 200: what the first of them said. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Milliseconds of each, in ascending order. */
  readonly times: Float64Array;
  readonly bytes: number;
}

export interface Load {
  readonly origin: string;
  readonly connections: number;
  readonly count: number;
  /** The n-th request; of several, each is sent once the one before is answered, and they count as one. */
  readonly request: (n: number) => Request | readonly Request[];
  /** Requests a second; absent: each connection sends the next one as soon as it may. */
  readonly pace?: number;
  /** Each connection is used once before anything is timed. */
  readonly warm?: boolean;
}

export async function send(load: Load): Promise<Loaded> {
  const { origin, connections, count, request, pace, warm = false } = load;
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }));
  const times = new Float64Array(count);
  let [next, failed, bytes] = [0, 0, 0];
  let firstFailure: string | undefined;
  if (warm) await Promise.all(clients.map((client, n) => one(client, n % count, 0)));
  const began = performance.now();

  /** When the n-th counts from: once it is sent, or, where no connection was free, once it was due. */
  async function turn(n: number, each: number): Promise<number> {
    const due = began + (n / each) * 1000;
    const early = due - performance.now();
    if (early <= 0) return due;
    await new Promise((go) => setTimeout(go, early));
    return performance.now();
  }

  async function one(client: Client, n: number, from: number) {
    const asked = request(n);
    try {
      for (const each of 'path' in asked ? [asked] : asked) {
        const { method = 'POST', path, headers, body } = each;
        const reply = await client.request({ method, path, headers, body: body || null });
        const text = await reply.body.arrayBuffer();
        bytes += text.byteLength;
        if (reply.statusCode !== 200) {
          fail(`${reply.statusCode} ${Buffer.from(text).toString()}`);
          break;
        }
      }
    } catch (error) {
      fail(String(error));
    }
    times[n] = performance.now() - from;
  }

  function fail(why: string) {
    failed++;
    firstFailure ??= why.slice(0, 500);
  }

  await Promise.all(
    clients.map(async (client) => {
      for (let n = next++; n < count; n = next++) {
        await one(client, n, pace === undefined ? performance.now() : await turn(n, pace));
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return { done: count - failed, failed, firstFailure, seconds, times: times.sort(), bytes };
}

/** Throws when a single one failed: the figures of the others say nothing. */
export function whole(what: string, loaded: Loaded): Loaded {
  if (loaded.failed > 0)
    throw new Error(`${what}: ${loaded.failed} failed, first: ${loaded.firstFailure}`);
  return loaded;
}

/** The least value that so large a share of them do not pass. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
