// Hostile shops: one server that plays a WooCommerce shop as ill-natured as its host name says.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** `lists-7.hostile.example` is a shop of the kind `lists`: any number of them, each its own host. */
export const SUFFIX = 'hostile.example';
export const shopAt = (kind: Kind, name: string | number = 0) =>
  `https://${kind}-${name}.${SUFFIX}`;

export interface HostileShops {
  readonly origin: string;
  /** What MANIFOLD_ROUTES must hold. */
  readonly routes: Readonly<Record<string, string>>;
  /** Requests so far, by kind of shop. */
  readonly asked: (kind: Kind) => number;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, seen: number) => unknown;

const MIB = 1024 * 1024;
const UNFOLDED = 31 * MIB;
const STATUSES = 400_000;
const LARGE_ORDERS = 100;
/** So that forty answers of a hundred orders are about 1,100 MiB. */
const LARGE_NOTE = 273_000;
/** As long as a small WordPress takes to look up a key it does not know. */
const REFUSAL = 500;

const order: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(
    new URL('../../src/channels/woocommerce/samples/order-paid.native.json', import.meta.url),
    'utf8',
  ),
);
const ONE_ORDER = Buffer.from(JSON.stringify([order]));

/** Made once: the attack must cost the service, not the attacker. */
function made<T>(make: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= make();
    return kept;
  };
}

const json = (value: unknown): string => JSON.stringify(value);
const withNote = (note: string) => json([{ ...order, customer_note: note }]);
/** More than a page that people look at ever has. */
const PAGE = 256 * 1024;

const folded = {
  zeros: made(() => gzipSync(json([{ ...order, total: `1.${'0'.repeat(60_000)}` }]))),
  string: made(() => gzipSync(withNote('a'.repeat(UNFOLDED)))),
  key: made(() => gzipSync(`[{"${'a'.repeat(UNFOLDED)}":1}]`)),
  blanks: made(() => gzipSync(`[${' '.repeat(UNFOLDED)}]`)),
  lists: made(() => gzipSync(`[${'[],'.repeat(UNFOLDED / 3)}[]]`)),
  numbers: made(() => gzipSync(`[${'12345.6789,'.repeat(UNFOLDED / 11)}0]`)),
  deep: made(() => gzipSync('['.repeat(UNFOLDED / 2) + ']'.repeat(UNFOLDED / 2))),
  statuses: made(() => {
    const slugs = Array.from({ length: STATUSES }, (_, n) => ({ slug: `status-${n}` }));
    return gzipSync(JSON.stringify(slugs));
  }),
  /** Nothing can be made smaller by compressing it. */
  large: made(() => largeOrders(1)),
  /** A quarter of it cannot. */
  bulky: made(() => largeOrders(0.25)),
};

function largeOrders(random: number): Buffer {
  const note = () => {
    const noise = randomBytes((LARGE_NOTE * random * 3) / 4).toString('base64');
    return noise + ' '.repeat(LARGE_NOTE - noise.length);
  };
  const orders = Array.from({ length: LARGE_ORDERS }, (_, n) => ({
    ...order,
    id: 10_000 - n,
    customer_note: `${note()}.`,
  }));
  return Buffer.from(JSON.stringify(orders));
}

const unfolds =
  (bytes: () => Buffer): Handler =>
  (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(bytes());

const sends =
  (bytes: () => Buffer): Handler =>
  (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-wp-total': `${LARGE_ORDERS}` })
      .end(bytes());

/** A web page, whatever it is asked for. */
const shows =
  (page: string, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);

/** A shop as it should be: its one order, and nothing beside. */
const well: Handler = (request, response) => {
  const isList = /\/orders\?/.test(request.url ?? '');
  const headers = { 'content-type': 'application/json', 'x-wp-total': '1' };
  response.writeHead(isList ? 200 : 404, headers).end(isList ? ONE_ORDER : '{"code":"no_route"}');
};

/** Well, but its orders take their time. */
const after =
  (milliseconds: number): Handler =>
  (request, response, seen) => {
    const isList = /\/orders\?/.test(request.url ?? '');
    setTimeout(well, isList ? milliseconds : 0, request, response, seen);
  };

/** Asks once to be left alone for absurdly long, then is well again. */
const asksForPause =
  (retryAfter: string): Handler =>
  (request, response, seen) => {
    if (seen > 1) return well(request, response, seen);
    return response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': retryAfter })
      .end('{"code":"too_many","message":"later"}');
  };

const GOOD_KEY = `Basic ${Buffer.from('ck_good:cs_good').toString('base64')}`;

const KINDS = {
  well,
  lists: unfolds(folded.lists),
  numbers: unfolds(folded.numbers),
  deep: unfolds(folded.deep),
  statuses: unfolds(folded.statuses),
  zeros: unfolds(folded.zeros),
  string: unfolds(folded.string),
  key: unfolds(folded.key),
  blanks: unfolds(folded.blanks),
  metas: shows('<meta '.repeat(PAGE / 6)),
  bodies: shows('<body '.repeat(PAGE / 6)),
  scripts: shows('<script '.repeat(PAGE / 8)),
  brackets: shows('<title>x</title>', { link: '<'.repeat(15_000) }),
  large: sends(folded.large),
  bulky: sends(folded.bulky),
  /** Takes the request and never answers. */
  silent() {},
  /** Well, but only after twelve seconds; `hesitant` after three. */
  slow: after(12_000),
  hesitant: after(3000),
  /** Knows one key; takes its time to refuse any other. */
  locked(request, response, seen) {
    if (request.headers.authorization === GOOD_KEY) return well(request, response, seen);
    return setTimeout(() => {
      const refused = {
        code: 'woocommerce_rest_cannot_view',
        message: 'Sorry, you cannot list resources.',
        data: { status: 401 },
      };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refused));
    }, REFUSAL);
  },
  digits: asksForPause('9'.repeat(400)),
  year9999: asksForPause('Fri, 31 Dec 9999 23:59:59 GMT'),
} satisfies Record<string, Handler>;

export type Kind = keyof typeof KINDS;

/** The answers of these kinds are made now: making them must not hold up anyone who measures. */
export async function openShops(kinds: readonly Kind[] = []): Promise<HostileShops> {
  for (const kind of kinds) if (kind in folded) folded[kind as keyof typeof folded]();
  const byHost = new Map<string, number>();
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const seen = (byHost.get(host) ?? 0) + 1;
    byHost.set(host, seen);
    const handler: Handler | undefined = KINDS[kindOf(host) as Kind];
    request.resume().on('error', () => {});
    response.on('error', () => {});
    if (handler) handler(request, response, seen);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  return {
    origin,
    routes: { [`*.${SUFFIX}`]: origin },
    asked: (kind) =>
      [...byHost].reduce((sum, [host, count]) => sum + (kindOf(host) === kind ? count : 0), 0),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const kindOf = (host: string): string => host.split(/[-.]/, 1)[0] ?? '';
