// Servers that are not what they should be, and a door through which all vendors' calls can be led to one.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'undici';
import type { ServiceOptions } from './service.ts';

/** A call of the service, as a vendor's server would see it. */
export interface Seen {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Undefined leaves the call to the sandbox. */
export type Answering = (seen: Seen) => Answer | undefined;

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const page = (title: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

const text = (body: string, type = 'text/plain'): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body,
});

const repeated = (seen: Seen) => ({
  method: seen.method,
  path: seen.path,
  ...Object.fromEntries(new URLSearchParams(seen.query)),
  ...seen.headers,
  body: seen.body,
});

/** All answer every call alike, whatever is asked for. */
export const WRONG_SERVERS: Readonly<Record<string, (seen: Seen) => Answer>> = {
  'an object of its own': () => json({ canary: true }),
  'an empty list': () => json([]),
  'a text': () => json('hi'),
  null: () => json(null),
  'an empty object': () => json({}),
  'a number': () => json(42),
  'an empty answer': () => ({ status: 200 }),
  'no content': () => ({ status: 204 }),
  'plain words': () => text('It works!'),
  'half an answer': () => text('{"id":1,', 'application/json'),
  'a web page': () => page('Welcome'),
  'a captive portal': () => ({ ...page('Sign in to the network'), status: 511 }),
  'a redirect to a login page': () => ({ status: 302, headers: { location: '/login?next=%2F' } }),
  'a redirect to another host': () => ({
    status: 301,
    headers: { location: 'https://parked.example/' },
  }),
  'an error with 200': () => json({ error: 'Not allowed here.' }),
  'errors with 200': () => json({ errors: [{ code: 'nope', message: 'Not allowed here.' }] }),
  'a message': () => json({ message: 'Welcome to the API', status: 'ok', version: '1.0' }),
  'one plausible record': () => json({ id: 1, name: 'x' }),
  'a list of records with ids': () => json([{ id: 1 }, { id: 2, name: 'x', code: 'y' }]),
  'empty data of GraphQL': () => json({ data: {} }),
  'null data of GraphQL': () => json({ data: null }),
  'an empty list of data': () => json({ data: [] }),
  'one record as data': () => json({ data: { id: 1, name: 'x', attributes: { name: 'x' } } }),
  'no items': () => json({ items: [], total: 0 }),
  'no orders and no products': () => json({ orders: [], products: [], offers: [], total_count: 0 }),
  'an empty payload': () => json({ payload: [] }),
  'the request itself': (seen) => json(repeated(seen)),
  'the request itself as text': (seen) =>
    text(JSON.stringify([repeated(seen)]), 'application/json'),
};

export interface Door {
  readonly origin: string;
  /** Who answers; the sandbox, unless set. */
  answering: Answering | undefined;
  /** What the sandbox answered since this was emptied. */
  passed: Answer[];
  /** The origin of the sandbox, once it is known. */
  sandbox: string;
  close(): void;
}

/** Stands between the service and the sandbox. */
async function openDoor(): Promise<Door> {
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://door.example');
      const seen: Seen = {
        method: incoming.method ?? 'GET',
        host: incoming.headers.host ?? '',
        path: url.pathname,
        query: url.search,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      const own = door.answering?.(seen);
      Promise.resolve(own ?? pass(seen, incoming.url ?? '/')).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        (error: unknown) => response.destroy(error as Error),
      );
    });
  });

  async function pass({ method, headers, body }: Seen, path: string): Promise<Answer> {
    const answer = await request(`${door.sandbox}${path}`, {
      method: method as 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body !== '' && { body }),
    });
    const {
      'content-length': _,
      'transfer-encoding': __,
      connection: ___,
      ...rest
    } = answer.headers;
    const passed: Answer = {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, String(value)]),
      ),
      ...(answer.statusCode !== 204 && { body: await answer.body.text() }),
    };
    door.passed.push(passed);
    return passed;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const door: Door = {
    origin: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    answering: undefined,
    passed: [],
    sandbox: '',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return door;
}

/** What can be started so that vendors' calls go another way. */
interface Startable {
  readonly sandbox: { readonly origin: string };
  close(): Promise<void>;
}

export interface BehindDoor<T> {
  readonly door: Door;
  readonly started: T;
  close(): Promise<void>;
}

/** Starts the service with a door before the sandbox, and logs errors alone. */
export async function startBehindDoor<T extends Startable>(
  start: (options: ServiceOptions) => Promise<T>,
): Promise<BehindDoor<T>> {
  const door = await openDoor();
  const started = await start({
    between: door.origin,
    settings: { MANIFOLD_LOG_LEVEL: 'error' },
  });
  door.sandbox = started.sandbox.origin;
  return {
    door,
    started,
    async close() {
      await started.close();
      door.close();
    },
  };
}

/** Where vendors give out tokens. */
export const isTokenCall = ({ method, path }: Seen): boolean =>
  method === 'POST' && /(^|\/)(access_)?token(\/v3)?$/.test(path);

/** A token that every vendor's own form of it can be read from. */
export const tokenAnswer = (more: object = {}): Answer =>
  json({
    access_token: 'Atza|token-of-the-test',
    refresh_token: 'Atzr|refresh-token-of-the-test',
    token_type: 'bearer',
    expires_in: 3600,
    ...more,
  });

/** The same text with other digits at its end, which fit any pattern of keys: a credential never used before. */
export function another(text: string, count: number): string {
  const [, scheme = '', value = ''] = /^(\w+ )?(.*)$/.exec(text) ?? [];
  const pair = Buffer.from(value, 'base64').toString('latin1');
  // Two values joined by a colon, as Basic authorization wants them.
  if (/^[!-~]+:[!-~]+$/.test(pair))
    return `${scheme}${Buffer.from(another(pair, count)).toString('base64')}`;
  return `${text.slice(0, -4)}${String(count).padStart(4, '0')}`;
}
