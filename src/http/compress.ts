// Compresses answers for whoever asks for it: on the platform's threads, a bounded number at once.
import { isReadable, pipeline as pipe, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lruCache } from '../model/lru-cache.ts';
import { createPlaces } from '../model/places.ts';
import { type Encoding, readEncoding, type Wanted } from './encoding.ts';
import { isCompressed, isSameForAll } from './paths.ts';

export interface CompressOptions {
  /** Who shares: each has a part of the compressions under way. */
  readonly whose: (request: FastifyRequest) => string;
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

/** Below this there is nothing to gain: it is one packet either way. */
const SMALL = 1024;
/** What one thread does at a stretch: some milliseconds, since name look-ups and others use it too. */
const SLICE = 256 * 1024;
/** Compressions under way; whoever is alone may hold half of them. */
const AT_ONCE = 8;
const LINE = 32;
/** Of what says the same to everybody, so that it is compressed once. */
const KEPT_BYTES = 8 * 1024 * 1024;

// Measured on pages of 100 orders, see docs/decisions/0041-compressed-answers.md. The window of brotli
// is kept small for the memory's sake; those of the others are small at these levels.
const GZIP = { level: 3 };
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

interface Compressor {
  readonly whole: (content: Buffer) => Promise<Buffer>;
  readonly stream: () => Transform;
}

const [gzipped, brotli, zstd] = [
  promisify<Buffer, typeof GZIP, Buffer>(gzip),
  promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress),
  promisify<Buffer, typeof ZSTD, Buffer>(zstdCompress),
];
const COMPRESSORS: Readonly<Record<Encoding, Compressor>> = {
  gzip: { whole: (content) => gzipped(content, GZIP), stream: () => createGzip(GZIP) },
  br: { whole: (content) => brotli(content, BROTLI), stream: () => createBrotliCompress(BROTLI) },
  zstd: { whole: (content) => zstd(content, ZSTD), stream: () => createZstdCompress(ZSTD) },
};

/** What is worth it; images and the like are compressed already. */
const TEXTS = /^(text\/|application\/(json|javascript|openmetrics-text)|image\/svg\+xml)/;

export function compressAnswers(server: FastifyInstance, options: CompressOptions): void {
  const places = createPlaces({ max: AT_ONCE, line: LINE });
  const kept = lruCache<Buffer>({ max: KEPT_BYTES });

  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressed(request.routeOptions.url ?? '')) return done(null, payload);
    varies(reply);
    const wanted = readEncoding(request.headers['accept-encoding']);
    const content = wanted && mayTravel(reply) ? contentOf(payload) : undefined;
    if (!wanted || !content) return done(null, payload);
    if (!wanted.must && Buffer.isBuffer(content) && content.length < SMALL)
      return done(null, payload);
    compress(request, reply, content, wanted).then(
      (made) => {
        if (made) encoded(reply, wanted.encoding);
        done(null, made ?? payload);
      },
      (error) => {
        // It is there, and whole: it goes out as it is.
        options.onFailure(error, request);
        done(null, payload);
      },
    );
  });

  /** Undefined where it goes out as it is. */
  async function compress(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Buffer | Readable,
    { encoding, must }: Wanted,
  ): Promise<Buffer | Readable | undefined> {
    const name = nameOf(request, reply, encoding);
    const before = name === undefined ? undefined : kept.get(name);
    if (before) return before;
    const gone = new AbortController();
    const abort = () => gone.abort();
    reply.raw.once('close', abort);
    try {
      const who = options.whose(request);
      const leave = places.take(who) ?? (must ? await waited(who, gone.signal) : undefined);
      // Whoever finds no place is better served at once than smaller; and nobody is left to serve.
      if (!leave) return undefined;
      if (!Buffer.isBuffer(content)) {
        // What is asked for without its content is not read for it.
        if (request.method === 'HEAD') leave();
        return request.method === 'HEAD' ? content : passed(content, encoding, leave);
      }
      const made = await whole(content, encoding, gone.signal).finally(leave);
      if (made && name !== undefined) kept.set(name, made, { size: made.length });
      return made;
    } finally {
      reply.raw.off('close', abort);
    }
  }

  const waited = (who: string, signal: AbortSignal) =>
    places.enter(who, signal).catch(() => undefined);
}

/** The whole at once: what a slow reader holds is the small one, and nobody's place. */
async function whole(
  content: Buffer,
  encoding: Encoding,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { whole: once, stream } = COMPRESSORS[encoding];
  if (content.length <= SLICE) return once(content);
  const pieces: Buffer[] = [];
  try {
    await pipeline(
      slicesOf(content),
      stream(),
      async (made: AsyncIterable<Buffer>) => {
        for await (const piece of made) pieces.push(piece);
      },
      { signal },
    );
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  return Buffer.concat(pieces);
}

function* slicesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += SLICE) yield content.subarray(at, at + SLICE);
}

/** What comes piece by piece goes out so, as fast as it is read. */
function passed(content: Readable, encoding: Encoding, leave: () => void): Readable {
  // Whatever ends one of the two ends the other; who reads it is told by the reader's own stream.
  return pipe(content, COMPRESSORS[encoding].stream(), leave);
}

function contentOf(payload: unknown): Buffer | Readable | undefined {
  if (typeof payload === 'string') return Buffer.from(payload);
  if (Buffer.isBuffer(payload)) return payload;
  return payload instanceof Readable && isReadable(payload) ? payload : undefined;
}

/** Not what has no content, is encoded already, or is to be left as it is (RFC 9111, 5.2.2.6). */
function mayTravel(reply: FastifyReply): boolean {
  if (reply.statusCode === 204 || reply.statusCode === 304) return false;
  if (reply.hasHeader('content-encoding')) return false;
  if (/\bno-transform\b/i.test(String(reply.getHeader('cache-control') ?? ''))) return false;
  return TEXTS.test(String(reply.getHeader('content-type') ?? ''));
}

/** What names a content that says the same to everybody and stays as it is. */
function nameOf({ routeOptions, url }: FastifyRequest, reply: FastifyReply, encoding: Encoding) {
  if (reply.statusCode !== 200 || !isSameForAll(routeOptions.url ?? '')) return undefined;
  const isImmutable = String(reply.getHeader('cache-control') ?? '').includes('immutable');
  const tag = reply.getHeader('etag') ?? (isImmutable ? 'immutable' : undefined);
  return tag === undefined ? undefined : `${encoding} ${url.split('?')[0]} ${tag}`;
}

/** Caches must keep one for each encoding. */
function varies(reply: FastifyReply) {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'accept-encoding' : `${before}, accept-encoding`);
}

function encoded(reply: FastifyReply, encoding: Encoding) {
  reply.header('content-encoding', encoding).removeHeader('content-length');
  // A strong tag would promise the same bytes.
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
}
