// One HTTP exchange with the outside: guarded at connect time, bounded in size, ended by its signal.
import { isIP } from 'node:net';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { buildConnector as Connector, Dispatcher } from 'undici';
import { Fault, type FaultCode, type FaultDetail, type Sent } from '../model/faults.ts';
import { nothingLeft, ranOut } from '../model/ran-out.ts';
import { dispatch, joined } from './dispatch.ts';
import { isBlocked } from './guard.ts';
import { createNames, type Names } from './names.ts';
import { Agent, buildConnector } from './undici.ts';

export interface Sending {
  readonly method: string;
  readonly url: URL;
  /** The origin that answers for the host, where the operator routes it. */
  readonly route: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  /** On whose behalf, where that is known: each client has its share of what is looked up. */
  readonly client?: string | undefined;
  /** Only the status and the headers matter; the body is dropped unread. */
  readonly discard?: true;
  /** Only so many bytes of the body matter, unpacked; whatever follows is dropped unread. */
  readonly head?: number | undefined;
  /** Called when the request is about to be written: from then on it may have reached the other side. */
  readonly onLeaving?: () => void;
  /** Called with each piece of the answer, unpacked; the reading waits for what it returns. */
  readonly taking?: ((bytes: number) => Promise<void> | undefined) | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, unpacked. */
  readonly bytes: Buffer;
}

export type Sender = ReturnType<typeof createSender>;

export interface SenderOptions {
  /** Largest reply, after decompression. */
  readonly maxBytes: number;
  readonly names?: Names;
}

const CONNECT_TIMEOUT = 10_000;
const MAX_HEADERS = 64 * 1024;
const DROPPED_BYTES = 64 * 1024;
const DROP_WITHIN = 2000;

class Blocked extends Error {}

export function createSender({ maxBytes, names = createNames() }: SenderOptions) {
  // Timers of the agent are off: every exchange carries its own deadline in its signal.
  const common = {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADERS,
    keepAliveTimeout: 10_000,
  } as const;
  const guarded = new Agent({ ...common, connect: guardedConnector(names) });
  const routed = new Agent({ ...common, connect: { timeout: CONNECT_TIMEOUT } });

  async function send(sending: Sending): Promise<Received> {
    const { method, url, route, headers, body, signal } = sending;
    const agent = route === undefined ? guarded : routed;
    const whole = sending.head === undefined && !sending.discard;
    let size = 0;
    let during: 'connect' | 'read' = 'connect';
    let sent: Sent = 'no';
    try {
      // Asked for here, where it is known for whom; the connector finds the answer kept.
      if (route === undefined && !isAddress(url.hostname))
        await names.resolve(url.hostname, sending.client, signal);
      const answer = await dispatch(
        agent,
        {
          origin: route ?? url.origin,
          path: `${url.pathname}${url.search}`,
          method: method as Dispatcher.HttpMethod,
          headers: route === undefined ? headers : forwarded(headers, url),
          body: body ?? null,
        },
        {
          signal,
          asStream: (replied) => !whole || encodingOf(replied) !== PLAIN,
          taking(bytes) {
            size += bytes;
            if (size > maxBytes) throw new TooLarge();
            return sending.taking?.(bytes);
          },
          onLeaving() {
            sent = 'maybe';
            sending.onLeaving?.();
          },
          onHead: () => {
            during = 'read';
          },
        },
      );
      const { status, headers: replied, body: rest } = answer;
      if (Buffer.isBuffer(rest)) return { status, headers: replied, bytes: rest };
      if (sending.discard) {
        drop(rest);
        return { status, headers: replied, bytes: NOTHING };
      }
      const taken = collect(rest, encodingOf(replied), maxBytes, sending);
      return { status, headers: replied, bytes: await taken.finally(() => rest.destroy()) };
    } catch (error) {
      const fault = explain(error, url, signal, during);
      // The signal's own reason is others' too, and is known by what it is.
      throw fault === signal.reason || !(fault instanceof Fault) ? fault : fault.with({ sent });
    }
  }

  return {
    send,
    close: async () => {
      await Promise.all([guarded.destroy(), routed.destroy()]);
    },
  };
}

/** A routed request says whom it was meant for, as any proxy would. */
const forwarded = (headers: Sending['headers'], url: URL) => ({
  ...headers,
  host: url.host,
  'x-forwarded-proto': url.protocol.slice(0, -1),
});

/** Of an address with colons the URL has brackets around it, of one without it has only digits. */
const isAddress = (hostname: string): boolean => hostname.startsWith('[') || isIP(hostname) !== 0;

