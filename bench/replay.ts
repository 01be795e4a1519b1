// The channel of the benchmarks, in a process of its own: answers recorded pages from memory and counts the calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { type Asked, type Exchange, nameOf } from './exchange.ts';

/** What the process is sent, and answers. */
export type Order =
  /** From now on, what is not known is asked of this origin, and everything asked is listed. */
  | { readonly do: 'record'; readonly from: string }
  /** Ends the list: what was asked since, in order. */
  | { readonly do: 'list' }
  /**
   * From now on, what is not known is an error, and every answer takes so long: since so many wait
   * together, where that is asked for, and one after the other as they came.
   */
  | { readonly do: 'replay'; readonly delay: number; readonly together: number }
  /** How many calls were answered, and how many could not be. */
  | { readonly do: 'count' };

export interface Count {
  readonly answered: number;
  readonly unknown: number;
  /** Calls that came and are not answered yet. */
  readonly waiting: number;
}

interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Of the connection, not of the answer. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const known = new Map<string, Kept>();
/** What was asked and is not known, each reported once. */
const missing = new Set<string>();
let listed: Exchange[] = [];
let source: string | undefined;
let delay = 0;
let answered = 0;
let unknown = 0;
let waiting = 0;
let gate = newGate(0);

/** Opens for all, and for good, once so many stand before it. */
function newGate(together: number) {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  return { together, opened, open: resolve, isOpen: together === 0, since: performance.now() };
}

async function wait(): Promise<void> {
  waiting++;
  // Those before the gate are answered as they came, not all in one moment.
  const after = gate.isOpen ? 0 : performance.now() - gate.since;
  if (waiting >= gate.together) {
    gate.isOpen = true;
    gate.open();
  }
  await gate.opened;
  await pause(delay + after);
  waiting--;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const asked = await readAsked(incoming);
  const name = nameOf(asked);
  let kept = known.get(name);
  if (source !== undefined) {
    kept = await fromSource(source, asked);
    known.set(name, kept);
    const { status, headers, bytes } = kept;
    listed.push({ asked, answered: { status, headers, body: bytes.toString('base64') } });
  } else if (!kept) {
    unknown++;
    if (!missing.has(name)) console.error(`not recorded: ${name.slice(0, 2000)}`);
    missing.add(name);
    outgoing.writeHead(599).end('not recorded');
    return;
  }
  if (delay > 0) await wait();
  answered++;
  outgoing.writeHead(kept.status, { ...kept.headers, 'content-length': kept.bytes.length });
  outgoing.end(kept.bytes);
}

async function readAsked(incoming: IncomingMessage): Promise<Asked> {
  const { method = 'GET', url: path = '/' } = incoming;
  const pieces: Buffer[] = [];
  if (method !== 'GET') for await (const piece of incoming) pieces.push(piece as Buffer);
  const headers = incoming.headers as Record<string, string>;
  return { method, path, headers, body: Buffer.concat(pieces).toString() };
}

async function fromSource(origin: string, { method, path, headers, body }: Asked): Promise<Kept> {
  const { connection: _, 'content-length': __, 'transfer-encoding': ___, ...sent } = headers;
  const reply = await request(`${origin}${path}`, {
    method: method as 'GET' | 'POST',
    headers: sent,
    body: body === '' ? null : body,
  });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  const kept = Object.entries(reply.headers).filter(([name]) => !OF_CONNECTION.has(name));
  const flat = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  return { status: reply.statusCode, headers: flat, bytes };
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    unknown++;
    outgoing.writeHead(599).end(String(error));
  });
});
server.keepAliveTimeout = 120_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 20_000 }, () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  if (order.do === 'record') source = order.from;
  if (order.do === 'replay') {
    [source, delay] = [undefined, order.delay];
    gate.open();
    gate = newGate(order.together);
  }
  const list = listed;
  if (order.do === 'list') listed = [];
  const count: Count = { answered, unknown, waiting };
  process.send?.(order.do === 'list' ? list : count);
});
