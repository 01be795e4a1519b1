// Compresses answers for callers that ask for it: on the platform's threads, a bounded number at the same time.
import { addAbortSignal, isReadable, pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lruCache } from '../model/lru-cache.ts';
import { createSlots } from '../model/slots.ts';
import { goneSignal } from './calls.ts';
import { isCompressed, isSameForAll } from './paths.ts';

export interface CompressOptions {
  /** Who shares: each has a part of the compressions under way. */
  readonly whose: (request: FastifyRequest) => string;
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

/** Below this there is nothing to gain: it is one packet either way. */
const SMALL = 1024;
/** Compressions under way; anyone who is alone may hold half of them. */
const CONCURRENCY = 8;
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

const COMPRESSORS = {
  gzip: () => createGzip(GZIP),
  br: () => createBrotliCompress(BROTLI),
  zstd: () => createZstdCompress(ZSTD),
};

/** What is worth it; images and the like are compressed already. */
const TEXTS = /^(text\/|application\/(json|javascript|openmetrics-text)|image\/svg\+xml)/;

export function compressAnswers(server: FastifyInstance, options: CompressOptions): void {
  const slots = createSlots({ max: CONCURRENCY, line: LINE });
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
    const gone = goneSignal(reply);
    const who = options.whose(request);
    const leave =
      slots.take(who) ?? (must ? await slots.enter(who, gone).catch(() => {}) : undefined);
    // Anyone who finds no slot is better served immediately than smaller; and no one is left to serve.
    if (!leave) return undefined;
    if (!Buffer.isBuffer(content)) {
      // What is asked for without its content is not read for it.
      if (request.method === 'HEAD') {
        leave();
        return content;
      }
      // What comes piece by piece goes out so, as fast as it is read. Whatever ends one of the two ends
      // the other; the reader learns of it from its own stream.
      return pipeline(content, COMPRESSORS[encoding](), leave);
    }
    try {
      // All of it in one piece: what a slow reader holds is the small one, and no one's slot.
      const made = await buffer(addAbortSignal(gone, COMPRESSORS[encoding]()).end(content));
      if (name !== undefined) kept.set(name, made, { size: made.length });
      return made;
    } catch (error) {
      if (gone.aborted) return undefined;
      throw error;
    } finally {
      leave();
    }
  }
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
  // A tag names it wherever it is asked for: some addresses have a part of the caller's own choice.
  const name = reply.getHeader('etag') ?? (isImmutable ? url.split('?')[0] : undefined);
  return name === undefined ? undefined : `${encoding} ${name}`;
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

/** Ours, the one that gives most for its cost first: see docs/decisions/0041-compressed-answers.md. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

interface Wanted {
  readonly encoding: Encoding;
  /** The caller refuses an answer that is not encoded. */
  readonly must: boolean;
}

const ITEM = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** Undefined: as it is, also for those who take nothing that we have; that says more than a 406. */
export function readEncoding(header: string | undefined): Wanted | undefined {
  if (!header) return undefined;
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = ITEM.exec(item.trim()) ?? [];
    // What cannot be read asks for nothing.
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  const others = weights.get('*');
  const weightOf = (name: Encoding) => weights.get(name) ?? others ?? 0;
  const [best] = ENCODINGS.toSorted((one, other) => weightOf(other) - weightOf(one));
  if (best === undefined || weightOf(best) === 0) return undefined;
  // Anyone who does not name it takes it, unless everything that is not named is refused.
  const plain = weights.get('identity') ?? (others === 0 ? 0 : undefined);
  if (plain !== undefined && plain > weightOf(best)) return undefined;
  return { encoding: best, must: plain === 0 };
}