/** Looks names up itself, and looks at the socket again, so that no rebinding slips through. */
function guardedConnector(names: Names): Connector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT,
    autoSelectFamily: true,
    lookup: (host, options, done) => {
      names.resolve(host, undefined).then(
        (addresses) => {
          const [first] = addresses;
          if (!first) return done(new Blocked(), '', 4);
          // The types know the single form only; with `all` the platform wants the list.
          return options.all
            ? (done as unknown as (e: null, a: typeof addresses) => void)(null, addresses)
            : done(null, first.address, first.family);
        },
        (error: Error) => done(error, '', 4),
      );
    },
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && isBlocked(host)) return callback(new Blocked(), null);
    return connect(options, (...result) => {
      const [error, socket] = result;
      if (!error && socket.remoteAddress && isBlocked(socket.remoteAddress)) {
        socket.destroy();
        return callback(new Blocked(), null);
      }
      return callback(...result);
    });
  };
}

class TooLarge extends Error {}

const PLAIN = 'identity';
const encodingOf = (headers: Received['headers']): string =>
  headers['content-encoding']?.trim().toLowerCase() || PLAIN;

/** A short body is read to its end, so that the connection can be used again; of a long one it is cut. */
function drop(body: Readable) {
  let size = 0;
  const late = setTimeout(() => body.destroy(), DROP_WITHIN);
  body.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > DROPPED_BYTES) body.destroy();
  });
  body.on('error', () => {});
  body.on('close', () => clearTimeout(late));
}

const NOTHING = Buffer.alloc(0);
const PIECE = { chunkSize: 64 * 1024 } as const;

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(PIECE),
  'x-gzip': () => createGunzip(PIECE),
  deflate: () => createInflate(PIECE),
  br: () => createBrotliDecompress(PIECE),
};

/** The body, unpacked piece by piece: what unfolds to too much is dropped on the way. */
async function collect(
  body: Readable,
  encoding: string,
  maxBytes: number,
  sending: Pick<Sending, 'taking' | 'head'>,
): Promise<Buffer> {
  const gathered = (pieces: AsyncIterable<Buffer>) => gather(pieces, maxBytes, sending);
  if (encoding === PLAIN) return await gathered(body);
  const pieces = bounded(body, maxBytes);
  const { value: first } = await pieces.next();
  // Some servers say how they would pack what they do not send, such as that of a 204.
  if (!first) return NOTHING;
  const unpacker = UNPACKERS[encoding]?.();
  if (!unpacker) throw new Error(`content-encoding ${encoding} is not known`);
  unpacker.write(first);
  if (sending.head === undefined) return await pipeline(pieces, unpacker, gathered);
  // Left before its end, which a pipeline would take for a failure.
  const packed = Readable.from(pieces);
  packed.on('error', (error) => unpacker.destroy(error)).pipe(unpacker);
  return await gathered(unpacker).finally(() => packed.destroy());
}

async function gather(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  { taking, head }: Pick<Sending, 'taking' | 'head'>,
): Promise<Buffer> {
  const gathered: Buffer[] = [];
  let size = 0;
  for await (const piece of bounded(pieces, maxBytes)) {
    size += piece.length;
    await taking?.(piece.length);
    gathered.push(piece);
    if (head !== undefined && size >= head) break;
  }
  return joined(gathered);
}

/** What packs much into nothing is bounded as it comes, too. */
async function* bounded(pieces: AsyncIterable<Buffer>, maxBytes: number) {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw new TooLarge();
    yield piece;
  }
}

/** What OpenSSL says when it is answered in plain http. */
const SPEAKS_PLAIN =
  /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/;
/** What it says when the certificate between the server's own and a known root was not sent. */
const CHAIN = /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/;

/** Turns what the client library throws into a fault; an abort keeps its own reason. */
function explain(error: unknown, url: URL, signal: AbortSignal, during: 'connect' | 'read') {
  if (signal.aborted) return signal.reason;
  if (error instanceof Fault) return error;
  if (ranOut(error)) return nothingLeft(error);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const say = (code: FaultCode, words: string, detail: FaultDetail = {}) =>
    new Fault(code, `${url.host} ${words}`, detail);
  if (error instanceof Blocked)
    return say(
      'address_not_allowed',
      'cannot be called: its name leads to an address that is not on the public internet.',
      { reason: 'private_address' },
    );
  if (error instanceof TooLarge)
    return say('channel_invalid_response', 'sent a larger answer than is accepted.');
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return say('channel_invalid_response', 'sent larger headers than are accepted.');
  const detail = { cause: error, reason: 'unreachable' };
  if (during === 'read')
    return say('channel_invalid_response', 'broke off in the middle of its answer.', {
      cause: error,
    });
  if (SPEAKS_PLAIN.test(`${code} ${message}`))
    return say('channel_failed', 'does not speak https at this port: it answered in plain http.', {
      ...detail,
      retryable: false,
    });
  const bad = { ...detail, reason: 'bad_certificate' };
  if (CHAIN.test(code))
    return say(
      'channel_failed',
      'sends an incomplete certificate chain: its certificate may be good, but the intermediate certificate that proves it is missing. The server must send both.',
      { ...bad, retryable: false },
    );
  if (/CERT|TLS|SSL/.test(code))
    return say('channel_failed', 'has a certificate that is not valid.', bad);
  return say('channel_failed', 'could not be reached.', detail);
}
