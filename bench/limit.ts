// The limit: a bare server that makes the same calls, parses every page, and writes an answer of the same size.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import type { Asked } from './exchange.ts';

/** What one address of this server does. */
export interface Page {
  readonly path: string;
  readonly asks: readonly Asked[];
  /** What our service answered for the same page, parsed. */
  readonly answer: unknown;
}

interface Given {
  readonly channel: string;
  readonly pages: readonly Page[];
}

// The probe lets go of the line to the parent, which is all that keeps this process waiting here.
process.channel?.ref();
const given = await new Promise<Given>((resolve) => {
  process.once('message', (message) => resolve(message as Given));
});
const pages = new Map(given.pages.map((page) => [page.path, page]));
// As many connections as it needs, kept, as the service keeps its own.
const agent = new Agent({ keepAliveTimeout: 60_000 });

const server = createServer((incoming, outgoing) => {
  const page = pages.get(incoming.url ?? '');
  incoming.resume();
  if (!page) return outgoing.writeHead(404).end();
  serve(page).then(
    (text) => {
      outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      outgoing.end(text);
    },
    (error: unknown) => outgoing.writeHead(500).end(String(error)),
  );
});

async function serve({ asks, answer }: Page): Promise<string> {
  for (const { method, path, headers, body } of asks) {
    const reply = await agent.request({
      origin: given.channel,
      path,
      method: method as 'GET' | 'POST',
      headers,
      body: body === '' ? null : body,
    });
    const text = await reply.body.text();
    if (reply.statusCode !== 200) throw new Error(`the channel answered ${reply.statusCode}`);
    if (text !== '') JSON.parse(text);
  }
  return JSON.stringify(answer);
}

server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
