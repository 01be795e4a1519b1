// One request to the service: with a token, tried again where that helps, its answer read as JSON.
import { errorOf, parse } from './answer.ts';
import { ManifoldError } from './error.ts';
import type { Warning } from './page.ts';
import { type Patience, retry, timerOf, unlessAborted, type Wait } from './retry.ts';
import { createTokens } from './token.ts';

export interface ManifoldOptions {
  /** Where the service is, such as https://api.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the token service is, if it has an address of its own. */
  readonly authUrl?: string | undefined;
  /** Any of orders, products, links, orders.write, products.write; all that the client has unless set. */
  readonly scope?: string | readonly string[] | undefined;
  /** In place of the platform's own, to go through a proxy or to test. */
  readonly fetch?: Fetch | undefined;
  readonly patience?: Patience | undefined;
  /** Called before each wait. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Called with the warnings of each page that has some, however its records are read. */
  readonly onWarnings?: ((warnings: readonly Warning[], of: Warned) => void) | undefined;
  /** The version of the API to be answered by, such as 2026-11-18; the client's own unless set. */
  readonly version?: string | undefined;
  /** Seconds after which a try without an answer is given up. Default: 120. */
  readonly timeout?: number | undefined;
  /** The time in milliseconds; the service's own clock, as far as its answers show it, unless set. */
  readonly now?: (() => number) | undefined;
}

/** What was read. */
export interface Warned {
  readonly resource: 'orders' | 'products';
  readonly channel: string;
  readonly user: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a second one does no harm, where no one knows what became of the first. Default: yes. */
  readonly repeatable?: boolean;
  /** Seconds that this request may take beyond the usual. */
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Connection {
  send(request: Request): Promise<Answer>;
  readonly onWarnings: ManifoldOptions['onWarnings'];
  /** What time it is for the service. */
  clock(signal?: AbortSignal): Promise<number>;
}

const TIMEOUT = 120;
/** Seconds for what comes on top of the time that the service itself takes. */
const ROUND_TRIP = 30;
const TOKEN_PATH = '/connect/token';

export function createConnection(options: ManifoldOptions): Connection {
  const { clientId, clientSecret, patience, onWait } = options;
  const base = baseOf(options.url, 'url');
  const authBase = options.authUrl === undefined ? base : baseOf(options.authUrl, 'authUrl');
  for (const [name, value] of Object.entries({ clientId, clientSecret }))
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name} is missing: "manifold clients create" gives both.`);
  // Looked up late: anyone who replaces the platform's fetch has it replaced here too.
  const fetching: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const timeout = options.timeout ?? TIMEOUT;
  let ahead = 0;

  const tokens = createTokens({
    url: `${authBase}${TOKEN_PATH}`,
    clientId,
    clientSecret,
    scope: typeof options.scope === 'object' ? options.scope.join(' ') : options.scope,
    send: (url, init) => once(url, init, timeout),
    now: options.now ?? Date.now,
  });

  /** One try, whole: an answer that breaks off is none. */
  async function once(url: string, init: RequestInit, seconds: number, signal?: AbortSignal) {
    const controller = new AbortController();
    const giveUp = () => controller.abort(signal?.reason);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timerOf(seconds));
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      signal?.throwIfAborted();
      // A redirect would carry the token, or the secret, to another place.
      const response = await fetching(url, {
        ...init,
        redirect: 'error',
        signal: controller.signal,
      });
      const text = await response.text();
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = date - Date.now();
      return { response, text };
    } catch (cause) {
      signal?.throwIfAborted();
      const why = late ? `nothing came within ${seconds} seconds` : reasonOf(cause);
      throw new ManifoldError(
        'no_answer',
        `No answer from ${new URL(url).origin} (${why}). Check the url, the network, and that the service is running.`,
        { retryable: true, cause },
      );
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async function send(request: Request): Promise<Answer> {
    const { method, path, query, body, signal, repeatable = true } = request;
    const url = `${base}${path}${queryOf(query)}`;
    // Between two tries may lie minutes, in which a token is revoked: each may renew it, once.
    const attempt = async (renewed: boolean): Promise<Answer> => {
      const token = await unlessAborted(tokens.get(), signal);
      const { response, text } = await once(
        url,
        {
          method,
          headers: {
            accept: 'application/json',
            ...(options.version !== undefined && { 'manifold-version': options.version }),
            ...request.headers,
            ...(body && { 'content-type': 'application/json' }),
            authorization: `Bearer ${token}`,
          },
          ...(body && { body: JSON.stringify(body) }),
        },
        request.wait === undefined ? timeout : Math.max(timeout, request.wait + ROUND_TRIP),
        signal,
      ).catch((error: unknown) => {
        throw repeatable || !(error instanceof ManifoldError) ? error : unsure(error);
      });
      const { status, headers } = response;
      if (status === 401 && !renewed) {
        tokens.drop(token);
        return attempt(true);
      }
      const parsed = parse(text);
      if (response.ok && (parsed !== undefined || status === 204))
        return { status, headers, body: parsed };
      const error = errorOf(response, parsed);
      throw repeatable || !isPassing(error) ? error : unsure(error);
    };
    return retry(() => attempt(false), { patience, onWait, signal });
  }

  return {
    send,
    onWarnings: options.onWarnings,
    async clock(signal) {
      // Anyone who has a token has had an answer, and so knows the service's clock.
      await retry(() => unlessAborted(tokens.get(), signal), { patience, onWait, signal });
      return options.now ? options.now() : Date.now() + ahead;
    },
  };
}

/** What was sent may have been done: only the caller can say whether to send it again. */
const unsure = ({ code, message, status, cause }: ManifoldError): ManifoldError =>
  new ManifoldError(code, `${message} Whether it was done is not known.`, { status, cause });

/** A proxy gave up: the service may do it all the same. Where there were too many, it was not handed on. */
const isPassing = ({ code, retryable, status }: ManifoldError): boolean =>
  code === 'not_manifold' && retryable && status !== 429;

function baseOf(url: string, name: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError(`${name} is not an address: it looks like https://api.example.com.`);
  }
  if (!/^https?:$/.test(parsed.protocol)) throw new TypeError(`${name} must be https or http.`);
  if (parsed.username || parsed.password || parsed.search || parsed.hash)
    throw new TypeError(`${name} must be a plain address, without a user name, query or fragment.`);
  return `${parsed.origin}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function queryOf(query: Request['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.set(name, value);
  return given.size > 0 ? `?${given}` : '';
}

/** Platforms hide the reason of a failed fetch in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) {
    const code = 'code' in cause ? cause.code : undefined;
    return typeof code === 'string' ? code : cause.message;
  }
  return error instanceof Error ? error.message : String(error);
}
