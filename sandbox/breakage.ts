// Sends an answer the way a planted transport fault wants it: late, cut, dripping or never.
import type { ServerResponse } from 'node:http';
import type { FaultPlan, TransportFault } from './faults.ts';
import type { StoreReply } from './store.ts';

const page =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';

/** Every fault but those that the server deals with by itself. */
export function sendBroken(
  kind: Exclude<TransportFault, 'latency' | 'same-page'>,
  plan: FaultPlan,
  reply: StoreReply,
  response: ServerResponse,
): void {
  if (reply.status === 0) {
    hangUp(response);
    return;
  }
  const body = Buffer.from(reply.body ?? '');
  switch (kind) {
    case 'reset':
      hangUp(response);
      return;
    case 'stalled-headers':
      // Nothing is sent; the socket ends when the caller or the server closes it.
      return;
    case 'half-body':
      response.writeHead(reply.status, {
        ...reply.headers,
        'content-length': String(body.length + 1),
      });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => hangUp(response));
      return;
    case 'stalled-body':
      response.writeHead(reply.status, {
        ...reply.headers,
        'content-length': String(body.length + 1),
      });
      response.write(body.subarray(0, Math.min(body.length, 16)));
      return;
    case 'broken-json': {
      const cut = Buffer.concat([body.subarray(0, Math.max(1, body.length - 7)), Buffer.from('"')]);
      response.writeHead(reply.status, { ...reply.headers, 'content-length': String(cut.length) });
      response.end(cut);
      return;
    }
    case 'wrong-content-type':
      response.writeHead(200, {
        'content-type': 'text/html; charset=UTF-8',
        'content-length': String(page.length),
      });
      response.end(page);
      return;
    case 'huge-headers':
      response.writeHead(reply.status, {
        ...reply.headers,
        ...hugeHeaders(),
        'content-length': String(body.length),
      });
      response.end(body);
      return;
    case 'endless-body':
      response.writeHead(reply.status, reply.headers);
      pour(response, Buffer.from('{"orders":['), 0);
      return;
    case 'slow-drip':
      response.writeHead(reply.status, { ...reply.headers, 'content-length': String(body.length) });
      drip(response, body, plan.ms ?? 50);
      return;
  }
}

/** Breaks the connection with a reset where the platform can, else by closing it. */
export function hangUp(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  socket.resetAndDestroy();
}

function hugeHeaders(): Record<string, string> {
  const filler = 'x'.repeat(8 * 1024);
  return Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`x-filler-${i}`, filler]));
}

const ENDLESS = Buffer.alloc(64 * 1024, '{"id":1},');

function pour(response: ServerResponse, start: Buffer, round: number): void {
  if (response.destroyed) return;
  if (response.write(round === 0 ? start : ENDLESS))
    setImmediate(() => pour(response, start, round + 1));
  else response.once('drain', () => pour(response, start, round + 1));
}

function drip(response: ServerResponse, body: Buffer, ms: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed) {
      clearInterval(timer);
      return;
    }
    response.write(body.subarray(at, at + 8));
    at += 8;
    if (at >= body.length) {
      clearInterval(timer);
      response.end();
    }
  }, ms);
  response.once('close', () => clearInterval(timer));
}
